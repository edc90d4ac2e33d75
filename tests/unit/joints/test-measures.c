/* Every measure's gradient and gradient rate against finite differences along rigid motions. */
#include "support.h"

#include "joints/measure.h"

static const BcMeasure measures[] = {
  { BC_MEASURE_OFFSET, 0, 0 },     { BC_MEASURE_OFFSET, 2, 0 },     { BC_MEASURE_SLIDE, 0, 0 },
  { BC_MEASURE_SLIDE, 2, 0 },      { BC_MEASURE_DOT, 0, 2 },        { BC_MEASURE_DOT, 1, 1 },
  { BC_MEASURE_DISTANCE, 0, 0 },   { BC_MEASURE_ANGLE, 0, 0 },      { BC_MEASURE_ANGLE, 0, 2 },
  { BC_MEASURE_ANGLE_BACK, 0, 2 }, { BC_MEASURE_ANGLE_BACK, 0, 1 }, { BC_MEASURE_ROTATION, 0, 0 },
  { BC_MEASURE_ROTATION, 1, 0 },   { BC_MEASURE_ROTATION, 2, 0 },
};

/* A marker on a body that moves with constant velocity and angular velocity. */
typedef struct
{
  BcPose pose;
  BcVec3 v, w;
} Mover;

static BcPlace
place_at (const Mover *mover, double time)
{
  BcMat3 a =
      bc_quat_to_matrix (bc_quat_mul (bc_quat_exp (bc_scale (time, mover->w)), mover->pose.turn));
  return (BcPlace){ bc_add_scaled (mover->pose.at, time, mover->v),
                    { a.col[0], a.col[1], a.col[2] } };
}

static Mover
random_mover (GRand *rand, double turn)
{
  BcVec3 at = random_vector (rand), angle = random_vector (rand), v = random_vector (rand);
  return (Mover){ { at, bc_quat_exp (bc_scale (turn, angle)) }, v, random_vector (rand) };
}

/* Accelerations of point and vectors at time 0: ω × (ω × e). */
static BcPlace
accelerations (const Mover *mover)
{
  BcPlace place = place_at (mover, 0.0), second = { 0 };
  for (int i = 0; i < 3; i++)
    second.e[i] = bc_cross (mover->w, bc_cross (mover->w, place.e[i]));
  return second;
}

static void
check_measure (const BcMeasure *m, const Mover *a, const Mover *b)
{
  const double h = 1e-4;
  BcPlace pa = place_at (a, 0.0), pb = place_at (b, 0.0);
  BcPlace va = bc_place_rates (&pa, a->v, a->w), vb = bc_place_rates (&pb, b->v, b->w);
  BcPlace ga, gb, ra, rb;
  bc_measure_gradient (m, &pa, &pb, &ga, &gb);
  bc_measure_gradient_rate (m, &pa, &pb, &va, &vb, &ra, &rb);

  /* values at five times: fourth-order differences */
  double q[5];
  for (int i = 0; i < 5; i++)
    {
      BcPlace ai = place_at (a, (i - 2) * h), bi = place_at (b, (i - 2) * h);
      q[i] = bc_measure_unwrap (m, bc_measure_value (m, &ai, &bi), bc_measure_value (m, &pa, &pb));
    }
  double rate = (q[0] - 8 * q[1] + 8 * q[3] - q[4]) / (12 * h);
  double second = (-q[0] + 16 * q[1] - 30 * q[2] + 16 * q[3] - q[4]) / (12 * h * h);
  assert_close (bc_place_dot (&ga, &va) + bc_place_dot (&gb, &vb), rate, 1e-9 * (1 + fabs (rate)));

  /* q̈ = gradient · accelerations + gradient rate · velocities */
  BcPlace aa = accelerations (a), ab = accelerations (b);
  double found = bc_place_dot (&ga, &aa) + bc_place_dot (&gb, &ab) + bc_place_dot (&ra, &va)
                 + bc_place_dot (&rb, &vb);
  assert_close (found, second, 1e-5 * (1 + fabs (second)));
}

