/* Assembly: joints close from a rough sketch, the result is the nearest one, what cannot close is
 * named with its gap, and the velocities at the start fit the joints. */
#include "analysis/assembly.h"
#include "graph/mobility.h"
#include "model/model-read.h"

#include <math.h>
#include <string.h>

/* ---- a mechanism and its assembly ---- */

typedef struct
{
  BcModel *model;
  BcConstraints *constraints;
  BcConfiguration *sketch, *configuration;
  BcAssembly *assembly; /* NULL until assembled */
} Mechanism;

static Mechanism
mechanism_open (const char *file, const char *const *overrides)
{
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  Mechanism m = { .model = bc_model_load (file, overrides, problems) };
  if (m.model == NULL)
    {
      g_autofree char *messages = bc_problems_format (problems);
      g_error ("%s", messages);
    }
  m.constraints = bc_constraints_new (m.model);
  m.sketch = bc_configuration_new (m.constraints);
  m.configuration = bc_configuration_new (m.constraints);
  return m;
}

/* A model of tests/data/mobility, changed by overrides in which ' stands for ". */
static Mechanism
mechanism_named (const char *name, const char *const *overrides)
{
  g_auto (GStrv) quoted = g_strdupv ((char **) overrides);
  for (int i = 0; quoted != NULL && quoted[i] != NULL; i++)
    g_strdelimit (quoted[i], "'", '"');
  g_autofree char *base = g_strconcat (name, ".bellcrank.json", NULL);
  g_autofree char *file = g_build_filename (BC_TEST_DATA_DIR, "mobility", base, NULL);
  return mechanism_open (file, (const char *const *) quoted);
}

static void
assemble (Mechanism *m)
{
  bc_assembly_free (m->assembly);
  m->assembly = bc_assemble (m->constraints, m->configuration);
}

static Mechanism
assembled (const char *name, const char *const *overrides)
{
  Mechanism m = mechanism_named (name, overrides);
  assemble (&m);
  return m;
}

static void
mechanism_close (Mechanism *m)
{
  bc_assembly_free (m->assembly);
  bc_configuration_free (m->sketch);
  bc_configuration_free (m->configuration);
  bc_constraints_free (m->constraints);
  bc_model_free (m->model);
}

static int
body_index (const Mechanism *m, const char *name)
{
  int index = bc_model_find_body (m->model, name);
  g_assert_cmpint (index, >=, 0);
  return index;
}

static BcVec3
point (const Mechanism *m, const char *marker)
{
  const BcMarker *found = &m->model->markers[bc_model_find_marker (m->model, marker)];
  return bc_marker_place (found, &m->configuration->poses[found->body]).p;
}

static void
check_closed (const Mechanism *m)
{
  g_assert_true (m->assembly->closed);
  g_assert_false (m->assembly->flipped);
  g_assert_cmpint (m->assembly->n_gaps, ==, 0);
  g_assert_cmpfloat (m->assembly->residual, <, 1e-10 * m->constraints->size);
}

/* Moves every body by up to `share` of the size along each axis and turns it by up to `share` of a
 * radian about each: scaled changes count both in metres. */
static void
scatter (Mechanism *m, guint32 seed, double share)
{
  GRand *random = g_rand_new_with_seed (seed);
  g_autofree double *change = g_new (double, m->constraints->n_columns + 1);
  for (int i = 0; i < m->constraints->n_columns; i++)
    change[i] = share * m->constraints->size * g_rand_double_range (random, -1.0, 1.0);
  bc_configuration_set (m->constraints, m->configuration, m->sketch);
  bc_configuration_move (m->constraints, m->configuration, change);
  g_rand_free (random);
}

/* ---- closing ---- */

#define N_SEEDS 5

static void
test_closes_from_scattered_sketch (gconstpointer file)
{
  Mechanism m = mechanism_open (file, NULL);
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      scatter (&m, seed, 0.1);
      assemble (&m);
      g_test_message ("seed %u: closed %d flipped %d residual %g after %d iterations", seed,
                      m.assembly->closed, m.assembly->flipped, m.assembly->residual,
                      m.assembly->iterations);
      check_closed (&m);
    }
  mechanism_close (&m);
}

/* Overconstrained and singular mechanisms close as well. */
static void
test_redundant_closes (void)
{
  static const char *const names[] = { "four-bar", "bennett",     "sarrus",
                                       "bricard",  "peaucellier", "cardan-shaft" };
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Mechanism m = mechanism_named (names[i], NULL);
      for (guint32 seed = 1; seed <= N_SEEDS; seed++)
        {
          scatter (&m, seed, 0.05);
          assemble (&m);
          check_closed (&m);
        }
      mechanism_close (&m);
    }
}

