#include "picture/paper.h"

#include <stdlib.h>
#include <string.h>

BcPoint
bc_point_unit (BcPoint d, BcPoint fallback)
{
  double length = bc_point_length (d);
  return length > 1e-9 ? bc_point (d.x / length, d.y / length) : fallback;
}

static int
by_x_then_y (const void *left, const void *right)
{
  const BcPoint *a = left, *b = right;
  if (a->x != b->x)
    return a->x < b->x ? -1 : 1;
  return (a->y > b->y) - (a->y < b->y);
}

static bool
turns_left (BcPoint a, BcPoint b, BcPoint c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0;
}

/* Andrew's monotone chain: the lower chain from left to right, then the upper one back. */
int
bc_hull (BcPoint *points, int n, BcPoint *hull)
{
  if (n <= 0)
    return 0;
  qsort (points, (size_t) n, sizeof *points, by_x_then_y);
  int m = 0;
  for (int i = 0; i < n; i++)
    {
      while (m >= 2 && !turns_left (hull[m - 2], hull[m - 1], points[i]))
        m--;
      hull[m++] = points[i];
    }
  int lower = m;
  for (int i = n - 2; i >= 0; i--)
    {
      while (m > lower && !turns_left (hull[m - 2], hull[m - 1], points[i]))
        m--;
      hull[m++] = points[i];
    }
  return m > 1 ? m - 1 : m; /* the last point closes the hull */
}

/* Cyrus and Beck: inside is the left of every side. */
bool
bc_hull_clip (const BcPoint *hull, int n, BcPoint from, BcPoint d, double *enter, double *leave)
{
  *enter = -HUGE_VAL;
  *leave = HUGE_VAL;
  for (int k = 0; k < n; k++)
    {
      BcPoint side = bc_point_from_to (hull[k], hull[(k + 1) % n]);
      BcPoint inward = bc_point_normal (side);
      double depth = bc_point_dot (inward, bc_point_from_to (hull[k], from));
      double rate = bc_point_dot (inward, d);
      if (rate > 0.0)
        *enter = fmax (*enter, -depth / rate);
      else if (rate < 0.0)
        *leave = fmin (*leave, -depth / rate);
      else if (depth < 0.0)
        return false;
    }
  return n > 2 && *enter < *leave;
}

bool
bc_hull_contains (const BcPoint *hull, int n, BcPoint p)
{
  double enter, leave;
  return bc_hull_clip (hull, n, p, bc_point (1.0, 0.0), &enter, &leave) && enter <= 0.0
         && leave >= 0.0;
}

BcColor
bc_color_mix (BcColor a, BcColor b, double share_of_b)
{
  double s = share_of_b;
  return (BcColor){ a.red + s * (b.red - a.red), a.green + s * (b.green - a.green),
                    a.blue + s * (b.blue - a.blue) };
}

bool
bc_color_parse (const char *text, BcColor *color)
{
  if (text == NULL || text[0] != '#' || strlen (text) != 7
      || strspn (text + 1, "0123456789abcdefABCDEF") != 6)
    return false;
  unsigned long rgb = strtoul (text + 1, NULL, 16);
  *color = (BcColor){ (double) (rgb >> 16) / 255.0, (double) (rgb >> 8 & 255) / 255.0,
                      (double) (rgb & 255) / 255.0 };
  return true;
}

void
bc_paper_color (cairo_t *cr, BcColor color, double alpha)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, alpha);
}

void
bc_paper_line (cairo_t *cr, BcPoint a, BcPoint b)
{
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
}

void
bc_paper_polygon (cairo_t *cr, const BcPoint *points, int n)
{
  cairo_new_sub_path (cr);
  for (int i = 0; i < n; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  cairo_close_path (cr);
}

void
bc_paper_circle (cairo_t *cr, BcPoint centre, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, centre.x, centre.y, radius, 0.0, 2.0 * BC_PI);
  cairo_close_path (cr);
}

void
bc_paper_ellipse (cairo_t *cr, BcPoint centre, BcPoint d, double along, double across)
{
  double least = 0.01 * fmax (along, across) + 1e-6; /* cairo refuses a singular matrix */
  cairo_save (cr);
  cairo_translate (cr, centre.x, centre.y);
  cairo_rotate (cr, atan2 (d.y, d.x));
  cairo_scale (cr, fmax (along, least), fmax (across, least));
  bc_paper_circle (cr, bc_point (0.0, 0.0), 1.0);
  cairo_restore (cr);
}

