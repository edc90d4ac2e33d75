/* Points, colours and strokes on paper: small helpers over cairo that know nothing of mechanisms.
 * Paper coordinates are cairo's: x to the right, y down. */
#pragma once

#include "base/vec.h"

#include <cairo.h>

typedef struct
{
  double x, y;
} BcPoint;

typedef struct
{
  double red, green, blue;
} BcColor;

#define BC_INK ((BcColor){ 0.16, 0.18, 0.20 })
#define BC_GREY ((BcColor){ 0.42, 0.44, 0.47 })
#define BC_PALE ((BcColor){ 0.92, 0.93, 0.94 })
#define BC_WHITE ((BcColor){ 1.0, 1.0, 1.0 })
#define BC_ACCENT ((BcColor){ 0.80, 0.32, 0.0 })

static inline BcPoint
bc_point (double x, double y)
{
  return (BcPoint){ x, y };
}

/* a + s d */
static inline BcPoint
bc_point_along (BcPoint a, double s, BcPoint d)
{
  return bc_point (a.x + s * d.x, a.y + s * d.y);
}

static inline BcPoint
bc_point_from_to (BcPoint a, BcPoint b)
{
  return bc_point (b.x - a.x, b.y - a.y);
}

static inline double
bc_point_dot (BcPoint a, BcPoint b)
{
  return a.x * b.x + a.y * b.y;
}

static inline double
bc_point_length (BcPoint a)
{
  return hypot (a.x, a.y);
}

static inline double
bc_point_distance (BcPoint a, BcPoint b)
{
  return hypot (b.x - a.x, b.y - a.y);
}

/* A quarter turn. */
static inline BcPoint
bc_point_normal (BcPoint d)
{
  return bc_point (-d.y, d.x);
}

/* The direction of `d`, or `fallback` when it has none. */
BcPoint bc_point_unit (BcPoint d, BcPoint fallback);

/* The convex hull of n points, anticlockwise on a y-up page; returns how many points of it were
 * put into `hull` (room for n + 1).  Reorders `points`. */
int bc_hull (BcPoint *points, int n, BcPoint *hull);
/* The part of the line from + t d inside a hull, as a range of t; false where it misses. */
bool bc_hull_clip (const BcPoint *hull, int n, BcPoint from, BcPoint d, double *enter,
                   double *leave);
bool bc_hull_contains (const BcPoint *hull, int n, BcPoint p);

BcColor bc_color_mix (BcColor a, BcColor b, double share_of_b);
/* "#rrggbb"; false for anything else. */
bool bc_color_parse (const char *text, BcColor *color);

void bc_paper_color (cairo_t *cr, BcColor color, double alpha);
void bc_paper_line (cairo_t *cr, BcPoint a, BcPoint b);
void bc_paper_polygon (cairo_t *cr, const BcPoint *points, int n);
void bc_paper_circle (cairo_t *cr, BcPoint centre, double radius);
/* An ellipse with the half axis `along` in the direction `d` and `across` square to it. */
void bc_paper_ellipse (cairo_t *cr, BcPoint centre, BcPoint d, double along, double across);
/* Fills the path and strokes it with the current line width. */
void bc_paper_fill_outlined (cairo_t *cr, BcColor fill, BcColor outline);

/* A filled arrow head with its tip at `tip`, pointing along the unit vector `d`. */
void bc_paper_arrow_head (cairo_t *cr, BcPoint tip, BcPoint d, double length);
/* A straight arrow of the given stroke width, in the current colour; with a head at both ends where
 * asked for. */
void bc_paper_arrow (cairo_t *cr, BcPoint tail, BcPoint tip, double stroke, bool both);
/* An arrow that points out of the paper (a dot in a circle) or into it (a cross). */
void bc_paper_arrow_end_on (cairo_t *cr, BcPoint at, double radius, bool towards_viewer);

/* The line from a to b with slanted strokes on the side of the unit vector `side`: fixed matter. */
void bc_paper_hatched_line (cairo_t *cr, BcPoint a, BcPoint b, BcPoint side, double depth,
                            double stroke);

/* Text in the current font with its middle at `centre`; a white glow keeps it legible on lines. */
void bc_paper_text (cairo_t *cr, const char *text, BcPoint centre, BcColor color, bool glow);
/* Width and height of the text's box; the height is the same for every text of a font. */
BcPoint bc_paper_text_size (cairo_t *cr, const char *text);
