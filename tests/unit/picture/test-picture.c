/* Pictures: every example comes out readable, whole and the same each time; what cannot be drawn is
 * refused with a word or left out, and never crashes. */
#include "picture/picture.h"

#include "support.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define WIDTH 600
#define HEIGHT 400
/* Title, axes and scale stand outside of these rows. */
#define TOP 40
#define BOTTOM (HEIGHT - 60)
#define WHITE 0xffffffu

static char *folder; /* for files, removed at the end */

static BcPose *
sketched_poses (const BcModel *model)
{
  BcPose *poses = g_new (BcPose, (gsize) model->n_bodies + 1);
  for (int i = 0; i < model->n_bodies; i++)
    poses[i] = model->bodies[i].pose;
  return poses;
}

static BcModel *
load_example (const char *name)
{
  g_autofree char *base = g_strconcat (name, ".bellcrank.json", NULL);
  g_autofree char *file = g_build_filename (BC_SOURCE_DATA_DIR, "examples", base, NULL);
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  BcModel *model = bc_model_load (file, NULL, problems);
  if (model == NULL)
    {
      g_autofree char *messages = bc_problems_format (problems);
      g_error ("%s", messages);
    }
  return model;
}

/* The model in a text with single quotes. */
static BcModel *
model_from_quoted (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  return model_from_text (json);
}

/* ---- pixels ---- */

static cairo_surface_t *
draw (const BcModel *model, const BcPose *poses, BcView view, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  bc_picture_draw (cr, model, poses, view, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row = cairo_image_surface_get_data (surface)
                             + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  guint32 value;
  memcpy (&value, row + 4 * (gsize) x, sizeof value);
  return value & WHITE;
}

/* How many pixels between title and footer are not white, and in how many colours. */
static int
count_ink (cairo_surface_t *surface, guint *n_colors)
{
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);
  int n = 0;
  for (int y = TOP; y < BOTTOM; y++)
    for (int x = 0; x < WIDTH; x++)
      if (pixel (surface, x, y) != WHITE)
        {
          g_hash_table_add (colors, GUINT_TO_POINTER (pixel (surface, x, y)));
          n++;
        }
  *n_colors = g_hash_table_size (colors);
  return n;
}

static gboolean
look_alike (cairo_surface_t *a, cairo_surface_t *b)
{
  for (int y = TOP; y < BOTTOM; y++)
    for (int x = 0; x < WIDTH; x++)
      if (pixel (a, x, y) != pixel (b, x, y))
        return FALSE;
  return TRUE;
}

/* Whether anything touches the edge of the sheet, that is, may be cut off. */
static gboolean
touches_edge (cairo_surface_t *surface)
{
  for (int x = 0; x < WIDTH; x++)
    if (pixel (surface, x, 0) != WHITE || pixel (surface, x, HEIGHT - 1) != WHITE)
      return TRUE;
  for (int y = 0; y < HEIGHT; y++)
    if (pixel (surface, 0, y) != WHITE || pixel (surface, WIDTH - 1, y) != WHITE)
      return TRUE;
  return FALSE;
}

static void
assert_inked (cairo_surface_t *surface)
{
  guint n_colors;
  int n = count_ink (surface, &n_colors);
  g_assert_cmpint (n, >, 500);
  g_assert_cmpuint (n_colors, >, 40);
  g_assert_false (touches_edge (surface));
}

/* ---- files ---- */

static char *
file_in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static GBytes *
written_bytes (const BcModel *model, const BcPose *poses, const char *name)
{
  g_autofree char *file = file_in_folder (name);
  char fault[200] = "";
  char *bytes;
  gsize size;
  if (!bc_picture_write (model, poses, BC_VIEW_AUTO, WIDTH, HEIGHT, file, fault, sizeof fault))
    g_error ("%s", fault);
  g_assert_true (g_file_get_contents (file, &bytes, &size, NULL));
  g_remove (file);
  return g_bytes_new_take (bytes, size);
}

static void
assert_refused (const BcModel *model, const char *file, int width, int height, const char *words)
{
  g_autofree BcPose *poses = sketched_poses (model);
  char fault[300] = "";
  g_assert_false (
      bc_picture_write (model, poses, BC_VIEW_AUTO, width, height, file, fault, sizeof fault));
  if (strstr (fault, words) == NULL || strstr (fault, file) == NULL)
    g_error ("expected “%s” about %s, found “%s”", words, file, fault);
}

/* ---- every example ---- */

