/* The legend: which line is which curve, where it hides least. */
#include "picture/plot-parts.h"

#include <stdio.h>
#include <string.h>

/* Letters, not bytes, are counted and cut. */
static bool
starts_letter (char byte)
{
  return ((unsigned char) byte & 0xC0) != 0x80;
}

static int
count_letters (const char *text)
{
  int n = 0;
  for (; *text != '\0'; text++)
    n += starts_letter (*text);
  return n;
}

/* Where letter n starts, or the end. */
static const char *
find_letter (const char *text, int n)
{
  for (; *text != '\0'; text++)
    if (starts_letter (*text) && n-- == 0)
      break;
  return text;
}

/* The first and the last letters, `kept` in all. */
static void
leave_out_middle (const char *text, int letters, int kept, char *out, size_t size)
{
  int head = (kept + 1) / 2, tail = kept / 2;
  long bytes = find_letter (text, head) - text;
  snprintf (out, size, "%.*s…%s", (int) bytes, text, find_letter (text, letters - tail));
}

void
bc_plot_shorten (cairo_t *cr, const char *text, double width, char *out, size_t size)
{
  int letters = count_letters (text), most = (int) (size / 4) - 2; /* a letter has up to 4 bytes */
  snprintf (out, size, "%s", text);
  if (strlen (text) < size && bc_paper_text_size (cr, out).x <= width)
    return;
  int fits = 0, too_many = letters < most ? letters : most;
  while (too_many - fits > 1)
    {
      int kept = (fits + too_many) / 2;
      leave_out_middle (text, letters, kept, out, size);
      if (bc_paper_text_size (cr, out).x <= width)
        fits = kept;
      else
        too_many = kept;
    }
  leave_out_middle (text, letters, fits, out, size);
}

static double
sample_width (const BcPlotLegend *legend)
{
  return 2.4 * legend->text;
}

static double
padding (const BcPlotLegend *legend)
{
  return 0.5 * legend->text;
}

static void
set_font (const BcPlotLegend *legend, cairo_t *cr)
{
  cairo_set_font_size (cr, legend->text);
}

/* What stands for the curves there is no room for, if any. */
static void
word_left_out (const BcPlotLegend *legend, char *text, size_t size)
{
  text[0] = '\0';
  if (legend->left_out > 0)
    snprintf (text, size, legend->shown > 0 ? "and %d more" : "%d curves", legend->left_out);
}

/* Number and width of the names. */
static int
measure_names (cairo_t *cr, const BcPlotPanel *panel, double *widest)
{
  int named = 0;
  *widest = 0.0;
  for (int i = 0; i < panel->n_curves; i++)
    if (bc_plot_given (panel->curves[i].name))
      {
        named++;
        *widest = fmax (*widest, bc_paper_text_size (cr, panel->curves[i].name).x);
      }
  return named;
}

void
bc_plot_legend_measure (BcPlotLegend *legend, cairo_t *cr, const BcPlotPanel *panel, double text,
                        double width, double height)
{
  double widest;
  *legend = (BcPlotLegend){ .text = 0.92 * text, .row = 1.38 * text };
  set_font (legend, cr);
  int named = measure_names (cr, panel, &widest);
  double frame = 2.0 * padding (legend), fixed = frame + 1.25 * sample_width (legend);
  int room = (int) floor ((height - frame) / legend->row);
  legend->left_out = named;
  if (named == 0 || room < 1 || width < fixed + 2.0 * text)
    return;
  legend->shown = named <= room ? named : room - 1;
  legend->left_out -= legend->shown;
  char more[48];
  word_left_out (legend, more, sizeof more);
  widest = fmax (widest, bc_paper_text_size (cr, more).x);
  legend->width = fmin (width, fixed + widest);
  legend->height = frame + legend->row * fmin (named, room);
}

