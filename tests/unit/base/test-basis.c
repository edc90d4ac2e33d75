#include "support.h"

#include "base/basis.h"

static void
test_dependent_rows_are_found (void)
{
  static const double rows[][4] = {
    { 1, 2, 0, 0 }, { 0, 1, 1, 0 },    { 2, 5, 1, 0 },
    { 0, 0, 0, 0 }, { 0, 0, 0, 1e-3 }, { 1, 0, 0, 7 },
  };
  static const bool independent[] = { true, true, false, false, true, true };
  BcBasis *basis = bc_basis_new (4);
  for (int i = 0; i < 6; i++)
    g_assert_true (bc_basis_add (basis, rows[i], 1e-10) == independent[i]);
  g_assert_cmpint (basis->rank, ==, 4);
  bc_basis_free (basis);
}

static void
test_complement_is_perpendicular (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const int n = 30, rank = 17;
  BcBasis *basis = bc_basis_new (n);
  double row[30];
  for (int i = 0; i < rank; i++)
    {
      for (int k = 0; k < n; k++)
        row[k] = g_rand_double_range (rand, -1, 1);
      g_assert_true (bc_basis_add (basis, row, 1e-8));
    }
  double *rest = bc_basis_complement (basis);
  for (int i = 0; i < n - rank; i++)
    for (int j = 0; j < n; j++)
      {
        const double *other = j < rank ? basis->q + j * n : rest + (j - rank) * n;
        double dot = 0.0;
        for (int k = 0; k < n; k++)
          dot += rest[i * n + k] * other[k];
        assert_close (dot, j - rank == i, 1e-13);
      }
  free (rest);
  bc_basis_free (basis);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/basis/dependent-rows-are-found", test_dependent_rows_are_found);
  g_test_add_func ("/base/basis/complement-is-perpendicular", test_complement_is_perpendicular);
  return g_test_run ();
}
