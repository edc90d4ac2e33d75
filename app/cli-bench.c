/* bellcrank bench: what a step costs, measured on this machine in one run. */
#include "cli.h"

#include "analysis/simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct
{
  int coordinates;
  double microseconds; /* per step */
  double iterations;   /* per step */
} Cost;

/* Steps of 1 ms without recording; the best of three, since other programs also run. */
static gboolean
measure (const char *model_name, const char *override, double end, Cost *cost)
{
  char *overrides[] = { g_strdup (override), NULL };
  BcModel *model = bc_cli_load (model_name, overrides);
  g_free (overrides[0]);
  if (model == NULL)
    return FALSE;
  BcAnalysis options = model->analysis;
  options.step = 1e-3;
  options.end = options.every = end;
  cost->microseconds = HUGE_VAL;
  gboolean good = TRUE;
  for (int round = 0; round < 3 && good; round++)
    {
      BcRunFault fault;
      BcSimulation *simulation = bc_simulation_new (model, &options, &fault);
      good = simulation != NULL && bc_simulation_step (simulation, &fault) == BC_GOOD; /* start */
      clock_t start = clock ();
      good = good && bc_simulation_step (simulation, &fault) == BC_RETRY;
      double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
      if (good)
        {
          BcRunSummary s = bc_simulation_summary (simulation);
          cost->coordinates = s.coordinates;
          cost->iterations = (double) s.iterations / (double) s.steps;
          cost->microseconds = fmin (cost->microseconds, 1e6 * seconds / (double) s.steps);
        }
      else
        fprintf (stderr, "bellcrank: %s: %s\n", model_name, fault.text);
      bc_simulation_free (simulation);
    }
  bc_model_free (model);
  return good;
}

static void
print_row (const char *name, const Cost *cost)
{
  printf ("%-24s %12d %12.2f %14.2f\n", name, cost->coordinates, cost->iterations,
          cost->microseconds);
}

static int
bench_rigid (void)
{
  static const char *const examples[] = { "pendulum", "double-four-bar", "andrews-squeezer",
                                          "bricard", "flyball-governor" };
  static const int sizes[] = { 10, 20, 40, 80, 160 };
  Cost cost, first = { 0 };
  printf ("%-24s %12s %12s %14s\n", "steps of 1 ms", "coordinates", "iterations", "us per step");
  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *model = g_strconcat ("example:", examples[i], NULL);
      if (!measure (model, NULL, strcmp (examples[i], "andrews-squeezer") == 0 ? 0.03 : 5.0, &cost))
        return BC_EXIT_CANNOT_GO_ON;
      print_row (examples[i], &cost);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *override = g_strdup_printf ("parameters.n=%d", sizes[i]);
      g_autofree char *name = g_strdup_printf ("n-four-bar, n = %d", sizes[i]);
      if (!measure ("example:n-four-bar", override, 1.0, &cost))
        return BC_EXIT_CANNOT_GO_ON;
      print_row (name, &cost);
      if (i == 0)
        first = cost;
    }
  printf ("from n = %d to %d the time per step grows as n^%.2f\n", sizes[0], sizes[4],
          log (cost.microseconds / first.microseconds) / log ((double) sizes[4] / sizes[0]));
  return BC_EXIT_GOOD;
}

int
bc_cli_bench (int argc, char **argv)
{
  if (!bc_cli_options (&argc, &argv, "bench NAME", "Prints benchmark tables. Names: rigid", NULL))
    return BC_EXIT_WRONG_INPUT;
  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "rigid") != 0)
      {
        fprintf (stderr, "bellcrank: there is no benchmark \"%s\". Use: rigid\n", argv[i]);
        return BC_EXIT_WRONG_INPUT;
      }
  return bench_rigid ();
}