static void
test_singular_start_closes (void)
{
  Mechanism m = assembled ("double-four-bar-flat", NULL);
  check_closed (&m);
  for (int i = 0; i < m.model->n_bodies; i++)
    g_assert_cmpfloat (m.assembly->moved[i] + m.assembly->turned[i], ==, 0.0);
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      scatter (&m, seed, 0.02);
      assemble (&m);
      check_closed (&m);
    }
  mechanism_close (&m);
}

static void
test_same_start_gives_the_same_result (void)
{
  Mechanism m = mechanism_named ("bricard", NULL), again = mechanism_named ("bricard", NULL);
  scatter (&m, 7, 0.1);
  scatter (&again, 7, 0.1);
  assemble (&m);
  assemble (&again);
  gsize size = (gsize) m.model->n_bodies * sizeof (BcPose);
  g_assert_cmpmem (m.configuration->poses, size, again.configuration->poses, size);
  mechanism_close (&m);
  mechanism_close (&again);
}

/* ---- the nearest configuration ---- */

/* The way between two configurations: metres and size times radians, all bodies together. */
static double
distance (const Mechanism *m, const BcConfiguration *a, const BcConfiguration *b)
{
  double sum = 0.0;
  for (int i = 0; i < m->model->n_bodies; i++)
    {
      BcVec3 move = bc_sub (a->poses[i].at, b->poses[i].at);
      BcVec3 turn =
          bc_quat_log (bc_quat_mul (a->poses[i].turn, bc_quat_conjugate (b->poses[i].turn)));
      sum +=
          bc_dot (move, move) + m->constraints->size * m->constraints->size * bc_dot (turn, turn);
    }
  return sqrt (sum);
}

/* Distance to the sketch after moving along one freedom by `step` and closing again. */
static double
distance_beside (const Mechanism *m, const BcFreedom *freedom, double step)
{
  int n = m->constraints->n_columns;
  g_autofree double *change = g_new (double, n);
  double length = 0.0;
  for (int i = 0; i < n; i++)
    length += freedom->motion[i] * freedom->motion[i];
  for (int i = 0; i < n; i++)
    change[i] = freedom->motion[i] * step / sqrt (length);
  BcConfiguration *beside = bc_configuration_copy (m->constraints, m->configuration);
  bc_configuration_move (m->constraints, beside, change);
  g_assert_true (bc_project (m->constraints, m->constraints->n_joint_rows, beside));
  double result = distance (m, beside, m->sketch);
  bc_configuration_free (beside);
  return result;
}

static void
test_result_is_nearest (gconstpointer name)
{
  static const char *const four_bar_off[] = {
    "bodies.crank.pose={'at': [0.1, -0.05, 0.02], 'angle': 0.15}",
    "bodies.coupler.pose={'at': [-0.1, 0.1, -0.05], 'angle': -0.1, 'axis': [1, 2, 3]}",
    "bodies.rocker.pose={'at': [0.1, 0, 0.1], 'angle': 0.1, 'axis': [1, 0, 1]}", NULL
  };
  static const char *const five_bar_off[] = {
    "bodies.one.pose={'at': [0.1, 0, 0], 'angle': 0.1}",
    "bodies.three.pose={'at': [-0.1, 0.2, 0.1], 'angle': -0.2}", NULL
  };
  Mechanism m =
      mechanism_named (name, strcmp (name, "four-bar") == 0 ? four_bar_off : five_bar_off);
  assemble (&m);
  check_closed (&m);
  BcMobility *mobility = bc_mobility_new (m.constraints, m.configuration);
  double nearest = distance (&m, m.configuration, m.sketch);
  g_assert_cmpfloat (nearest, >, 0.01);
  for (int i = 0; i < mobility->n_described; i++)
    for (double step = 0.1; step > 1e-4; step /= 3.0)
      for (int sign = -1; sign <= 1; sign += 2)
        g_assert_cmpfloat (distance_beside (&m, &mobility->described[i], sign * step), >, nearest);
  bc_mobility_free (mobility);
  mechanism_close (&m);
}

/* ---- what cannot close ---- */

/* The four-bar with three links of 0.3 m in a row, sketched a little bent, between pivots `span`
 * apart. */
