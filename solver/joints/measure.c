/* Measures (docs/theory.md §1).  With d = p_b - p_a, prime = rate:
 *
 *   offset    d_i                 ∂p_b = ê_i, ∂p_a = -ê_i;   constant gradient
 *   slide     d·e                 ∂p_b = e, ∂p_a = -e, ∂e = d
 *   dot       e·f                 ∂e = f, ∂f = e
 *   distance  |d|                 ∂p_b = u, ∂p_a = -u, u = d/|d|;   u' = (d' - u (u·d'))/|d|
 *   angle     atan2(w·y, w·x)     with s = w·y, c = w·x, r = s² + c²:
 *                                 ∂w = (c y - s x)/r, ∂y = c w/r, ∂x = -s w/r
 *   rotation  θ = φ/sin φ · a     a = axial part of R = E_aᵀE_b, cos φ = (tr R - 1)/2
 *
 * The rotation vector is extended to all matrices by these formulas, so its gradient in the nine
 * entries R_ij = e_a[i]·e_b[j] is plain calculus:
 *   ∂θ_k/∂R = f(c) ∂a_k/∂R + a_k f'(c) ½ I,   f(c) = φ/sin φ,  c = cos φ. */
#include "joints/measure.h"

#include <string.h>

bool
bc_measure_is_angle (const BcMeasure *m)
{
  return m->kind == BC_MEASURE_ANGLE || m->kind == BC_MEASURE_ANGLE_BACK;
}

bool
bc_measure_is_length (const BcMeasure *m)
{
  return m->kind == BC_MEASURE_OFFSET || m->kind == BC_MEASURE_SLIDE
         || m->kind == BC_MEASURE_DISTANCE;
}

/* ---- angle of w in the plane of x and y ---- */

typedef struct
{
  BcVec3 x, y, w;
} Angle;

static double
angle_value (const Angle *at)
{
  return atan2 (bc_dot (at->w, at->y), bc_dot (at->w, at->x));
}

static Angle
angle_gradient (const Angle *at)
{
  double s = bc_dot (at->w, at->y), c = bc_dot (at->w, at->x), r = s * s + c * c;
  return (Angle){ bc_scale (-s / r, at->w), bc_scale (c / r, at->w),
                  bc_add (bc_scale (c / r, at->y), bc_scale (-s / r, at->x)) };
}

static Angle
angle_gradient_rate (const Angle *at, const Angle *d)
{
  double s = bc_dot (at->w, at->y), c = bc_dot (at->w, at->x), r = s * s + c * c;
  double ds = bc_dot (d->w, at->y) + bc_dot (at->w, d->y);
  double dc = bc_dot (d->w, at->x) + bc_dot (at->w, d->x);
  double dr = 2.0 * (s * ds + c * dc);
  double s_r = s / r, c_r = c / r;
  double ds_r = (ds - s_r * dr) / r, dc_r = (dc - c_r * dr) / r;
  return (Angle){ bc_add (bc_scale (-ds_r, at->w), bc_scale (-s_r, d->w)),
                  bc_add (bc_scale (dc_r, at->w), bc_scale (c_r, d->w)),
                  bc_add (bc_add (bc_scale (dc_r, at->y), bc_scale (c_r, d->y)),
                          bc_add (bc_scale (-ds_r, at->x), bc_scale (-s_r, d->x))) };
}

/* ANGLE reads frame a and a vector of b, ANGLE_BACK the other way round with the sign changed. */
static Angle
angle_inputs (const BcMeasure *m, const BcPlace *a, const BcPlace *b)
{
  const BcPlace *frame = m->kind == BC_MEASURE_ANGLE ? a : b;
  const BcPlace *other = m->kind == BC_MEASURE_ANGLE ? b : a;
  return (Angle){ frame->e[0], frame->e[1], other->e[m->j] };
}

static void
angle_outputs (const BcMeasure *m, const Angle *g, BcPlace *ga, BcPlace *gb)
{
  double sign = m->kind == BC_MEASURE_ANGLE ? 1.0 : -1.0;
  BcPlace *frame = m->kind == BC_MEASURE_ANGLE ? ga : gb;
  BcPlace *other = m->kind == BC_MEASURE_ANGLE ? gb : ga;
  frame->e[0] = bc_scale (sign, g->x);
  frame->e[1] = bc_scale (sign, g->y);
  other->e[m->j] = bc_scale (sign, g->w);
}

/* ---- rotation vector ---- */

/* f(c) = φ/sin φ with its first two derivatives in c = cos φ.  Near φ = 0 by the series in
 * u = 1 - c, f = Σ n!/(2n+1)!! uⁿ = 1 + u/3 + 2u²/15 + …; beyond, c f - (1 - c²) f' = 1 gives the
 * derivatives (differentiate φ = f sin φ). */
