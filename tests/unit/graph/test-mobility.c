/* Mobility of mechanisms whose answer is known on paper.
 *
 * Each row of the table is a file of tests/data/mobility.  Counts are Grübler's: 6 per moving body
 * in space, 3 in the plane, minus the equations of the joints.  A closed loop of f joint freedoms
 * whose motions span a space of s dimensions has f - s freedoms and 6 - s redundant equations:
 * s = 3 for parallel or intersecting hinges, 6 in general. */
#include "analysis/assembly.h"
#include "graph/graph.h"
#include "graph/mobility.h"
#include "model/model-read.h"

#include <math.h>
#include <string.h>

/* clang-format off */
#define SPATIAL false, 0
#define PLANAR(count) true, count

typedef struct
{
  const char *name;
  int gruebler;
  bool planar;
  int gruebler_planar;
  int freedoms, redundant; /* by rank; redundant equations of joints and drivers */
  bool singular;
  int driven;
} Case;

static const Case cases[] = {
  /* loops of four links */
  { "four-bar", -2, PLANAR (1), 1, 3, false, 0 },                 /* one planar loop */
  { "four-bar-rscr", 1, SPATIAL, 1, 0, false, 0 },                /* 18 - (5+3+4+5): exact */
  { "four-bar-two-drivers", -2, PLANAR (1), 1, 4, false, 1 },     /* the second driver */
  { "four-bar-inactive-driver", -2, PLANAR (1), 1, 3, false, 0 }, /* holds nothing */
  { "four-bar-driven-point", -2, PLANAR (1), 1, 3, false, 1 },    /* takes the freedom */
  { "four-bar-massless-coupler", 1, PLANAR (1), 1, 0, false, 0 }, /* 12 - (5+5+1) */
  { "rssr", 2, SPATIAL, 2, 0, false, 0 },                         /* one is the rod's spin */
  { "rccc", 1, SPATIAL, 1, 0, false, 0 },                         /* 18 - (5+4+4+4) */
  { "spherical-four-bar", -2, SPATIAL, 1, 3, false, 0 },          /* rotations only: s = 3 */
  { "bennett", -2, SPATIAL, 1, 3, false, 0 },                     /* a/sin(alpha) = b/sin(beta) */
  { "slider-crank", -2, PLANAR (1), 1, 3, false, 0 },             /* planar loop */
  { "slider-crank-rscp", 1, SPATIAL, 1, 0, false, 0 },            /* 18 - (5+3+4+5): exact */
  { "oldham", -2, PLANAR (1), 1, 3, false, 0 },                   /* planar loop R P P R */
  { "five-bar", -1, PLANAR (2), 2, 3, false, 0 },                 /* one planar loop of five */
  { "parallelogram-flat", -2, PLANAR (1), 2, 4, true, 0 },        /* may fold either way */

  /* six hinges in space */
  { "bricard", 0, SPATIAL, 1, 1, false, 0 },                      /* s = 5 by its symmetry */
  { "sarrus", 0, SPATIAL, 1, 1, false, 0 },                       /* none turns about z: s = 5 */

  /* several loops */
  { "three-rrr", -3, PLANAR (3), 3, 6, false, 0 },                /* two planar loops */
  { "peaucellier", -8, PLANAR (1), 1, 9, false, 0 },              /* three planar loops */
  { "double-four-bar", -5, PLANAR (1), 1, 6, false, 0 },          /* two planar loops */
  { "double-four-bar-flat", -5, PLANAR (1), 3, 8, true, 0 },      /* any crank may start */
  { "sixty-parallelograms", -179, PLANAR (1), 1, 180, false, 0 }, /* sixty loops, sparse rank */
  { "stewart", 6, SPATIAL, 6, 0, false, 6 },                      /* 78 - 6 (4+5+3) */
  { "stewart-rods", 0, SPATIAL, 0, 0, false, 0 },                 /* six rods hold a body */

  /* structures */
  { "truss-triangle", -3, PLANAR (0), 0, 3, false, 0 },           /* rigid triangle */
  { "truss-on-roller", -4, PLANAR (0), 0, 4, false, 0 },          /* determinate in its plane */
  { "truss-square", -10, PLANAR (-1), 0, 10, false, 0 },          /* one diagonal too many */
  { "collinear-bars", -3, PLANAR (0), 1, 4, true, 0 },            /* shaky: may sag */
  { "three-bars-shaky", -6, PLANAR (0), 1, 7, true, 0 },          /* shaky sideways */
  { "three-bars-equal", -6, PLANAR (0), 1, 7, false, 0 },         /* these really move */
  { "fixed-chain", 0, SPATIAL, 0, 0, false, 0 },
  { "fixed-loop", -6, SPATIAL, 0, 6, false, 0 },                  /* one joint too many */

  /* one body */
  { "free-body", 6, SPATIAL, 6, 0, false, 0 },
  { "free-joint", 6, SPATIAL, 6, 0, false, 0 },
  { "unconnected-part", 9, SPATIAL, 9, 0, false, 0 },             /* 3 of the ball, 6 afloat */
  { "spherical-pendulum", 3, SPATIAL, 3, 0, false, 0 },
  { "universal-pendulum", 2, SPATIAL, 2, 0, false, 0 },
  { "door", -4, PLANAR (-1), 1, 5, false, 0 },                    /* one hinge is enough */
  { "prismatic", 1, SPATIAL, 1, 0, false, 0 },                    /* one slide shows no plane */
  { "screw", 1, SPATIAL, 1, 0, false, 0 },
  { "cylindrical", 2, SPATIAL, 2, 0, false, 0 },
  { "planar", 3, PLANAR (3), 3, 0, false, 0 },
  { "point-on-line", 4, SPATIAL, 4, 0, false, 0 },
  { "point-on-plane", 5, SPATIAL, 5, 0, false, 0 },
  { "distance", 5, SPATIAL, 5, 0, false, 0 },
  { "distance-pair", 4, SPATIAL, 4, 0, false, 0 },
  { "ball-and-rod", 2, SPATIAL, 2, 0, false, 0 },                 /* swings and spins */

  /* shafts and gears */
  { "universal-shaft", -2, SPATIAL, 1, 3, false, 0 },             /* axes meet: s = 3 */
  { "cardan-shaft", 0, SPATIAL, 1, 1, false, 0 },                 /* its length is held twice */
  { "cardan-shaft-spline", 1, SPATIAL, 1, 0, false, 0 },          /* a spline frees it */
  { "gear-pair", 1, PLANAR (1), 1, 0, false, 0 },
  { "gear-ring-of-three", 0, PLANAR (0), 0, 0, false, 0 },        /* an odd ring is locked */
  { "gear-ring-of-four", 0, PLANAR (0), 1, 1, false, 0 },         /* an even ring turns */
  { "planetary", 2, PLANAR (2), 2, 0, false, 0 },
  { "differential", 2, SPATIAL, 2, 0, false, 0 },
  { "belt-on-carrier", 2, PLANAR (2), 2, 0, false, 0 },           /* the belt ignores the arm */
  { "rack-and-pinion", 1, PLANAR (1), 1, 0, false, 0 },
  { "screw-press", -3, SPATIAL, 1, 4, false, 0 },                 /* one screw axis: s = 2 */

  /* other joints in the plane, chains */
  { "quick-return", 0, PLANAR (1), 1, 1, false, 0 },              /* also holds the pin in z */
  { "flat-follower", 1, PLANAR (1), 1, 0, false, 0 },
  { "wedges", -3, PLANAR (0), 1, 4, false, 0 },                   /* translations only: s = 2 */
  { "chain-of-five", 5, PLANAR (5), 5, 0, false, 0 },
};
/* clang-format on */

