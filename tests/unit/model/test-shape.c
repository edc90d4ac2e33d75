/* Mass properties of shapes against numerical integration and sums of parts. */
#include "support.h"

static BcBody
body_with (const char *keys, BcModel **model)
{
  g_autofree char *text = g_strdup_printf (
      "{\"bellcrank\": 1, \"bodies\": [{\"name\": \"ground\", \"kind\": \"ground\", "
      "\"markers\": {\"o\": {}}}, {\"name\": \"b\", \"kind\": \"rigid\", %s}],"
      "\"joints\": [{\"name\": \"j\", \"type\": \"fixed\", \"from\": \"ground/o\", "
      "\"to\": \"b/com\"}]}",
      keys);
  *model = model_from_text (text);
  return (*model)->bodies[1];
}

static void
assert_inertia (const BcBody *body, double xx, double yy, double zz)
{
  double size = 1e-9 * (fabs (xx) + fabs (yy) + fabs (zz));
  assert_close (body->inertia.col[0].x, xx, size);
  assert_close (body->inertia.col[1].y, yy, size);
  assert_close (body->inertia.col[2].z, zz, size);
}

static void
test_simple_shapes (void)
{
  BcModel *model;
  BcBody body =
      body_with ("\"shapes\": [{\"type\": \"box\", \"size\": [1, 2, 3], \"density\": 10}]", &model);
  assert_close (body.mass, 60, 1e-12);
  assert_inertia (&body, 60 * 13 / 12.0, 60 * 10 / 12.0, 60 * 5 / 12.0);
  bc_model_free (model);
  body = body_with ("\"density\": 10, \"shapes\": [{\"type\": \"cylinder\", \"radius\": 0.5, "
                    "\"length\": 2, \"z\": "
                    "[1, 0, 0]}]",
                    &model);
  double m = 10 * BC_PI * 0.25 * 2;
  assert_close (body.mass, m, 1e-12);
  assert_inertia (&body, m * 0.125, m * (0.75 + 4) / 12, m * (0.75 + 4) / 12);
  bc_model_free (model);
  body = body_with ("\"shapes\": [{\"type\": \"sphere\", \"radius\": 0.5, \"mass\": 2}]", &model);
  assert_inertia (&body, 0.2, 0.2, 0.2);
  bc_model_free (model);
  body = body_with (
      "\"shapes\": [{\"type\": \"rod\", \"from\": [0, 0, 0], \"to\": [0, 3, 0], \"mass\": 4}]",
      &model);
  assert_close (body.com.y, 1.5, 1e-14);
  assert_inertia (&body, 3, 0, 3);
  bc_model_free (model);
}

/* A link against the sum over a fine grid of its outline. */
static void
test_link_against_integration (void)
{
  BcModel *model;
  BcBody body = body_with (
      "\"density\": 1000, \"shapes\": [{\"type\": \"link\", \"from\": [0, 0, 0], \"to\": [0.5, "
      "0, 0], \"width\": 0.2, \"thickness\": 0.03}]",
      &model);
  double area = 0, xx = 0, yy = 0;
  const int n = 2000;
  for (int i = 0; i < n; i++)
    {
      /* strips across the link, each of exact width */
      double x = -0.1 + 0.7 * (i + 0.5) / n, beyond = x < 0 ? -x : x > 0.5 ? x - 0.5 : 0;
      double half = sqrt (0.01 - beyond * beyond), strip = 2 * half * 0.7 / n;
      area += strip;
      xx += strip * (x - 0.25) * (x - 0.25);
      yy += strip * half * half / 3;
    }
  double t = 0.03, rho = 1000;
  assert_close (body.mass, rho * t * area, 1e-4 * body.mass);
  assert_close (body.com.x, 0.25, 1e-14);
  assert_close (body.inertia.col[2].z, rho * t * (xx + yy), 1e-4 * body.inertia.col[2].z);
  assert_close (body.inertia.col[0].x, rho * t * (yy + area * t * t / 12),
                1e-4 * body.inertia.col[0].x);
  assert_close (body.inertia.col[1].y, rho * t * (xx + area * t * t / 12),
                1e-4 * body.inertia.col[1].y);
  bc_model_free (model);
}

/* Two half boxes, one turned, weigh and turn as the whole one. */
static void
test_parts_add_up (void)
{
  BcModel *model;
  BcBody body = body_with (
      "\"density\": 10, \"shapes\": ["
      "{\"type\": \"box\", \"size\": [0.5, 2, 3], \"at\": [-0.25, 0, 0]},"
      "{\"type\": \"box\", \"size\": [2, 0.5, 3], \"at\": [0.25, 0, 0], \"angle\": \"90 deg\"}]",
      &model);
  assert_close (body.mass, 60, 1e-12);
  assert_close (bc_norm (body.com), 0, 1e-14);
  assert_inertia (&body, 60 * 13 / 12.0, 60 * 10 / 12.0, 60 * 5 / 12.0);
  assert_close (body.inertia.col[0].y, 0, 1e-12);
  bc_model_free (model);
}

/* A box turned by 30 degrees about z has the product of inertia that Mohr's circle gives. */
static void
test_turned_box_has_products (void)
{
  BcModel *model;
  BcBody body = body_with (
      "\"shapes\": [{\"type\": \"box\", \"size\": [1, 2, 3], \"mass\": 12, \"angle\": \"30 deg\"}]",
      &model);
  double ixx = 13, iyy = 10, c = cos (BC_PI / 6), s = sin (BC_PI / 6);
  assert_close (body.inertia.col[0].x, ixx * c * c + iyy * s * s, 1e-12);
  assert_close (body.inertia.col[1].x, (ixx - iyy) * s * c, 1e-12);
  bc_model_free (model);
}

static void
test_given_mass_scales_the_shapes (void)
{
  BcModel *model;
  BcBody body = body_with (
      "\"mass\": 6, \"density\": 10, \"shapes\": [{\"type\": \"box\", \"size\": [1, 2, 3]}]",
      &model);
  assert_close (body.mass, 6, 0);
  assert_inertia (&body, 6 * 13 / 12.0, 6 * 10 / 12.0, 6 * 5 / 12.0);
  bc_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/shape/simple-shapes", test_simple_shapes);
  g_test_add_func ("/model/shape/link-against-integration", test_link_against_integration);
  g_test_add_func ("/model/shape/parts-add-up", test_parts_add_up);
  g_test_add_func ("/model/shape/turned-box-has-products", test_turned_box_has_products);
  g_test_add_func ("/model/shape/given-mass-scales-the-shapes", test_given_mass_scales_the_shapes);
  return g_test_run ();
}