static void
test_is_not_blank (gconstpointer name)
{
  BcModel *model = load_example (name);
  g_autofree BcPose *poses = sketched_poses (model);
  g_autofree char *file = file_in_folder ("example.png");
  char fault[200] = "";
  g_assert_true (
      bc_picture_write (model, poses, BC_VIEW_AUTO, WIDTH, HEIGHT, file, fault, sizeof fault));
  cairo_surface_t *surface = cairo_image_surface_create_from_png (file);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, WIDTH);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, HEIGHT);
  assert_inked (surface);
  cairo_surface_destroy (surface);
  g_remove (file);
  bc_model_free (model);
}

static void
test_is_the_same_each_time (gconstpointer name)
{
  BcModel *model = load_example (name);
  g_autofree BcPose *poses = sketched_poses (model);
  g_autoptr (GBytes) first = written_bytes (model, poses, "first.png");
  g_autoptr (GBytes) second = written_bytes (model, poses, "second.png");
  g_assert_true (g_bytes_equal (first, second));
  bc_model_free (model);
}

static void
test_views_differ (gconstpointer name)
{
  static const BcView views[] = { BC_VIEW_ISO, BC_VIEW_FRONT, BC_VIEW_TOP, BC_VIEW_SIDE };
  BcModel *model = load_example (name);
  g_autofree BcPose *poses = sketched_poses (model);
  cairo_surface_t *surfaces[G_N_ELEMENTS (views)];
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      surfaces[i] = draw (model, poses, views[i], WIDTH, HEIGHT);
      assert_inked (surfaces[i]);
      for (gsize k = 0; k < i; k++)
        g_assert_false (look_alike (surfaces[i], surfaces[k]));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    cairo_surface_destroy (surfaces[i]);
  bc_model_free (model);
}

static void
test_vector_formats (gconstpointer name)
{
  BcModel *model = load_example (name);
  g_autofree BcPose *poses = sketched_poses (model);
  g_autoptr (GBytes) svg = written_bytes (model, poses, "example.svg");
  g_autoptr (GBytes) pdf = written_bytes (model, poses, "example.PDF"); /* case does not matter */
  g_autofree char *text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_assert_true (g_str_has_prefix (text, "<?xml"));
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "</svg>"));
  g_assert_nonnull (strstr (text, "<path"));
  g_assert_cmpuint (g_bytes_get_size (pdf), >, 1000);
  g_assert_cmpint (memcmp (g_bytes_get_data (pdf, NULL), "%PDF", 4), ==, 0);
  bc_model_free (model);
}

/* ---- what symbols say ---- */

/* A block on a spring and a driven hinge, with the given lines put in. */
static cairo_surface_t *
draw_symbols (const char *spring, const char *driver)
{
  g_autofree char *text = g_strdup_printf (
      "{'bellcrank': 1, 'bodies': [{'name': 'ground', 'kind': 'ground', 'markers':"
      " {'a': {}, 'b': {'at': [2, 0, 0]}, 'guide': {'x': [0, 1, 0], 'z': [1, 0, 0]}}},"
      "{'name': 'block', 'kind': 'rigid', 'mass': 1, 'inertia': [1, 1, 1], 'pose':"
      " {'at': [1, 0, 0]}, 'markers': {'o': {}, 'guide': {'x': [0, 1, 0], 'z': [1, 0, 0]}}},"
      "{'name': 'arm', 'kind': 'rigid', 'mass': 1, 'inertia': [1, 1, 1], 'pose':"
      " {'at': [2, 0, 0]}, 'markers': {'o': {}, 'tip': {'at': [0, 1, 0]}}}],"
      "'joints': [{'name': 's', 'type': 'prismatic', 'from': 'ground/guide', 'to': 'block/guide'},"
      " {'name': 'pin', 'type': 'revolute', 'from': 'ground/b', 'to': 'arm/o'}],"
      "'forces': [{'name': 'f', 'type': 'spring', 'from': 'ground/a', 'to': 'block/o', %s}],"
      "'drivers': [{'name': 'motor', 'joint': 'pin', %s}]}",
      spring, driver);
  BcModel *model = model_from_quoted (text);
  g_autofree BcPose *poses = sketched_poses (model);
  cairo_surface_t *surface = draw (model, poses, BC_VIEW_AUTO, WIDTH, HEIGHT);
  assert_inked (surface);
  bc_model_free (model);
  return surface;
}

typedef struct
{
  const char *spring, *driver;
  const char *other_spring, *other_driver;
  gboolean alike;
} Pair;

static void
compare_pairs (const Pair *pairs, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      cairo_surface_t *a = draw_symbols (pairs[i].spring, pairs[i].driver);
      cairo_surface_t *b = draw_symbols (pairs[i].other_spring, pairs[i].other_driver);
      if (look_alike (a, b) != pairs[i].alike)
        g_error ("%s, %s and %s, %s look %s", pairs[i].spring, pairs[i].driver,
                 pairs[i].other_spring, pairs[i].other_driver,
                 pairs[i].alike ? "different" : "alike");
      cairo_surface_destroy (a);
      cairo_surface_destroy (b);
    }
}

