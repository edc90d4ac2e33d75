/* bellcrank run: simulates a model, writes tables and plots. */
#include "cli.h"

#include "analysis/simulation.h"
#include "model/model-fields.h"
#include "model/words.h"
#include "picture/plot.h"
#include "record/quantity.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Ctrl-C: stop after the step in hand and keep what was computed. */
static volatile sig_atomic_t interrupted = 0;

static void
on_interrupt (int signal_number)
{
  (void) signal_number;
  interrupted = 1;
}

typedef struct
{
  const BcModel *model;
  BcAnalysis analysis;
  GPtrArray *quantities; /* of BcQuantity, time first */
  char *out, *plot;
  FILE *table; /* CSV being written */
} Job;

/* ---- what to do ---- */

static gboolean
choose (const char *option, const char *word, const char *const *words, int *choice)
{
  int n = 0;
  if (word == NULL)
    return TRUE;
  for (; words[n] != NULL; n++)
    if (strcmp (words[n], word) == 0)
      {
        *choice = n;
        return TRUE;
      }
  g_autofree char *all = bc_join (words, n);
  fprintf (stderr, "bellcrank: %s cannot be \"%s\". Use one of: %s\n", option, word, all);
  return FALSE;
}

/* A time with or without unit: 1e-3, "1 ms". */
static gboolean
parse_time (const char *option, const char *text, double *seconds)
{
  if (text == NULL)
    return TRUE;
  BcArena *arena = bc_arena_new ();
  BcExpressionContext context = { NULL, NULL, NULL };
  BcExpressionError error;
  BcDimension dimension;
  BcExpression *e = bc_expression_compile (arena, text, &context, &dimension, &error);
  gboolean good = e != NULL && bc_dimension_fits ((BcDimension) BC_DIM_TIME, dimension);
  if (good)
    *seconds = bc_expression_evaluate (e, 0.0).v;
  good = good && isfinite (*seconds) && *seconds >= 0.0;
  if (!good)
    fprintf (stderr, "bellcrank: %s cannot be \"%s\". Write for example 1e-3 or \"1 ms\"\n", option,
             text);
  bc_arena_free (arena);
  return good;
}

static gboolean
add_quantity (Job *job, const char *name)
{
  char *fault = NULL;
  BcQuantity *quantity = bc_quantity_parse (job->model, name, &fault);
  if (quantity == NULL)
    {
      fprintf (stderr, "bellcrank: %s\n", fault);
      g_free (fault);
      return FALSE;
    }
  for (guint i = 0; i < job->quantities->len; i++)
    if (strcmp (bc_quantity_name (g_ptr_array_index (job->quantities, i)), name) == 0)
      {
        bc_quantity_free (quantity);
        return TRUE;
      }
  g_ptr_array_add (job->quantities, quantity);
  return TRUE;
}

/* Those asked for, else those of the model's plots, else the positions of the bodies. */
static gboolean
choose_quantities (Job *job, const char *list)
{
  gboolean good = add_quantity (job, "time");
  if (list != NULL)
    {
      g_autoptr (GPtrArray) names = bc_quantity_split (list);
      for (guint i = 0; i < names->len; i++)
        good = add_quantity (job, g_ptr_array_index (names, i)) && good;
      return good;
    }
  for (int i = 0; i < job->model->n_plots; i++)
    for (int k = 0; k < job->model->plots[i].quantities.n; k++)
      good = add_quantity (job, job->model->plots[i].quantities.at[k]) && good;
  for (int i = 0; i < job->model->n_bodies && job->quantities->len == 1; i++)
    if (job->model->bodies[i].kind == BC_BODY_RIGID)
      for (int k = 0; k < 3; k++)
        {
          g_autofree char *name = g_strdup_printf ("%s.%c", job->model->bodies[i].name, "xyz"[k]);
          good = add_quantity (job, name) && good;
        }
  return good;
}

/* ---- tables ---- */

static gboolean
complain (const char *file)
{
  fprintf (stderr, "bellcrank: cannot write %s: %s\n", file, g_strerror (errno));
  return FALSE;
}

static gboolean
open_table (Job *job)
{
  if (job->out == NULL || !g_str_has_suffix (job->out, ".csv"))
    return TRUE;
  job->table = fopen (job->out, "w");
  if (job->table == NULL)
    return complain (job->out);
  for (guint i = 0; i < job->quantities->len; i++)
    fprintf (job->table, "%s%s", i > 0 ? "," : "",
             bc_quantity_name (g_ptr_array_index (job->quantities, i)));
  fputc ('\n', job->table);
  return TRUE;
}