/* ---- a mechanism, assembled ---- */

typedef struct
{
  BcModel *model;
  BcConstraints *constraints;
  BcConfiguration *configuration;
  BcMobility *mobility;
} Mechanism;

static Mechanism
mechanism_open (const char *name)
{
  g_autofree char *base = g_strconcat (name, ".bellcrank.json", NULL);
  g_autofree char *file = g_build_filename (BC_TEST_DATA_DIR, "mobility", base, NULL);
  g_autoptr (BcProblems) problems = bc_problems_new (base);
  Mechanism mechanism = { .model = bc_model_load (file, NULL, problems) };
  g_autofree char *messages = bc_problems_format (problems);
  g_assert_cmpstr (messages, ==, "");
  g_assert_nonnull (mechanism.model);
  mechanism.constraints = bc_constraints_new (mechanism.model);
  mechanism.configuration = bc_configuration_new (mechanism.constraints);
  BcAssembly *assembly = bc_assemble (mechanism.constraints, mechanism.configuration);
  g_assert_true (assembly->closed);
  g_assert_false (assembly->flipped);
  bc_assembly_free (assembly);
  mechanism.mobility = bc_mobility_new (mechanism.constraints, mechanism.configuration);
  return mechanism;
}

static void
mechanism_close (Mechanism *mechanism)
{
  bc_mobility_free (mechanism->mobility);
  bc_configuration_free (mechanism->configuration);
  bc_constraints_free (mechanism->constraints);
  bc_model_free (mechanism->model);
}