/* How much of the segment from `a` to `b` is within the legend and a little around it. */
static double
hidden_length (const BcPlotLegend *legend, BcPoint a, BcPoint b)
{
  double around = 0.4 * legend->text, enter = 0.0, leave = 1.0;
  double left = legend->left - around, right = legend->left + legend->width + around;
  double top = legend->top - around, bottom = legend->top + legend->height + around;
  if (fmax (a.x, b.x) < left || fmin (a.x, b.x) > right || fmax (a.y, b.y) < top
      || fmin (a.y, b.y) > bottom)
    return 0.0;
  BcPoint d = bc_point_from_to (a, b);
  /* the sides as s t <= r, t from a to b (Liang and Barsky) */
  const double s[] = { -d.x, d.x, -d.y, d.y };
  const double r[] = { a.x - left, right - a.x, a.y - top, bottom - a.y };
  for (int i = 0; i < 4; i++)
    {
      if (s[i] < 0.0)
        enter = fmax (enter, r[i] / s[i]);
      else if (s[i] > 0.0)
        leave = fmin (leave, r[i] / s[i]);
    }
  /* a point has no length, but is not to be hidden either */
  return leave >= enter ? fmax (1.0, (leave - enter) * bc_point_length (d)) : 0.0;
}

#define N_PLACES 6

typedef struct
{
  BcPlotLegend places[N_PLACES];
  double hidden[N_PLACES];
  BcPoint last;
} Search;

static void
add_hidden (void *closure, BcPoint point, bool joined)
{
  Search *search = closure;
  for (int i = 0; i < N_PLACES; i++)
    search->hidden[i] += hidden_length (&search->places[i], joined ? search->last : point, point);
  search->last = point;
}

double
bc_plot_legend_settle (BcPlotLegend *legend, const BcPlotPanel *panel, const BcPlotFrame *frame)
{
  /* shares of the free width and height, in the order of preference */
  static const BcPoint shares[N_PLACES] = { { 1, 0 }, { 0, 0 },   { 1, 1 },
                                            { 0, 1 }, { 0.5, 0 }, { 0.5, 1 } };
  double away = 0.6 * legend->text;
  Search search = { .hidden = { 0 } };
  for (int i = 0; i < N_PLACES; i++)
    {
      BcPlotLegend *place = &search.places[i];
      *place = *legend;
      place->boxed = true;
      place->left = frame->left + away + shares[i].x * (frame->width - legend->width - 2.0 * away);
      place->top = frame->top + away + shares[i].y * (frame->height - legend->height - 2.0 * away);
    }
  for (int i = 0; i < panel->n_curves; i++)
    bc_plot_curve_walk (&panel->curves[i], frame, add_hidden, &search);
  int best = 0;
  for (int i = 1; i < N_PLACES; i++)
    if (search.hidden[i] < search.hidden[best])
      best = i;
  *legend = search.places[best];
  return search.hidden[best];
}

static void
write_entry (const BcPlotLegend *legend, cairo_t *cr, const char *text, double y)
{
  char shown[256];
  double left = legend->left + padding (legend) + 1.25 * sample_width (legend);
  double right = legend->left + legend->width - padding (legend);
  bc_plot_shorten (cr, text, right - left + 0.01, shown, sizeof shown);
  double half = 0.5 * bc_paper_text_size (cr, shown).x;
  bc_paper_text (cr, shown, bc_point (left + half, y), BC_INK, false);
}

static void
draw_box (const BcPlotLegend *legend, cairo_t *cr, double unit)
{
  cairo_rectangle (cr, legend->left, legend->top, legend->width, legend->height);
  bc_paper_color (cr, BC_WHITE, 0.88);
  cairo_fill_preserve (cr);
  bc_paper_color (cr, bc_color_mix (BC_WHITE, BC_GREY, 0.35), 1.0);
  cairo_set_line_width (cr, 0.6 * unit);
  cairo_stroke (cr);
}

void
bc_plot_legend_draw (const BcPlotLegend *legend, cairo_t *cr, const BcPlotPanel *panel, double unit)
{
  if (legend->height <= 0.0)
    return;
  if (legend->boxed)
    draw_box (legend, cr, unit);
  set_font (legend, cr);
  double x = legend->left + padding (legend), y = legend->top + padding (legend);
  int shown = 0;
  for (int i = 0; i < panel->n_curves && shown < legend->shown; i++)
    {
      if (!bc_plot_given (panel->curves[i].name))
        continue;
      double middle = y + (shown++ + 0.5) * legend->row;
      bc_plot_pen (cr, i, unit);
      bc_paper_line (cr, bc_point (x, middle), bc_point (x + sample_width (legend), middle));
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0.0);
      write_entry (legend, cr, panel->curves[i].name, middle);
    }
  char more[48];
  word_left_out (legend, more, sizeof more);
  write_entry (legend, cr, more, y + (shown + 0.5) * legend->row);
}
