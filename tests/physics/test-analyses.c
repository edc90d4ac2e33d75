/* Kinematics, statics and inverse dynamics against solutions on paper. */
#include "runs.h"

/* Crank r, rod l, offset 0: x = r cos φ + √(l² - r² sin²φ), with its two derivatives. */
#define SLIDER_CRANK                                                                               \
  "{\"bellcrank\": 1, \"gravity\": [0, 0, 0], \"bodies\": ["                                       \
  "{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": {\"o\": {}, \"g\": {\"z\": [1, 0, "   \
  "0]}}},"                                                                                         \
  "{\"name\": \"crank\", \"kind\": \"rigid\", \"mass\": 1, \"inertia\": [1, 1, 1], \"pose\": "     \
  "{\"angle\": 0.5},"                                                                              \
  " \"markers\": {\"a\": {}, \"b\": {\"at\": [0.1, 0, 0]}}},"                                      \
  "{\"name\": \"rod\", \"kind\": \"rigid\", \"mass\": 1e-6, \"inertia\": [1e-8, 1e-8, 1e-8], "     \
  "\"pose\": {\"at\": [0.09, 0.05, 0], \"angle\": -0.15},"                                         \
  " \"markers\": {\"a\": {}, \"b\": {\"at\": [0.3, 0, 0]}}},"                                      \
  "{\"name\": \"piston\", \"kind\": \"rigid\", \"mass\": 2, \"pose\": {\"at\": [0.38, 0, 0]},"     \
  " \"inertia\": [0.01, 0.01, 0.01], \"markers\": {\"p\": {}, \"g\": {\"z\": [1, 0, 0]}}}],"       \
  "\"joints\": [{\"name\": \"O\", \"type\": \"revolute\", \"from\": \"ground/o\", \"to\": "        \
  "\"crank/a\"},"                                                                                  \
  "{\"name\": \"A\", \"type\": \"revolute\", \"from\": \"crank/b\", \"to\": \"rod/a\"},"           \
  "{\"name\": \"B\", \"type\": \"revolute\", \"from\": \"rod/b\", \"to\": \"piston/p\"},"          \
  "{\"name\": \"S\", \"type\": \"prismatic\", \"from\": \"ground/g\", \"to\": \"piston/g\"}],"     \
  "\"drivers\": [{\"name\": \"motor\", \"joint\": \"O\", \"velocity\": 10, \"start\": 0.5}]}"

static void
test_slider_crank (void)
{
  BcModel *model = model_from_text (SLIDER_CRANK);
  BcSimulation *s = simulate (model, BC_ANALYSIS_INVERSE, 1e-3, 0.7, 1e-3);
  const double r = 0.1, l = 0.3, w = 10.0, mass = 2.0;
  for (int i = 0; i < bc_recording_length (bc_simulation_recording (s)); i += 7)
    {
      double phi = 0.5 + w * value_at (s, model, "time", i), c = cos (phi), sn = sin (phi);
      double root = sqrt (l * l - r * r * sn * sn);
      double x1 = -r * sn - r * r * sn * c / root; /* dx/dφ */
      double x2 = -r * c - r * r * (c * c - sn * sn) / root
                  - r * r * r * r * sn * sn * c * c / (root * root * root);
      assert_close (value_at (s, model, "O.q1", i), phi, 1e-10);
      assert_close (value_at (s, model, "piston.x", i), r * c + root, 1e-10);
      assert_close (value_at (s, model, "piston.vx", i), w * x1, 1e-8);
      assert_close (value_at (s, model, "piston.ax", i), w * w * x2, 1e-6);
      /* the rod has almost no mass: it pushes the piston, and the power of the motor is that of the piston */
      assert_close (value_at (s, model, "world:B.fx", i), mass * w * w * x2, 2e-4);
      assert_close (value_at (s, model, "motor.effort", i), mass * w * w * x2 * x1, 2e-4);
    }
  bc_simulation_free (s);
  bc_model_free (model);
}

/* Three bars hold a weight: by symmetry and statics, not by their stiffness, since the middle one is
 * left out; each side bar at 45° carries W/√2. */
static void
test_truss_reactions (void)
{
  BcModel *model = model_from_text (
      "{\"bellcrank\": 1, \"bodies\": ["
      "{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": {\"l\": {\"at\": [-1, 1, 0]}, "
      "\"r\": "
      "{\"at\": [1, 1, 0]}}},"
      "{\"name\": \"left\", \"kind\": \"rigid\", \"mass\": 1e-9, \"inertia\": [1e-9, 1e-9, 1e-9], "
      "\"pose\": "
      "{\"at\": [-1, 1, 0], \"angle\": \"-45 deg\"}, \"markers\": {\"a\": {}, \"b\": {\"at\": "
      "[\"sqrt(2)\", 0, "
      "0]}}},"
      "{\"name\": \"right\", \"kind\": \"rigid\", \"mass\": 1e-9, \"inertia\": [1e-9, 1e-9, 1e-9], "
      "\"pose\": "
      "{\"at\": [1, 1, 0], \"angle\": \"-135 deg\"}, \"markers\": {\"a\": {}, \"b\": {\"at\": "
      "[\"sqrt(2)\", 0, "
      "0]}}}],"
      "\"joints\": [{\"name\": \"L\", \"type\": \"revolute\", \"from\": \"ground/l\", \"to\": "
      "\"left/a\"},"
      "{\"name\": \"R\", \"type\": \"revolute\", \"from\": \"ground/r\", \"to\": \"right/a\"},"
      "{\"name\": \"tip\", \"type\": \"revolute\", \"from\": \"left/b\", \"to\": \"right/b\"}],"
      "\"forces\": [{\"name\": \"W\", \"type\": \"force\", \"at\": \"left/b\", \"force\": [0, "
      "-100, 0]}]}");
  BcSimulation *s = simulate (model, BC_ANALYSIS_STATICS, 1e-3, 0, 1e-3);
  assert_close (value_at (s, model, "world:L.fx", 0), -50, 1e-4);
  assert_close (value_at (s, model, "world:L.fy", 0), 50, 1e-4);
  assert_close (value_at (s, model, "world:R.fx", 0), 50, 1e-4);
  assert_close (value_at (s, model, "world:R.fy", 0), 50, 1e-4);
  bc_simulation_free (s);
  bc_model_free (model);
}

/* Eight links of 1 kg and 1 m hang straight down; the pin carries them all. */
static void
test_hanging_chain (void)
{
  BcModel *model = load_example ("chain");
  BcSimulation *s = simulate (model, BC_ANALYSIS_STATICS, 1e-3, 0, 1e-3);
  assert_close (value_at (s, model, "link8/b.x", 0), 0, 1e-6);
  assert_close (value_at (s, model, "link8/b.y", 0), -8, 1e-9);
  assert_close (value_at (s, model, "world:pin1.fy", 0), 8 * 9.81, 1e-6);
  assert_close (value_at (s, model, "world:pin8.fy", 0), 9.81, 1e-6);
  bc_simulation_free (s);
  bc_model_free (model);
}

/* The middle gear only turns the sense around: the ends turn alike, by the ratio of their teeth. */
static void
test_gear_ratios (void)
{
  BcModel *model = load_example ("gear-train");
  BcSimulation *s = simulate (model, BC_ANALYSIS_KINEMATICS, 1e-2, 1, 1e-2);
  double one = value_at (s, model, "O1.qd1", 50), two = value_at (s, model, "O2.qd1", 50);
  double three = value_at (s, model, "O3.qd1", 50);
  const BcJoint *mesh1 = &model->joints[bc_model_find_joint (model, "mesh1")];
  const BcJoint *mesh2 = &model->joints[bc_model_find_joint (model, "mesh2")];
  g_assert_cmpfloat (fabs (one), >, 0.1);
  assert_close (two, -mesh1->ratio * one, 1e-9);
  assert_close (three, mesh1->ratio * mesh2->ratio * one, 1e-9);
  bc_simulation_free (s);
  bc_model_free (model);
}

/* Two hinges on one axis: how they share the weight of the door along it nobody can tell, but the
 * sum is its weight, and the couple across is unique. */
static void
test_door_on_two_hinges (void)
{
  BcModel *model = model_from_text (
      "{\"bellcrank\": 1, \"gravity\": [0, 0, -9.81], \"up\": \"z\", \"bodies\": ["
      "{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": {\"a\": {}, \"b\": {\"at\": [0, "
      "0, 2]}}},"
      "{\"name\": \"door\", \"kind\": \"rigid\", \"mass\": 10, \"com\": [0.5, 0, 1], \"inertia\": "
      "[4, 4, 1], "
      "\"markers\": {\"a\": {}, \"b\": {\"at\": [0, 0, 2]}}}],"
      "\"joints\": [{\"name\": \"A\", \"type\": \"revolute\", \"from\": \"ground/a\", \"to\": "
      "\"door/a\"},"
      "{\"name\": \"B\", \"type\": \"revolute\", \"from\": \"ground/b\", \"to\": \"door/b\"}]}");
  BcSimulation *s = simulate (model, BC_ANALYSIS_DYNAMICS, 1e-3, 0.01, 1e-3);
  const BcFrame *frame = bc_recording_frame (bc_simulation_recording (s), 0);
  g_assert_true (frame->reactions[0].open[2]);
  g_assert_true (frame->reactions[1].open[2]);
  assert_close (frame->reactions[0].force.z + frame->reactions[1].force.z, 98.1, 1e-8);
  assert_close (frame->reactions[0].force.z, frame->reactions[1].force.z, 1e-3);
  bc_simulation_free (s);
  bc_model_free (model);
}

/* Two rods pulled apart by a driver: the run stops with a message, and keeps its frames. */
static void
test_pulled_apart (void)
{
  BcModel *model = model_from_text (
      "{\"bellcrank\": 1, \"bodies\": ["
      "{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": {\"o\": {}}},"
      "{\"name\": \"a\", \"kind\": \"rigid\", \"mass\": 1, \"inertia\": [1, 1, 1], \"pose\": "
      "{\"angle\": 0.5}, "
      "\"markers\": {\"a\": {}, \"b\": {\"at\": [1, 0, 0]}}},"
      "{\"name\": \"b\", \"kind\": \"rigid\", \"mass\": 1, \"inertia\": [1, 1, 1], \"pose\": "
      "{\"at\": [0.8776, "
      "0.4794, 0], \"angle\": -0.5}, \"markers\": {\"a\": {}, \"b\": {\"at\": [1, 0, 0]}}}],"
      "\"joints\": [{\"name\": \"O\", \"type\": \"revolute\", \"from\": \"ground/o\", \"to\": "
      "\"a/a\"},"
      "{\"name\": \"A\", \"type\": \"revolute\", \"from\": \"a/b\", \"to\": \"b/a\"}],"
      "\"drivers\": [{\"name\": \"pull\", \"marker\": \"b/b\", \"axis\": \"x\", \"velocity\": "
      "1}]}");
  BcAnalysis options = model->analysis;
  BcRunFault fault;
  options.step = 1e-3;
  options.end = 2;
  BcSimulation *s = bc_simulation_new (model, &options, &fault);
  BcStatus status;
  while ((status = bc_simulation_step (s, &fault)) == BC_GOOD)
    ;
  g_assert_cmpint (status, ==, BC_STOP);
  g_assert_nonnull (strstr (fault.text, "no solution beyond"));
  int frames = bc_recording_length (bc_simulation_recording (s));
  g_assert_cmpint (frames, >, 50);
  /* it gets as far as the rods reach */
  assert_close (value_at (s, model, "b/b.x", frames - 1), 2.0, 2e-3);
  bc_simulation_free (s);
  bc_model_free (model);
}

/* A stiff spring beside a slow swing: generalised-α takes the fast oscillation out and keeps the slow
 * one, the trapezoidal rule keeps both. */
static void
test_generalized_alpha_damps_what_is_fast (void)
{
  BcModel *model = model_from_text (
      "{\"bellcrank\": 1, \"gravity\": [0, 0, 0], \"bodies\": ["
      "{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": {\"o\": {\"z\": [1, 0, 0]}, "
      "\"far\": "
      "{\"at\": [9, 0, 0]}}},"
      "{\"name\": \"fast\", \"kind\": \"rigid\", \"mass\": 1, \"inertia\": [1, 1, 1], "
      "\"velocity\": "
      "{\"linear\": [1, 0, 0]}, \"markers\": {\"m\": {\"z\": [1, 0, 0]}}},"
      "{\"name\": \"slow\", \"kind\": \"rigid\", \"mass\": 1, \"inertia\": [1, 1, 1], "
      "\"velocity\": "
      "{\"linear\": [1, 0, 0]}, \"markers\": {\"m\": {\"z\": [1, 0, 0]}}}],"
      "\"joints\": [{\"name\": \"F\", \"type\": \"prismatic\", \"from\": \"ground/o\", \"to\": "
      "\"fast/m\"},"
      "{\"name\": \"S\", \"type\": \"prismatic\", \"from\": \"ground/o\", \"to\": \"slow/m\"}],"
      "\"forces\": [{\"name\": \"stiff\", \"type\": \"joint-spring\", \"joint\": \"F\", "
      "\"stiffness\": 1e8, "
      "\"rest\": 0}, {\"name\": \"soft\", \"type\": \"joint-spring\", \"joint\": \"S\", "
      "\"stiffness\": 1, "
      "\"rest\": 0}]}");
  for (int damped = 0; damped < 2; damped++)
    {
      model->analysis.integrator =
          damped == 1 ? BC_INTEGRATOR_GENERALIZED_ALPHA : BC_INTEGRATOR_TRAPEZOIDAL;
      BcSimulation *s = simulate (model, BC_ANALYSIS_DYNAMICS, 1e-2, 5, 1e-2);
      int last = bc_recording_length (bc_simulation_recording (s)) - 1;
      double fast = 0.0;
      for (int i = last - 50; i <= last; i++)
        fast = fmax (fast, fabs (value_at (s, model, "F.qd1", i)));
      assert_close (value_at (s, model, "S.q1", last), sin (5.0), 1e-3);
      if (damped == 1)
        g_assert_cmpfloat (fast, <, 1e-6);
      else
        g_assert_cmpfloat (fast, >, 0.5);
      bc_simulation_free (s);
    }
  bc_model_free (model);
}

static void
test_kinematics_needs_drivers (void)
{
  BcModel *model = load_example ("pendulum");
  BcAnalysis options = model->analysis;
  BcRunFault fault;
  options.kind = BC_ANALYSIS_KINEMATICS;
  g_assert_null (bc_simulation_new (model, &options, &fault));
  g_assert_nonnull (strstr (fault.text, "not driven"));
  bc_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/physics/inverse/slider-crank", test_slider_crank);
  g_test_add_func ("/physics/statics/truss", test_truss_reactions);
  g_test_add_func ("/physics/statics/hanging-chain", test_hanging_chain);
  g_test_add_func ("/physics/kinematics/gear-ratios", test_gear_ratios);
  g_test_add_func ("/physics/kinematics/needs-drivers", test_kinematics_needs_drivers);
  g_test_add_func ("/physics/reactions/door-on-two-hinges", test_door_on_two_hinges);
  g_test_add_func ("/physics/dynamics/pulled-apart", test_pulled_apart);
  g_test_add_func ("/physics/dynamics/generalized-alpha-damps-what-is-fast",
                   test_generalized_alpha_damps_what_is_fast);
  return g_test_run ();
}
