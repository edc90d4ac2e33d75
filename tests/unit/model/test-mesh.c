#include "model/mesh.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;
static BcArena *arena;
static char fault[200];

/* ---- writing meshes ---- */

typedef struct
{
  int n;
  BcVec3 (*corners)[3];
} Triangles;

typedef enum
{
  TEXT_STL,
  BINARY_STL,
  OBJ,
  N_FORMATS
} Format;

static void
append_float (GByteArray *bytes, double value)
{
  float f = (float) value;
  uint32_t bits;
  memcpy (&bits, &f, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  g_byte_array_append (bytes, (const guint8 *) &bits, sizeof bits);
}

static GByteArray *
binary_stl (const Triangles *triangles, const char *header)
{
  guint8 head[80] = { 0 };
  g_strlcpy ((char *) head, header, sizeof head);
  uint32_t n = GUINT32_TO_LE ((uint32_t) triangles->n);
  GByteArray *bytes = g_byte_array_new ();
  g_byte_array_append (bytes, head, sizeof head);
  g_byte_array_append (bytes, (const guint8 *) &n, sizeof n);
  for (int i = 0; i < triangles->n; i++)
    {
      for (int k = 0; k < 12; k++)
        append_float (bytes, k < 3 ? 0.0 : bc_component (triangles->corners[i][k / 3 - 1], k % 3));
      g_byte_array_append (bytes, (const guint8 *) "\0\0", 2);
    }
  return bytes;
}

static GByteArray *
text_bytes (const char *text)
{
  GByteArray *bytes = g_byte_array_new ();
  return g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

static GByteArray *
text_mesh (const Triangles *triangles, gboolean stl)
{
  g_autoptr (GString) text = g_string_new (stl ? "solid box\n" : "# box\no box\n");
  for (int i = 0; i < triangles->n; i++)
    {
      const BcVec3 *p = triangles->corners[i];
      if (stl)
        g_string_append (text, "  facet normal 0 0 0\n    outer loop\n");
      for (int k = 0; k < 3; k++)
        g_string_append_printf (text, "%s %.17g %.17g %.17g\n", stl ? "      vertex" : "v", p[k].x,
                                p[k].y, p[k].z);
      g_string_append (text, stl ? "    endloop\n  endfacet\n" : "f -3 -2 -1\n");
    }
  if (stl)
    g_string_append (text, "endsolid box\n");
  return text_bytes (text->str);
}

static GByteArray *
write_format (const Triangles *triangles, Format format)
{
  return format == BINARY_STL ? binary_stl (triangles, "made by a test")
                              : text_mesh (triangles, format == TEXT_STL);
}

/* ---- loading them ---- */

static BcMesh *
load_scaled (const guint8 *data, gsize size, double scale)
{
  g_autofree char *file = g_build_filename (folder, "mesh", NULL);
  g_assert_true (g_file_set_contents (file, (const char *) data, (gssize) size, NULL));
  memset (fault, 0, sizeof fault);
  BcMesh *mesh = bc_mesh_load (arena, file, scale, fault, sizeof fault);
  g_assert_true ((mesh == NULL) == (fault[0] != '\0'));
  g_assert_true (g_utf8_validate (fault, -1, NULL));
  g_unlink (file);
  return mesh;
}

/* Takes the bytes; the mesh must load. */
static BcMesh *
load (GByteArray *bytes)
{
  BcMesh *mesh = load_scaled (bytes->data, bytes->len, 1.0);
  g_byte_array_unref (bytes);
  g_assert_cmpstr (fault, ==, "");
  g_assert_nonnull (mesh);
  return mesh;
}

/* ---- solids ---- */

/* Twelve triangles seen counter-clockwise from outside; corner number i has bit 0 for x, 1 for y, 2
 * for z. */
static Triangles
make_box (BcVec3 centre, BcVec3 size)
{
  static const int corners[12][3] = { { 0, 4, 6 }, { 0, 6, 2 }, { 1, 3, 7 }, { 1, 7, 5 },
                                      { 0, 1, 5 }, { 0, 5, 4 }, { 2, 6, 7 }, { 2, 7, 3 },
                                      { 0, 2, 3 }, { 0, 3, 1 }, { 4, 5, 7 }, { 4, 7, 6 } };
  Triangles box = { 12, bc_arena_alloc (arena, 12 * sizeof (BcVec3[3])) };
  for (int i = 0; i < 36; i++)
    {
      int c = corners[i / 3][i % 3];
      box.corners[i / 3][i % 3] = bc_add (centre, bc_vec3 (c & 1 ? 0.5 * size.x : -0.5 * size.x,
                                                           c & 2 ? 0.5 * size.y : -0.5 * size.y,
                                                           c & 4 ? 0.5 * size.z : -0.5 * size.z));
    }
  return box;
}

static void
turn_inside_out (Triangles *triangles)
{
  for (int i = 0; i < triangles->n; i++)
    {
      BcVec3 p = triangles->corners[i][0];
      triangles->corners[i][0] = triangles->corners[i][1];
      triangles->corners[i][1] = p;
    }
}

static void
assert_near (double value, double expected, double error)
{
  g_assert_cmpfloat_with_epsilon (value, expected, error);
}

/* `error` is relative to volume, size and largest moment. */
static void
assert_box (const BcMesh *mesh, BcVec3 centre, BcVec3 size, double error)
{
  double V = size.x * size.y * size.z, x = size.x * size.x, y = size.y * size.y;
  double z = size.z * size.z, moments[3] = { y + z, x + z, x + y };
  BcVolume volume = bc_mesh_volume (mesh);
  assert_near (volume.volume, V, error * V);
  assert_near (bc_norm (bc_sub (volume.com, centre)), 0.0,
               error * bc_norm (size) + 1e-15 * bc_norm (centre));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      assert_near (bc_component (volume.inertia.col[j], i), i == j ? V / 12.0 * moments[i] : 0.0,
                   error * V / 12.0 * (x + y + z));
}

static void
assert_box_in_all_formats (BcVec3 centre, BcVec3 size)
{
  Triangles box = make_box (centre, size);
  for (Format format = TEXT_STL; format < N_FORMATS; format++)
    {
      BcMesh *mesh = load (write_format (&box, format));
      g_assert_cmpint (mesh->n_points, ==, 8);
      g_assert_cmpint (mesh->n_triangles, ==, 12);
      g_assert_true (bc_mesh_is_closed (mesh, fault, sizeof fault));
      assert_box (mesh, centre, size, 1e-12);
    }
}

/* ---- volume, centre, inertia ---- */

static void
test_cube_volume (void)
{
  assert_box_in_all_formats (bc_vec3 (0.0, 0.0, 0.0), bc_vec3 (1.0, 1.0, 1.0));
}

static void
test_box_off_centre (void)
{
  /* numbers that floats hold exactly */
  assert_box_in_all_formats (bc_vec3 (3.0, -4.0, 5.5), bc_vec3 (0.5, 1.25, 2.0));
}

static void
test_products_of_inertia (void)
{
  /* Corner of a cube: ∫x² = 1/60 and ∫xy = 1/120 about the tip, V = 1/6, centre at 1/4. */
  BcMesh *mesh = load (text_bytes ("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                   "f 1 3 2\nf 1 4 3\nf 1 2 4\nf 2 3 4\n"));
  BcVolume volume = bc_mesh_volume (mesh);
  assert_near (volume.volume, 1.0 / 6.0, 1e-15);
  for (int i = 0; i < 3; i++)
    {
      assert_near (bc_component (volume.com, i), 0.25, 1e-15);
      for (int j = 0; j < 3; j++)
        assert_near (bc_component (volume.inertia.col[j], i), i == j ? 1.0 / 80.0 : 1.0 / 480.0,
                     1e-15);
    }
}

static void
test_pyramid (void)
{
  /* Base 2 × 2, height 3: the centre, at a quarter of the height, is not the mean of the points. */
  BcMesh *mesh = load (text_bytes ("v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 3\n"
                                   "f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"));
  BcVolume volume = bc_mesh_volume (mesh);
  double V = 4.0, across = V * (4.0 / 20.0 + 9.0 * 3.0 / 80.0);
  assert_near (volume.volume, V, 1e-14);
  assert_near (volume.com.z, 0.75, 1e-14);
  assert_near (volume.inertia.col[0].x, across, 1e-14);
  assert_near (volume.inertia.col[1].y, across, 1e-14);
  assert_near (volume.inertia.col[2].z, V * 4.0 / 10.0, 1e-14);
}

/* Splits each triangle in four, `depth` times, with all corners on the unit sphere. */
static void
add_sphere (GArray *corners, BcVec3 a, BcVec3 b, BcVec3 c, int depth)
{
  if (depth == 0)
    {
      g_array_append_vals (corners, ((BcVec3[]){ a, b, c }), 3);
      return;
    }
  BcVec3 ab = bc_unit (bc_add (a, b)), bc = bc_unit (bc_add (b, c)), ca = bc_unit (bc_add (c, a));
  add_sphere (corners, a, ab, ca, depth - 1);
  add_sphere (corners, ab, b, bc, depth - 1);
  add_sphere (corners, ca, bc, c, depth - 1);
  add_sphere (corners, ab, bc, ca, depth - 1);
}

static BcMesh *
load_sphere (int depth)
{
  g_autoptr (GArray) corners = g_array_new (FALSE, FALSE, sizeof (BcVec3));
  for (int i = 0; i < 8; i++)
    {
      BcVec3 x = bc_vec3 (i & 1 ? 1 : -1, 0, 0), y = bc_vec3 (0, i & 2 ? 1 : -1, 0);
      BcVec3 z = bc_vec3 (0, 0, i & 4 ? 1 : -1);
      gboolean mirrored = (x.x * y.y * z.z) < 0.0;
      add_sphere (corners, x, mirrored ? z : y, mirrored ? y : z, depth);
    }
  Triangles triangles = { (int) corners->len / 3, (BcVec3 (*)[3]) (void *) corners->data };
  return load (text_mesh (&triangles, TRUE));
}

/* Distance of the nearest face from the centre: a ball of that radius fits inside. */
static double
inner_radius (const BcMesh *mesh)
{
  double least = INFINITY;
  for (int i = 0; i < mesh->n_triangles; i++)
    {
      const int *t = mesh->triangles[i];
      BcVec3 a = mesh->points[t[0]];
      BcVec3 n = bc_cross (bc_sub (mesh->points[t[1]], a), bc_sub (mesh->points[t[2]], a));
      least = fmin (least, bc_dot (a, bc_unit (n)));
    }
  return least;
}

static void
test_sphere_converges (void)
{
  double before = 0.0;
  for (int depth = 3; depth <= 6; depth++)
    {
      BcMesh *mesh = load_sphere (depth);
      BcVolume volume = bc_mesh_volume (mesh);
      double exact = 4.0 / 3.0 * BC_PI, error = exact - volume.volume;
      double inner = inner_radius (mesh), moment = 0.4 * exact;
      g_assert_true (bc_mesh_is_closed (mesh, fault, sizeof fault));
      g_assert_cmpint (mesh->n_triangles, ==, 8 << 2 * depth);
      g_assert_cmpint (mesh->n_points, ==, 2 + (4 << 2 * depth)); /* Euler: V - E + F = 2 */
      /* inside the sphere, around the ball */
      g_assert_cmpfloat (error, >, 0.0);
      g_assert_cmpfloat (error, <, exact * (1.0 - pow (inner, 3)));
      if (depth > 3)
        assert_near (before / error, 4.0, 0.1); /* order two */
      before = error;
      assert_near (bc_norm (volume.com), 0.0, 1e-13);
      for (int i = 0; i < 3; i++)
        assert_near (bc_component (volume.inertia.col[i], i), moment,
                     moment * (1.0 - pow (inner, 5)));
    }
}

static void
test_inward_is_negative (void)
{
  Triangles box = make_box (bc_vec3 (1, 2, 3), bc_vec3 (1, 1, 2));
  turn_inside_out (&box);
  BcMesh *mesh = load (write_format (&box, BINARY_STL));
  BcVolume volume = bc_mesh_volume (mesh);
  g_assert_true (bc_mesh_is_closed (mesh, fault, sizeof fault));
  assert_near (volume.volume, -2.0, 1e-12);
  assert_near (volume.inertia.col[0].x, -2.0 / 12.0 * 5.0, 1e-12);
  assert_near (volume.com.z, 3.0, 1e-12);
}

static void
test_far_away (void)
{
  /* At 1e6 m a coordinate is good to 1e-10 m; about the origin nothing would be left. */
  BcVec3 centre = bc_vec3 (1e6, -1e6, 1e6), size = bc_vec3 (0.3, 0.7, 1.1);
  Triangles box = make_box (centre, size);
  BcMesh *mesh = load (write_format (&box, TEXT_STL));
  g_assert_cmpint (mesh->n_points, ==, 8);
  assert_box (mesh, centre, size, 2e-9);
}

static void
test_scale (void)
{
  Triangles box = make_box (bc_vec3 (100, 0, -50), bc_vec3 (20, 30, 40));
  g_autoptr (GByteArray) bytes = write_format (&box, BINARY_STL);
  BcMesh *mesh = load_scaled (bytes->data, bytes->len, 0.001);
  g_assert_nonnull (mesh);
  assert_box (mesh, bc_vec3 (0.1, 0, -0.05), bc_vec3 (0.02, 0.03, 0.04), 1e-12);
  static const double wrong[] = { 0.0, -1.0, NAN, INFINITY };
  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_null (load_scaled (bytes->data, bytes->len, wrong[i]));
      g_assert_nonnull (strstr (fault, "scale"));
    }
}

static void
test_flat_mesh_has_no_volume (void)
{
  BcMesh *mesh = load (text_bytes ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  BcVolume volume = bc_mesh_volume (mesh);
  assert_near (volume.volume, 0.0, 1e-15);
  g_assert_true (bc_vec3_is_finite (volume.com));
}

/* ---- what is read ---- */

static void
test_binary_named_solid (void)
{
  Triangles box = make_box (bc_vec3 (0, 0, 0), bc_vec3 (1, 2, 3));
  BcMesh *mesh = load (binary_stl (&box, "solid facet normal from a CAD program"));
  assert_box (mesh, bc_vec3 (0, 0, 0), bc_vec3 (1, 2, 3), 1e-12);
}

static void
test_stl_as_it_comes (void)
{
  /* byte order mark, blank lines, capitals, Windows line ends, two solids, no name, no last end */
  BcMesh *mesh = load (text_bytes (
      "\xEF\xBB\xBF\r\n  SOLID C:\\parts\\\r\nFACET NORMAL 0 0 1\r\n OUTER LOOP\r\n"
      "\tVERTEX +0 0. 0e0\r\n\tVERTEX 1E0 0 0\r\n\tVERTEX 0 1 0\r\n ENDLOOP\r\nENDFACET\r\n"
      "ENDSOLID\r\n\r\nsolid two\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
      "vertex 0 1 0\nvertex -1 0 0\nendloop\nendfacet\nendsolid two"));
  g_assert_cmpint (mesh->n_points, ==, 4);
  g_assert_cmpint (mesh->n_triangles, ==, 2);
}

static void
test_obj_as_it_comes (void)
{
  /* a box of quads with every way to write a corner, colours, joined lines and unknown words */
  BcMesh *mesh = load (text_bytes (
      "mtllib x.mtl\no box\nvt 0 0\nvn 0 0 1\n# a comment that does not go on \\\n"
      "v 0 0 0\nv 1 0 0 1.0\nv 0 2 0 0.1 0.2 0.3\nv 1 2 0\r\nv 0 0 \\\n  3\nv 1 0 3\nv 0 2 3\n"
      "v 9e9 0 0 # used by nobody\nv 1 2 3\ng sides\ns off\nusemtl steel\nl 1 2\nfoo bar baz\n"
      "f 1 3 4 2\nf 5/1 6/1 9/1 7/1\nf 1//1 2//1 6//1 5//1\nf 3/1/1 7/1/1 \\\r\n 9/1/1 4/1/1\n"
      "f -9 -5 -3 -7 # from the end\n  f 2 4 9 6"));
  g_assert_cmpint (mesh->n_points, ==, 8);
  g_assert_cmpint (mesh->n_triangles, ==, 12);
  g_assert_true (bc_mesh_is_closed (mesh, fault, sizeof fault));
  assert_box (mesh, bc_vec3 (0.5, 1.0, 1.5), bc_vec3 (1, 2, 3), 1e-12);
}

static void
test_polygon_with_inward_corner (void)
{
  /* An arrow head of area 1, one high, whose fan about the first corner folds over itself. */
  BcMesh *mesh =
      load (text_bytes ("v 2 0 0\nv 0 1 0\nv 1 0 0\nv 0 -1 0\n"
                        "v 2 0 1\nv 0 1 1\nv 1 0 1\nv 0 -1 1\n"
                        "f 4 3 2 1\nf 6 7 8 5\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8"));
  BcVolume volume = bc_mesh_volume (mesh);
  g_assert_true (bc_mesh_is_closed (mesh, fault, sizeof fault));
  assert_near (volume.volume, 1.0, 1e-15);
  assert_near (volume.com.x, 1.0, 1e-15);
}

static void
test_points_that_coincide (void)
{
  /* The tolerance is 1e-9 of a diagonal near 1.4.  The pair wanders over more than a cell of the
   * grid, so that its points are once in one cell and once in two. */
  static const struct
  {
    double moved;
    int n_points;
  } cases[] = { { 0.0, 4 }, { 5e-10, 4 }, { -5e-10, 4 }, { 1e-8, 5 }, { -1e-8, 5 } };
  for (int step = 0; step < 40; step++)
    for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        double x = 0.5 + 3e-10 * step, moved = x + cases[i].moved;
        g_autofree char *text =
            g_strdup_printf ("v 0 0 0\nv 1 0 0\nv %.17g %.17g 0.5\nv 1 1 0\nv %.17g %.17g 0.5\n"
                             "f 1 2 3\nf 2 4 5\n",
                             x, x, moved, moved);
        BcMesh *mesh = load (text_bytes (text));
        g_assert_cmpint (mesh->n_points, ==, cases[i].n_points);
        g_assert_cmpint (mesh->n_triangles, ==, 2);
      }
}

static void
test_degenerate_triangles_are_dropped (void)
{
  BcMesh *mesh = load (text_bytes ("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 1e-12 0\n"
                                   "f 1 2 2\nf 1 2 3\nf 1 4 2\nf 3 3 3\n"));
  g_assert_cmpint (mesh->n_triangles, ==, 1);
  g_assert_cmpint (mesh->n_points, ==, 3);
}

/* ---- closed or not ---- */

static void
assert_open (GByteArray *bytes, const char *expected)
{
  BcMesh *mesh = load (bytes);
  g_assert_false (bc_mesh_is_closed (mesh, fault, sizeof fault));
  g_assert_nonnull (strstr (fault, expected));
}

static void
test_open_edges_are_counted (void)
{
  Triangles box = make_box (bc_vec3 (0.5, 0.5, 0.5), bc_vec3 (1, 1, 1));
  box.n = 11;
  assert_open (write_format (&box, TEXT_STL), "open edges: 3, the first from (");
  box.n = 10; /* without its lid */
  assert_open (write_format (&box, TEXT_STL), "open edges: 4, the first from (");
  assert_open (text_bytes ("v 0 0 0\nv 1 0 0\nv 0 0.5 0\nf 1 2 3\n"),
               "open edges: 3, the first from (0 0 0) to (1 0 0) m");
}

static void
test_triangle_turned_over (void)
{
  assert_open (text_bytes ("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                           "f 1 3 2\nf 1 4 3\nf 1 2 4\nf 2 4 3\n"),
               "open edges: 3,");
}

static void
test_edge_of_many_triangles (void)
{
  assert_open (text_bytes ("v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\n"
                           "f 1 2 3\nf 2 1 4\nf 2 1 5\n"),
               "open edges: 7,");
  /* two tetrahedra with the edge 1 2 in common */
  assert_open (text_bytes ("v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\n"
                           "f 1 4 3\nf 1 2 4\nf 1 3 2\nf 3 4 2\n"
                           "f 1 6 5\nf 1 2 6\nf 1 5 2\nf 5 6 2\n"),
               "open edges: 1, the first from (0 0 0) to (0 0 1) m");
}

/* ---- what is refused ---- */

static void
assert_refused (const void *data, gsize size, const char *expected)
{
  BcMesh *mesh = load_scaled (data, size, 1.0);
  g_assert_null (mesh);
  if (strstr (fault, expected) == NULL)
    g_error ("\"%s\" does not contain \"%s\"", fault, expected);
}

#define FACET "facet normal 0 0 1\nouter loop\n"
#define CORNERS "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
#define CLOSE "endloop\nendfacet\n"
#define THREE_POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static void
test_malformed_text (void)
{
  static const struct
  {
    const char *text, *expected;
  } cases[] = {
    { "", "empty" },
    { "\n\n", "no triangle" },
    { "not a mesh at all\n", "no triangle" },
    { "solid\nendsolid\n", "no triangle" },
    { THREE_POINTS, "no triangle" },
    { THREE_POINTS "f 1 1 2\n", "no triangle with an area" },
    { "v 3 3 3\nv 3 3 3\nv 3 3 3\nf 1 2 3\n", "no triangle with an area" },
    { "solid\n" FACET "vertex 0 0\n", "line 4: a point needs three numbers" },
    { "solid\n" FACET "vertex 0 0 1,5\n", "line 4: a point needs three numbers" },
    { "solid\n" FACET "vertex 0 0 nan\n", "line 4: a coordinate is not finite" },
    { "solid\n" FACET "vertex 0 -inf 0\n", "line 4: a coordinate is not finite" },
    { "solid\n" FACET "vertex 1e999 0 0\n", "line 4: a coordinate is not finite" },
    { "solid\n" FACET "vertex 1e30 0 0\n", "line 4: a coordinate is not finite, or beyond" },
    { "solid\n" FACET CORNERS "vertex 1 1 0\n" CLOSE "endsolid\n", "line 7: endloop" },
    { "solid\n" FACET "vertex 0 0 0\nvertex 1 0 0\n" CLOSE "endsolid\n", "line 6: vertex" },
    { "solid\n" FACET CORNERS CLOSE FACET "endsolid\n", "in triangle 2" },
    { "solid\n" FACET CORNERS CLOSE, "line 8: endsolid" },
    { "solid\n" FACET CORNERS CLOSE "fazet\n", "line 9: facet is missing in triangle 2" },
    { "solidity\n" FACET, "line 1: facet" },
    { THREE_POINTS "v 1 2\n", "line 4: a point needs three numbers" },
    { THREE_POINTS "v 1 2 infinity\n", "line 4: a coordinate" },
    { THREE_POINTS "f 1 2 4\n",
      "line 4: it refers to point 4, but the points before it are 1 to 3" },
    { THREE_POINTS "f 1 2 0\n", "line 4: it refers to point 0" },
    { THREE_POINTS "f -1 -2 -4\n", "line 4: it refers to point -4" },
    { THREE_POINTS "f 1 2 99999999999999999999\n", "line 4: it refers to point" },
    { THREE_POINTS "f 1 2 -99999999999999999999\n", "line 4: it refers to point" },
    { THREE_POINTS "f 1 2\n", "line 4: a face needs at least three points, not 2" },
    { THREE_POINTS "f\n", "line 4: a face needs at least three points, not 0" },
    { THREE_POINTS "f 1 2 x\n", "line 4: a face needs point numbers" },
    { THREE_POINTS "f 1 2 3/x\n", "line 4: a face needs point numbers" },
    { THREE_POINTS "f 1 2 3.0\n", "line 4: a face needs point numbers" },
    { "v 0 \\\n 0 \\\n 0\nv 1 0\n", "line 4: a point needs three numbers" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, strlen (cases[i].text), cases[i].expected);
}

static void
test_malformed_binary (void)
{
  Triangles box = make_box (bc_vec3 (0, 0, 0), bc_vec3 (1, 1, 1));
  g_autoptr (GByteArray) whole = binary_stl (&box, "solid or not");
  assert_refused (whole->data, whole->len - 1, "12 triangles");
  assert_refused (whole->data, whole->len - 50, "12 triangles");
  assert_refused (whole->data, 84, "12 triangles");
  assert_refused (whole->data, 80, "0 triangles");
  memset (whole->data + 80, 0xFF, 4);
  assert_refused (whole->data, whole->len, "4294967295 triangles");
  memset (whole->data + 80, 0, 4);
  assert_refused (whole->data, whole->len, "0 triangles");
  assert_refused (whole->data, 84, "no triangle");

  box.corners[4][1].y = NAN;
  g_autoptr (GByteArray) not_a_number = binary_stl (&box, "");
  assert_refused (not_a_number->data, not_a_number->len, "triangle 5: a coordinate is not finite");
  box.corners[4][1].y = 0.0;
  box.corners[11][2].z = -INFINITY;
  g_autoptr (GByteArray) infinite = binary_stl (&box, "");
  assert_refused (infinite->data, infinite->len, "triangle 12: a coordinate is not finite");
}

static void
test_line_too_long (void)
{
  g_autoptr (GString) text = g_string_new ("v 0 0 0\nf");
  for (int i = 0; i < 1 << 19; i++)
    g_string_append (text, " 1");
  g_string_append_c (text, '\n');
  assert_refused (text->str, text->len, "line 2: it has over 1048576 characters");
}

static void
test_not_a_file (void)
{
  g_assert_null (bc_mesh_load (arena, folder, 1.0, fault, sizeof fault));
  g_assert_nonnull (strstr (fault, "no file"));

  g_autofree char *file = g_build_filename (folder, "other", NULL);
  g_assert_null (bc_mesh_load (arena, file, 1.0, fault, sizeof fault));
  g_assert_nonnull (strstr (fault, "cannot be read"));

  g_assert_cmpint (mkfifo (file, 0600), ==, 0);
  g_assert_null (bc_mesh_load (arena, file, 1.0, fault, sizeof fault));
  g_assert_nonnull (strstr (fault, "no file"));
  g_unlink (file);

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_cmpint (truncate (file, (512L << 20) + 1), ==, 0); /* takes no room on disk */
  g_assert_null (bc_mesh_load (arena, file, 1.0, fault, sizeof fault));
  g_assert_nonnull (strstr (fault, "512 MB"));
  g_unlink (file);
}

/* load_scaled() checks that there is either a mesh or a message. */
static void
test_every_prefix (void)
{
  Triangles box = make_box (bc_vec3 (1, 2, 3), bc_vec3 (1, 1, 1));
  for (Format format = TEXT_STL; format < N_FORMATS; format++)
    {
      g_autoptr (GByteArray) bytes = write_format (&box, format);
      for (gsize size = 0; size < bytes->len; size++)
        {
          BcMesh *mesh = load_scaled (bytes->data, size, 1.0);
          if (mesh == NULL)
            continue;
          g_assert_cmpint (format, !=, BINARY_STL);
          g_assert_cmpint (mesh->n_triangles, <=, 12);
          bc_mesh_is_closed (mesh, fault, sizeof fault);
          g_assert_true (isfinite (bc_mesh_volume (mesh).volume));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("bellcrank-mesh-XXXXXX", NULL);
  arena = bc_arena_new ();
  g_assert_nonnull (folder);

  g_test_add_func ("/model/mesh/cube-volume", test_cube_volume);
  g_test_add_func ("/model/mesh/box-off-centre", test_box_off_centre);
  g_test_add_func ("/model/mesh/products-of-inertia", test_products_of_inertia);
  g_test_add_func ("/model/mesh/pyramid", test_pyramid);
  g_test_add_func ("/model/mesh/sphere-converges", test_sphere_converges);
  g_test_add_func ("/model/mesh/inward-is-negative", test_inward_is_negative);
  g_test_add_func ("/model/mesh/far-away", test_far_away);
  g_test_add_func ("/model/mesh/scale", test_scale);
  g_test_add_func ("/model/mesh/flat-mesh-has-no-volume", test_flat_mesh_has_no_volume);
  g_test_add_func ("/model/mesh/binary-named-solid", test_binary_named_solid);
  g_test_add_func ("/model/mesh/stl-as-it-comes", test_stl_as_it_comes);
  g_test_add_func ("/model/mesh/obj-as-it-comes", test_obj_as_it_comes);
  g_test_add_func ("/model/mesh/polygon-with-inward-corner", test_polygon_with_inward_corner);
  g_test_add_func ("/model/mesh/points-that-coincide", test_points_that_coincide);
  g_test_add_func ("/model/mesh/degenerate-triangles-are-dropped",
                   test_degenerate_triangles_are_dropped);
  g_test_add_func ("/model/mesh/open-edges-are-counted", test_open_edges_are_counted);
  g_test_add_func ("/model/mesh/triangle-turned-over", test_triangle_turned_over);
  g_test_add_func ("/model/mesh/edge-of-many-triangles", test_edge_of_many_triangles);
  g_test_add_func ("/model/mesh/malformed-text", test_malformed_text);
  g_test_add_func ("/model/mesh/malformed-binary", test_malformed_binary);
  g_test_add_func ("/model/mesh/line-too-long", test_line_too_long);
  g_test_add_func ("/model/mesh/not-a-file", test_not_a_file);
  g_test_add_func ("/model/mesh/every-prefix", test_every_prefix);
  int result = g_test_run ();

  g_rmdir (folder);
  g_free (folder);
  bc_arena_free (arena);
  return result;
}
