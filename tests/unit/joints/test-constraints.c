/* Walks the joint table: every type's equations against finite differences, ranks and freedoms. */
#include "support.h"

#include "base/basis.h"
#include "joints/constraints.h"

/* Keys that some types need. */
static const struct
{
  const char *type, *keys;
} extras[] = {
  { "screw", ", \"pitch\": 0.3, \"offset\": 0.1" },
  { "distance", ", \"length\": 1.5" },
};

static char *
model_text (const BcJointType *type)
{
  const char *keys = "";
  for (gsize i = 0; i < G_N_ELEMENTS (extras); i++)
    if (strcmp (extras[i].type, type->name) == 0)
      keys = extras[i].keys;
  g_autofree char *joint =
      type->couples ? g_strdup_printf (
          "{\"name\": \"c1\", \"type\": \"cylindrical\", \"from\": \"ground/o\", \"to\": \"a/m\"},"
          "{\"name\": \"c2\", \"type\": \"cylindrical\", \"from\": \"a/n\", \"to\": \"b/m\"},"
          "{\"name\": \"j\", \"type\": \"%s\", \"joints\": [\"c1\", \"c2\"], \"coordinates\": "
          "[2, %d], %s, \"offset\": 0.2}",
          type->name, strcmp (type->name, "rack") == 0 ? 1 : 2,
          strcmp (type->name, "gear") == 0   ? "\"ratio\": -1.5"
          : strcmp (type->name, "rack") == 0 ? "\"radius\": 0.4"
                                             : "\"factors\": [2, -3]")
                    : g_strdup_printf (
                        "{\"name\": \"j\", \"type\": \"%s\", \"from\": \"a/n\", \"to\": "
                        "\"b/m\"%s}",
                        type->name, keys);
  return g_strdup_printf (
      "{\"bellcrank\": 1, \"bodies\": ["
      "{\"name\": \"ground\", \"kind\": \"ground\", \"markers\": {\"o\": {\"at\": [0.1, 0.2, "
      "0.3]}}},"
      "{\"name\": \"a\", \"kind\": \"rigid\", \"mass\": 1, \"markers\": {"
      "  \"m\": {\"at\": [0.3, 0, 0.1], \"z\": [1, 0.2, 0]}, \"n\": {\"at\": [0, 0.4, 0], \"z\": "
      "[0, 1, "
      "0.5]}}},"
      "{\"name\": \"b\", \"kind\": \"rigid\", \"mass\": 1, \"markers\": {"
      "  \"m\": {\"at\": [0.2, 0.1, -0.4], \"z\": [0.3, 1, 0], \"x\": [1, 0, 0.1]}}}],"
      "\"joints\": [%s]}",
      joint);
}

static BcConfiguration *
random_configuration (const BcConstraints *c, GRand *rand)
{
  BcConfiguration *configuration = bc_configuration_new (c);
  g_autofree double *change = g_new0 (double, (gsize) c->n_columns);
  for (int i = 0; i < c->n_columns; i++)
    change[i] = c->size * g_rand_double_range (rand, -0.5, 0.5);
  bc_configuration_move (c, configuration, change);
  return configuration;
}

static void
residual_after (const BcConstraints *c, const BcConfiguration *from, int column, double step,
                double *residual)
{
  BcConfiguration *moved = bc_configuration_copy (c, from);
  g_autofree double *change = g_new0 (double, (gsize) c->n_columns);
  change[column] = step;
  bc_configuration_move (c, moved, change);
  bc_constraints_evaluate (c, moved, c->n_rows, residual, NULL);
  bc_configuration_free (moved);
}

static void
test_jacobian (gconstpointer data)
{
  g_autofree char *text = model_text (data);
  BcModel *model = model_from_text (text);
  BcConstraints *c = bc_constraints_new (model);
  BcRows *jacobian = bc_constraints_pattern (c, c->n_rows);
  g_autofree double *phi = g_new0 (double, (gsize) c->n_rows + 1);
  g_autofree double *low = g_new0 (double, (gsize) c->n_rows + 1);
  g_autofree double *high = g_new0 (double, (gsize) c->n_rows + 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  const double h = 1e-5 * c->size;
  for (int round = 0; round < 5; round++)
    {
      BcConfiguration *at = random_configuration (c, rand);
      bc_constraints_evaluate (c, at, c->n_rows, phi, jacobian);
      for (int column = 0; column < c->n_columns; column++)
        {
          residual_after (c, at, column, -h, low);
          residual_after (c, at, column, h, high);
          for (int row = 0; row < c->n_rows; row++)
            {
              double found = 0.0;
              for (int k = jacobian->start[row]; k < jacobian->start[row + 1]; k++)
                if (jacobian->column[k] == column)
                  found += jacobian->value[k];
              assert_close (found, (high[row] - low[row]) / (2 * h), 2e-7);
            }
        }
      bc_configuration_free (at);
    }
  bc_rows_free (jacobian);
  bc_constraints_free (c);
  bc_model_free (model);
}

/* A joint's equations are independent, and with its freedoms they make six. */
static void
test_counts (gconstpointer data)
{
  const BcJointType *type = data;
  if (type->couples)
    {
      g_assert_cmpint (type->n_equations, ==, 0);
      g_assert_cmpint (type->n_coordinates, ==, 0);
      return;
    }
  g_assert_cmpint (type->n_equations + type->freedoms, ==, 6);
  g_assert_true (type->n_coordinates == type->freedoms || strcmp (type->name, "distance") == 0);

  g_autofree char *text = model_text (type);
  BcModel *model = model_from_text (text);
  BcConstraints *c = bc_constraints_new (model);
  BcRows *rows = bc_constraints_pattern (c, c->n_rows);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  BcConfiguration *at = random_configuration (c, rand);
  g_autofree double *phi = g_new0 (double, (gsize) c->n_rows + 1);
  g_autofree double *dense = g_new0 (double, (gsize) c->n_columns);
  bc_constraints_evaluate (c, at, c->n_rows, phi, rows);

  /* equations and coordinates together tell the six relative motions apart */
  BcBasis *basis = bc_basis_new (c->n_columns);
  for (int i = 0; i < c->n_rows; i++)
    {
      memset (dense, 0, (gsize) c->n_columns * sizeof (double));
      for (int k = rows->start[i]; k < rows->start[i + 1]; k++)
        dense[rows->column[k]] = rows->value[k];
      g_assert_true (bc_basis_add (basis, dense, 1e-6));
    }
  for (int i = 0; i < type->n_coordinates; i++)
    {
      bc_coordinate_gradient (c, at, 0, i, dense);
      g_assert_true (bc_basis_add (basis, dense, 1e-6));
    }
  bc_basis_free (basis);
  bc_configuration_free (at);
  bc_rows_free (rows);
  bc_constraints_free (c);
  bc_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int i = 0; bc_joint_types[i] != NULL; i++)
    {
      g_autofree char *jacobian = g_strdup_printf ("/joints/%s/jacobian", bc_joint_types[i]->name);
      g_autofree char *counts = g_strdup_printf ("/joints/%s/counts", bc_joint_types[i]->name);
      g_test_add_data_func (jacobian, bc_joint_types[i], test_jacobian);
      g_test_add_data_func (counts, bc_joint_types[i], test_counts);
    }
  return g_test_run ();
}
