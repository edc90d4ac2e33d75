/* Plots: what is in the files, what thinning must not lose, and data that is hardly any. */
#include "picture/plot.h"

#include "picture/plot-parts.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define N 2000

typedef struct
{
  double x[N], y[N];
} Samples;

static void
fill_samples (Samples *samples)
{
  for (int i = 0; i < N; i++)
    {
      samples->x[i] = 0.005 * i;
      samples->y[i] = exp (-0.2 * samples->x[i]) * cos (3.0 * samples->x[i]);
    }
}

static BcCurve
curve_of (const char *name, const Samples *samples)
{
  return (BcCurve){ name, N, samples->x, samples->y };
}

static BcPlotPanel
panel_of (int n, const BcCurve *curves)
{
  return (BcPlotPanel){ "title", "time [s]", "angle [rad]", n, curves };
}

/* ---- pictures ---- */

static cairo_surface_t *
draw (int n_panels, const BcPlotPanel *panels, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  bc_plot_draw (cr, n_panels, panels, width, height);
  g_assert_cmpstr (cairo_status_to_string (cairo_status (cr)), ==,
                   cairo_status_to_string (CAIRO_STATUS_SUCCESS));
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel_at (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row =
      cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);
  guint32 pixel;
  memcpy (&pixel, row + 4 * x, sizeof pixel);
  return pixel & 0xffffff;
}

/* Curves are in colour, everything else is grey. */
static bool
is_curve (guint32 pixel)
{
  int red = (int) (pixel >> 16 & 255), blue = (int) (pixel & 255);
  return ABS (red - blue) > 60;
}

/* Pixels of curves in the part of a picture given by shares of its width and height. */
static int
count_curve (cairo_surface_t *surface, double left, double right, double top, double bottom)
{
  int width = cairo_image_surface_get_width (surface), n = 0;
  int height = cairo_image_surface_get_height (surface);
  for (int y = (int) (top * height); y < (int) (bottom * height); y++)
    for (int x = (int) (left * width); x < (int) (right * width); x++)
      n += is_curve (pixel_at (surface, x, y));
  return n;
}

/* ---- files ---- */

