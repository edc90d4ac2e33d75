/* The solid pieces symbols are made of.  They have a place on paper and axes in space, and a size on
 * paper: a pin stays as large as the other pins however far the camera is. */
#include "picture/sheet.h"

/* Below this sine or cosine against the view an axis counts as seen end-on or side-on. */
#define END_ON 0.12

/* Half an ellipse about (x, 0): the right half, or the left one. */
static void
trace_half_ellipse (cairo_t *cr, double x, double along, double across, bool right)
{
  double from = right ? -0.5 * BC_PI : 0.5 * BC_PI;
  cairo_save (cr);
  cairo_translate (cr, x, 0.0);
  cairo_scale (cr, along, across);
  cairo_arc (cr, 0.0, 0.0, 1.0, from, from + BC_PI);
  cairo_restore (cr);
}

void
bc_draw_barrel (const BcSheet *sheet, BcPoint at, BcVec3 axis, double radius, double half_length,
                BcColor color)
{
  cairo_t *cr = sheet->cr;
  double lean = bc_dot (axis, sheet->camera.toward);
  BcPoint shadow = bc_camera_direction (&sheet->camera, lean < 0.0 ? bc_scale (-1.0, axis) : axis);
  BcPoint d = bc_point_unit (shadow, bc_point (1.0, 0.0));
  double seen = bc_point_length (shadow), r = radius * sheet->radius;
  double half = seen < END_ON ? 0.0 : half_length * sheet->radius * seen;
  double cap = r * fmax (fabs (lean), 0.01);

  /* The mantle with its hidden end, then the end that faces the viewer. */
  cairo_save (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_rotate (cr, atan2 (d.y, d.x));
  cairo_new_path (cr);
  trace_half_ellipse (cr, -half, cap, r, false);
  trace_half_ellipse (cr, half, cap, r, true);
  cairo_close_path (cr);
  cairo_restore (cr);
  cairo_set_line_width (cr, sheet->stroke);
  bc_paper_fill_outlined (cr, half > 0.0 ? bc_color_mix (color, BC_INK, 0.10) : color, BC_INK);
  bc_paper_ellipse (cr, bc_point_along (at, half, d), d, cap, r);
  bc_paper_fill_outlined (cr, color, BC_INK);
}

/* One face of a block, if it faces the viewer. */
static void
draw_face (const BcSheet *sheet, BcPoint at, const BcVec3 axes[3], const double half[3], int face,
           BcColor color)
{
  int k = face / 2, i = (k + 1) % 3, j = (k + 2) % 3;
  double side = face % 2 == 0 ? 1.0 : -1.0;
  double lean = side * bc_dot (axes[k], sheet->camera.toward);
  if (lean < 1e-3)
    return;
  static const double corners[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  cairo_new_path (sheet->cr);
  for (int c = 0; c < 4; c++)
    {
      BcVec3 p = bc_scale (side * half[k], axes[k]);
      p = bc_add_scaled (p, corners[c][0] * half[i], axes[i]);
      p = bc_add_scaled (p, corners[c][1] * half[j], axes[j]);
      BcPoint q = bc_point_along (at, sheet->radius, bc_camera_direction (&sheet->camera, p));
      cairo_line_to (sheet->cr, q.x, q.y);
    }
  cairo_close_path (sheet->cr);
  bc_paper_fill_outlined (sheet->cr, bc_color_mix (color, BC_INK, 0.22 * (1.0 - lean)), BC_INK);
}

void
bc_draw_block (const BcSheet *sheet, BcPoint at, const BcVec3 axes[3], const double half[3],
               BcColor color)
{
  cairo_set_line_width (sheet->cr, sheet->stroke);
  cairo_set_line_join (sheet->cr, CAIRO_LINE_JOIN_ROUND);
  for (int face = 0; face < 6; face++)
    draw_face (sheet, at, axes, half, face, color);
}

/* Slanted strokes over the current path, which stays. */
static void
hatch_inside (const BcSheet *sheet, BcPoint at, double half)
{
  cairo_t *cr = sheet->cr;
  double reach = 1.5 * half * sheet->radius, gap = 0.55 * sheet->radius;
  cairo_path_t *outline = cairo_copy_path (cr);
  cairo_save (cr);
  cairo_clip (cr);
  cairo_set_line_width (cr, 0.7 * sheet->stroke);
  int n = (int) (2.0 * reach / gap);
  for (int i = -n; i <= n; i++)
    bc_paper_line (cr, bc_point (at.x + i * gap - reach, at.y + reach),
                   bc_point (at.x + i * gap + reach, at.y - reach));
  bc_paper_color (cr, BC_INK, 0.6);
  cairo_stroke (cr);
  cairo_restore (cr);
  cairo_append_path (cr, outline);
  cairo_path_destroy (outline);
}

void
bc_draw_tile (const BcSheet *sheet, BcPoint at, BcVec3 x, BcVec3 y, double half, BcColor color,
              bool hatched)
{
  static const double corners[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  BcPoint points[4];
  for (int c = 0; c < 4; c++)
    {
      BcVec3 p = bc_add (bc_scale (corners[c][0] * half, x), bc_scale (corners[c][1] * half, y));
      points[c] = bc_point_along (at, sheet->radius, bc_camera_direction (&sheet->camera, p));
    }
  cairo_set_line_width (sheet->cr, sheet->stroke);
  cairo_set_line_join (sheet->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_new_path (sheet->cr);
  bc_paper_polygon (sheet->cr, points, 4);
  bc_paper_color (sheet->cr, bc_color_mix (color, BC_WHITE, 0.7), 0.9);
  cairo_fill_preserve (sheet->cr);
  if (hatched)
    hatch_inside (sheet, at, half);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  cairo_stroke (sheet->cr);
}

BcRing
bc_ring (const BcSheet *sheet, BcPoint at, BcVec3 axis, double radius)
{
  const double least = 0.38;
  double lean = bc_dot (axis, sheet->camera.toward);
  if (fabs (lean) < least)
    axis = bc_unit (bc_add_scaled (axis, lean < 0.0 ? -least : least, sheet->camera.toward));
  BcVec3 x = bc_perpendicular (axis);
  BcPoint u = bc_camera_direction (&sheet->camera, x);
  BcPoint v = bc_camera_direction (&sheet->camera, bc_cross (axis, x));
  double r = radius * sheet->radius;
  return (BcRing){ at, { r * u.x, r * u.y }, { r * v.x, r * v.y } };
}

BcPoint
bc_ring_point (const BcRing *ring, double angle, double share)
{
  return bc_point_along (bc_point_along (ring->at, share * cos (angle), ring->u),
                         share * sin (angle), ring->v);
}

/* The head of an arc at `angle`, whose stroke ends at `neck` inside the head. */
static void
draw_arc_head (const BcSheet *sheet, const BcRing *ring, double angle, double neck, double head)
{
  BcPoint tip = bc_ring_point (ring, angle, 1.0), back = bc_ring_point (ring, neck, 1.0);
  BcPoint d = bc_point_unit (bc_point_from_to (back, tip), bc_point (1.0, 0.0));
  bc_paper_arrow_head (sheet->cr, tip, d, head);
}

void
bc_draw_turn_arrow (const BcSheet *sheet, BcPoint at, BcVec3 axis, double radius, BcPoint gap,
                    bool both)
{
  cairo_t *cr = sheet->cr;
  BcRing ring = bc_ring (sheet, at, axis, radius);
  double stroke = 2.3 * sheet->stroke, head = 5.2 * stroke;
  double neck = 0.8 * head / (radius * sheet->radius); /* as an angle */
  double start = atan2 (bc_point_dot (ring.v, gap), bc_point_dot (ring.u, gap)) + 0.29 * BC_PI;
  double end = start + 1.42 * BC_PI;
  double first = both ? start + neck : start, last = end - neck;

  const int n = 40;
  cairo_new_path (cr);
  for (int i = 0; i <= n; i++)
    {
      BcPoint p = bc_ring_point (&ring, first + (last - first) * i / n, 1.0);
      cairo_line_to (cr, p.x, p.y);
    }
  cairo_set_line_width (cr, stroke);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  draw_arc_head (sheet, &ring, end, last, head);
  if (both)
    draw_arc_head (sheet, &ring, start, first, head);
}

void
bc_draw_push_arrow (const BcSheet *sheet, BcPoint tail, BcVec3 direction, double length,
                    double stroke, bool both)
{
  BcPoint d = bc_camera_direction (&sheet->camera, direction);
  double seen = bc_point_length (d);
  if (seen < 2.0 * END_ON)
    bc_paper_arrow_end_on (sheet->cr, tail, 4.0 * stroke,
                           bc_dot (direction, sheet->camera.toward) > 0.0);
  else
    bc_paper_arrow (sheet->cr, tail, bc_point_along (tail, fmax (length, 9.0 * stroke / seen), d),
                    stroke, both);
}
