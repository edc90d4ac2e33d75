/* Bodies: their shapes, lightly, and over them the skeleton that says which points hang together. */
#include "picture/sheet.h"

#include <stdlib.h>

static void
draw_com (const BcSheet *sheet, BcPoint at, BcColor color)
{
  cairo_t *cr = sheet->cr;
  double r = 0.85 * sheet->radius;
  cairo_set_line_width (cr, sheet->stroke);
  cairo_new_path (cr);
  bc_paper_circle (cr, at, r);
  bc_paper_fill_outlined (cr, BC_WHITE, color);
  for (int quarter = 0; quarter < 4; quarter += 2)
    {
      double from = 0.5 * BC_PI * quarter;
      cairo_move_to (cr, at.x, at.y);
      cairo_arc (cr, at.x, at.y, r, from, from + 0.5 * BC_PI);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
}

static void
trace (const BcSheet *sheet, const BcSkeleton *skeleton)
{
  cairo_new_path (sheet->cr);
  bc_paper_polygon (sheet->cr, skeleton->hull, skeleton->n_hull);
}

/* Points inside the outline would look as if they belonged to nobody: tie them to the middle. */
static void
trace_spokes (const BcSheet *sheet, const BcSkeleton *skeleton)
{
  for (int i = 0; i < skeleton->n_points && skeleton->n_hull > 2; i++)
    {
      BcPoint p = bc_camera_point (&sheet->camera, skeleton->points[i]);
      bool on_outline = false;
      for (int k = 0; k < skeleton->n_hull; k++)
        on_outline = on_outline || bc_point_distance (p, skeleton->hull[k]) < sheet->bar;
      if (!on_outline)
        bc_paper_line (sheet->cr, skeleton->middle, p);
    }
}

/* A white seam keeps crossing bodies apart; a plate is tinted. */
static void
draw_backing (const BcSheet *sheet, const BcSkeleton *skeleton, double bar)
{
  cairo_t *cr = sheet->cr;
  trace (sheet, skeleton);
  cairo_set_line_width (cr, bar + 1.6 * sheet->stroke);
  bc_paper_color (cr, BC_WHITE, 0.9);
  cairo_stroke_preserve (cr);
  bc_paper_color (cr, skeleton->color, 0.20);
  cairo_fill (cr);
}

/* Whether the line lies on the body's shapes all along. */
static bool
covers (const BcSkeleton *skeleton, BcPoint a, BcPoint b)
{
  const int n = 8;
  for (int i = 0; i <= n; i++)
    {
      BcPoint p = bc_point_along (a, (double) i / n, bc_point_from_to (a, b));
      bool covered = false;
      for (int k = 0; k < skeleton->n_outlines && !covered; k++)
        covered = bc_hull_contains (skeleton->outlines[k].points, skeleton->outlines[k].n, p);
      if (!covered)
        return false;
    }
  return true;
}

/* A plate is filled; where shapes show how a body extends, or its parts leave room between them, it
 * is not. */
static bool
is_plate (const BcSkeleton *skeleton, const BcBody *body)
{
  bool bars = true;
  for (int i = 0; i < body->n_shapes; i++)
    bars = bars && bc_shape_has_ends (body->shapes[i].type);
  for (int k = 0; k < skeleton->n_hull && body->n_shapes > 0 && bars; k++)
    bars = covers (skeleton, skeleton->hull[k],
                            skeleton->hull[(k + 1) % skeleton->n_hull]);
  return skeleton->n_hull <= 2 || bars;
}

/* Over shapes, thin lines tie the points together; those the shapes tie already need none, unless
 * the line stays on them. */
static void
draw_ties (BcSheet *sheet, const BcSkeleton *skeleton, double bar)
{
  int n = skeleton->n_hull;
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (sheet->cr, 0.45 * bar);
  bc_paper_color (sheet->cr, skeleton->color, 1.0);
  cairo_new_path (sheet->cr);
  for (int k = 0; k < n; k++)
    {
      BcPoint a = skeleton->hull[k], b = skeleton->hull[(k + 1) % n];
      bool tied = covers (skeleton, a, a) && covers (skeleton, b, b);
      if (tied && !covers (skeleton, a, b))
        continue;
      bc_paper_line (sheet->cr, a, b);
      bc_sheet_block_segment (sheet, a, b);
    }
  cairo_stroke (sheet->cr);
}

/* Virtual bodies are broken lines, flexible ones have a broken white line along them. */
static void
draw_skeleton (const BcSheet *sheet, const BcSkeleton *skeleton, double bar, BcBodyKind kind)
{
  cairo_t *cr = sheet->cr;
  double dashes[2] = { 1.2 * bar, 1.6 * bar };
  bool virtual = kind == BC_BODY_VIRTUAL;
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  draw_backing (sheet, skeleton, bar);

  bc_paper_color (cr, skeleton->color, 1.0);
  trace_spokes (sheet, skeleton);
  cairo_set_line_width (cr, 0.6 * bar);
  cairo_stroke (cr);
  trace (sheet, skeleton);
  cairo_set_dash (cr, dashes, virtual ? 2 : 0, 0.0);
  cairo_set_line_width (cr, virtual ? 0.6 * bar : bar);
  cairo_stroke_preserve (cr);
  if (kind == BC_BODY_FLEXIBLE)
    {
      cairo_set_dash (cr, dashes, 2, 0.0);
      cairo_set_line_width (cr, 0.25 * bar);
      bc_paper_color (cr, BC_WHITE, 0.9);
      cairo_stroke (cr);
    }
  cairo_new_path (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

static void
block_outline (BcSheet *sheet, const BcSkeleton *skeleton)
{
  int n = skeleton->n_hull;
  for (int k = 0; k < (n > 2 ? n : n - 1); k++)
    bc_sheet_block_segment (sheet, skeleton->hull[k], skeleton->hull[(k + 1) % n]);
}

static void
draw_bones (BcSheet *sheet, int i)
{
  const BcBody *body = &sheet->model->bodies[i];
  const BcSkeleton *skeleton = &sheet->skeletons[i];
  BcPoint com = bc_camera_point (&sheet->camera, skeleton->com);
  double bar = body->n_shapes > 0 ? 0.55 * sheet->bar : sheet->bar;
  if (skeleton->n_points == 1
      && bc_point_distance (com, bc_camera_point (&sheet->camera, skeleton->points[0]))
             < 2.2 * sheet->radius)
    return; /* the joint's symbol covers it */
  if (!is_plate (skeleton, body))
    draw_ties (sheet, skeleton, bar);
  else if (skeleton->n_hull > 1)
    {
      draw_skeleton (sheet, skeleton, bar, body->kind);
      block_outline (sheet, skeleton);
    }
  if (skeleton->n_points >= 2)
    return;
  draw_com (sheet, com, skeleton->color);
  bc_sheet_block_box (sheet, com, sheet->radius, sheet->radius);
}

typedef struct
{
  int body;
  double depth;
} Order;

static int
back_to_front (const void *left, const void *right)
{
  const Order *a = left, *b = right;
  if (a->depth != b->depth)
    return a->depth < b->depth ? -1 : 1;
  return a->body - b->body;
}

/* Shapes first, then what they stand on, then all skeletons, which nothing may hide. */
void
bc_draw_bodies (BcSheet *sheet)
{
  int n = 0;
  Order *order = bc_arena_array (sheet->arena, Order, sheet->model->n_bodies + 1);
  for (int i = 0; i < sheet->model->n_bodies; i++)
    {
      bool ground = sheet->model->bodies[i].kind == BC_BODY_GROUND;
      if (ground && sheet->body_is_finite[i])
        bc_shapes_draw (sheet, i);
      if (sheet->skeletons[i].drawn)
        order[n++] = (Order){ i, sheet->skeletons[i].depth };
    }
  qsort (order, (size_t) n, sizeof *order, back_to_front);
  for (int i = 0; i < n; i++)
    bc_shapes_draw (sheet, order[i].body);
  bc_draw_supports (sheet);
  for (int i = 0; i < n; i++)
    draw_bones (sheet, order[i].body);
}
