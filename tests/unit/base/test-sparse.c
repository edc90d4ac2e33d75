#include "support.h"

#include "base/sparse.h"

/* 3 × 4 with a row that is the sum of the others. */
static int start[] = { 0, 2, 4, 7 };
static int column[] = { 0, 1, 1, 3, 0, 1, 3 };
static double value[] = { 1, 2, 1, -1, 1, 3, -1 };
static const BcRows matrix = { 3, 4, start, column, value };

static void
test_products (void)
{
  const double x[] = { 1, 2, 3, 4 }, z[] = { 1, -1, 2 };
  double y[3], w[4];
  bc_rows_times (&matrix, x, y);
  assert_close (y[0], 5, 0);
  assert_close (y[1], -2, 0);
  assert_close (y[2], 3, 0);
  bc_rows_transpose_times (&matrix, z, w);
  assert_close (w[0], 3, 0);
  assert_close (w[1], 7, 0);
  assert_close (w[2], 0, 0);
  assert_close (w[3], -1, 0);
}

static void
test_rank_names_dependent_rows (void)
{
  int rank, dependent[3];
  g_assert_cmpint (bc_rows_rank (&matrix, 1e-9, &rank, dependent), ==, BC_GOOD);
  g_assert_cmpint (rank, ==, 2);
  g_assert_cmpint (dependent[0] + dependent[1] + dependent[2], ==, 1);
}

/* Meets consistent equations although they are redundant, and by the smallest x. */
static void
test_least_change_is_smallest (void)
{
  const double b[] = { 1, 2, 3 };
  double x[4], y[3];
  BcLeastChange *solver = bc_least_change_new (&matrix);
  g_assert_cmpint (bc_least_change_factor (solver, &matrix, 1e-11), ==, BC_GOOD);
  g_assert_cmpint (bc_least_change_solve (solver, &matrix, b, x), ==, BC_GOOD);
  bc_rows_times (&matrix, x, y);
  for (int i = 0; i < 3; i++)
    assert_close (y[i], b[i], 1e-9);
  assert_close (x[2], 0, 0); /* nothing asks for it */
  assert_close (2 * x[0] - x[1] - x[3], 0,
                1e-5); /* perpendicular to the null space (2, -1, 0, -1) */
  bc_least_change_free (solver);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/sparse/products", test_products);
  g_test_add_func ("/base/sparse/rank-names-dependent-rows", test_rank_names_dependent_rows);
  g_test_add_func ("/base/sparse/least-change-is-smallest", test_least_change_is_smallest);
  return g_test_run ();
}
