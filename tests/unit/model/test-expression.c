#include "support.h"

#include "base/text.h"
#include "model/expression.h"

static bool
lookup (const char *name, size_t length, double *value, BcDimension *dimension, void *data)
{
  (void) data;
  if (length != 1 || *name != 'L')
    return false;
  *value = 2.5;
  *dimension = (BcDimension) BC_DIM_LENGTH;
  return true;
}

static const BcExpressionContext context = { "t", lookup, NULL };

static void
test_values (void)
{
  static const struct
  {
    const char *text;
    double value;
  } cases[] = {
    { "1 + 2*3", 7 },
    { "-2^2", -4 },
    { "2^3^2", 512 },
    { "(1+2)*3", 9 },
    { "10/4/5", 0.5 },
    { "25 mm", 0.025 },
    { "60 deg", BC_PI / 3 },
    { "124.8 rad/s", 124.8 },
    { "30 rpm", BC_PI },
    { "7800 kg/m^3", 7800 },
    { "1 km/h", 1.0 / 3.6 },
    { "5 N*m/rad", 5 },
    { "L/2 + 3 mm", 1.253 },
    { "sqrt(L*L)", 2.5 },
    { "2*pi", 2 * BC_PI },
    { "1e-3", 1e-3 },
    { ".5", 0.5 },
    { "sin(30 deg)", 0.5 },
    { "max(1, min(5, 3))", 3 },
    { "step(0.5, 0, 0, 1, 10)", 5 },
    { "step(-1, 0, 2, 1, 10)", 2 },
    { "atan2(1, -1)", 0.75 * BC_PI },
    { "10 mm/2", 0.005 },
    { "--3", 3 },
    { "abs(-4) + sign(-2)", 3 },
    { "ln(e) + log10(100)", 3 },
    { "(2+3) mm", 0.005 },
  };
  BcArena *arena = bc_arena_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      BcExpressionError error;
      BcDimension dimension;
      BcExpression *e = bc_expression_compile (arena, cases[i].text, &context, &dimension, &error);
      if (e == NULL)
        g_error ("%s: %s", cases[i].text, error.text);
      assert_close (bc_expression_evaluate (e, 0.0).v, cases[i].value,
                    1e-13 * (1 + fabs (cases[i].value)));
    }
  bc_arena_free (arena);
}

/* The column a person would point at. */
static void
test_error_positions (void)
{
  static const struct
  {
    const char *text;
    int column;
    const char *word;
  } cases[] = {
    { "", 1, "ends" },
    { "1 +", 4, "ends" },
    { "2 * foo", 5, "unknown name" },
    { "(1 + 2", 1, "never closed" },
    { "3 $ 4", 3, "operator" },
    { "sin(1, 2)", 6, "1 argument" },
    { "max(1)", 6, "2 arguments" },
    { "nosuch(1)", 1, "no function" },
    { "L + 3 kg", 3, "do not go together" },
    { "sin(3 mm)", 1, "plain number" },
    { "mm", 1, "needs a number" },
    { "2 m^x", 4, "power of a unit" },
    { "L^0.5", 2, "whole number" },
    { "1e999", 1, "too large" },
    { "1.2.3", 1, "not a number" },
    { "sqrt(3 m)", 1, "no proper unit" },
    { "3 4", 3, "operator" },
  };
  BcArena *arena = bc_arena_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      BcExpressionError error;
      BcDimension dimension;
      g_assert_null (bc_expression_compile (arena, cases[i].text, &context, &dimension, &error));
      if (error.column != cases[i].column || strstr (error.text, cases[i].word) == NULL)
        g_error ("%s: column %d: %s", cases[i].text, error.column, error.text);
    }
  bc_arena_free (arena);
}