static void
rotation_factor (double sine, double c, double *f, double *f1, double *f2)
{
  double u = 1.0 - c;
  if (u < 1e-3)
    {
      *f = 1.0
           + u
                 * (1.0 / 3.0
                    + u * (2.0 / 15.0 + u * (2.0 / 35.0 + u * (8.0 / 315.0 + u * (8.0 / 693.0)))));
      *f1 = -(1.0 / 3.0
              + u * (4.0 / 15.0 + u * (6.0 / 35.0 + u * (32.0 / 315.0 + u * (40.0 / 693.0)))));
      *f2 = 4.0 / 15.0 + u * (12.0 / 35.0 + u * (96.0 / 315.0 + u * (160.0 / 693.0)));
      return;
    }
  /* At a half turn the vector itself is singular; the floor keeps the numbers finite there. */
  double s2 = fmax (sine * sine, 1e-16);
  *f = atan2 (sine, c) / sqrt (s2);
  *f1 = (c * *f - 1.0) / s2;
  *f2 = (*f + 3.0 * c * *f1) / s2;
}

typedef struct
{
  double r[3][3]; /* R_ij = e_a[i]·e_b[j] */
  double a[3], c; /* axial part and cosine */
} Rotation;

static void
rotation_parts (Rotation *rot, double trace_offset)
{
  for (int k = 0; k < 3; k++)
    {
      int i = (k + 1) % 3, j = (k + 2) % 3;
      rot->a[k] = 0.5 * (rot->r[j][i] - rot->r[i][j]);
    }
  rot->c = 0.5 * (rot->r[0][0] + rot->r[1][1] + rot->r[2][2] - trace_offset);
}

static Rotation
rotation_of (const BcPlace *a, const BcPlace *b)
{
  Rotation rot;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      rot.r[i][j] = bc_dot (a->e[i], b->e[j]);
  rotation_parts (&rot, 1.0);
  return rot;
}

static Rotation
rotation_rate (const BcPlace *a, const BcPlace *b, const BcPlace *da, const BcPlace *db)
{
  Rotation rot;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      rot.r[i][j] = bc_dot (da->e[i], b->e[j]) + bc_dot (a->e[i], db->e[j]);
  rotation_parts (&rot, 0.0);
  return rot;
}