#define LINK "={'a': {}, 'b': {'at': [0.3, 0, 0]}}"
#define CHAIN(span)                                                                                \
  {                                                                                                \
    "bodies.ground.markers.c.at=[" span ", 0, 0]", "bodies.crank.markers" LINK,                    \
        "bodies.coupler.markers" LINK,                                                             \
        "bodies.rocker.markers={'b': {}, 'a': {'at': [0.3, 0, 0]}}",                               \
        "bodies.crank.pose={'angle': 0.1}", "bodies.coupler.pose={'at': [0.3, 0.03, 0]}",          \
        "bodies.rocker.pose={'at': [0.6, 0.03, 0], 'angle': -0.1}", NULL                           \
  }

static void
test_too_short_links_are_reported (void)
{
  static const char *const overrides[] = CHAIN ("1");
  Mechanism m = assembled ("four-bar", overrides);
  g_assert_false (m.assembly->closed);
  g_assert_cmpint (m.assembly->n_gaps, ==, 4);
  double total = 0.0;
  for (int i = 0; i < m.assembly->n_gaps; i++)
    {
      const BcGap *gap = &m.assembly->gaps[i];
      g_assert_nonnull (strstr ("OABC", m.model->joints[gap->joint].name));
      g_assert_true (gap->is_length);
      g_assert_true (i == 0 || gap->gap <= gap[-1].gap);
      total += gap->gap;
    }
  /* stretched straight, the four gaps make up for what is missing; least squares share it evenly */
  g_assert_cmpfloat_with_epsilon (total, 1.0 - 0.9, 1e-5);
  g_assert_cmpfloat_with_epsilon (m.assembly->gaps[0].gap, 0.025, 1e-4);
  mechanism_close (&m);
}

static void
test_tiny_gap_is_named (void)
{
  static const char *const overrides[] = CHAIN ("0.90000001");
  Mechanism m = assembled ("four-bar", overrides);
  g_assert_false (m.assembly->closed);
  g_assert_cmpint (m.assembly->n_gaps, >, 0);
  mechanism_close (&m);
}

/* Two hinges whose axes differ by 0.1 rad, at a size of 1 m as well as of 2 m. */
static void
test_misaligned_hinges_differ_by_an_angle (gconstpointer height)
{
  g_autofree char *ground =
      g_strdup_printf ("bodies.ground.markers.high.at=[0, 0, %s]", (const char *) height);
  g_autofree char *door = g_strdup_printf (
      "bodies.door.markers.high={'at': [0, 0, %s], 'angle': 0.1, 'axis': [1, 0, 0]}",
      (const char *) height);
  const char *const overrides[] = { ground, door, NULL };
  Mechanism m = assembled ("door", overrides);
  g_assert_false (m.assembly->closed);
  g_assert_cmpint (m.assembly->n_gaps, >, 0);
  g_assert_false (m.assembly->gaps[0].is_length);
  g_assert_cmpfloat (m.assembly->gaps[0].gap, <, 0.1);
  g_assert_cmpfloat (m.assembly->gaps[0].gap, >, 0.03);
  mechanism_close (&m);
}

static void
test_links_just_long_enough_close (void)
{
  static const char *const overrides[] = CHAIN ("0.89");
  Mechanism m = assembled ("four-bar", overrides);
  check_closed (&m);
  mechanism_close (&m);
}

static void
test_unreachable_driver_is_reported (void)
{
  /* Crank and rod reach 1.64 m from the pivot; the driver asks for 2.4 m. */
  static const char *const far[] = { "drivers=[{'name': 'pull', 'joint': 'S', 'position': 1}]",
                                     NULL };
  Mechanism m = assembled ("slider-crank", far);
  bool named = false;
  g_assert_false (m.assembly->closed);
  for (int i = 0; i < m.assembly->n_gaps; i++)
    named |= m.assembly->gaps[i].driver == 0;
  g_assert_true (named);
  mechanism_close (&m);
}

static void
test_driver_position_is_reached (void)
{
  static const char *const there[] = { "drivers=[{'name': 'motor', 'joint': 'O', 'position': 0.4}]",
                                       NULL };
  Mechanism m = assembled ("four-bar", there);
  check_closed (&m);
  int joint = bc_model_find_joint (m.model, "O");
  double angle = bc_coordinate_value (m.constraints, m.configuration, joint, 0);
  g_assert_cmpfloat_with_epsilon (angle, 0.4, 1e-10);
  mechanism_close (&m);
}

