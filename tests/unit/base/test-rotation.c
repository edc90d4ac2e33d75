#include "support.h"

#include "base/rotation.h"

static void
test_exp_and_log_are_inverse (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  for (int i = 0; i < 500; i++)
    {
      BcVec3 v = bc_scale (pow (10.0, -(i % 12)) * 3.0 / sqrt (3.0), random_vector (rand));
      BcVec3 back = bc_quat_log (bc_quat_exp (v));
      assert_close (bc_norm (bc_sub (v, back)), 0.0, 4e-15 * (1e-3 + bc_norm (v)));
    }
}

static void
test_matrix_and_quaternion_agree (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  for (int i = 0; i < 500; i++)
    {
      /* large turns reach every branch of the conversion */
      BcQuat q = bc_quat_exp (bc_scale (4.0, random_vector (rand)));
      BcMat3 a = bc_quat_to_matrix (q), back = bc_quat_to_matrix (bc_quat_from_matrix (&a));
      for (int k = 0; k < 3; k++)
        assert_close (bc_norm (bc_sub (a.col[k], back.col[k])), 0.0, 1e-14);
      assert_close (bc_dot (bc_cross (a.col[0], a.col[1]), a.col[2]), 1.0, 1e-14);
    }
}

static void
test_product_turns_one_after_the_other (void)
{
  BcQuat a = bc_quat_exp (bc_vec3 (0.3, -1, 0.5)), b = bc_quat_exp (bc_vec3 (1, 0.2, 0.7));
  BcMat3 ma = bc_quat_to_matrix (a), mb = bc_quat_to_matrix (b);
  BcMat3 product = bc_mat_mul (&ma, &mb), both = bc_quat_to_matrix (bc_quat_mul (a, b));
  for (int k = 0; k < 3; k++)
    assert_close (bc_norm (bc_sub (product.col[k], both.col[k])), 0.0, 1e-15);
}

/* A quarter turn about z takes x to y. */
static void
test_sense_of_rotation (void)
{
  BcMat3 a = bc_quat_to_matrix (bc_quat_exp (bc_vec3 (0, 0, BC_PI / 2)));
  BcVec3 y = bc_mat_vec (&a, bc_vec3 (1, 0, 0));
  assert_close (bc_norm (bc_sub (y, bc_vec3 (0, 1, 0))), 0.0, 1e-15);
}

static void
test_between_takes_one_to_the_other (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int i = 0; i < 100; i++)
    {
      BcVec3 from = bc_unit (random_vector (rand));
      BcVec3 to = i == 0 ? bc_scale (-1.0, from) : i == 1 ? from : bc_unit (random_vector (rand));
      BcMat3 a = bc_quat_to_matrix (bc_quat_between (from, to));
      assert_close (bc_norm (bc_sub (bc_mat_vec (&a, from), to)), 0.0, 1e-12);
    }
}

static void
test_principal_values (void)
{
  BcMat3 diagonal = { { { 3, 0, 0 }, { 0, 1, 0 }, { 0, 0, 2 } } };
  BcMat3 a = bc_quat_to_matrix (bc_quat_exp (bc_vec3 (0.4, 1.1, -0.6)));
  BcMat3 transposed = bc_mat_transpose (&a), half = bc_mat_mul (&diagonal, &transposed);
  BcMat3 turned = bc_mat_mul (&a, &half);
  double p[3];
  BcMat3 axes;
  bc_symmetric_eigen (&turned, p, &axes);
  for (int i = 0; i < 3; i++)
    {
      BcVec3 left = bc_sub (bc_mat_vec (&turned, axes.col[i]), bc_scale (p[i], axes.col[i]));
      assert_close (p[i], i + 1, 1e-13);
      assert_close (bc_norm (left), 0.0, 1e-13);
      assert_close (bc_norm (axes.col[i]), 1.0, 1e-14);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/rotation/exp-and-log-are-inverse", test_exp_and_log_are_inverse);
  g_test_add_func ("/base/rotation/matrix-and-quaternion-agree", test_matrix_and_quaternion_agree);
  g_test_add_func ("/base/rotation/product", test_product_turns_one_after_the_other);
  g_test_add_func ("/base/rotation/sense", test_sense_of_rotation);
  g_test_add_func ("/base/rotation/between", test_between_takes_one_to_the_other);
  g_test_add_func ("/base/rotation/principal-values", test_principal_values);
  return g_test_run ();
}
