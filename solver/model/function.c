#include "model/function.h"

#include <math.h>
#include <string.h>

BcFunction *
bc_function_constant (BcArena *arena, double value)
{
  BcFunction *function = bc_arena_alloc (arena, sizeof *function);
  function->kind = BC_FUNCTION_CONSTANT;
  function->constant = value;
  return function;
}

/* ---- tables ----
 *
 * Between x_i and x_{i+1}, h their distance, a = (x_{i+1} - x)/h, b = 1 - a, s the second
 * derivatives at the points:
 *   y = a y_i + b y_{i+1} + ((a³ - a) s_i + (b³ - b) s_{i+1}) h²/6.
 * Continuity of y' at the inner points gives, for each i,
 *   h_{i-1} s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_i s_{i+1} = 6 (slope_i - slope_{i-1}),
 * with s = 0 at the ends (natural), or the same equation across the seam (repeat). */

/* Solves the tridiagonal system in place: below, diag, above, right-hand side → solution. */
static void
solve_tridiagonal (int n, const double *below, double *diag, const double *above, double *rhs)
{
  for (int i = 1; i < n; i++)
    {
      double f = below[i] / diag[i - 1];
      diag[i] -= f * above[i - 1];
      rhs[i] -= f * rhs[i - 1];
    }
  for (int i = n - 1; i >= 0; i--)
    rhs[i] = (rhs[i] - (i + 1 < n ? above[i] * rhs[i + 1] : 0.0)) / diag[i];
}

static void
natural_spline (BcArena *scratch, int n, const double *x, const double *y, double *second)
{
  int inner = n - 2;
  if (inner < 1)
    return;
  double *below = bc_arena_array (scratch, double, inner);
  double *diag = bc_arena_array (scratch, double, inner);
  double *above = bc_arena_array (scratch, double, inner);
  for (int i = 0; i < inner; i++)
    {
      double h0 = x[i + 1] - x[i], h1 = x[i + 2] - x[i + 1];
      below[i] = h0;
      diag[i] = 2.0 * (h0 + h1);
      above[i] = h1;
      second[i + 1] = 6.0 * ((y[i + 2] - y[i + 1]) / h1 - (y[i + 1] - y[i]) / h0);
    }
  solve_tridiagonal (inner, below, diag, above, second + 1);
}

/* The periodic system is tridiagonal but for two corner entries c; Sherman–Morrison removes them:
 * A = T + u vᵀ with u = (-d0, 0, …, c), v = (1, 0, …, -c/d0), so s = z - w (v·z)/(1 + v·w). */
static void
periodic_spline (BcArena *scratch, int n, const double *x, const double *y, double *second)
{
  int m = n - 1; /* the last point is the first again */
  if (m < 3)
    return;
  double *below = bc_arena_array (scratch, double, m);
  double *diag = bc_arena_array (scratch, double, m);
  double *diag_again = bc_arena_array (scratch, double, m);
  double *above = bc_arena_array (scratch, double, m);
  double *w = bc_arena_array (scratch, double, m);
  for (int i = 0; i < m; i++)
    {
      int before = i == 0 ? m - 1 : i - 1;
      double h0 = x[before + 1] - x[before], h1 = x[i + 1] - x[i];
      below[i] = h0;
      diag[i] = 2.0 * (h0 + h1);
      above[i] = h1;
      second[i] = 6.0 * ((y[i + 1] - y[i]) / h1 - (y[before + 1] - y[before]) / h0);
    }
  double corner = below[0], d0 = diag[0];
  diag[0] += d0;
  diag[m - 1] += corner * corner / d0;
  memcpy (diag_again, diag, (size_t) m * sizeof (double));
  w[0] = -d0;
  w[m - 1] = corner;
  solve_tridiagonal (m, below, diag, above, second);
  solve_tridiagonal (m, below, diag_again, above, w);
  double factor = (second[0] - corner / d0 * second[m - 1]) / (1.0 + w[0] - corner / d0 * w[m - 1]);
  for (int i = 0; i < m; i++)
    second[i] -= factor * w[i];
  second[m] = second[0];
}

BcFunction *
bc_function_table (BcArena *arena, int n, const double *x, const double *y,
                   BcTableKind interpolation, BcTableOutside outside)
{
  BcFunction *function = bc_arena_alloc (arena, sizeof *function);
  double *second = bc_arena_array (arena, double, n);
  if (interpolation == BC_TABLE_CUBIC)
    {
      BcArena *scratch = bc_arena_new ();
      if (outside == BC_OUTSIDE_REPEAT)
        periodic_spline (scratch, n, x, y, second);
      else
        natural_spline (scratch, n, x, y, second);
      bc_arena_free (scratch);
    }
  function->kind = BC_FUNCTION_TABLE;
  function->table.n = n;
  function->table.interpolation = interpolation;
  function->table.outside = outside;
  function->table.x = bc_arena_copy (arena, x, (size_t) n * sizeof (double));
  function->table.y = bc_arena_copy (arena, y, (size_t) n * sizeof (double));
  function->table.second = second;
  return function;
}