/* The whole rate of the gradient, not only its product with the velocities. */
static void
check_gradient_rate (const BcMeasure *m, const Mover *a, const Mover *b)
{
  const double h = 1e-5;
  BcPlace pa = place_at (a, 0.0), pb = place_at (b, 0.0), ra, rb, ga[2], gb[2];
  BcPlace va = bc_place_rates (&pa, a->v, a->w), vb = bc_place_rates (&pb, b->v, b->w);
  bc_measure_gradient_rate (m, &pa, &pb, &va, &vb, &ra, &rb);
  for (int side = 0; side < 2; side++)
    {
      BcPlace at = place_at (a, side == 0 ? -h : h), bt = place_at (b, side == 0 ? -h : h);
      bc_measure_gradient (m, &at, &bt, &ga[side], &gb[side]);
    }
  const double *found[2] = { &ra.p.x, &rb.p.x };
  const double *low[2] = { &ga[0].p.x, &gb[0].p.x }, *high[2] = { &ga[1].p.x, &gb[1].p.x };
  for (int marker = 0; marker < 2; marker++)
    for (int i = 0; i < 12; i++)
      {
        double expected = (high[marker][i] - low[marker][i]) / (2 * h);
        assert_close (found[marker][i], expected, 1e-6 * (1 + fabs (expected)));
      }
}

static void
test_derivatives (gconstpointer data)
{
  const BcMeasure *m = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  for (int i = 0; i < 50; i++)
    {
      /* every fifth pair is nearly aligned, where the rotation vector runs on its series (and the
       * angle of a z axis in an x, y plane has no meaning) */
      Mover a = random_mover (rand, 1.0), b = random_mover (rand, 0.6);
      if (i % 5 == 0 && m->j != 2)
        b.pose.turn = bc_quat_mul (bc_quat_exp (bc_vec3 (1e-3, -2e-3, 1e-2)), a.pose.turn);
      check_measure (m, &a, &b);
      check_gradient_rate (m, &a, &b);
    }
}

static void
test_rotation_vector_is_the_logarithm (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  BcPlace a = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  for (int i = 0; i < 200; i++)
    {
      BcVec3 axis = bc_unit (random_vector (rand));
      double angle = i < 100 ? BC_PI * i / 100.0 : BC_PI * (1.0 - pow (10.0, -(i % 16)));
      BcVec3 v = bc_scale (angle, axis);
      BcMat3 r = bc_quat_to_matrix (bc_quat_exp (v));
      BcPlace b = { { 0, 0, 0 }, { r.col[0], r.col[1], r.col[2] } };
      double sign = 1.0; /* at half a turn the opposite vector is as good */
      if (angle > BC_PI - 1e-6)
        {
          BcMeasure x = { BC_MEASURE_ROTATION, 0, 0 };
          sign = bc_measure_value (&x, &a, &b) * v.x < 0.0 ? -1.0 : 1.0;
        }
      for (int k = 0; k < 3; k++)
        {
          BcMeasure m = { BC_MEASURE_ROTATION, k, 0 };
          assert_close (bc_measure_value (&m, &a, &b), sign * bc_component (v, k), 2e-7);
        }
    }
}

static void
test_angles_unwrap (void)
{
  const BcMeasure m = { BC_MEASURE_ANGLE, 0, 0 }, slide = { BC_MEASURE_SLIDE, 0, 0 };
  assert_close (bc_measure_unwrap (&m, -3.0, 3.2), 2 * BC_PI - 3.0, 1e-14);
  assert_close (bc_measure_unwrap (&m, 0.1, 20 * BC_PI), 20 * BC_PI + 0.1, 1e-12);
  assert_close (bc_measure_unwrap (&slide, 0.1, 100.0), 0.1, 0.0);
}

/* x_T at +30 deg from x_F about z_F reads +30 deg: the sign of the manual. */
static void
test_angle_is_positive_about_z (void)
{
  const BcMeasure m = { BC_MEASURE_ANGLE, 0, 0 };
  BcMat3 r = bc_quat_to_matrix (bc_quat_exp (bc_vec3 (0, 0, BC_PI / 6)));
  BcPlace a = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  BcPlace b = { { 0, 0, 0 }, { r.col[0], r.col[1], r.col[2] } };
  assert_close (bc_measure_value (&m, &a, &b), BC_PI / 6, 1e-15);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "offset", "slide",      "dot",     "distance",
                                       "angle",  "angle-back", "rotation" };
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/joints/measures/%s-%d%d/derivatives", names[measures[i].kind],
                           measures[i].i, measures[i].j);
      g_test_add_data_func (path, &measures[i], test_derivatives);
    }
  g_test_add_func ("/joints/measures/rotation/is-the-logarithm",
                   test_rotation_vector_is_the_logarithm);
  g_test_add_func ("/joints/measures/angle/unwraps", test_angles_unwrap);
  g_test_add_func ("/joints/measures/angle/is-positive-about-z", test_angle_is_positive_about_z);
  return g_test_run ();
}
