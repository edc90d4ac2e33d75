/* Rigid mechanisms against independent solutions (tests/data/reference, see its README).
 *
 * The trapezoidal rule is of second order, so runs with h and h/2 are extrapolated, (4 x(h/2) - x(h))/3,
 * and compared with the reference at its tolerance over the whole series. */
#include "runs.h"

typedef struct
{
  int rows, columns;
  double *values;
} Table;

static double
table_at (const Table *table, int row, int column)
{
  return table->values[row * table->columns + column];
}

/* Lines starting with # are remarks, the first other one names the columns. */
static Table
read_table (const char *name)
{
  g_autofree char *path = g_build_filename (BC_TEST_DATA_DIR, "reference", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  Table table = { 0 };
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (int i = 0; lines[i] != NULL; i++)
    {
      if (lines[i][0] == '#' || lines[i][0] == '\0' || g_ascii_isalpha (lines[i][0]))
        continue;
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
      table.columns = (int) g_strv_length (cells);
      for (int k = 0; cells[k] != NULL; k++)
        {
          double value = g_ascii_strtod (cells[k], NULL);
          g_array_append_val (values, value);
        }
      table.rows++;
    }
  table.values = (double *) (gpointer) g_array_steal (values, NULL);
  return table;
}

typedef struct
{
  const char *file, *example;
  double step, end, every; /* `every` is the spacing of the reference's rows */
  double tolerance;
  struct
  {
    const char *quantity;
    int column;
    double offset; /* reference = quantity + offset */
  } columns[6];
} Series;

static const Series series[] = {
  { "pendulum.csv", "pendulum", 1e-3, 10, 0.01, 1e-6, { { "bob.x", 1, 0 }, { "bob.y", 2, 0 } } },
  { "double_four_bar.csv",
    "double-four-bar",
    5e-4,
    10,
    0.01,
    1e-5,
    { { "crank0/b.x", 3, 0 }, { "crank0/b.y", 4, 0 }, { "crank0/b.vx", 5, 0 } } },
  { "bricard.csv",
    "bricard",
    2e-3,
    10,
    0.01,
    1e-4,
    { { "rod1/b.x", 1, 0 }, { "rod2/b.y", 5, 0 }, { "rod3/b.z", 9, 0 }, { "rod4/b.x", 10, 0 } } },
  { "flyball_governor.csv",
    "flyball-governor",
    1e-3,
    10,
    0.01,
    1e-4,
    { { "slide.q1", 1, 0 }, { "bearing.q1", 4, 0 } } },
  { "chain_8.csv", "chain", 5e-4, 2, 0.01, 1e-4, { { "link8/b.x", 1, 0 }, { "link8/b.y", 2, 0 } } },
};

static void
test_series (gconstpointer data)
{
  const Series *s = data;
  Table reference = read_table (s->file);
  BcModel *model = load_example (s->example);
  BcSimulation *coarse = simulate (model, BC_ANALYSIS_DYNAMICS, s->step, s->end, s->every);
  BcSimulation *fine = simulate (model, BC_ANALYSIS_DYNAMICS, 0.5 * s->step, s->end, s->every);
  double worst = 0.0;
  for (int row = 0; row < reference.rows; row++)
    {
      double time = table_at (&reference, row, 0);
      int frame = (int) round (time / s->every);
      if (time > s->end + 1e-9)
        break;
      for (int c = 0; c < 6 && s->columns[c].quantity != NULL; c++)
        {
          double h = value_at (coarse, model, s->columns[c].quantity, frame);
          double half = value_at (fine, model, s->columns[c].quantity, frame);
          double found = (4.0 * half - h) / 3.0 + s->columns[c].offset;
          double error = fabs (found - table_at (&reference, row, s->columns[c].column));
          worst = fmax (worst, error);
          if (!(error <= s->tolerance))
            g_error ("%s at t = %g: %s = %.10g is off by %.3g", s->example, time,
                     s->columns[c].quantity, found, error);
        }
    }
  g_test_message ("%s: largest difference %.3g, tolerance %g", s->example, worst, s->tolerance);
  bc_simulation_free (coarse);
  bc_simulation_free (fine);
  bc_model_free (model);
  g_free (reference.values);
}

/* The published angles at 0.03 s: β, θ, γ, φ, δ, ω, ε. */
static const struct
{
  const char *quantity;
  double value;
} andrews[] = {
  { "O.q1", 15.81077119629904 },   { "P.q1", -15.75637105984298 },  { "B.q1", 0.04082224013073101 },
  { "E.q1", -0.5347301163226948 }, { "A5.q1", 0.5244099658805303 }, { "H.q1", 0.5347301163226948 },
  { "A7.q1", 1.048080741042263 },
};

static double
end_value (const BcSimulation *simulation, const BcModel *model, const char *name)
{
  return value_at (simulation, model, name,
                   bc_recording_length (bc_simulation_recording (simulation)) - 1);
}

static void
test_andrews (void)
{
  BcModel *model = load_example ("andrews-squeezer");
  BcSimulation *runs[2];
  for (int i = 0; i < 2; i++)
    runs[i] = simulate (model, BC_ANALYSIS_DYNAMICS, i == 0 ? 1e-5 : 5e-6, 0.03, 1e-5);
  for (gsize i = 0; i < G_N_ELEMENTS (andrews); i++)
    {
      double h = end_value (runs[0], model, andrews[i].quantity);
      double half = end_value (runs[1], model, andrews[i].quantity);
      assert_close ((4.0 * half - h) / 3.0, andrews[i].value, 1e-6);
    }
  bc_simulation_free (runs[0]);
  bc_simulation_free (runs[1]);
  bc_model_free (model);
}

/* Halving the step divides the error by four, within ten percent. */
static void
check_order (const char *example, const char *quantity, double step, double end, double exact)
{
  BcModel *model = load_example (example);
  double error[3];
  for (int i = 0; i < 3; i++)
    {
      double h = step / (1 << i);
      BcSimulation *run = simulate (model, BC_ANALYSIS_DYNAMICS, h, end, end);
      error[i] = fabs (end_value (run, model, quantity) - exact);
      bc_simulation_free (run);
    }
  assert_close (error[0] / error[1], 4.0, 0.4);
  assert_close (error[1] / error[2], 4.0, 0.4);
  bc_model_free (model);
}

static void
test_order_pendulum (void)
{
  check_order ("pendulum", "bob.x", 2e-3, 10, -0.275087462576117);
}

static void
test_order_andrews (void)
{
  check_order ("andrews-squeezer", "O.q1", 2e-5, 0.03, 15.8107711952);
}

/* Six coordinates, the right branch through the flat position, energy and constraints. */
static void
test_double_four_bar (void)
{
  BcModel *model = load_example ("double-four-bar");
  double drift[3];
  for (int i = 0; i < 3; i++)
    {
      BcSimulation *run = simulate (model, BC_ANALYSIS_DYNAMICS, 1e-3 / (1 << i), 10, 1e-3);
      BcRunSummary s = bc_simulation_summary (run);
      drift[i] = s.energy_drift;
      g_assert_cmpint (s.coordinates, ==, 6);
      g_assert_cmpfloat (s.phi, <=, 1e-9);
      g_assert_cmpint ((int) (100 * s.phi_v_over), <=, (int) s.steps);
      g_assert_cmpint ((int) (100 * s.phi_a_over), <=, (int) s.steps);
      bc_simulation_free (run);
    }
  g_assert_cmpfloat (drift[0], <, 5e-5);
  assert_close (drift[0] / drift[1], 4.0, 0.4);
  assert_close (drift[1] / drift[2], 4.0, 0.4);
  bc_model_free (model);
}

/* Tension of a pendulum's rod: m (v²/L + g sin of the angle below the horizontal). */
static void
test_pendulum_reaction (void)
{
  BcModel *model = load_example ("pendulum");
  BcSimulation *run = simulate (model, BC_ANALYSIS_DYNAMICS, 1e-3, 3, 0.05);
  for (int i = 0; i < bc_recording_length (bc_simulation_recording (run)); i++)
    {
      double x = value_at (run, model, "bob.x", i), y = value_at (run, model, "bob.y", i);
      double vx = value_at (run, model, "bob.vx", i), vy = value_at (run, model, "bob.vy", i);
      double tension = vx * vx + vy * vy - 9.81 * y;
      assert_close (value_at (run, model, "world:pin.fx", i), -tension * x, 2e-5);
      assert_close (value_at (run, model, "world:pin.fy", i), -tension * y, 2e-5);
    }
  bc_simulation_free (run);
  bc_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (series); i++)
    {
      g_autofree char *path = g_strdup_printf ("/physics/reference/%s", series[i].example);
      g_test_add_data_func (path, &series[i], test_series);
    }
  g_test_add_func ("/physics/reference/andrews-squeezer", test_andrews);
  g_test_add_func ("/physics/order/pendulum", test_order_pendulum);
  g_test_add_func ("/physics/order/andrews-squeezer", test_order_andrews);
  g_test_add_func ("/physics/double-four-bar", test_double_four_bar);
  g_test_add_func ("/physics/pendulum/reaction", test_pendulum_reaction);
  return g_test_run ();
}
