/* What a plot shows and where on the paper it goes. */
#include "picture/plot-parts.h"

#include <string.h>

/* From this many curves on the legend stands beside the frame at once. */
#define MANY_CURVES 6

/* ---- what there is to draw ---- */

static void
widen (double range[2], double value)
{
  range[0] = fmin (range[0], value);
  range[1] = fmax (range[1], value);
}

/* A row of NaN at the end still belongs to the x axis, so that panels over one time line up. */
static void
add_curve_ranges (const BcCurve *curve, double x[2], double y[2])
{
  for (int i = 0; i < curve->n; i++)
    {
      if (!bc_plot_is_number (curve->x[i]))
        continue;
      widen (x, curve->x[i]);
      if (bc_plot_is_number (curve->y[i]))
        widen (y, curve->y[i]);
    }
}

/* Functions fill the width; paths in the plane keep off all four sides. */
static void
open_pane (BcPlotPane *pane, const BcPlotPanel *what)
{
  double x[2] = { HUGE_VAL, -HUGE_VAL }, y[2] = { HUGE_VAL, -HUGE_VAL };
  bool functions = true;
  for (int i = 0; i < what->n_curves; i++)
    {
      add_curve_ranges (&what->curves[i], x, y);
      functions = functions && bc_plot_curve_is_function (&what->curves[i]);
    }
  pane->what = what;
  pane->empty = y[0] > y[1];
  bc_plot_axis_span (&pane->frame.x, x[0], x[1], functions ? 0.0 : 0.05);
  bc_plot_axis_span (&pane->frame.y, y[0], y[1], 0.06);
}

static bool
same_x (const BcPlotPane *a, const BcPlotPane *b)
{
  const char *label_a = a->what->x_label, *label_b = b->what->x_label;
  bool same_label = bc_plot_given (label_a)
                        ? bc_plot_given (label_b) && strcmp (label_a, label_b) == 0
                        : !bc_plot_given (label_b);
  return same_label && a->frame.x.low == b->frame.x.low && a->frame.x.high == b->frame.x.high;
}

void
bc_plot_open (BcPlot *plot, BcArena *arena, const BcPlotPanel *panels)
{
  double scale = fmin (plot->width / 760.0, plot->height / plot->n_panes / 190.0);
  /* small plots have smaller writing, but not in proportion: it is still to be read */
  plot->unit = scale < 1.0 ? fmax (0.55, pow (scale, 0.6)) : fmin (scale, 4.0);
  plot->text = 12.0 * plot->unit;
  plot->panes = bc_arena_array (arena, BcPlotPane, plot->n_panes);
  for (int i = 0; i < plot->n_panes; i++)
    open_pane (&plot->panes[i], &panels[i]);
  for (int i = 0; i + 1 < plot->n_panes; i++)
    plot->panes[i].numbers_below = same_x (&plot->panes[i], &plot->panes[i + 1]);
}