#define SPRING "'stiffness': 5"
#define TURN "'velocity': 1"

static void
test_dampers_only_where_damped (void)
{
  static const Pair pairs[] = {
    { SPRING, TURN, "'stiffness': 7, 'preload': 1", TURN, TRUE },
    { SPRING, TURN, "'stiffness': 5, 'damping': 1", TURN, FALSE },
    { SPRING, TURN, "'damping': 1", TURN, FALSE },
    { "'damping': 1", TURN, "'stiffness': 5, 'damping': 1", TURN, FALSE },
    { SPRING, TURN, "'law': '5 N*(x/1 m)^3'", TURN, TRUE }, /* flat where it is drawn */
    { "'damping': 1", TURN, "'damper': '5 N*(v/1 m*1 s)^3'", TURN, TRUE },
  };
  compare_pairs (pairs, G_N_ELEMENTS (pairs));
}

static void
test_driver_arrows_show_the_sense (void)
{
  static const Pair pairs[] = {
    { SPRING, TURN, SPRING, "'velocity': 3", TRUE },
    { SPRING, TURN, SPRING, "'velocity': -1", FALSE },
    { SPRING, TURN, SPRING, "'position': '2*t'", TRUE },
    { SPRING, TURN, SPRING, "'acceleration': 1", TRUE },
    { SPRING, "'velocity': -1", SPRING, "'position': '-2*t'", TRUE },
    { SPRING, "'velocity': -1", SPRING, "'acceleration': -1", TRUE },
    { SPRING, TURN, SPRING, "'position': {'sine': {'amplitude': 1, 'frequency': 2}}", FALSE },
    { SPRING, "'velocity': -1", SPRING, "'position': {'sine': {'amplitude': 1, 'frequency': 2}}",
      FALSE },
  };
  compare_pairs (pairs, G_N_ELEMENTS (pairs));
}

/* ---- faults ---- */

static void
test_faults_are_told (void)
{
  BcModel *model = load_example ("pendulum");
  g_autofree char *good = file_in_folder ("size.png");
  g_autofree char *odd = file_in_folder ("picture.bmp");
  g_autofree char *bare = file_in_folder ("png");
  g_autofree char *nowhere = g_build_filename (folder, "no-such-folder", "picture.png", NULL);
  g_autofree char *taken = file_in_folder ("folder.svg");
  static const int sizes[][2] = { { 15, 400 },    { 600, 15 }, { 0, 0 },
                                  { 30001, 400 }, { 600, -1 }, { G_MAXINT, G_MAXINT } };
  assert_refused (model, odd, WIDTH, HEIGHT, ".svg, .png or .pdf");
  assert_refused (model, bare, WIDTH, HEIGHT, ".svg, .png or .pdf");
  assert_refused (model, ".png", WIDTH, HEIGHT, ".svg, .png or .pdf"); /* nothing but an ending */
  assert_refused (model, nowhere, WIDTH, HEIGHT, "cannot write");
  g_assert_cmpint (g_mkdir (taken, 0700), ==, 0);
  assert_refused (model, taken, WIDTH, HEIGHT, "cannot write");
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    assert_refused (model, good, sizes[i][0], sizes[i][1], "16 to 30000");
  g_assert_false (g_file_test (good, G_FILE_TEST_EXISTS));
  g_rmdir (taken);
  bc_model_free (model);
}

static void
test_full_disks_are_told (void)
{
  static const char *const names[] = { "full.png", "full.svg", "full.pdf" };
  BcModel *model = load_example ("pendulum");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = file_in_folder (names[i]);
      g_assert_cmpint (symlink ("/dev/full", file), ==, 0);
      assert_refused (model, file, WIDTH, HEIGHT, "cannot write");
      g_remove (file);
    }
  bc_model_free (model);
}

/* ---- degenerate models ---- */

static const BcView all_views[] = { BC_VIEW_AUTO, BC_VIEW_ISO, BC_VIEW_FRONT, BC_VIEW_TOP,
                                    BC_VIEW_SIDE };

static void
draw_all_ways (const BcModel *model, const BcPose *poses)
{
  static const int sizes[][2] = { { 16, 16 }, { 300, 20 }, { 64, 64 }, { WIDTH, HEIGHT } };
  for (gsize view = 0; view < G_N_ELEMENTS (all_views); view++)
    for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
      cairo_surface_destroy (draw (model, poses, all_views[view], sizes[i][0], sizes[i][1]));
}

