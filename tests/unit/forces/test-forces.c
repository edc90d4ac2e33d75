/* Walks the force table: derivatives against finite differences, energy against power. */
#include "support.h"

#include "forces/force.h"

/* For every type some elements: all kinds of laws, in contact and out of it. */
static const struct
{
  const char *type, *keys;
  bool conservative; /* its wrench is minus the gradient of its energy */
} cases[] = {
  { "force", "\"at\": \"a/m\", \"force\": [1, \"2*cos(3*t)\", -3], \"axes\": \"world\"", false },
  { "force", "\"at\": \"a/m\", \"force\": [1, 2, \"t\"], \"axes\": \"body\"", false },
  { "torque", "\"at\": \"a/m\", \"torque\": [1, 2, -3], \"axes\": \"body\"", false },
  { "torque", "\"at\": \"a/m\", \"torque\": [1, 2, -3]", false },
  { "spring", "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": 30, \"length\": 0.4", true },
  { "spring",
    "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": 30, \"damping\": 4, \"length\": 0.4, "
    "\"preload\": 3, \"damper\": \"2*v^3\"",
    false },
  { "spring", "\"from\": \"a/m\", \"to\": \"b/m\", \"length\": 0.4, \"law\": \"5*x^3 + 2*x\"",
    true },
  { "spring",
    "\"from\": \"a/m\", \"to\": \"b/m\", \"length\": 0.4, \"law\": {\"table\": [[-3, -9], [0, 0], "
    "[1, "
    "5], [3, 8], [9, 9]]}",
    true },
  { "torsion-spring", "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": 8, \"angle\": 0.3",
    true },
  { "torsion-spring",
    "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": 8, \"damping\": 2, \"angle\": 0.3", false },
  { "bushing", "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": [9, 8, 7, 6, 5, 4]", true },
  { "bushing",
    "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": [9, 8, 7, 6, 5, 4], \"damping\": [1, 2, 3, "
    "4, "
    "5, 6]",
    false },
  { "contact", "\"plane\": \"a/m\", \"point\": \"b/m\", \"stiffness\": 50, \"radius\": 4", true },
  { "contact",
    "\"plane\": \"a/m\", \"point\": \"b/m\", \"stiffness\": 50, \"radius\": 4, \"damping\": 2, "
    "\"ramp\": 9, \"friction\": 0.4, \"slip\": 0.5",
    false },
  { "contact", "\"plane\": \"a/m\", \"point\": \"b/m\", \"stiffness\": 50, \"radius\": 0", false },
  { "joint-spring", "\"joint\": \"j\", \"stiffness\": 30, \"rest\": 0.2", true },
  { "joint-spring", "\"joint\": \"j\", \"coordinate\": 2, \"stiffness\": 3, \"rest\": 0.2", true },
  { "joint-spring", "\"joint\": \"j\", \"coordinate\": 2, \"damping\": 3", false },
  { "joint-limit",
    "\"joint\": \"j\", \"lower\": 5, \"upper\": 6, \"stiffness\": 10, \"exponent\": 1.3", true },
  { "joint-limit",
    "\"joint\": \"j\", \"lower\": -9, \"upper\": -8, \"stiffness\": 10, \"damping\": 1", false },
};

static BcModel *
model_with (const char *type, const char *keys)
{
  g_autofree char *text = g_strdup_printf ("{\"bellcrank\": 1, \"bodies\": ["
                                           "{\"name\": \"a\", \"kind\": \"rigid\", \"mass\": 1, "
                                           "\"markers\": {\"m\": {\"z\": [1, 0.2, 0]}}},"
                                           "{\"name\": \"b\", \"kind\": \"rigid\", \"mass\": 1, "
                                           "\"markers\": {\"m\": {\"at\": [0.2, 0.1, "
                                           "-0.4]}}}],"
                                           "\"joints\": [{\"name\": \"j\", \"type\": "
                                           "\"cylindrical\", \"from\": \"a/m\", \"to\": \"b/m\"}],"
                                           "\"forces\": [{\"name\": \"f\", \"type\": \"%s\", %s}]}",
                                           type, keys);
  return model_from_text (text);
}

/* Displaces one of twelve freedoms: three translations and three turns of each marker. */
static void
displace (const BcMotion from[2], int freedom, double step, BcMotion to[2])
{
  memcpy (to, from, 2 * sizeof (BcMotion));
  BcMotion *moved = &to[freedom / 6];
  BcVec3 along = bc_scale (step, bc_unit_axis (freedom % 3));
  if (freedom % 6 < 3)
    moved->place.p = bc_add (moved->place.p, along);
  else
    {
      BcMat3 turn = bc_quat_to_matrix (bc_quat_exp (along));
      for (int i = 0; i < 3; i++)
        moved->place.e[i] = bc_mat_vec (&turn, moved->place.e[i]);
    }
}

static void
accelerate (const BcMotion from[2], int freedom, double step, BcMotion to[2])
{
  memcpy (to, from, 2 * sizeof (BcMotion));
  BcVec3 *rate = freedom % 6 < 3 ? &to[freedom / 6].v : &to[freedom / 6].w;
  *rate = bc_add_scaled (*rate, step, bc_unit_axis (freedom % 3));
}

static void
random_motions (GRand *rand, BcMotion motions[2])
{
  for (int k = 0; k < 2; k++)
    {
      BcMat3 a = bc_quat_to_matrix (bc_quat_exp (random_vector (rand)));
      motions[k] = (BcMotion){ { random_vector (rand), { a.col[0], a.col[1], a.col[2] } },
                               random_vector (rand),
                               random_vector (rand) };
    }
}

static void
check_derivatives (const BcForce *force, const BcMotion motions[2])
{
  const double h = 1e-5, time = 0.4;
  BcForceResult at, low, high;
  BcMotion moved[2];
  bc_force_evaluate (force, time, motions, true, &at);
  for (int column = 0; column < BC_WRENCH_SIZE; column++)
    for (int kind = 0; kind < 2; kind++)
      {
        (kind == 0 ? displace : accelerate) (motions, column, -h, moved);
        bc_force_evaluate (force, time, moved, false, &low);
        (kind == 0 ? displace : accelerate) (motions, column, h, moved);
        bc_force_evaluate (force, time, moved, false, &high);
        for (int row = 0; row < BC_WRENCH_SIZE; row++)
          {
            double expected = (high.wrench[row] - low.wrench[row]) / (2 * h);
            double found = kind == 0 ? at.by_position[row][column] : at.by_velocity[row][column];
            assert_close (found, expected, 2e-6 * (1 + fabs (expected)));
          }
      }
}

/* What a conservative element stores, its wrench gives back. */
static void
check_energy (const BcForce *force, const BcMotion motions[2])
{
  const double h = 1e-5;
  BcForceResult at, low, high;
  BcMotion moved[2];
  bc_force_evaluate (force, 0.0, motions, false, &at);
  for (int i = 0; i < BC_WRENCH_SIZE; i++)
    {
      displace (motions, i, -h, moved);
      bc_force_evaluate (force, 0.0, moved, false, &low);
      displace (motions, i, h, moved);
      bc_force_evaluate (force, 0.0, moved, false, &high);
      double slope = (high.energy - low.energy) / (2 * h);
      assert_close (at.wrench[i], -slope, 1e-6 * (1 + fabs (slope)));
    }
}

static void
test_case (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  BcModel *model = model_with (cases[i].type, cases[i].keys);
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  for (int round = 0; round < 20; round++)
    {
      BcMotion motions[2];
      random_motions (rand, motions);
      check_derivatives (&model->forces[0], motions);
      if (cases[i].conservative)
        check_energy (&model->forces[0], motions);
    }
  bc_model_free (model);
}

static void
test_every_type_is_covered (void)
{
  for (int i = 0; bc_force_types[i] != NULL; i++)
    {
      bool found = false;
      for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
        found |= strcmp (cases[k].type, bc_force_types[i]->name) == 0;
      g_assert_true (found);
    }
}

/* Two points 1 m apart, free length 0.4 m, 30 N/m: a pull of 18 N towards each other. */
static void
test_spring_pulls (void)
{
  BcModel *model = model_with ("spring", "\"from\": \"a/m\", \"to\": \"b/m\", \"stiffness\": 30, "
                                         "\"length\": 0.4");
  BcPlace here = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }, there = here;
  there.p = bc_vec3 (0, 1, 0);
  BcMotion motions[2] = { { .place = here }, { .place = there } };
  BcForceResult result;
  bc_force_evaluate (&model->forces[0], 0.0, motions, false, &result);
  assert_close (result.value, 18.0, 1e-12);
  assert_close (result.wrench[1], 18.0, 1e-12);
  assert_close (result.wrench[7], -18.0, 1e-12);
  bc_model_free (model);
}

