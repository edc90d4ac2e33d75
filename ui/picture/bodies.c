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
    bars = covers (skeleton, skeleton->hull[k], skeleton->hull[(k + 1) % skeleton->n_hull]);
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

static bool
is_there (const BcSheet *sheet, int marker, int body, BcPoint at)
{
  return marker >= 0 && sheet->model->markers[marker].body == body
         && bc_point_distance (bc_camera_point (&sheet->camera, sheet->places[marker].p), at)
                < 0.5 * sheet->radius;
}

/* Whether a body is held or pulled at a point, and not just guided along a line through it. */
static bool
is_held (const BcSheet *sheet, int body, BcPoint at)
{
  const BcModel *model = sheet->model;
  bool held = false;
  for (int i = 0; i < model->n_joints && !held; i++)
    held = bc_symbol_find (model->joints[i].type)->layer > 0
           && (is_there (sheet, model->joints[i].from, body, at)
               || is_there (sheet, model->joints[i].to, body, at));
  for (int i = 0; i < model->n_forces && !held; i++)
    for (int k = 0; k < model->forces[i].n_markers; k++)
      held = held || is_there (sheet, model->forces[i].markers[k], body, at);
  return held;
}

/* A bone in the shapes of its body does not stick out into the air, where a slot's middle is. */
static void
trim_bone (BcSheet *sheet, int body)
{
  const int n = 60;
  BcSkeleton *skeleton = &sheet->skeletons[body];
  for (int end = 0; end < 2 && skeleton->n_hull == 2 && skeleton->n_outlines > 0; end++)
    {
      BcPoint from = skeleton->hull[end], d = bc_point_from_to (from, skeleton->hull[1 - end]);
      int i = 0;
      while (i < n && !covers (skeleton, from, from))
        from = bc_point_along (skeleton->hull[end], (double) ++i / n, d);
      if (i > 0 && i < n && !is_held (sheet, body, skeleton->hull[end]))
        skeleton->hull[end] = from;
    }
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
  trim_bone (sheet, i);
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

/* Marks the bodies that others slide on with their shapes. */
static bool *
find_guides (const BcSheet *sheet)
{
  bool *guides = bc_arena_array (sheet->arena, bool, sheet->model->n_bodies + 1);
  for (int i = 0; i < sheet->model->n_joints; i++)
    {
      const BcJoint *joint = &sheet->model->joints[i];
      BcBlock block;
      if (joint->type->couples || !bc_sheet_shows_joint (sheet, joint)
          || !bc_slide_block (sheet, joint, &block))
        continue;
      int runner = bc_sheet_joint_marker (sheet, joint);
      guides[sheet->model->markers[runner == joint->to ? joint->from : joint->to].body] = true;
    }
  return guides;
}

/* Shapes first, then what they stand on, then all skeletons, which nothing may hide but the blocks
 * that slide on them. */
void
bc_draw_bodies (BcSheet *sheet)
{
  int n = 0;
  const bool *guides = find_guides (sheet);
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
    if (guides[order[i].body])
      draw_bones (sheet, order[i].body);
  bc_draw_slide_blocks (sheet);
  for (int i = 0; i < n; i++)
    if (!guides[order[i].body])
      draw_bones (sheet, order[i].body);
}