static void
test_value_faults_have_a_place (void)
{
  static const struct
  {
    const char *text;
    int column;
  } cases[] = { { "1/0", 2 }, { "2 + 1/(1-1)", 6 }, { "sqrt(-1)", 1 }, { "log(0)", 1 } };
  BcArena *arena = bc_arena_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      BcExpressionError error;
      BcDimension dimension;
      BcExpression *e = bc_expression_compile (arena, cases[i].text, &context, &dimension, &error);
      g_assert_nonnull (e);
      g_assert_false (bc_expression_check (e, 0.0, &error));
      g_assert_cmpint (error.column, ==, cases[i].column);
    }
  bc_arena_free (arena);
}

static void
test_derivatives (void)
{
  static const char *const texts[] = { "t^3 - 2*t",
                                       "sin(3*t)*exp(-t)",
                                       "cos(t)/(1+t^2)",
                                       "tan(t)",
                                       "asin(t/2)",
                                       "acos(t/2)",
                                       "atan(2*t)",
                                       "sinh(t)",
                                       "cosh(t)",
                                       "tanh(t)",
                                       "log(1+t)",
                                       "log10(2+t)",
                                       "sqrt(1+t)",
                                       "abs(t-3)",
                                       "2^t",
                                       "t^t",
                                       "atan2(t, 1+t)",
                                       "min(t, t^2)",
                                       "max(t, t^2)",
                                       "step(t, 0, 1, 2, 5)",
                                       "1/t",
                                       "step(2*t, 0, t, 2, t^2)",
                                       "(t+1)^-2",
                                       "3 - -t" };
  BcArena *arena = bc_arena_new ();
  const double h = 1e-4;
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (double t = 0.31; t < 1.0; t += 0.17)
      {
        BcExpressionError error;
        BcDimension dimension;
        BcExpression *e = bc_expression_compile (arena, texts[i], &context, &dimension, &error);
        g_assert_nonnull (e);
        double f[5];
        for (int k = 0; k < 5; k++)
          f[k] = bc_expression_evaluate (e, t + (k - 2) * h).v;
        BcJet jet = bc_expression_evaluate (e, t);
        double d = (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * h);
        double dd = (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * h * h);
        assert_close (jet.d, d, 1e-9 * (1 + fabs (d)));
        assert_close (jet.dd, dd, 1e-5 * (1 + fabs (dd)));
      }
  bc_arena_free (arena);
}

static void
test_units_tell_rate_from_frequency (void)
{
  const BcDimension rate = BC_DIM_ANGULAR_VELOCITY, frequency = BC_DIM_FREQUENCY;
  const BcDimension torque = BC_DIM_TORQUE, stiffness = BC_DIM_TORSION_STIFFNESS;
  g_assert_false (bc_dimension_fits (rate, frequency));
  g_assert_false (bc_dimension_fits (frequency, rate));
  g_assert_true (bc_dimension_fits (stiffness, torque)); /* N*m for N*m/rad is common usage */
  g_assert_true (bc_dimension_fits (rate, (BcDimension) BC_DIM_BARE));
}

/* Nobody says what unit the variable has, so what depends on it fits everywhere. */
static void
test_variable_fits_everywhere (void)
{
  static const char *const texts[] = { "L*sin(2*pi*(3 Hz)*t)", "L + t",     "t + L",    "cos(L*t)",
                                       "L*t^2 + 3 mm",         "max(t, L)", "2 rad/s*t" };
  BcArena *arena = bc_arena_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      BcExpressionError error;
      BcDimension dimension;
      if (bc_expression_compile (arena, texts[i], &context, &dimension, &error) == NULL)
        g_error ("%s: %s", texts[i], error.text);
      g_assert_true (bc_dimension_fits ((BcDimension) BC_DIM_LENGTH, dimension));
    }
  bc_arena_free (arena);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/expression/values", test_values);
  g_test_add_func ("/model/expression/error-positions", test_error_positions);
  g_test_add_func ("/model/expression/value-faults-have-a-place", test_value_faults_have_a_place);
  g_test_add_func ("/model/expression/derivatives", test_derivatives);
  g_test_add_func ("/model/expression/units-tell-rate-from-frequency",
                   test_units_tell_rate_from_frequency);
  g_test_add_func ("/model/expression/variable-fits-everywhere", test_variable_fits_everywhere);
  return g_test_run ();
}