static gboolean
write_row (Job *job, const BcFrame *frame)
{
  if (job->table == NULL)
    return TRUE;
  for (guint i = 0; i < job->quantities->len; i++)
    fprintf (job->table, "%s%.17g", i > 0 ? "," : "",
             bc_quantity_value (g_ptr_array_index (job->quantities, i), job->model, frame));
  fputc ('\n', job->table);
  return !ferror (job->table) || complain (job->out);
}

static gboolean
close_table (Job *job)
{
  if (job->table == NULL)
    return TRUE;
  gboolean bad = ferror (job->table) != 0;
  bad |= fclose (job->table) != 0;
  job->table = NULL;
  return !bad || complain (job->out);
}

static gboolean
write_json (const Job *job, const BcRecording *recording)
{
  if (job->out == NULL || job->table != NULL || !g_str_has_suffix (job->out, ".json"))
    return TRUE;
  g_autoptr (BcValue) root = bc_value_new (BC_VALUE_OBJECT);
  BcValue *columns = bc_value_new (BC_VALUE_OBJECT);
  bc_value_set (root, "model", bc_value_new_string (job->model->name));
  for (guint i = 0; i < job->quantities->len; i++)
    {
      const BcQuantity *quantity = g_ptr_array_index (job->quantities, i);
      BcValue *list = bc_value_new (BC_VALUE_ARRAY);
      for (int k = 0; k < bc_recording_length (recording); k++)
        bc_value_append (list, bc_value_new_number (bc_quantity_value (
                                   quantity, job->model, bc_recording_frame (recording, k))));
      bc_value_set (columns, bc_quantity_name (quantity), list);
    }
  bc_value_set (root, "quantities", columns);
  g_autofree char *text = bc_value_write (root);
  g_autoptr (GError) error = NULL;
  if (g_file_set_contents (job->out, text, -1, &error))
    return TRUE;
  fprintf (stderr, "bellcrank: %s\n", error->message);
  return FALSE;
}

/* ---- plots ---- */

static char *
axis_label (const BcModel *model, const BcQuantity *quantity)
{
  char unit[80];
  BcDimension dimension = bc_quantity_dimension (quantity, model);
  bc_dimension_unit (dimension, unit, sizeof unit);
  bool energy = g_str_has_prefix (bc_quantity_name (quantity), "energy.");
  bool force = dimension.m == 1 && dimension.kg == 1 && dimension.s == -2;
  bool torque = dimension.m == 2 && dimension.kg == 1 && dimension.s == -2;
  const char *name = energy ? "J" : force ? "N" : torque ? "N m" : unit;
  return name[0] != '\0' ? g_strdup_printf ("[%s]", name) : g_strdup ("");
}

/* One panel for each unit, so that curves which share an axis can be compared. */
static gboolean
write_plot (const Job *job, const BcRecording *recording)
{
  if (job->plot == NULL)
    return TRUE;
  int n = bc_recording_length (recording), n_curves = (int) job->quantities->len - 1;
  g_autoptr (GPtrArray) memory = g_ptr_array_new_with_free_func (g_free);
  BcCurve *curves = g_new0 (BcCurve, (gsize) n_curves + 1);
  BcPlotPanel *panels = g_new0 (BcPlotPanel, (gsize) n_curves + 1);
  double *x = g_new (double, (gsize) n);
  g_ptr_array_add (memory, curves);
  g_ptr_array_add (memory, panels);
  g_ptr_array_add (memory, x);
  for (int k = 0; k < n; k++)
    x[k] = bc_recording_frame (recording, k)->time;
  int n_panels = 0, used = 0;
  for (int first = 1; first <= n_curves; first++)
    {
      char *label = axis_label (job->model, g_ptr_array_index (job->quantities, (guint) first));
      g_ptr_array_add (memory, label);
      gboolean known = FALSE;
      for (int p = 0; p < n_panels; p++)
        known |= strcmp (panels[p].y_label, label) == 0;
      if (known)
        continue;
      BcPlotPanel *panel = &panels[n_panels++];
      *panel = (BcPlotPanel){ n_panels == 1 ? job->model->name : "", "time [s]", label, 0,
                              curves + used };
      for (int i = first; i <= n_curves; i++)
        {
          const BcQuantity *quantity = g_ptr_array_index (job->quantities, (guint) i);
          g_autofree char *other = axis_label (job->model, quantity);
          if (strcmp (other, label) != 0)
            continue;
          double *y = g_new (double, (gsize) n);
          g_ptr_array_add (memory, y);
          for (int k = 0; k < n; k++)
            y[k] = bc_quantity_value (quantity, job->model, bc_recording_frame (recording, k));
          curves[used++] = (BcCurve){ bc_quantity_name (quantity), n, x, y };
          panel->n_curves++;
        }
    }
  char fault[300];
  if (bc_plot_write (n_panels, panels, 1000, 80 + 320 * n_panels, job->plot, fault, sizeof fault))
    return TRUE;
  fprintf (stderr, "bellcrank: %s\n", fault);
  return FALSE;
}