/* A length whose square overflows is refused, or at least not said to close. */
static void
test_huge_length_does_not_close (void)
{
  static const char *const huge[] = { "bodies.crank.markers.a.at=[1e308, 0, 0]", NULL };
  const char *file = BC_TEST_DATA_DIR "/mobility/slider-crank.bellcrank.json";
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  BcModel *model = bc_model_load (file, huge, problems);
  if (model != NULL)
    {
      Mechanism m = assembled ("slider-crank", huge);
      g_assert_false (m.assembly->closed);
      mechanism_close (&m);
    }
  bc_model_free (model);
}

/* ---- axes that point the wrong way ---- */

static void
test_reversed_body_is_turned_over (void)
{
  static const char *const reversed[] = { "bodies.coupler.markers.a.z=[0, 0, -1]",
                                          "bodies.coupler.markers.b.z=[0, 0, -1]", NULL };
  Mechanism m = assembled ("four-bar", reversed);
  check_closed (&m);
  g_assert_cmpfloat_with_epsilon (m.assembly->turned[body_index (&m, "coupler")], BC_PI, 1e-6);
  mechanism_close (&m);
}

static void
test_reversed_axis_is_reported (void)
{
  /* One reversed axis in a loop: whichever body is turned over, another joint is reversed then. */
  static const char *const reversed[] = { "bodies.coupler.markers.b.z=[0, 0, -1]", NULL };
  Mechanism m = assembled ("four-bar", reversed);
  g_assert_true (m.assembly->closed);
  g_assert_true (m.assembly->flipped);
  g_assert_cmpint (m.assembly->flipped_joint, >=, 0);
  mechanism_close (&m);
}

/* ---- velocities ---- */

/* The rates of coupler and rocker for a crank speed: v_A + w3 × AB = w4 × CB in the plane. */
static void
four_bar_rates (const Mechanism *m, double crank, double *coupler, double *rocker)
{
  BcVec3 o = point (m, "crank/a"), a = point (m, "crank/b");
  BcVec3 b = point (m, "coupler/b"), c = point (m, "rocker/a");
  BcVec3 oa = bc_sub (a, o), ab = bc_sub (b, a), cb = bc_sub (b, c);
  double across = bc_cross (ab, cb).z;
  *coupler = -crank * bc_cross (oa, cb).z / across;
  *rocker = crank * bc_cross (ab, oa).z / across;
}

/* J v minus the rates that drivers ask for, largest of all equations. */
static double
velocity_fault (const Mechanism *m)
{
  const BcConstraints *c = m->constraints;
  int n = c->n_velocity_rows;
  BcRows *jacobian = bc_constraints_pattern (c, n);
  g_autofree double *v = g_new0 (double, c->n_columns), *rate = g_new0 (double, n);
  for (int i = 0; i < m->model->n_bodies; i++)
    for (int k = 0; k < 6 && c->body_column[i] >= 0; k++)
      v[c->body_column[i] + k] = k < 3 ? bc_component (m->assembly->linear[i], k)
                                       : c->size * bc_component (m->assembly->angular[i], k - 3);
  bc_constraints_evaluate (c, m->configuration, n, rate, jacobian);
  bc_rows_times (jacobian, v, rate);
  double worst = 0.0;
  for (int i = 0; i < n; i++)
    worst = fmax (worst, fabs (rate[i] - bc_constraint_rate (c, i)));
  bc_rows_free (jacobian);
  return worst;
}

static void
check_four_bar_rates (const Mechanism *m, double crank)
{
  double coupler, rocker;
  four_bar_rates (m, crank, &coupler, &rocker);
  const BcVec3 *found = m->assembly->angular;
  g_assert_cmpfloat_with_epsilon (found[body_index (m, "crank")].z, crank, 1e-10);
  g_assert_cmpfloat_with_epsilon (found[body_index (m, "coupler")].z, coupler, 1e-10);
  g_assert_cmpfloat_with_epsilon (found[body_index (m, "rocker")].z, rocker, 1e-10);
  g_assert_cmpfloat (velocity_fault (m), <, 1e-10);
}

static void
test_given_crank_speed_moves_the_others (void)
{
  static const char *const given[] = { "bodies.crank.velocity={'angular': [0, 0, 3]}", NULL };
  Mechanism m = assembled ("four-bar", given);
  check_closed (&m);
  check_four_bar_rates (&m, 3.0);
  g_assert_cmpfloat (m.assembly->velocity_change, <, 1e-10);
  mechanism_close (&m);
}

static void
test_driver_velocity_is_honoured (void)
{
  static const char *const driven[] = { "drivers.motor.active=true",
                                        "drivers.motor.velocity='2*pi'", NULL };
  Mechanism m = assembled ("four-bar-inactive-driver", driven);
  check_closed (&m);
  check_four_bar_rates (&m, 2.0 * BC_PI);
  mechanism_close (&m);
}