void
bc_plot_set_title_font (const BcPlot *plot)
{
  cairo_select_font_face (plot->cr, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (plot->cr, plot->text);
}

/* ---- where it goes ---- */

static double
number_width (const BcPlot *plot, const BcPlotAxis *axis, int i)
{
  char number[48];
  bc_plot_axis_number (axis, i, number, sizeof number);
  return bc_paper_text_size (plot->cr, number).x;
}

static double
widest_number (const BcPlot *plot, const BcPlotAxis *axis)
{
  double widest = 0.0;
  for (int i = axis->first; i <= axis->last; i++)
    widest = fmax (widest, number_width (plot, axis, i));
  return widest;
}

/* Whether something is written below the numbers along x. */
static bool
has_line_below (const BcPlotPane *pane)
{
  char note[96];
  bc_plot_axis_note (&pane->frame.x, note, sizeof note);
  return note[0] != '\0' || bc_plot_given (pane->what->x_label);
}

/* Heights: every frame gets the same share of what the writing leaves. */
static void
arrange_rows (BcPlot *plot)
{
  double writing = 0.0, text = plot->text, top = 0.0;
  for (int i = 0; i < plot->n_panes; i++)
    {
      BcPlotPane *pane = &plot->panes[i];
      bc_plot_axis_set_ticks (&pane->frame.x, 6.0); /* not the last word, that comes by width */
      bool own = !pane->numbers_below;
      pane->above = (bc_plot_given (pane->what->title) ? 2.1 : 1.7) * text;
      pane->below = own ? 1.9 * text : 0.3 * text;
      pane->below += own && has_line_below (pane) ? 1.35 * text : 0.0;
      writing += pane->above + pane->below;
    }
  double tall = fmax (1.0, (plot->height - writing) / plot->n_panes);
  for (int i = 0; i < plot->n_panes; i++)
    {
      BcPlotFrame *frame = &plot->panes[i].frame;
      frame->top = top + plot->panes[i].above;
      frame->height = tall;
      top = frame->top + tall + plot->panes[i].below;
      bc_plot_axis_set_ticks (&frame->y, fmin (10.0, floor (tall / (2.1 * text))));
    }
}

/* As many ticks as leave their numbers apart. */
static void
set_x_ticks (const BcPlot *plot, BcPlotFrame *frame)
{
  int most = (int) fmin (12.0, frame->width / (3.5 * plot->text));
  for (; most >= 2; most--)
    {
      bc_plot_axis_set_ticks (&frame->x, most);
      double apart = frame->width / fmax (1.0, frame->x.last - frame->x.first + 1);
      if (widest_number (plot, &frame->x) + 1.2 * plot->text < apart)
        return;
    }
  bc_plot_axis_set_ticks (&frame->x, 2.0);
}

/* The width that the legends beside the frames take. */
static double
measure_legends_beside (BcPlot *plot)
{
  double widest = 0.0;
  for (int i = 0; i < plot->n_panes; i++)
    {
      BcPlotPane *pane = &plot->panes[i];
      bc_plot_legend_measure (&pane->legend, plot->cr, pane->what, plot->text, 0.3 * plot->width,
                              pane->frame.height);
      widest = fmax (widest, pane->legend.width);
    }
  cairo_set_font_size (plot->cr, plot->text);
  return widest > 0.0 ? widest + 0.4 * plot->text : 0.0;
}

static void
arrange_columns (BcPlot *plot)
{
  double numbers = 0.0, text = plot->text, label = 0.0;
  double beside = plot->legend_beside ? measure_legends_beside (plot) : 0.0;
  for (int i = 0; i < plot->n_panes; i++)
    {
      numbers = fmax (numbers, widest_number (plot, &plot->panes[i].frame.y));
      label = bc_plot_given (plot->panes[i].what->y_label) ? 1.7 * text : label;
    }
  double left = label + numbers + 1.3 * text;
  for (int i = 0; i < plot->n_panes; i++)
    {
      BcPlotPane *pane = &plot->panes[i];
      pane->frame.left = left;
      pane->frame.width = fmax (1.0, plot->width - left - 1.7 * text - beside);
      set_x_ticks (plot, &pane->frame);
      pane->legend.left = left + pane->frame.width + 1.1 * text;
      pane->legend.top = pane->frame.top;
    }
}

static double
title_width (const BcPlot *plot, const BcPlotPane *pane)
{
  if (!bc_plot_given (pane->what->title))
    return 0.0;
  cairo_save (plot->cr);
  bc_plot_set_title_font (plot);
  double width = bc_paper_text_size (plot->cr, pane->what->title).x;
  cairo_restore (plot->cr);
  return width;
}

/* One name also fits above the frame, to the right of the title. */
static bool
put_legend_above (const BcPlot *plot, BcPlotPane *pane)
{
  BcPlotLegend *legend = &pane->legend;
  const BcPlotFrame *frame = &pane->frame;
  double room = 0.5 * (frame->width - title_width (plot, pane)) - plot->text;
  if (legend->shown != 1 || legend->width > room)
    return false;
  legend->boxed = false;
  legend->left = frame->left + frame->width - legend->width;
  legend->top = frame->top - 0.8 * plot->text - 0.5 * legend->height;
  return true;
}

/* Whether the legend is to be seen in or above its frame without hiding anything. */
static bool
place_legend_at_frame (const BcPlot *plot, BcPlotPane *pane)
{
  BcPlotLegend *legend = &pane->legend;
  bc_plot_legend_measure (legend, plot->cr, pane->what, plot->text, 0.5 * pane->frame.width,
                          0.7 * pane->frame.height);
  if (legend->left_out > 0 || legend->shown >= MANY_CURVES)
    return false;
  return legend->shown == 0 || bc_plot_legend_settle (legend, pane->what, &pane->frame) <= 0.0
         || put_legend_above (plot, pane);
}

static bool
place_legends_at_frames (BcPlot *plot)
{
  bool all = true;
  for (int i = 0; i < plot->n_panes && all; i++)
    all = place_legend_at_frame (plot, &plot->panes[i]);
  cairo_set_font_size (plot->cr, plot->text);
  return all;
}

void
bc_plot_arrange (BcPlot *plot)
{
  arrange_rows (plot);
  arrange_columns (plot);
  if (place_legends_at_frames (plot))
    return;
  plot->legend_beside = true;
  arrange_columns (plot);
}