/* ---- running ---- */

static void
show_progress (const BcSimulation *simulation, double end, gboolean last)
{
  static double shown = 0.0;
  double now = (double) g_get_monotonic_time () * 1e-6;
  if (!isatty (STDERR_FILENO) || (!last && now - shown < 0.1))
    return;
  shown = now;
  double time = bc_simulation_summary (simulation).time;
  fprintf (stderr, "\r%3.0f %%  t = %.4g s%s", end > 0.0 ? 100.0 * time / end : 100.0, time,
           last ? "\n" : "   ");
}

/* Reactions that redundant constraints leave open, by joint and component. */
static void
print_open_reactions (const Job *job, const BcRecording *recording)
{
  static const char *const words[] = { "fx", "fy", "fz", "mx", "my", "mz" };
  const BcFrame *frame = bc_recording_frame (recording, 0);
  for (int i = 0; i < job->model->n_joints; i++)
    {
      g_autoptr (GString) list = g_string_new (NULL);
      for (int k = 0; k < 6; k++)
        if (frame->reactions[i].open[k])
          g_string_append_printf (list, " %s", words[k]);
      if (list->len > 0)
        printf ("not unique (redundant constraints): %-16s%s\n", job->model->joints[i].name,
                list->str);
    }
}

static void
print_audit (const Job *job, const BcSimulation *simulation)
{
  BcRunSummary s = bc_simulation_summary (simulation);
  print_open_reactions (job, bc_simulation_recording (simulation));
  printf ("worst velocity constraint %.2g m/s at t = %.4g s (%ld of %ld steps above 1e-9)\n",
          s.phi_v, s.phi_v_time, s.phi_v_over, s.steps);
  printf ("worst acceleration constraint %.2g m/s^2 at t = %.4g s (%ld of %ld steps above 1e-7)\n",
          s.phi_a, s.phi_a_time, s.phi_a_over, s.steps);
  printf ("accelerations differ from the reaction solve by at most %.2g m/s^2\n",
          s.acceleration_error);
}

static void
print_end (const Job *job, const BcRecording *recording)
{
  const BcFrame *last = bc_recording_frame (recording, bc_recording_length (recording) - 1);
  for (guint i = 0; i < job->quantities->len; i++)
    {
      const BcQuantity *quantity = g_ptr_array_index (job->quantities, i);
      printf ("%-28s %.9g\n", bc_quantity_name (quantity),
              bc_quantity_value (quantity, job->model, last));
    }
}

static int
simulate (Job *job)
{
  BcRunFault fault;
  clock_t start = clock ();
  BcSimulation *simulation = bc_simulation_new (job->model, &job->analysis, &fault);
  if (simulation == NULL)
    {
      fprintf (stderr, "bellcrank: %s\n", fault.text);
      return BC_EXIT_CANNOT_GO_ON;
    }
  const BcRecording *recording = bc_simulation_recording (simulation);
  gboolean written = open_table (job);
  int written_frames = 0;
  BcStatus status = BC_GOOD;
  struct sigaction action = { .sa_handler = on_interrupt };
  sigaction (SIGINT, &action, NULL);
  while (written && status == BC_GOOD && !interrupted)
    {
      status = bc_simulation_step (simulation, &fault);
      for (; written_frames < bc_recording_length (recording); written_frames++)
        written = write_row (job, bc_recording_frame (recording, written_frames)) && written;
      show_progress (simulation, job->analysis.end, FALSE);
    }
  double cpu = (double) (clock () - start) / CLOCKS_PER_SEC;
  show_progress (simulation, job->analysis.end, TRUE);
  written = close_table (job) && written;
  if (bc_recording_length (recording) > 0)
    {
      written = write_json (job, recording) && written;
      written = write_plot (job, recording) && written;
      print_end (job, recording);
      print_audit (job, simulation);
    }
  if (status == BC_STOP)
    fprintf (stderr, "bellcrank: %s\n", fault.text);
  if (interrupted)
    fputs ("bellcrank: interrupted; what was computed is kept\n", stderr);
  BcRunSummary s = bc_simulation_summary (simulation);
  printf (
      "RESULT time=%.9g steps=%ld iterations=%ld cpu=%.6g realtime=%.6g coordinates=%d phi=%.3e "
      "energy_drift=%.6e\n",
      s.time, s.steps, s.iterations, cpu, cpu > 0.0 ? s.time / cpu : 0.0, s.coordinates, s.phi,
      s.energy_drift);
  bc_simulation_free (simulation);
  return !written ? BC_EXIT_WRONG_INPUT : status == BC_STOP ? BC_EXIT_CANNOT_GO_ON : BC_EXIT_GOOD;
}

