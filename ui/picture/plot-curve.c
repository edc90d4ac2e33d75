/* Curves on paper.  A run of a million steps is drawn through the few thousand points that can be
 * told apart; what remains touches the same pixels, extremes and gaps included. */
#include "picture/plot-parts.h"

BcPoint
bc_plot_frame_place (const BcPlotFrame *frame, double x, double y)
{
  double along = (x - frame->x.low) / (frame->x.high - frame->x.low);
  double up = (y - frame->y.low) / (frame->y.high - frame->y.low);
  return bc_point (frame->left + along * frame->width, frame->top + (1.0 - up) * frame->height);
}

bool
bc_plot_curve_is_function (const BcCurve *curve)
{
  bool rises = false, falls = false;
  const double *before = NULL;
  for (int i = 0; i < curve->n && !(rises && falls); i++)
    {
      const double *x = &curve->x[i];
      if (!bc_plot_is_number (*x))
        continue;
      rises = rises || (before != NULL && *x > *before);
      falls = falls || (before != NULL && *x < *before);
      before = x;
    }
  return !(rises && falls);
}

/* The next point of a curve on paper, from index *i on; tells whether points that cannot be drawn
 * were skipped.  False at the end. */
static bool
next_point (const BcCurve *curve, const BcPlotFrame *frame, int *i, BcPoint *point, bool *gap)
{
  *gap = false;
  for (; *i < curve->n; ++*i)
    {
      double x = curve->x[*i], y = curve->y[*i];
      if (bc_plot_is_number (x) && bc_plot_is_number (y))
        {
          *point = bc_plot_frame_place (frame, x, y);
          ++*i;
          return true;
        }
      *gap = true;
    }
  return false;
}

static bool
same_point (BcPoint a, BcPoint b)
{
  return a.x == b.x && a.y == b.y;
}

/* The points of a function within one pixel column. */
typedef struct
{
  double number;
  bool joined; /* to the column before */
  BcPoint first, last;
  BcPoint extreme[2]; /* the highest and the lowest, in the order they come */
} Column;

static Column
open_column (BcPoint point, double number, bool joined)
{
  return (Column){ number, joined, point, point, { point, point } };
}

static void
add_to_column (Column *column, BcPoint point)
{
  BcPoint *early = &column->extreme[0], *late = &column->extreme[1];
  bool above = point.y<fmin (early->y, late->y), below = point.y> fmax (early->y, late->y);
  /* what the new extreme does not replace becomes the earlier one */
  if ((above && late->y > early->y) || (below && late->y < early->y))
    *early = *late;
  if (above || below)
    *late = point;
  column->last = point;
}

static void
close_column (const Column *column, BcPlotSink sink, void *closure)
{
  const BcPoint points[] = { column->first, column->extreme[0], column->extreme[1], column->last };
  sink (closure, points[0], column->joined);
  for (int i = 1; i < 4; i++)
    if (!same_point (points[i], points[i - 1]))
      sink (closure, points[i], true);
}

/* A gap within a column is narrower than can be seen, and not made. */
static void
walk_function (const BcCurve *curve, const BcPlotFrame *frame, BcPlotSink sink, void *closure)
{
  BcPoint point;
  bool gap;
  int i = 0;
  if (!next_point (curve, frame, &i, &point, &gap))
    return;
  Column column = open_column (point, floor (point.x), false);
  while (next_point (curve, frame, &i, &point, &gap))
    {
      double number = floor (point.x);
      if (number == column.number)
        {
          add_to_column (&column, point);
          continue;
        }
      close_column (&column, sink, closure);
      column = open_column (point, number, !gap);
    }
  close_column (&column, sink, closure);
}

static void
walk_path (const BcCurve *curve, const BcPlotFrame *frame, BcPlotSink sink, void *closure)
{
  BcPoint point;
  bool gap;
  int i = 0;
  if (!next_point (curve, frame, &i, &point, &gap))
    return;
  sink (closure, point, false);
  BcPoint drawn = point, last = point;
  while (next_point (curve, frame, &i, &point, &gap))
    {
      if (bc_point_distance (drawn, point) >= 0.3)
        {
          if (gap && !same_point (last, drawn)) /* the line ends where its last point is */
            sink (closure, last, true);
          sink (closure, point, !gap);
          drawn = point;
        }
      last = point;
    }
  if (!same_point (last, drawn))
    sink (closure, last, true);
}

void
bc_plot_curve_walk (const BcCurve *curve, const BcPlotFrame *frame, BcPlotSink sink, void *closure)
{
  if (bc_plot_curve_is_function (curve))
    walk_function (curve, frame, sink, closure);
  else
    walk_path (curve, frame, sink, closure);
}

/* Six colours that stay apart for colour-blind readers (Okabe and Ito 2008, without the yellow that
 * is lost on white); further curves repeat them with another dash. */
void
bc_plot_pen (cairo_t *cr, int index, double unit)
{
  static const BcColor colors[6] = {
    { 0.000, 0.447, 0.698 }, { 0.835, 0.369, 0.000 }, { 0.000, 0.620, 0.451 },
    { 0.800, 0.475, 0.655 }, { 0.902, 0.624, 0.000 }, { 0.337, 0.706, 0.914 },
  };
  static const struct
  {
    int n;
    double lengths[4];
  } dashes[] = { { 0, { 0 } }, { 2, { 6.0, 2.5 } }, { 2, { 1.6, 1.8 } }, { 4, { 7, 2, 1.6, 2 } } };
  const int n_dashes = sizeof dashes / sizeof dashes[0], dash = index / 6 % n_dashes;
  double lengths[4];
  for (int i = 0; i < 4; i++)
    lengths[i] = 1.4 * unit * dashes[dash].lengths[i];
  cairo_set_dash (cr, lengths, dashes[dash].n, 0.0);
  cairo_set_line_width (cr, 1.4 * unit);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, dash == 0 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  bc_paper_color (cr, colors[index % 6], 1.0);
}

static void
add_to_path (void *closure, BcPoint point, bool joined)
{
  if (joined)
    cairo_line_to (closure, point.x, point.y);
  else
    cairo_move_to (closure, point.x, point.y);
}

/* Points that no line leads to or from. */
typedef struct
{
  cairo_t *cr;
  double radius;
  bool alone;
  BcPoint last;
} Dots;

static void
add_dot (Dots *dots)
{
  if (dots->alone)
    bc_paper_circle (dots->cr, dots->last, dots->radius);
}

static void
look_for_dot (void *closure, BcPoint point, bool joined)
{
  Dots *dots = closure;
  if (!joined)
    add_dot (dots);
  dots->alone = !joined;
  dots->last = point;
}

void
bc_plot_curve_draw (cairo_t *cr, const BcCurve *curve, int index, const BcPlotFrame *frame,
                    double unit)
{
  Dots dots = { .cr = cr, .radius = 1.9 * unit };
  bc_plot_pen (cr, index, unit);
  cairo_new_path (cr);
  bc_plot_curve_walk (curve, frame, add_to_path, cr);
  cairo_stroke (cr);
  bc_plot_curve_walk (curve, frame, look_for_dot, &dots);
  add_dot (&dots);
  cairo_fill (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}