/* ---- the table ---- */

/* Each described motion leaves every joint closed: J motion = 0. */
static void
check_motions (const Mechanism *mechanism)
{
  const BcConstraints *c = mechanism->constraints;
  const BcMobility *mobility = mechanism->mobility;
  BcRows *jacobian = bc_constraints_pattern (c, c->n_joint_rows);
  g_autofree double *residual = g_new0 (double, c->n_joint_rows + 1);
  g_autofree double *rates = g_new0 (double, c->n_joint_rows + 1);
  bc_constraints_evaluate (c, mechanism->configuration, c->n_joint_rows, residual, jacobian);
  for (int i = 0; i < mobility->n_described; i++)
    {
      bc_rows_times (jacobian, mobility->described[i].motion, rates);
      for (int k = 0; k < c->n_joint_rows; k++)
        g_assert_cmpfloat (fabs (rates[k]), <, 1e-7 * c->size);
    }
  bc_rows_free (jacobian);
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  Mechanism mechanism = mechanism_open (expected->name);
  const BcMobility *found = mechanism.mobility;
  g_assert_cmpint (found->gruebler, ==, expected->gruebler);
  g_assert_cmpint (found->planar, ==, expected->planar);
  if (expected->planar)
    g_assert_cmpint (found->gruebler_planar, ==, expected->gruebler_planar);
  g_assert_cmpint (found->freedoms, ==, expected->freedoms);
  g_assert_cmpint (found->n_redundant, ==, expected->redundant);
  g_assert_cmpint (found->driven, ==, expected->driven);
  g_assert_cmpint (found->singular, ==, expected->singular);
  g_assert_cmpint (found->rank + found->freedoms, ==, 6 * found->n_moving);
  if (found->n_moving <= 100)
    g_assert_cmpint (found->n_described, ==, found->freedoms);
  check_motions (&mechanism);
  mechanism_close (&mechanism);
}

/* ---- which equations are redundant ---- */

typedef struct
{
  const char *name, *owner; /* a joint or a driver */
  const char *directions[7];
} Named;

#define PLANE_LOOP                                                                                 \
  {                                                                                                \
    "translation along z", "rotation about x", "rotation about y"                                  \
  }
#define HINGE                                                                                      \
  {                                                                                                \
    "translation along x", "translation along y", "translation along z", "rotation about x",       \
        "rotation about y"                                                                         \
  }

static const Named named[] = {
  { "four-bar", "C", PLANE_LOOP },
  { "slider-crank", "S", { "translation along y", "rotation about x", "rotation about z" } },
  { "door", "high", HINGE },
  { "collinear-bars",
    "B",
    { "translation along x", "translation along z", "rotation about x", "rotation about y" } },
  { "four-bar-two-drivers", "brake", { "the driven coordinate" } },
  { "gear-ring-of-four", "M4", { "the coupled coordinates" } },
};

static const char *
owner_name (const BcModel *model, const BcRedundancy *row)
{
  return row->joint >= 0 ? model->joints[row->joint].name : model->drivers[row->driver].name;
}

