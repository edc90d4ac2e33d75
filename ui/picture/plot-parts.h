/* What the parts of a plot share: axes with their ticks, curves thinned to what can be seen, and
 * the legend. */
#pragma once

#include "base/arena.h"
#include "picture/paper.h"
#include "picture/plot.h"

static inline bool
bc_plot_given (const char *text)
{
  return text != NULL && text[0] != '\0';
}

/* ---- plot-axis.c ---- */

/* Ticks stand at offset + i step, i = first … last, with step = mantissa 10^exponent; their numbers
 * are i step / 10^power.  The offset is 0 unless the numbers would be too long. */
typedef struct
{
  double low, high;
  int mantissa, exponent; /* mantissa 1, 2 or 5 */
  int power;
  double offset;
  int offset_exponent; /* the offset is a multiple of 10^offset_exponent */
  int first, last;
} BcPlotAxis;

/* Whether a coordinate can be drawn: finite, and small enough for sums not to overflow. */
static inline bool
bc_plot_is_number (double value)
{
  return fabs (value) <= 1e300;
}

/* From low to high with a share of that added at both ends; something sensible around them where
 * they are the same but for rounding, and 0 to 1 where low > high: no data. */
void bc_plot_axis_span (BcPlotAxis *axis, double low, double high, double margin);
/* At most about so many ticks, at least two. */
void bc_plot_axis_set_ticks (BcPlotAxis *axis, double most);
double bc_plot_axis_tick (const BcPlotAxis *axis, int i);
/* The number at tick i, and what all numbers are to be multiplied by and added to ("×10⁻³ + 5", or
 * nothing). */
void bc_plot_axis_number (const BcPlotAxis *axis, int i, char *text, size_t size);
void bc_plot_axis_note (const BcPlotAxis *axis, char *text, size_t size);

/* ---- plot-curve.c ---- */

/* Where the curves are: the rectangle between the axes. */
typedef struct
{
  BcPlotAxis x, y;
  double left, top, width, height;
} BcPlotFrame;

BcPoint bc_plot_frame_place (const BcPlotFrame *frame, double x, double y);

/* x never falls or never rises: a function of x, not a path in the plane. */
bool bc_plot_curve_is_function (const BcCurve *curve);

/* Takes the points of a curve one by one; `joined`: a line leads here from the one before. */
typedef void (*BcPlotSink) (void *closure, BcPoint point, bool joined);

/* The fewest points on paper that look like the whole curve: of a function, the first, lowest,
 * highest and last of every pixel column; of a path, those 0.3 px apart. */
void bc_plot_curve_walk (const BcCurve *curve, const BcPlotFrame *frame, BcPlotSink sink,
                         void *closure);

/* Colour, dash and width of the curve with that index. */
void bc_plot_pen (cairo_t *cr, int index, double unit);
void bc_plot_curve_draw (cairo_t *cr, const BcCurve *curve, int index, const BcPlotFrame *frame,
                         double unit);

/* ---- plot-legend.c ---- */

/* The text, shortened in its middle to the width with the current font. */
void bc_plot_shorten (cairo_t *cr, const char *text, double width, char *out, size_t size);

typedef struct
{
  double left, top, width, height;
  double text, row; /* size of the letters, height of a line */
  int shown, left_out;
  bool boxed; /* there are lines behind it */
} BcPlotLegend;

/* Fills in the sizes; `width` is the most it may have, `height` too. */
void bc_plot_legend_measure (BcPlotLegend *legend, cairo_t *cr, const BcPlotPanel *panel,
                             double text, double width, double height);
/* Puts the legend where it hides least of the curves; how long the hidden lines are. */
double bc_plot_legend_settle (BcPlotLegend *legend, const BcPlotPanel *panel,
                              const BcPlotFrame *frame);
void bc_plot_legend_draw (const BcPlotLegend *legend, cairo_t *cr, const BcPlotPanel *panel,
                          double unit);

/* ---- plot-layout.c ---- */

typedef struct
{
  const BcPlotPanel *what;
  BcPlotFrame frame;
  BcPlotLegend legend;
  bool empty;          /* no point to draw */
  bool numbers_below;  /* the numbers along x are those of the next pane */
  double above, below; /* room for writing */
} BcPlotPane;

typedef struct
{
  cairo_t *cr;
  double width, height;
  int n_panes;
  BcPlotPane *panes;
  double unit, text;  /* a pixel and the size of the letters in a plot 760 px wide */
  bool legend_beside; /* the frame, not in it */
} BcPlot;

/* Reads the curves; cr, width, height and n_panes are set. */
void bc_plot_open (BcPlot *plot, BcArena *arena, const BcPlotPanel *panels);
void bc_plot_set_title_font (const BcPlot *plot);
/* Chooses the place of everything. */
void bc_plot_arrange (BcPlot *plot);