/* A ball of 0.1 m radius pressed 0.02 m into the ground, sliding along +x. */
static void
test_contact_pushes_up_and_rubs (void)
{
  BcModel *model =
      model_with ("contact", "\"plane\": \"a/m\", \"point\": \"b/m\", \"radius\": 0.1, "
                             "\"stiffness\": 1000, \"exponent\": 1, \"friction\": 0.5, "
                             "\"slip\": 1e-6");
  BcPlace here = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }, there = here;
  there.p = bc_vec3 (0.3, 0, 0.08);
  BcMotion motions[2] = { { .place = here }, { .place = there, .v = { 2, 0, 0 } } };
  BcForceResult result;
  bc_force_evaluate (&model->forces[0], 0.0, motions, false, &result);
  assert_close (result.wrench[8], 20.0, 1e-9);
  assert_close (result.wrench[6], -10.0, 1e-6);
  motions[1].place.p.z = 0.11;
  bc_force_evaluate (&model->forces[0], 0.0, motions, false, &result);
  for (int i = 0; i < BC_WRENCH_SIZE; i++)
    assert_close (result.wrench[i], 0.0, 0.0);
  bc_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/forces/%s/derivatives-%zu", cases[i].type, i);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_case);
    }
  g_test_add_func ("/forces/every-type-is-covered", test_every_type_is_covered);
  g_test_add_func ("/forces/spring/pulls", test_spring_pulls);
  g_test_add_func ("/forces/contact/pushes-up-and-rubs", test_contact_pushes_up_and_rubs);
  return g_test_run ();
}