static void
test_redundant_names (gconstpointer data)
{
  const Named *expected = data;
  Mechanism mechanism = mechanism_open (expected->name);
  int n = 0;
  for (int i = 0; i < mechanism.mobility->n_redundant; i++)
    {
      const BcRedundancy *row = &mechanism.mobility->redundant[i];
      if (strcmp (owner_name (mechanism.model, row), expected->owner) == 0)
        g_assert_cmpstr (row->direction, ==, expected->directions[n++]);
    }
  g_assert_null (expected->directions[n]);
  mechanism_close (&mechanism);
}

/* ---- what moves in a freedom ---- */

static void
test_idle_spin_moves_only_the_rod (void)
{
  Mechanism mechanism = mechanism_open ("rssr");
  const BcMobility *mobility = mechanism.mobility;
  int rod = bc_model_find_body (mechanism.model, "rod"), only_rod = 0;
  for (int i = 0; i < mobility->n_described; i++)
    {
      double others = 0.0, spin = 0.0;
      for (int k = 0; k < mechanism.constraints->n_columns; k++)
        {
          bool of_rod = k / 6 == mechanism.constraints->body_column[rod] / 6;
          *(of_rod ? &spin : &others) += fabs (mobility->described[i].motion[k]);
        }
      only_rod += spin > 0.1 && others < 1e-6 * spin;
    }
  g_assert_cmpint (only_rod, ==, 1);
  mechanism_close (&mechanism);
}

static void
test_freedom_is_named_after_the_driver (void)
{
  Mechanism mechanism = mechanism_open ("four-bar-two-drivers");
  const BcFreedom *freedom = &mechanism.mobility->described[0];
  g_assert_cmpstr (mechanism.model->joints[freedom->joint].name, ==, "O");
  mechanism_close (&mechanism);
}

static void
test_flat_position_says_what_is_nearby (void)
{
  Mechanism mechanism = mechanism_open ("double-four-bar-flat");
  g_assert_cmpint (6 * mechanism.mobility->n_moving - mechanism.mobility->rank_nearby, ==, 1);
  mechanism_close (&mechanism);
}

/* ---- pieces and loops of the graph ---- */

static void
check_graph (const char *name, int parts, int grounded, int loops)
{
  Mechanism mechanism = mechanism_open (name);
  BcGraph *graph = bc_graph_new (mechanism.model);
  int tied = 0;
  for (int i = 0; i < graph->n_parts; i++)
    tied += graph->grounded[i];
  g_assert_cmpint (graph->n_parts, ==, parts);
  g_assert_cmpint (tied, ==, grounded);
  g_assert_cmpint (graph->n_loops, ==, loops);
  g_assert_cmpint (graph->part[mechanism.model->ground], ==, 0);
  bc_graph_free (graph);
  mechanism_close (&mechanism);
}

static void
test_parts_and_loops (void)
{
  check_graph ("unconnected-part", 2, 1, 0);
  check_graph ("free-joint", 2, 1, 0); /* a joint that holds nothing ties nothing */
  check_graph ("chain-of-five", 1, 1, 0);
  check_graph ("door", 1, 1, 1);
  check_graph ("peaucellier", 1, 1, 3);
  check_graph ("stewart", 1, 1, 5);
  check_graph ("gear-ring-of-four", 1, 1, 0); /* couplings are no edges */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/graph/mobility/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (named); i++)
    {
      g_autofree char *path = g_strconcat ("/graph/redundant/", named[i].name, NULL);
      g_test_add_data_func (path, &named[i], test_redundant_names);
    }
  g_test_add_func ("/graph/freedoms/idle-spin-moves-only-the-rod",
                   test_idle_spin_moves_only_the_rod);
  g_test_add_func ("/graph/freedoms/named-after-the-driver",
                   test_freedom_is_named_after_the_driver);
  g_test_add_func ("/graph/freedoms/flat-position-nearby", test_flat_position_says_what_is_nearby);
  g_test_add_func ("/graph/parts-and-loops", test_parts_and_loops);
  return g_test_run ();
}