static double
norm3 (const double a[3])
{
  return sqrt (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* W = axial_factor · ∂a_k/∂R + ½ trace_factor · I */
static void
rotation_weights (int k, double axial_factor, double trace_factor, double w[3][3])
{
  int i = (k + 1) % 3, j = (k + 2) % 3;
  memset (w, 0, 9 * sizeof (double));
  w[j][i] += 0.5 * axial_factor;
  w[i][j] -= 0.5 * axial_factor;
  for (int n = 0; n < 3; n++)
    w[n][n] += 0.5 * trace_factor;
}

/* ∂(W:R)/∂e_a[i] = Σ_j W_ij e_b[j] and the mirror image; adds to the gradients. */
static void
rotation_spread (double w[3][3], const BcPlace *a, const BcPlace *b, BcPlace *ga, BcPlace *gb)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      {
        ga->e[i] = bc_add_scaled (ga->e[i], w[i][j], b->e[j]);
        gb->e[j] = bc_add_scaled (gb->e[j], w[i][j], a->e[i]);
      }
}

/* The value through a quaternion, which is exact up to the half turn. */
static double
rotation_value (int k, const BcPlace *a, const BcPlace *b)
{
  Rotation rot = rotation_of (a, b);
  double sine = norm3 (rot.a), angle = atan2 (sine, rot.c);
  if (sine > 1e-6 || rot.c > 0.0)
    {
      double f, f1, f2;
      rotation_factor (sine, rot.c, &f, &f1, &f2);
      return f * rot.a[k];
    }
  /* Half a turn: R = 2 n nᵀ - I, so the axis comes from the largest diagonal entry. */
  int m = 0;
  for (int i = 1; i < 3; i++)
    if (rot.r[i][i] > rot.r[m][m])
      m = i;
  double nm = sqrt (fmax (0.0, 0.5 * (rot.r[m][m] + 1.0)));
  double nk = k == m ? nm : 0.25 * (rot.r[k][m] + rot.r[m][k]) / nm;
  return angle * nk;
}

/* ---- the measures ---- */

double
bc_measure_value (const BcMeasure *m, const BcPlace *a, const BcPlace *b)
{
  BcVec3 d = bc_sub (b->p, a->p);
  switch (m->kind)
    {
    case BC_MEASURE_OFFSET:
      return bc_component (d, m->i);
    case BC_MEASURE_SLIDE:
      return bc_dot (d, a->e[m->i]);
    case BC_MEASURE_DOT:
      return bc_dot (a->e[m->i], b->e[m->j]);
    case BC_MEASURE_DISTANCE:
      return bc_norm (d);
    case BC_MEASURE_ANGLE:
    case BC_MEASURE_ANGLE_BACK:
      {
        Angle at = angle_inputs (m, a, b);
        return m->kind == BC_MEASURE_ANGLE ? angle_value (&at) : -angle_value (&at);
      }
    case BC_MEASURE_ROTATION:
      break;
    }
  return rotation_value (m->i, a, b);
}

double
bc_measure_unwrap (const BcMeasure *m, double value, double reference)
{
  if (!bc_measure_is_angle (m))
    return value;
  return value + 2.0 * BC_PI * round ((reference - value) / (2.0 * BC_PI));
}

void
bc_measure_gradient (const BcMeasure *m, const BcPlace *a, const BcPlace *b, BcPlace *ga,
                     BcPlace *gb)
{
  memset (ga, 0, sizeof *ga);
  memset (gb, 0, sizeof *gb);
  BcVec3 d = bc_sub (b->p, a->p);
  switch (m->kind)
    {
    case BC_MEASURE_OFFSET:
      gb->p = bc_unit_axis (m->i);
      break;
    case BC_MEASURE_SLIDE:
      gb->p = a->e[m->i];
      ga->e[m->i] = d;
      break;
    case BC_MEASURE_DOT:
      ga->e[m->i] = b->e[m->j];
      gb->e[m->j] = a->e[m->i];
      break;
    case BC_MEASURE_DISTANCE:
      {
        double length = bc_norm (d);
        gb->p = length > 0.0 ? bc_scale (1.0 / length, d) : bc_vec3 (0, 0, 0);
        break;
      }
    case BC_MEASURE_ANGLE:
    case BC_MEASURE_ANGLE_BACK:
      {
        Angle at = angle_inputs (m, a, b), g = angle_gradient (&at);
        angle_outputs (m, &g, ga, gb);
        break;
      }
    case BC_MEASURE_ROTATION:
      {
        Rotation rot = rotation_of (a, b);
        double f, f1, f2, w[3][3];
        rotation_factor (norm3 (rot.a), rot.c, &f, &f1, &f2);
        rotation_weights (m->i, f, rot.a[m->i] * f1, w);
        rotation_spread (w, a, b, ga, gb);
        break;
      }
    }
  ga->p = bc_scale (-1.0, gb->p);
}

void
bc_measure_gradient_rate (const BcMeasure *m, const BcPlace *a, const BcPlace *b, const BcPlace *da,
                          const BcPlace *db, BcPlace *ra, BcPlace *rb)
{
  memset (ra, 0, sizeof *ra);
  memset (rb, 0, sizeof *rb);
  BcVec3 d = bc_sub (b->p, a->p), dd = bc_sub (db->p, da->p);
  switch (m->kind)
    {
    case BC_MEASURE_OFFSET:
      break;
    case BC_MEASURE_SLIDE:
      rb->p = da->e[m->i];
      ra->e[m->i] = dd;
      break;
    case BC_MEASURE_DOT:
      ra->e[m->i] = db->e[m->j];
      rb->e[m->j] = da->e[m->i];
      break;
    case BC_MEASURE_DISTANCE:
      {
        double length = bc_norm (d);
        BcVec3 u = bc_scale (1.0 / length, d);
        if (length > 0.0)
          rb->p = bc_scale (1.0 / length, bc_add_scaled (dd, -bc_dot (u, dd), u));
        break;
      }
    case BC_MEASURE_ANGLE:
    case BC_MEASURE_ANGLE_BACK:
      {
        Angle at = angle_inputs (m, a, b), rate = angle_inputs (m, da, db);
        Angle g = angle_gradient_rate (&at, &rate);
        angle_outputs (m, &g, ra, rb);
        break;
      }
    case BC_MEASURE_ROTATION:
      {
        Rotation rot = rotation_of (a, b), rate = rotation_rate (a, b, da, db);
        int k = m->i;
        double f, f1, f2, w[3][3];
        rotation_factor (norm3 (rot.a), rot.c, &f, &f1, &f2);
        /* W itself changes … */
        rotation_weights (k, f1 * rate.c, rate.a[k] * f1 + rot.a[k] * f2 * rate.c, w);
        rotation_spread (w, a, b, ra, rb);
        /* … and so do the vectors it multiplies. */
        rotation_weights (k, f, rot.a[k] * f1, w);
        rotation_spread (w, da, db, ra, rb);
        break;
      }
    }
  ra->p = bc_scale (-1.0, rb->p);
}

double
bc_place_dot (const BcPlace *gradient, const BcPlace *rate)
{
  double sum = bc_dot (gradient->p, rate->p);
  for (int i = 0; i < 3; i++)
    sum += bc_dot (gradient->e[i], rate->e[i]);
  return sum;
}

BcPlace
bc_place_rates (const BcPlace *place, BcVec3 v, BcVec3 w)
{
  return (BcPlace){
    v, { bc_cross (w, place->e[0]), bc_cross (w, place->e[1]), bc_cross (w, place->e[2]) }
  };
}

void
bc_place_wrench (const BcPlace *place, const BcPlace *gradient, BcVec3 *force, BcVec3 *torque)
{
  *force = gradient->p;
  *torque = bc_vec3 (0, 0, 0);
  for (int i = 0; i < 3; i++)
    *torque = bc_add (*torque, bc_cross (place->e[i], gradient->e[i]));
}
