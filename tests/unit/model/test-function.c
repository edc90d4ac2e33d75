#include "support.h"

/* A function as it would be written in a model: read through a driver. */
static BcModel *
model_with_function (const char *function)
{
  g_autofree char *text = g_strdup_printf (
      "{\"bellcrank\": 1, \"bodies\": [{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": "
      "{\"o\": "
      "{}}}, {\"name\": \"a\", \"kind\": \"rigid\", \"mass\": 1, \"markers\": {\"m\": {}}}],"
      "\"joints\": [{\"name\": \"j\", \"type\": \"revolute\", \"from\": \"ground/o\", \"to\": "
      "\"a/m\"}],"
      "\"drivers\": [{\"name\": \"d\", \"joint\": \"j\", \"position\": %s}]}",
      function);
  return model_from_text (text);
}

static const char *const functions[] = {
  "3.5",
  "\"10*sin(2*pi*t)\"",
  "{\"polynomial\": [1, -2, 0.5, 0.25]}",
  "{\"sine\": {\"amplitude\": 2, \"frequency\": \"0.7 Hz\", \"phase\": \"30 deg\", \"offset\": 1}}",
  "{\"sine\": {\"amplitude\": 2, \"omega\": \"3 rad/s\"}}",
  "{\"step\": {\"from\": 1, \"to\": 3, \"start\": 0.5, \"end\": 1.5}}",
  "{\"table\": [[0, 0], [0.5, 1], [1, 0.5], [1.7, 2], [2, 2]]}",
  "{\"table\": [[0, 0], [0.5, 1], [1, 0.5], [2, 0]], \"outside\": \"repeat\"}",
  "{\"table\": [[0, 0], [0.5, 1], [1, 0.5]], \"outside\": \"continue\"}",
  "{\"table\": [[0, 0], [0.5, 1], [1, 0.5]], \"interpolation\": \"linear\"}",
};

static void
test_derivatives (gconstpointer data)
{
  BcModel *model = model_with_function (data);
  const BcFunction *f = model->drivers[0].function;
  const double h = 1e-4;
  for (double t = -0.733; t < 3.0; t += 0.1737)
    {
      double y[5];
      for (int k = 0; k < 5; k++)
        y[k] = bc_function_evaluate (f, t + (k - 2) * h).v;
      BcJet jet = bc_function_evaluate (f, t);
      double d = (y[0] - 8 * y[1] + 8 * y[3] - y[4]) / (12 * h);
      double dd = (-y[0] + 16 * y[1] - 30 * y[2] + 16 * y[3] - y[4]) / (12 * h * h);
      assert_close (jet.d, d, 1e-8 * (1 + fabs (d)));
      assert_close (jet.dd, dd, 2e-5 * (1 + fabs (dd)));
    }
  bc_model_free (model);
}

/* d/dt of the integral is the function, of the double integral the integral. */
static void
test_integrals (gconstpointer data)
{
  BcModel *model = model_with_function (data);
  const BcFunction *f = model->drivers[0].function;
  const double h = 1e-4;
  for (double t = 0.123; t < 3.0; t += 0.3)
    {
      double rate =
          (bc_function_integral (f, 0, t + h) - bc_function_integral (f, 0, t - h)) / (2 * h);
      double second =
          (bc_function_double_integral (f, 0, t + h) - bc_function_double_integral (f, 0, t - h))
          / (2 * h);
      assert_close (rate, bc_function_evaluate (f, t).v, 1e-6);
      assert_close (second, bc_function_integral (f, 0, t), 1e-6);
    }
  bc_model_free (model);
}

static void
test_integral_of_sine_is_exact (void)
{
  BcModel *model = model_with_function ("\"sin(40*t)\"");
  const BcFunction *f = model->drivers[0].function;
  assert_close (bc_function_integral (f, 0.0, 5.0), (1 - cos (200.0)) / 40, 1e-13);
  assert_close (bc_function_double_integral (f, 0.0, 5.0), 5.0 / 40 - sin (200.0) / 1600, 1e-12);
  bc_model_free (model);
}

/* The spline reproduces its points, and a straight line exactly. */
static void
test_table_meets_its_points (void)
{
  static const double x[] = { 0, 0.3, 1, 1.1, 4 }, y[] = { 1, -2, 0.5, 3, 3 };
  BcArena *arena = bc_arena_new ();
  BcFunction *f = bc_function_table (arena, 5, x, y, BC_TABLE_CUBIC, BC_OUTSIDE_HOLD);
  for (int i = 0; i < 5; i++)
    assert_close (bc_function_evaluate (f, x[i]).v, y[i], 1e-14);
  assert_close (bc_function_evaluate (f, -5).v, 1, 0);
  assert_close (bc_function_evaluate (f, 50).v, 3, 0);
  static const double line[] = { 1, 1.6, 3, 3.2, 9 };
  f = bc_function_table (arena, 5, x, line, BC_TABLE_CUBIC, BC_OUTSIDE_CONTINUE);
  for (double t = -2; t < 6; t += 0.37)
    assert_close (bc_function_evaluate (f, t).v, 1 + 2 * t, 1e-12);
  bc_arena_free (arena);
}

/* A sampled sine, repeated, is smooth across the seam. */
static void
test_periodic_table_is_smooth (void)
{
  double x[25], y[25];
  BcArena *arena = bc_arena_new ();
  for (int i = 0; i < 25; i++)
    {
      x[i] = i / 24.0;
      y[i] = i == 24 ? 0.0 : sin (2 * BC_PI * x[i]);
    }
  BcFunction *f = bc_function_table (arena, 25, x, y, BC_TABLE_CUBIC, BC_OUTSIDE_REPEAT);
  for (double t = -3.0; t < 3.0; t += 0.0371)
    {
      BcJet jet = bc_function_evaluate (f, t);
      assert_close (jet.v, sin (2 * BC_PI * t), 2e-5);
      assert_close (jet.d, 2 * BC_PI * cos (2 * BC_PI * t), 2e-3);
    }
  bc_arena_free (arena);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autofree char *derivatives = g_strdup_printf ("/model/function/%zu/derivatives", i);
      g_autofree char *integrals = g_strdup_printf ("/model/function/%zu/integrals", i);
      g_test_add_data_func (derivatives, functions[i], test_derivatives);
      g_test_add_data_func (integrals, functions[i], test_integrals);
    }
  g_test_add_func ("/model/function/integral-of-sine-is-exact", test_integral_of_sine_is_exact);
  g_test_add_func ("/model/function/table-meets-its-points", test_table_meets_its_points);
  g_test_add_func ("/model/function/periodic-table-is-smooth", test_periodic_table_is_smooth);
  return g_test_run ();
}