void
bc_paper_fill_outlined (cairo_t *cr, BcColor fill, BcColor outline)
{
  bc_paper_color (cr, fill, 1.0);
  cairo_fill_preserve (cr);
  bc_paper_color (cr, outline, 1.0);
  cairo_stroke (cr);
}

void
bc_paper_arrow_head (cairo_t *cr, BcPoint tip, BcPoint d, double length)
{
  BcPoint back = bc_point_along (tip, -length, d), notch = bc_point_along (tip, -0.8 * length, d);
  BcPoint n = bc_point_normal (d);
  BcPoint corners[4] = { tip, bc_point_along (back, 0.42 * length, n), notch,
                         bc_point_along (back, -0.42 * length, n) };
  cairo_new_path (cr);
  bc_paper_polygon (cr, corners, 4);
  cairo_fill (cr);
}

void
bc_paper_arrow (cairo_t *cr, BcPoint tail, BcPoint tip, double stroke, bool both)
{
  double length = bc_point_distance (tail, tip);
  double head = fmin (5.0 * stroke, (both ? 0.4 : 0.6) * length);
  BcPoint d = bc_point_unit (bc_point_from_to (tail, tip), bc_point (1.0, 0.0));
  cairo_set_line_width (cr, stroke);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  bc_paper_line (cr, bc_point_along (tail, both ? 0.75 * head : 0.0, d),
                 bc_point_along (tip, -0.75 * head, d));
  cairo_stroke (cr);
  bc_paper_arrow_head (cr, tip, d, head);
  if (both)
    bc_paper_arrow_head (cr, tail, bc_point (-d.x, -d.y), head);
}

void
bc_paper_arrow_end_on (cairo_t *cr, BcPoint at, double radius, bool towards_viewer)
{
  cairo_set_line_width (cr, 0.24 * radius);
  bc_paper_circle (cr, at, radius);
  cairo_stroke (cr);
  if (towards_viewer)
    {
      bc_paper_circle (cr, at, 0.32 * radius);
      cairo_fill (cr);
      return;
    }
  double s = 0.55 * radius;
  bc_paper_line (cr, bc_point (at.x - s, at.y - s), bc_point (at.x + s, at.y + s));
  bc_paper_line (cr, bc_point (at.x - s, at.y + s), bc_point (at.x + s, at.y - s));
  cairo_stroke (cr);
}

void
bc_paper_hatched_line (cairo_t *cr, BcPoint a, BcPoint b, BcPoint side, double depth, double stroke)
{
  BcPoint d = bc_point_unit (bc_point_from_to (a, b), bc_point (1.0, 0.0));
  double length = bc_point_distance (a, b), room = length - depth;
  int gaps = (int) fmin (200.0, fmax (2.0, round (room / (0.62 * depth))));

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 0.7 * stroke);
  for (int i = 0; i <= gaps; i++)
    {
      BcPoint foot = bc_point_along (a, depth + room * i / gaps, d);
      bc_paper_line (cr, foot, bc_point_along (bc_point_along (foot, -depth, d), depth, side));
    }
  cairo_stroke (cr);
  cairo_set_line_width (cr, 1.25 * stroke);
  bc_paper_line (cr, a, b);
  cairo_stroke (cr);
}

BcPoint
bc_paper_text_size (cairo_t *cr, const char *text)
{
  cairo_text_extents_t box;
  cairo_font_extents_t font;
  cairo_text_extents (cr, text, &box);
  cairo_font_extents (cr, &font);
  return bc_point (box.x_advance, 0.82 * (font.ascent + font.descent));
}

void
bc_paper_text (cairo_t *cr, const char *text, BcPoint centre, BcColor color, bool glow)
{
  cairo_text_extents_t box;
  cairo_font_extents_t font;
  cairo_text_extents (cr, text, &box);
  cairo_font_extents (cr, &font);
  BcPoint start = bc_point (centre.x - 0.5 * box.x_advance,
                            centre.y + 0.5 * (0.80 * font.ascent - 0.35 * font.descent));
  if (glow)
    {
      cairo_new_path (cr);
      cairo_move_to (cr, start.x, start.y);
      cairo_text_path (cr, text);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      cairo_set_line_width (cr, 0.2 * font.height);
      bc_paper_color (cr, BC_WHITE, 0.9);
      cairo_stroke (cr);
    }
  bc_paper_color (cr, color, 1.0);
  cairo_move_to (cr, start.x, start.y);
  cairo_show_text (cr, text);
  cairo_new_path (cr);
}