static char *
write_and_read (const char *name, int n_panels, const BcPlotPanel *panels, gsize *length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("bellcrank-plot-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *file = g_build_filename (folder, name, NULL);
  char fault[256] = "", *contents = NULL;
  if (!bc_plot_write (n_panels, panels, 640, 400, file, fault, sizeof fault))
    g_error ("%s", fault);
  g_file_get_contents (file, &contents, length, &error);
  g_assert_no_error (error);
  g_remove (file);
  g_rmdir (folder);
  return contents;
}

/* Cairo numbers the surfaces of a process, and an .svg carries that number. */
static void
blank_surface_number (char *text)
{
  char *number = strstr (text, "id=\"surface");
  if (number == NULL)
    return;
  for (number += strlen ("id=\"surface"); g_ascii_isdigit (*number);)
    memmove (number, number + 1, strlen (number));
}

/* The time of day would only tell in the next second. */
static void
assert_no_date (const char *contents, gsize length)
{
  static const char word[] = "CreationDate";
  for (gsize i = 0; i + strlen (word) < length; i++)
    g_assert_true (memcmp (contents + i, word, strlen (word)) != 0);
}

static void
test_two_runs_give_the_same_bytes (void)
{
  static const char *const names[] = { "plot.svg", "plot.png", "plot.PDF" };
  static const char *const starts[] = { "<?xml", "\x89PNG", "%PDF" };
  Samples samples;
  fill_samples (&samples);
  BcCurve curve = curve_of ("crank", &samples);
  BcPlotPanel panel = panel_of (1, &curve);
  for (int i = 0; i < 3; i++)
    {
      gsize length[2];
      g_autofree char *first = write_and_read (names[i], 1, &panel, &length[0]);
      g_autofree char *second = write_and_read (names[i], 1, &panel, &length[1]);
      g_assert_true (g_str_has_prefix (first, starts[i]));
      g_assert_cmpuint (length[0], >, 5000);
      if (i == 0)
        {
          blank_surface_number (first);
          blank_surface_number (second);
          g_assert_cmpstr (first, ==, second);
          continue;
        }
      assert_no_date (first, length[0]);
      g_assert_cmpuint (length[0], ==, length[1]);
      g_assert_true (memcmp (first, second, length[0]) == 0);
    }
}

static void
test_curves_are_drawn (void)
{
  Samples samples;
  fill_samples (&samples);
  BcCurve curves[] = { curve_of ("a", &samples), curve_of ("b", &samples) };
  BcPlotPanel panels[] = { panel_of (2, curves), panel_of (1, curves) };
  cairo_surface_t *surface = draw (2, panels, 640, 500);
  g_assert_cmpint (count_curve (surface, 0.2, 0.8, 0.0, 0.5), >, 500);
  g_assert_cmpint (count_curve (surface, 0.2, 0.8, 0.5, 1.0), >, 500);
  g_assert_cmphex (pixel_at (surface, 0, 0), ==, 0xffffff);
  cairo_surface_destroy (surface);
}

static void
test_faults_are_worded (void)
{
  static const struct
  {
    const char *file;
    int width;
    const char *says;
  } cases[] = {
    { "plot.jpg", 640, "plot.jpg: a picture's name ends in .svg, .png or .pdf" },
    { ".png", 640, ".png: a picture's name ends in .svg, .png or .pdf" },
    { "plot.svg", 3, "plot.svg: a picture is 16 to 30000 pixels wide and high, not 3×400" },
    { "/nowhere/plot.pdf", 640, "/nowhere/plot.pdf: cannot write: No such file or directory" },
  };
  BcPlotPanel panel = panel_of (0, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char fault[256] = "";
      g_assert_false (
          bc_plot_write (1, &panel, cases[i].width, 400, cases[i].file, fault, sizeof fault));
      g_assert_cmpstr (fault, ==, cases[i].says);
    }
}

static void
test_full_disk_is_a_fault (void)
{
  static const char *const names[] = { "plot.svg", "plot.png", "plot.pdf" };
  g_autofree char *folder = g_dir_make_tmp ("bellcrank-plot-XXXXXX", NULL);
  BcPlotPanel panel = panel_of (0, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char fault[256] = "";
      g_autofree char *file = g_build_filename (folder, names[i], NULL);
      g_assert_cmpint (symlink ("/dev/full", file), ==, 0);
      g_assert_false (bc_plot_write (1, &panel, 640, 400, file, fault, sizeof fault));
      g_assert_nonnull (strstr (fault, "cannot write"));
      g_remove (file);
    }
  g_rmdir (folder);
}

/* ---- thinning ---- */

static void
count_point (void *closure, BcPoint point, bool joined)
{
  int *n = closure;
  g_assert_true (isfinite (point.x) && isfinite (point.y));
  g_assert_true (joined || *n == 0);
  ++*n;
}

static int
count_points (const BcCurve *curve)
{
  BcPlotFrame frame = { .width = 600.0, .height = 300.0 };
  int n = 0;
  bc_plot_axis_span (&frame.x, -1.0, 1.0, 0.0);
  bc_plot_axis_span (&frame.y, -1.0, 1.0, 0.0);
  bc_plot_curve_walk (curve, &frame, count_point, &n);
  return n;
}

/* A single sample of a million, at 70 % of the time, reaches the top of the frame. */
static void
test_one_sample_spike_stays_visible (void)
{
  const int n = 1000000;
  g_autofree double *x = g_new (double, n), *y = g_new0 (double, n);
  for (int i = 0; i < n; i++)
    x[i] = -1.0 + 2e-6 * i;
  for (int i = 0; i < 2; i++)
    {
      y[700000] = i == 0 ? 1.0 : 0.0;
      BcCurve curve = { NULL, n, x, y };
      BcPlotPanel panel = { .n_curves = 1, .curves = &curve };
      cairo_surface_t *surface = draw (1, &panel, 640, 400);
      int above = count_curve (surface, 0.6, 0.8, 0.15, 0.45);
      g_assert_cmpint (above, >=, i == 0 ? 100 : 0);
      g_assert_cmpint (above, <=, i == 0 ? 400 : 0);
      g_assert_cmpint (count_points (&curve), <=, 4 * 601);
      cairo_surface_destroy (surface);
    }
}

/* Twice round a circle in small steps: as many points as are 0.3 px apart, whatever their number. */
static void
test_paths_are_thinned_by_distance (void)
{
  const int n = 400000;
  g_autofree double *x = g_new (double, n), *y = g_new (double, n);
  for (int i = 0; i < n; i++)
    {
      x[i] = 0.9 * cos (4.0 * BC_PI * i / n);
      y[i] = 0.9 * sin (4.0 * BC_PI * i / n);
    }
  BcCurve curve = { NULL, n, x, y };
  g_assert_false (bc_plot_curve_is_function (&curve));
  int points = count_points (&curve);
  g_assert_cmpint (points, >, 2000);
  g_assert_cmpint (points, <, 15000);
}

static void
test_few_points_are_all_kept (void)
{
  Samples samples;
  for (int i = 0; i < 100; i++)
    {
      samples.x[i] = 0.02 * i - 1.0;
      samples.y[i] = sin (i);
    }
  BcCurve curve = { NULL, 100, samples.x, samples.y };
  g_assert_true (bc_plot_curve_is_function (&curve));
  g_assert_cmpint (count_points (&curve), ==, 100);
}

static void
test_gaps_break_the_line (void)
{
  Samples samples;
  fill_samples (&samples);
  for (int i = 0; i < N; i++)
    samples.y[i] = i < 800 || i > 1200 ? 1.0 : i % 2 ? (double) NAN : HUGE_VAL;
  BcCurve curve = curve_of (NULL, &samples);
  BcPlotPanel panel = { .n_curves = 1, .curves = &curve };
  cairo_surface_t *surface = draw (1, &panel, 640, 400);
  g_assert_cmpint (count_curve (surface, 0.25, 0.35, 0.0, 1.0), >=, 60);
  g_assert_cmpint (count_curve (surface, 0.48, 0.58, 0.0, 1.0), ==, 0);
  g_assert_cmpint (count_curve (surface, 0.70, 0.80, 0.0, 1.0), >=, 60);
  cairo_surface_destroy (surface);
}

/* ---- numbers and names ---- */

static void
test_ticks_are_round (void)
{
  static const struct
  {
    double low, high, most;
    const char *first, *last, *note;
  } cases[] = {
    { 0.0, 10.0, 10, "0", "10", "" },
    { 0.0, 9.9999999, 10, "0", "10", "" },
    { -1.06, 1.06, 5, "−1.0", "1.0", "" },
    { 0.9993, 1.0001, 5, "0.9994", "1.0000", "" },
    { 0.0, 3.2e-3, 5, "0", "3", "×10⁻³" },
    { -4e-7, 4e-7, 4, "−400", "400", "×10⁻⁹" },
    { 0.0, 250000.0, 6, "0", "250", "×10³" },
    { -1e300, 1e300, 5, "−1.0", "1.0", "×10³⁰⁰" },
    { 1250.0 - 3e-4, 1250.0 + 3e-4, 7, "−300", "300", "×10⁻⁶ + 1250" },
    { -7.0 - 2e-9, -7.0 + 2e-9, 5, "−2", "2", "×10⁻⁹ − 7" },
    { 1.7e9, 1.7e9 + 20.0, 10, "0", "20", "+ 1.7×10⁹" },
    { 5.0, 5.0, 5, "3", "7", "" }, /* a constant gets an axis around it */
    { 0.0, 0.0, 4, "−1.0", "1.0", "" },
    { 1.0, 0.0, 5, "0.0", "1.0", "" }, /* no data */
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      BcPlotAxis axis;
      char text[96];
      bc_plot_axis_span (&axis, cases[i].low, cases[i].high, 0.0);
      bc_plot_axis_set_ticks (&axis, cases[i].most);
      bc_plot_axis_number (&axis, axis.first, text, sizeof text);
      g_assert_cmpstr (text, ==, cases[i].first);
      bc_plot_axis_number (&axis, axis.last, text, sizeof text);
      g_assert_cmpstr (text, ==, cases[i].last);
      bc_plot_axis_note (&axis, text, sizeof text);
      g_assert_cmpstr (text, ==, cases[i].note);
    }
}

static void
test_long_names_lose_their_middle (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 8, 8);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GString) name = g_string_new ("Anfang");
  for (int i = 0; i < 500; i++)
    g_string_append (name, "ß…𝛼");
  g_string_append (name, "Ende");
  for (int i = 0; i < 40; i++)
    {
      double width = 1e6 * pow (0.7, i);
      char text[256];
      bc_plot_shorten (cr, name->str, width, text, sizeof text);
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_nonnull (strstr (text, "…"));
      if (width > 200.0)
        {
          g_assert_true (g_str_has_prefix (text, "Anfang"));
          g_assert_true (g_str_has_suffix (text, "Ende"));
          g_assert_cmpfloat (bc_paper_text_size (cr, text).x, <=, width);
        }
      bc_plot_shorten (cr, "ω", 100.0, text, sizeof text);
      g_assert_cmpstr (text, ==, "ω");
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A line along the top, with a free place below it on the left only. */
static void
test_legend_avoids_the_curves (void)
{
  const double x[] = { 0.0, 1.0, 1.0 }, y[] = { 1.0, 1.0, 0.0 };
  BcCurve curve = { "name", 3, x, y };
  BcPlotPanel panel = { .n_curves = 1, .curves = &curve };
  BcPlotFrame frame = { .left = 50.0, .top = 20.0, .width = 500.0, .height = 300.0 };
  BcPlotLegend legend;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 8, 8);
  cairo_t *cr = cairo_create (surface);
  bc_plot_axis_span (&frame.x, 0.0, 1.0, 0.05);
  bc_plot_axis_span (&frame.y, 0.0, 1.0, 0.05);
  bc_plot_legend_measure (&legend, cr, &panel, 12.0, 200.0, 200.0);
  g_assert_cmpint (legend.shown, ==, 1);
  g_assert_cmpfloat (bc_plot_legend_settle (&legend, &panel, &frame), ==, 0.0);
  g_assert_cmpfloat (legend.left, <, 100.0);
  g_assert_cmpfloat (legend.top, >, 200.0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* ---- hardly any data ---- */

static void
test_degenerate_curves (void)
{
  const double rising[] = { 0.0, 1.0, 2.0 }, still[] = { 9.81, 9.81, 9.81 };
  const double nothing[] = { (double) NAN, HUGE_VAL, -HUGE_VAL };
  const double huge[] = { -1e300, 1e300, G_MAXDOUBLE }, tiny[] = { 0.0, 5e-324, 1e-310 };
  const double alone[] = { 1.0, (double) NAN, 2.0 }, near[] = { 1.0, 1.0 + 1e-15, 1.0 };
  const double *const all[] = { rising, still, nothing, huge, tiny, alone, near };
  static const int sizes[][2] = { { 16, 16 }, { 40, 300 }, { 300, 40 }, { 640, 400 } };
  BcCurve curves[G_N_ELEMENTS (all)];
  for (gsize k = 0; k < G_N_ELEMENTS (all) * G_N_ELEMENTS (sizes) * 4; k++)
    {
      const int *size = sizes[k % G_N_ELEMENTS (sizes)], n = (int) (k / 4 % 4);
      const double *x = all[k / 16];
      for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
        curves[i] = (BcCurve){ "a name that is long for a small plot", n, n > 0 ? x : NULL,
                               n > 0 ? all[i] : NULL };
      BcPlotPanel panels[] = {
        panel_of (G_N_ELEMENTS (all), curves),
        panel_of (1, &curves[k / 16]),
        { 0 },
      };
      cairo_surface_destroy (draw ((int) (k % 4), panels, size[0], size[1]));
      cairo_surface_destroy (draw (3, panels, size[0], size[1]));
    }
}

static void
test_one_point_is_a_dot (void)
{
  const double x = 3.0, y = 9.81;
  BcCurve curve = { NULL, 1, &x, &y };
  BcPlotPanel panel = { .n_curves = 1, .curves = &curve };
  cairo_surface_t *surface = draw (1, &panel, 640, 400);
  int dot = count_curve (surface, 0.0, 1.0, 0.0, 1.0);
  g_assert_cmpint (dot, >=, 4);
  g_assert_cmpint (dot, <=, 40);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture/plot/curves-are-drawn", test_curves_are_drawn);
  g_test_add_func ("/picture/plot/two-runs-give-the-same-bytes", test_two_runs_give_the_same_bytes);
  g_test_add_func ("/picture/plot/faults-are-worded", test_faults_are_worded);
  g_test_add_func ("/picture/plot/full-disk-is-a-fault", test_full_disk_is_a_fault);
  g_test_add_func ("/picture/plot/one-sample-spike-stays-visible",
                   test_one_sample_spike_stays_visible);
  g_test_add_func ("/picture/plot/paths-are-thinned-by-distance",
                   test_paths_are_thinned_by_distance);
  g_test_add_func ("/picture/plot/few-points-are-all-kept", test_few_points_are_all_kept);
  g_test_add_func ("/picture/plot/gaps-break-the-line", test_gaps_break_the_line);
  g_test_add_func ("/picture/plot/ticks-are-round", test_ticks_are_round);
  g_test_add_func ("/picture/plot/long-names-lose-their-middle", test_long_names_lose_their_middle);
  g_test_add_func ("/picture/plot/legend-avoids-the-curves", test_legend_avoids_the_curves);
  g_test_add_func ("/picture/plot/degenerate-curves", test_degenerate_curves);
  g_test_add_func ("/picture/plot/one-point-is-a-dot", test_one_point_is_a_dot);
  return g_test_run ();
}