int
bc_cli_run (int argc, char **argv)
{
  g_autofree char *formulation = NULL, *analysis = NULL, *integrator = NULL, *quantities = NULL;
  g_autofree char *step = NULL, *end = NULL, *every = NULL, *out = NULL, *plot = NULL;
  g_auto (GStrv) overrides = NULL;
  const GOptionEntry entries[] = {
    { "formulation", 0, 0, G_OPTION_ARG_STRING, &formulation, "global", "NAME" },
    { "analysis", 0, 0, G_OPTION_ARG_STRING, &analysis, "dynamics, kinematics, statics or inverse",
      "KIND" },
    { "integrator", 0, 0, G_OPTION_ARG_STRING, &integrator, "trapezoidal or generalized-alpha",
      "NAME" },
    { "step", 0, 0, G_OPTION_ARG_STRING, &step, "time step", "S" },
    { "end", 0, 0, G_OPTION_ARG_STRING, &end, "when to stop", "T" },
    { "every", 0, 0, G_OPTION_ARG_STRING, &every, "time between recorded frames", "S" },
    { "out", 0, 0, G_OPTION_ARG_FILENAME, &out, "write a table", "FILE.csv|json" },
    { "quantities", 0, 0, G_OPTION_ARG_STRING, &quantities, "what to write and plot", "LIST" },
    { "plot", 0, 0, G_OPTION_ARG_FILENAME, &plot, "draw the quantities", "FILE.svg|png" },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &overrides, "override a value of the model",
      "PATH=VALUE" },
    G_OPTION_ENTRY_NULL,
  };
  if (!bc_cli_options (&argc, &argv, "run MODEL", "Simulates a model.", entries))
    return BC_EXIT_WRONG_INPUT;
  if (argc != 2)
    {
      fputs ("usage: bellcrank run MODEL [options]; see bellcrank run --help\n", stderr);
      return BC_EXIT_WRONG_INPUT;
    }
  if (out != NULL && !g_str_has_suffix (out, ".csv") && !g_str_has_suffix (out, ".json"))
    {
      fprintf (stderr, "bellcrank: %s: tables end in .csv or .json\n", out);
      return BC_EXIT_WRONG_INPUT;
    }
  BcModel *model = bc_cli_load (argv[1], overrides);
  if (model == NULL)
    return BC_EXIT_WRONG_INPUT;
  Job job = { .model = model, .analysis = model->analysis, .out = out, .plot = plot };
  job.quantities = g_ptr_array_new_with_free_func ((GDestroyNotify) bc_quantity_free);
  int status = BC_EXIT_WRONG_INPUT;
  if (choose ("--formulation", formulation, bc_formulations, &job.analysis.formulation)
      && choose ("--analysis", analysis, bc_analysis_kinds, &job.analysis.kind)
      && choose ("--integrator", integrator, bc_integrators, &job.analysis.integrator)
      && parse_time ("--step", step, &job.analysis.step)
      && parse_time ("--end", end, &job.analysis.end)
      && parse_time ("--every", every, &job.analysis.every) && choose_quantities (&job, quantities))
    {
      if (job.analysis.formulation != 0 || job.analysis.integrator == BC_INTEGRATOR_ADAPTIVE)
        fprintf (stderr,
                 "bellcrank: %s is not in this version. Use global with trapezoidal or "
                 "generalized-alpha\n",
                 job.analysis.formulation != 0 ? bc_formulations[job.analysis.formulation]
                                               : "adaptive");
      else if (!(job.analysis.step > 0.0))
        fputs ("bellcrank: the step must be larger than zero\n", stderr);
      else
        status = simulate (&job);
    }
  g_ptr_array_unref (job.quantities);
  bc_model_free (model);
  return status;
}
