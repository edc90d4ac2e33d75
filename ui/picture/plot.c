/* A plot from back to front: grid, curves, frame, writing, legend. */
#include "picture/plot.h"

#include "picture/paper-file.h"
#include "picture/plot-parts.h"

/* Thin lines are put on whole pixels where there are pixels. */
static bool
has_pixels (const BcPlot *plot)
{
  return cairo_surface_get_type (cairo_get_target (plot->cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

static double
thin (const BcPlot *plot)
{
  double width = 0.8 * plot->unit;
  return has_pixels (plot) ? fmax (1.0, round (width)) : width;
}

static double
sharpen (const BcPlot *plot, double at)
{
  if (!has_pixels (plot))
    return at;
  bool odd = fmod (thin (plot), 2.0) != 0.0;
  return odd ? floor (at) + 0.5 : round (at);
}

static void
upright (const BcPlot *plot, double x, double top, double bottom)
{
  x = sharpen (plot, x);
  bc_paper_line (plot->cr, bc_point (x, top), bc_point (x, bottom));
}

static void
level (const BcPlot *plot, double y, double left, double right)
{
  y = sharpen (plot, y);
  bc_paper_line (plot->cr, bc_point (left, y), bc_point (right, y));
}

static double
tick_x (const BcPlotFrame *frame, int i)
{
  return bc_plot_frame_place (frame, bc_plot_axis_tick (&frame->x, i), frame->y.low).x;
}

static double
tick_y (const BcPlotFrame *frame, int i)
{
  return bc_plot_frame_place (frame, frame->x.low, bc_plot_axis_tick (&frame->y, i)).y;
}

static void
draw_grid (const BcPlot *plot, const BcPlotFrame *frame)
{
  double right = frame->left + frame->width, bottom = frame->top + frame->height;
  cairo_set_line_width (plot->cr, thin (plot));
  for (int i = frame->x.first; i <= frame->x.last; i++)
    upright (plot, tick_x (frame, i), frame->top, bottom);
  for (int i = frame->y.first; i <= frame->y.last; i++)
    level (plot, tick_y (frame, i), frame->left, right);
  bc_paper_color (plot->cr, bc_color_mix (BC_WHITE, BC_GREY, 0.20), 1.0);
  cairo_stroke (plot->cr);
  if (frame->y.low < 0.0 && frame->y.high > 0.0)
    level (plot, bc_plot_frame_place (frame, frame->x.low, 0.0).y, frame->left, right);
  bc_paper_color (plot->cr, bc_color_mix (BC_WHITE, BC_GREY, 0.60), 1.0);
  cairo_stroke (plot->cr);
}

static void
draw_frame (const BcPlot *plot, const BcPlotFrame *frame)
{
  double right = frame->left + frame->width, bottom = frame->top + frame->height;
  double left = frame->left, top = frame->top, tick = 0.33 * plot->text;
  cairo_set_line_cap (plot->cr, CAIRO_LINE_CAP_SQUARE);
  cairo_set_line_width (plot->cr, thin (plot));
  upright (plot, left, sharpen (plot, top), sharpen (plot, bottom));
  upright (plot, right, sharpen (plot, top), sharpen (plot, bottom));
  level (plot, top, sharpen (plot, left), sharpen (plot, right));
  level (plot, bottom, sharpen (plot, left), sharpen (plot, right));
  for (int i = frame->x.first; i <= frame->x.last; i++)
    upright (plot, tick_x (frame, i), bottom, bottom + tick);
  for (int i = frame->y.first; i <= frame->y.last; i++)
    level (plot, tick_y (frame, i), left - tick, left);
  bc_paper_color (plot->cr, bc_color_mix (BC_GREY, BC_INK, 0.5), 1.0);
  cairo_stroke (plot->cr);
  cairo_set_line_cap (plot->cr, CAIRO_LINE_CAP_BUTT);
}

/* Text with `share` of its width to the left of `at`. */
static void
write_text (const BcPlot *plot, const char *text, BcPoint at, double share)
{
  double width = bc_paper_text_size (plot->cr, text).x;
  bc_paper_text (plot->cr, text, bc_point (at.x + (0.5 - share) * width, at.y), BC_INK, false);
}

/* Numbers that would touch the one before are left out: in a frame too narrow for two. */
static void
write_x_numbers (const BcPlot *plot, const BcPlotFrame *frame)
{
  double y = frame->top + frame->height + 1.05 * plot->text, end = -HUGE_VAL;
  for (int i = frame->x.first; i <= frame->x.last; i++)
    {
      char number[48];
      bc_plot_axis_number (&frame->x, i, number, sizeof number);
      double half = 0.5 * bc_paper_text_size (plot->cr, number).x, x = tick_x (frame, i);
      x = fmin (x, plot->width - half - 0.1 * plot->text);
      if (x - half < end + 0.2 * plot->text)
        continue;
      write_text (plot, number, bc_point (x, y), 0.5);
      end = x + half;
    }
}

static void
write_y_numbers (const BcPlot *plot, const BcPlotFrame *frame)
{
  for (int i = frame->y.first; i <= frame->y.last; i++)
    {
      char number[48];
      bc_plot_axis_number (&frame->y, i, number, sizeof number);
      write_text (plot, number, bc_point (frame->left - 0.6 * plot->text, tick_y (frame, i)), 1.0);
    }
}

static void
write_x_label (const BcPlot *plot, const BcPlotPane *pane)
{
  const BcPlotFrame *frame = &pane->frame;
  char label[256], note[96];
  bc_plot_axis_note (&frame->x, note, sizeof note);
  bool labelled = bc_plot_given (pane->what->x_label);
  double y = frame->top + frame->height + 2.5 * plot->text;
  double note_width = bc_paper_text_size (plot->cr, note).x;
  write_text (plot, note, bc_point (frame->left + frame->width, y), 1.0);
  if (!labelled)
    return;
  bc_plot_shorten (plot->cr, pane->what->x_label, frame->width - 2.0 * note_width, label,
                   sizeof label);
  write_text (plot, label, bc_point (frame->left + 0.5 * frame->width, y), 0.5);
}

/* Turned to be read from the right. */
static void
write_y_label (const BcPlot *plot, const BcPlotPane *pane)
{
  const BcPlotFrame *frame = &pane->frame;
  char label[256];
  if (!bc_plot_given (pane->what->y_label))
    return;
  bc_plot_shorten (plot->cr, pane->what->y_label, frame->height + plot->text, label, sizeof label);
  cairo_save (plot->cr);
  cairo_translate (plot->cr, plot->text, frame->top + 0.5 * frame->height);
  cairo_rotate (plot->cr, -0.5 * BC_PI);
  write_text (plot, label, bc_point (0.0, 0.0), 0.5);
  cairo_restore (plot->cr);
}

/* Above the frame: what the numbers along y are multiples of, and the title. */
static void
write_above (const BcPlot *plot, const BcPlotPane *pane)
{
  const BcPlotFrame *frame = &pane->frame;
  char note[96], title[256];
  bc_plot_axis_note (&frame->y, note, sizeof note);
  double note_width = bc_paper_text_size (plot->cr, note).x;
  write_text (plot, note, bc_point (frame->left, frame->top - 0.75 * plot->text), 0.0);
  if (!bc_plot_given (pane->what->title))
    return;
  cairo_save (plot->cr);
  bc_plot_set_title_font (plot);
  bc_plot_shorten (plot->cr, pane->what->title, frame->width - 2.0 * note_width, title,
                   sizeof title);
  write_text (plot, title,
              bc_point (frame->left + 0.5 * frame->width, frame->top - 0.95 * plot->text), 0.5);
  cairo_restore (plot->cr);
}

static void
draw_pane (const BcPlot *plot, const BcPlotPane *pane)
{
  const BcPlotFrame *frame = &pane->frame;
  draw_grid (plot, frame);
  draw_frame (plot, frame);
  for (int i = 0; i < pane->what->n_curves; i++)
    bc_plot_curve_draw (plot->cr, &pane->what->curves[i], i, frame, plot->unit);
  write_y_numbers (plot, frame);
  write_y_label (plot, pane);
  write_above (plot, pane);
  if (!pane->numbers_below)
    {
      write_x_numbers (plot, frame);
      write_x_label (plot, pane);
    }
  if (pane->empty)
    bc_paper_text (plot->cr, "no data",
                   bc_point (frame->left + 0.5 * frame->width, frame->top + 0.5 * frame->height),
                   BC_GREY, true);
  bc_plot_legend_draw (&pane->legend, plot->cr, pane->what, plot->unit);
  cairo_set_font_size (plot->cr, plot->text);
}

/* Letters keep their true widths, so that all files look alike. */
static void
set_font (cairo_t *cr)
{
  cairo_font_options_t *options = cairo_font_options_create ();
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options (cr, options);
  cairo_font_options_destroy (options);
  cairo_select_font_face (cr, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

void
bc_plot_draw (cairo_t *cr, int n_panels, const BcPlotPanel *panels, double width, double height)
{
  BcArena *arena = bc_arena_new ();
  BcPlot plot = { .cr = cr, .width = width, .height = height, .n_panes = n_panels };
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  bc_paper_color (cr, BC_WHITE, 1.0);
  cairo_paint (cr);
  set_font (cr);
  if (n_panels > 0)
    {
      bc_plot_open (&plot, arena, panels);
      cairo_set_font_size (cr, plot.text);
      bc_plot_arrange (&plot);
      for (int i = 0; i < n_panels; i++)
        draw_pane (&plot, &plot.panes[i]);
    }
  cairo_restore (cr);
  bc_arena_free (arena);
}

typedef struct
{
  int n;
  const BcPlotPanel *panels;
} Panels;

static void
draw_panels (cairo_t *cr, const void *what, double width, double height)
{
  const Panels *panels = what;
  bc_plot_draw (cr, panels->n, panels->panels, width, height);
}

bool
bc_plot_write (int n_panels, const BcPlotPanel *panels, int width, int height, const char *file,
               char *fault, size_t fault_size)
{
  return bc_paper_file_write (draw_panels, &(Panels){ n_panels, panels }, width, height, file,
                              fault, fault_size);
}