static void
test_small_models (void)
{
  static const char *const texts[] = {
    "{'bellcrank': 1, 'bodies': [{'name': 'ground', 'kind': 'ground'}]}",
    "{'bellcrank': 1, 'bodies': [{'name': 'ground', 'kind': 'ground', 'markers': {'a': {}},"
    " 'shapes': [{'type': 'box', 'size': [1, 2, 3]}]}]}",
    /* a free body, without and with something to see */
    "{'bellcrank': 1, 'gravity': [0, 0, 0], 'bodies': [{'name': 'a', 'kind': 'rigid', 'mass': 1,"
    " 'inertia': [1, 1, 1]}]}",
    "{'bellcrank': 1, 'bodies': [{'name': 'a', 'kind': 'rigid', 'mass': 1, 'inertia': [1, 1, 1],"
    " 'markers': {'p': {'at': [1, 0, 0]}, 'q': {'at': [0, 1, 0]}}}]}",
    /* everything in one point, and a title longer than the sheet */
    "{'bellcrank': 1, 'name': 'αβγδεζηθικλμνξοπρστυφχψω αβγδεζηθικλμνξοπρστυφχψω "
    "αβγδεζηθικλμνξοπρστυφχψω αβγδεζηθικλμνξοπρστυφχψω', 'bodies': [{'name': 'ground', 'kind':"
    " 'ground', 'markers': {'o': {}}}, {'name': 'a', 'kind': 'rigid', 'mass': 1, 'inertia':"
    " [1, 1, 1], 'markers': {'o': {}}}], 'joints': [{'name': 'j', 'type': 'revolute', 'from':"
    " 'ground/o', 'to': 'a/o'}]}",
  };
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      BcModel *model = model_from_quoted (texts[i]);
      g_autofree BcPose *poses = sketched_poses (model);
      draw_all_ways (model, poses);
      bc_model_free (model);
    }
}

/* Bodies gone astray are left out; what is left is still drawn. */
static void
test_poses_gone_astray (void)
{
  static const char *const names[] = { "four-bar", "stewart-platform", "flyball-governor" };
  static const double values[] = { NAN, INFINITY, -INFINITY, 1e300, -1e15, 1e-300 };
  for (gsize n = 0; n < G_N_ELEMENTS (names); n++)
    {
      BcModel *model = load_example (names[n]);
      for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
        for (int part = 0; part < 3; part++)
          {
            g_autofree BcPose *poses = sketched_poses (model);
            for (int k = 0; k < model->n_bodies; k++)
              if (part < 2 ? k == part + 1 : TRUE)
                {
                  poses[k].at.x = values[i];
                  poses[k].turn.y = part == 1 ? 0.0 : values[i];
                }
            for (gsize view = 0; view < G_N_ELEMENTS (all_views); view++)
              cairo_surface_destroy (draw (model, poses, all_views[view], 200, 200));
          }
      bc_model_free (model);
    }
}

/* ---- the list of tests ---- */

static void
add_example_tests (const char *name)
{
  static const struct
  {
    const char *title;
    GTestDataFunc run;
  } tests[] = { { "is-not-blank", test_is_not_blank },
                { "is-the-same-each-time", test_is_the_same_each_time },
                { "views-differ", test_views_differ },
                { "vector-formats", test_vector_formats } };
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/picture/%s/%s", name, tests[i].title);
      g_test_add_data_func_full (path, g_strdup (name), tests[i].run, g_free);
    }
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static guint
add_examples (void)
{
  g_autofree char *examples = g_build_filename (BC_SOURCE_DATA_DIR, "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (examples, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *file;
  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, ".bellcrank.json"))
      g_ptr_array_add (names, g_strndup (file, strlen (file) - strlen (".bellcrank.json")));
  g_ptr_array_sort (names, by_name);
  for (guint i = 0; i < names->len; i++)
    add_example_tests (g_ptr_array_index (names, i));
  return names->len;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("bellcrank-picture-XXXXXX", NULL);
  g_assert_nonnull (folder);
  if (add_examples () == 0)
    g_error ("there are no examples in " BC_SOURCE_DATA_DIR);
  g_test_add_func ("/picture/symbols/dampers-only-where-damped", test_dampers_only_where_damped);
  g_test_add_func ("/picture/symbols/driver-arrows-show-the-sense",
                   test_driver_arrows_show_the_sense);
  g_test_add_func ("/picture/faults/are-told", test_faults_are_told);
  g_test_add_func ("/picture/faults/full-disks-are-told", test_full_disks_are_told);
  g_test_add_func ("/picture/degenerate/small-models", test_small_models);
  g_test_add_func ("/picture/degenerate/poses-gone-astray", test_poses_gone_astray);
  int status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
