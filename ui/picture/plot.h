/* Line plots for reports and papers: curves over axes with ticks, units and a legend. */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

/* n points joined in order.  A point with a coordinate that is not finite leaves a gap, and so does
 * one beyond ±1e300; a point alone between gaps becomes a dot. */
typedef struct
{
  const char *name; /* NULL or "": not in the legend */
  int n;
  const double *x, *y;
} BcCurve;

typedef struct
{
  const char *title, *x_label, *y_label; /* with the unit, "time [s]"; NULL or "": none */
  int n_curves;
  const BcCurve *curves;
} BcPlotPanel;

/* Panels one below the other, with their frames aligned; those next to each other with the same
 * x_label and range share one row of numbers.  Fills the rectangle from (0, 0) to (width, height)
 * of `cr`, background included. */
void bc_plot_draw (cairo_t *cr, int n_panels, const BcPlotPanel *panels, double width,
                   double height);

/* Writes .svg, .png or .pdf, told by the file's ending; sizes in pixels (points for .pdf).  False
 * with a message in `fault` when the ending is another one or the file cannot be written. */
bool bc_plot_write (int n_panels, const BcPlotPanel *panels, int width, int height,
                    const char *file, char *fault, size_t fault_size);