static BcJet
evaluate_table (const BcFunction *f, double at)
{
  int n = f->table.n;
  const double *x = f->table.x, *y = f->table.y, *s = f->table.second;
  double first = x[0], last = x[n - 1], inside = at;
  if (f->table.outside == BC_OUTSIDE_REPEAT)
    {
      inside = first + fmod (at - first, last - first);
      if (inside < first)
        inside += last - first;
    }
  inside = fmin (fmax (inside, first), last);

  int low = 0, high = n - 1;
  while (high - low > 1)
    {
      int middle = (low + high) / 2;
      if (x[middle] <= inside)
        low = middle;
      else
        high = middle;
    }

  double h = x[high] - x[low], a = (x[high] - inside) / h, b = 1.0 - a;
  BcJet jet = { a * y[low] + b * y[high]
                    + ((a * a * a - a) * s[low] + (b * b * b - b) * s[high]) * h * h / 6.0,
                (y[high] - y[low]) / h
                    + ((3.0 * b * b - 1.0) * s[high] - (3.0 * a * a - 1.0) * s[low]) * h / 6.0,
                a * s[low] + b * s[high] };
  if (f->table.outside == BC_OUTSIDE_REPEAT || (at >= first && at <= last))
    return jet;
  if (f->table.outside == BC_OUTSIDE_CONTINUE)
    return (BcJet){ jet.v + jet.d * (at - inside), jet.d, 0.0 };
  return (BcJet){ jet.v, 0.0, 0.0 };
}

/* ---- evaluation ---- */

static BcJet
evaluate_step (const BcFunction *f, double x)
{
  double length = f->step.end - f->step.start, u = (x - f->step.start) / length;
  double rise = f->step.to - f->step.from;
  if (u <= 0.0)
    return (BcJet){ f->step.from, 0.0, 0.0 };
  if (u >= 1.0)
    return (BcJet){ f->step.to, 0.0, 0.0 };
  return (BcJet){ f->step.from + rise * u * u * u * (10.0 + u * (-15.0 + 6.0 * u)),
                  rise / length * 30.0 * u * u * (1.0 - u) * (1.0 - u),
                  rise / (length * length) * 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) };
}

BcJet
bc_function_evaluate (const BcFunction *f, double x)
{
  switch (f->kind)
    {
    case BC_FUNCTION_CONSTANT:
      break;
    case BC_FUNCTION_EXPRESSION:
      return bc_expression_evaluate (f->expression, x);
    case BC_FUNCTION_POLYNOMIAL:
      {
        BcJet p = { 0.0, 0.0, 0.0 };
        for (int i = f->polynomial.n - 1; i >= 0; i--)
          p = (BcJet){ p.v * x + f->polynomial.c[i], p.d * x + p.v, p.dd * x + 2.0 * p.d };
        return p;
      }
    case BC_FUNCTION_SINE:
      {
        double w = f->sine.omega, angle = w * x + f->sine.phase;
        double s = f->sine.amplitude * sin (angle), c = f->sine.amplitude * cos (angle);
        return (BcJet){ f->sine.offset + s, w * c, -w * w * s };
      }
    case BC_FUNCTION_STEP:
      return evaluate_step (f, x);
    case BC_FUNCTION_TABLE:
      return evaluate_table (f, x);
    }
  return (BcJet){ f->constant, 0.0, 0.0 };
}

/* ---- integrals: Gauss–Legendre with five points, halved until two levels agree ---- */

static double
gauss (const BcFunction *f, double a, double b, double end, int power)
{
  static const double node[3] = { 0.0, 0.5384693101056831, 0.9061798459386640 };
  static const double weight[3] = { 0.5688888888888889, 0.4786286704993665, 0.2369268850561891 };
  double centre = 0.5 * (a + b), half = 0.5 * (b - a), sum = 0.0;
  for (int k = -2; k <= 2; k++)
    {
      double s = centre + (k < 0 ? -half : half) * node[k < 0 ? -k : k];
      double lever = power == 0 ? 1.0 : end - s;
      sum += weight[k < 0 ? -k : k] * lever * bc_function_evaluate (f, s).v;
    }
  return half * sum;
}

static double
integrate (const BcFunction *f, double a, double b, double end, int power, double whole, int depth)
{
  double middle = 0.5 * (a + b);
  double left = gauss (f, a, middle, end, power), right = gauss (f, middle, b, end, power);
  double difference = fabs (left + right - whole);
  /* The rule is exact to degree nine, so agreement to 1e-13 leaves an error far below that. */
  if (depth == 0 || !(difference > 1e-13 * (1e-3 + fabs (left) + fabs (right))))
    return left + right;
  return integrate (f, a, middle, end, power, left, depth - 1)
         + integrate (f, middle, b, end, power, right, depth - 1);
}

/* Where the function changes its formula next after x: pieces between are smooth. */
static double
next_break (const BcFunction *f, double x)
{
  if (f->kind == BC_FUNCTION_STEP)
    return x < f->step.start ? f->step.start : x < f->step.end ? f->step.end : HUGE_VAL;
  if (f->kind != BC_FUNCTION_TABLE)
    return HUGE_VAL;
  const double *knots = f->table.x;
  int n = f->table.n;
  double period = knots[n - 1] - knots[0], shift = 0.0;
  if (f->table.outside == BC_OUTSIDE_REPEAT)
    shift = period * floor ((x - knots[0]) / period);
  for (int i = 0; i < n; i++)
    if (knots[i] + shift > x)
      return knots[i] + shift;
  return f->table.outside == BC_OUTSIDE_REPEAT ? knots[1] + shift + period : HUGE_VAL;
}

static double
integral (const BcFunction *f, double a, double b, int power)
{
  if (f->kind == BC_FUNCTION_CONSTANT)
    return f->constant * (power == 0 ? b - a : 0.5 * (b - a) * (b - a));
  double low = fmin (a, b), high = fmax (a, b), sum = 0.0;
  while (low < high)
    {
      double end = fmin (high, next_break (f, low));
      sum += integrate (f, low, end, b, power, gauss (f, low, end, b, power), 12);
      low = end;
    }
  return a <= b ? sum : -sum;
}

double
bc_function_integral (const BcFunction *f, double a, double b)
{
  return integral (f, a, b, 0);
}

double
bc_function_double_integral (const BcFunction *f, double a, double b)
{
  return integral (f, a, b, 1);
}