static void
test_driver_wins_over_given_velocity (void)
{
  static const char *const both[] = { "drivers.motor.active=true",
                                      "bodies.crank.velocity={'angular': [0, 0, 5]}", NULL };
  Mechanism m = assembled ("four-bar-inactive-driver", both);
  check_four_bar_rates (&m, 1.0);
  g_assert_cmpfloat_with_epsilon (m.assembly->velocity_change, 4.0 * m.constraints->size, 1e-6);
  g_assert_cmpint (m.assembly->velocity_body, ==, body_index (&m, "crank"));
  mechanism_close (&m);
}

static void
test_inconsistent_velocity_is_reported (void)
{
  /* the crank's origin is pinned to the ground */
  static const char *const given[] = { "bodies.crank.velocity={'linear': [2, 0, 0]}", NULL };
  Mechanism m = assembled ("four-bar", given);
  g_assert_cmpfloat_with_epsilon (m.assembly->velocity_change, 2.0, 1e-8);
  g_assert_cmpint (m.assembly->velocity_body, ==, body_index (&m, "crank"));
  g_assert_cmpfloat (velocity_fault (&m), <, 1e-9);
  mechanism_close (&m);
}

static void
test_rest_stays_rest (void)
{
  Mechanism m = assembled ("four-bar", NULL);
  for (int i = 0; i < m.model->n_bodies; i++)
    g_assert_cmpfloat (bc_norm (m.assembly->linear[i]) + bc_norm (m.assembly->angular[i]), ==, 0.0);
  g_assert_cmpint (m.assembly->velocity_body, ==, -1);
  mechanism_close (&m);
}

/* ---- all together ---- */

static void
add_examples (GPtrArray *files)
{
  const char *given = g_getenv ("BC_EXAMPLES");
  g_autofree char *folder =
      given != NULL ? g_strdup (given) : g_build_filename (BC_SOURCE_DATA_DIR, "examples", NULL);
  g_autoptr (GDir) list = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (list);
  for (const char *name; (name = g_dir_read_name (list)) != NULL;)
    {
      if (!g_str_has_suffix (name, ".bellcrank.json"))
        continue;
      char *file = g_build_filename (folder, name, NULL);
      g_autofree char *title = g_strndup (name, strlen (name) - strlen (".bellcrank.json"));
      g_autofree char *path = g_strconcat ("/analysis/assembly/closes-scattered/", title, NULL);
      g_ptr_array_add (files, file);
      g_test_add_data_func (path, file, test_closes_from_scattered_sketch);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  add_examples (files);
  g_test_add_data_func ("/analysis/assembly/nearest/four-bar", "four-bar", test_result_is_nearest);
  g_test_add_data_func ("/analysis/assembly/nearest/five-bar", "five-bar", test_result_is_nearest);
#define ADD(path, function) g_test_add_func ("/analysis/assembly/" path, function)
  ADD ("redundant-closes", test_redundant_closes);
  ADD ("singular-start-closes", test_singular_start_closes);
  ADD ("repeatable", test_same_start_gives_the_same_result);
  ADD ("too-short-links-are-reported", test_too_short_links_are_reported);
  ADD ("tiny-gap-is-named", test_tiny_gap_is_named);
  g_test_add_data_func ("/analysis/assembly/misaligned-hinges/size-1", "1",
                        test_misaligned_hinges_differ_by_an_angle);
  g_test_add_data_func ("/analysis/assembly/misaligned-hinges/size-2", "2",
                        test_misaligned_hinges_differ_by_an_angle);
  ADD ("links-just-long-enough-close", test_links_just_long_enough_close);
  ADD ("unreachable-driver-is-reported", test_unreachable_driver_is_reported);
  ADD ("driver-position-is-reached", test_driver_position_is_reached);
  ADD ("huge-length-does-not-close", test_huge_length_does_not_close);
  ADD ("reversed-body-is-turned-over", test_reversed_body_is_turned_over);
  ADD ("reversed-axis-is-reported", test_reversed_axis_is_reported);
  ADD ("given-crank-speed-moves-the-others", test_given_crank_speed_moves_the_others);
  ADD ("driver-velocity-is-honoured", test_driver_velocity_is_honoured);
  ADD ("driver-wins-over-given-velocity", test_driver_wins_over_given_velocity);
  ADD ("inconsistent-velocity-is-reported", test_inconsistent_velocity_is_reported);
  ADD ("rest-stays-rest", test_rest_stays_rest);
  return g_test_run ();
}
