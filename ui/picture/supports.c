/* Ground: what joints on the fixed body stand on.  Drawn below everything else. */
#include "picture/sheet.h"

#include <string.h>

#define HATCH_DEPTH 0.95
#define BASE_STROKE 0.17

/* How much of a body lies in the direction `d` from one of its points: 1 straight there, -1 all on
 * the other side. */
static double
body_in_the_way (const BcSheet *sheet, const BcSkeleton *skeleton, BcPoint at, BcPoint d)
{
  bool touches = false;
  double most = -1.0;
  for (int k = 0; k < skeleton->n_hull; k++)
    {
      BcPoint away = bc_point_from_to (at, skeleton->hull[k]);
      if (bc_point_length (away) < 0.5 * sheet->radius)
        touches = true;
      else
        most = fmax (most, bc_point_dot (d, bc_point_unit (away, d)));
    }
  return touches ? most : -1.0;
}

/* Whether a bar passes through where the support would stand: through a line square to `d`. */
static bool
body_passes (const BcSheet *sheet, const BcSkeleton *skeleton, BcPoint at, BcPoint d)
{
  double half = 2.2 * sheet->base;
  BcPoint across = bc_point_normal (d), middle = bc_point_along (at, 2.2 * sheet->base, d);
  for (int k = 0; k + 1 < skeleton->n_hull + (skeleton->n_hull > 2); k++)
    {
      BcPoint a = bc_point_from_to (middle, skeleton->hull[k]);
      BcPoint b = bc_point_from_to (middle, skeleton->hull[(k + 1) % skeleton->n_hull]);
      double u = bc_point_dot (a, d), v = bc_point_dot (b, d);
      double x = bc_point_dot (a, across), y = bc_point_dot (b, across);
      if (u * v < 0.0 && fabs (x + (y - x) * u / (u - v)) < half)
        return true;
    }
  return false;
}

BcPoint
bc_support_direction (const BcSheet *sheet, BcPoint at)
{
  static const struct
  {
    BcPoint d;
    double reluctance; /* hanging from above or standing off a wall needs a reason */
  } choices[] = { { { 0, 1 }, 0.0 }, { { 0, -1 }, 1.2 }, { { -1, 0 }, 1.2 }, { { 1, 0 }, 1.2 } };
  int best = 0;
  double least = HUGE_VAL;
  for (int c = 0; c < 4; c++)
    {
      double cost = -1.0;
      bool passed = false;
      for (int i = 0; i < sheet->model->n_bodies; i++)
        if (sheet->skeletons[i].drawn)
          {
            cost = fmax (cost, body_in_the_way (sheet, &sheet->skeletons[i], at, choices[c].d));
            passed = passed || body_passes (sheet, &sheet->skeletons[i], at, choices[c].d);
          }
      cost += choices[c].reluctance + (passed ? 0.5 : 0.0);
      if (cost < least - 1e-6)
        {
          least = cost;
          best = c;
        }
    }
  return choices[best].d;
}

/* How far from `at` a support has to reach to come out below the shapes there; the least it needs
 * anyway when that is too far. */
static double
clear_of_shapes (const BcSheet *sheet, BcPoint at, BcPoint d, double least)
{
  double reach = least;
  for (int i = 0; i < sheet->model->n_bodies; i++)
    for (int k = 0; sheet->skeletons[i].drawn && k < sheet->skeletons[i].n_outlines; k++)
      {
        const BcOutline *outline = &sheet->skeletons[i].outlines[k];
        double enter, leave;
        for (int ray = -2; ray <= 2 && bc_hull_contains (outline->points, outline->n, at); ray++)
          if (bc_hull_clip (outline->points, outline->n,
                            bc_point_along (at, 1.3 * ray * sheet->base, bc_point_normal (d)), d,
                            &enter, &leave))
            reach = fmax (reach, leave + 0.3 * sheet->base);
      }
  return reach < 7.0 * sheet->base ? reach : least;
}

/* The half sizes of a box or cylinder along its own axes; false for other shapes. */
static bool
half_sizes (const BcShape *shape, double half[3])
{
  bool box = strcmp (shape->type->name, "box") == 0;
  half[0] = box ? 0.5 * shape->size.x : shape->radius;
  half[1] = box ? 0.5 * shape->size.y : shape->radius;
  half[2] = box ? 0.5 * shape->size.z : 0.5 * shape->length;
  return box || strcmp (shape->type->name, "cylinder") == 0
         || strcmp (shape->type->name, "rod") == 0;
}

/* Whether a shape lies around the marker and along the axis of its slide.  A slender one passes only
 * for a bar in fixed guides: on another body it would hardly be told from that. */
static bool
fits_slide (const BcSheet *sheet, const BcShape *shape, int runner, BcVec3 axis, bool slender)
{
  const BcMarker *marker = &sheet->model->markers[runner];
  BcMat3 turn = bc_quat_to_matrix (sheet->poses[marker->body].turn);
  BcVec3 along = bc_mat_trans_vec (&shape->triad, bc_mat_trans_vec (&turn, axis));
  double half[3];
  if (!half_sizes (shape, half))
    return false;
  bool box = half[0] != half[1] || strcmp (shape->type->name, "box") == 0;
  int k = fabs (along.z) > 0.99 ? 2 : fabs (along.y) > 0.99 ? 1 : 0;
  return fabs (bc_component (along, k)) > 0.99 && (k == 2 || box)
         && bc_shape_holds (shape, marker->at, 0.02 * half[k])
         && (slender || half[k] <= 3.5 * fmax (half[(k + 1) % 3], half[(k + 2) % 3]));
}

static void
measure_block (const BcOutline *outline, BcPoint at, BcBlock *block)
{
  *block = (BcBlock){ .outline = outline, .d = block->d, .side = bc_point_normal (block->d) };
  for (int i = 0; i < outline->n; i++)
    {
      BcPoint p = bc_point_from_to (at, outline->points[i]);
      double along = bc_point_dot (p, block->d), across = bc_point_dot (p, block->side);
      block->ahead = fmax (block->ahead, along);
      block->back = fmax (block->back, -along);
      block->reach[0] = fmax (block->reach[0], across);
      block->reach[1] = fmax (block->reach[1], -across);
    }
}

bool
bc_slide_block (const BcSheet *sheet, const BcJoint *joint, BcBlock *block)
{
  int runner = bc_sheet_joint_marker (sheet, joint);
  int guide = runner == joint->to ? joint->from : joint->to;
  const BcSkeleton *skeleton = &sheet->skeletons[sheet->model->markers[runner].body];
  BcVec3 axis = sheet->places[joint->from].e[2];
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  block->d = bc_point_unit (bc_camera_direction (&sheet->camera, axis), bc_point (1.0, 0.0));
  for (int k = 0; k < skeleton->n_outlines && bc_symbol_find (joint->type)->shaped; k++)
    if (fits_slide (sheet, skeleton->outlines[k].shape, runner, axis,
                    bc_sheet_is_ground (sheet, guide)))
      {
        measure_block (&skeleton->outlines[k], at, block);
        /* Too small to be seen as one. */
        return fmin (block->reach[0], block->reach[1]) > 0.8 * sheet->radius;
      }
  return false;
}

/* The bar a slide runs on: the other body's, from its marker through the slide and out on the far
 * side, unless the slide's own body goes on there.  Where that body is the ground, guides stand for
 * it. */
void
bc_draw_slide_bar (const BcSheet *sheet, const BcJoint *joint)
{
  int runner = bc_sheet_joint_marker (sheet, joint);
  int guide = runner == joint->to ? joint->from : joint->to;
  if (bc_sheet_is_ground (sheet, guide))
    return;
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[runner].p);
  BcPoint root = bc_camera_point (&sheet->camera, sheet->places[guide].p);
  BcPoint d = bc_camera_direction (&sheet->camera, sheet->places[joint->from].e[2]);
  const BcSkeleton *own = &sheet->skeletons[sheet->model->markers[runner].body];
  BcPoint rest = bc_point_unit (bc_point_from_to (at, own->middle), bc_point (0.0, 0.0));
  cairo_set_line_width (sheet->cr, sheet->bar);
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_ROUND);
  bc_paper_color (sheet->cr, bc_sheet_marker_color (sheet, guide), 1.0);
  for (int side = -1; side <= 1; side += 2)
    if (side * bc_point_dot (rest, bc_point_unit (d, rest)) < 0.9)
      bc_paper_line (sheet->cr, at, bc_point_along (at, side * 4.5 * sheet->radius, d));
  bc_paper_line (sheet->cr, root, at);
  cairo_stroke (sheet->cr);
}

/* Drawn again over what it slides on; a body with nothing but its block gets the firm outline of a
 * symbol. */
static void
draw_slide_block (const BcSheet *sheet, const BcJoint *joint, const BcBlock *block)
{
  cairo_t *cr = sheet->cr;
  int runner = bc_sheet_joint_marker (sheet, joint);
  int guide = runner == joint->to ? joint->from : joint->to;
  int body = sheet->model->markers[runner].body, under = sheet->model->markers[guide].body;
  if (sheet->model->bodies[under].n_shapes == 0)
    bc_draw_slide_bar (sheet, joint);
  if (sheet->model->bodies[body].n_shapes != 1)
    return;
  if (!bc_sheet_is_ground (sheet, guide))
    bc_shapes_draw (sheet, body);
  cairo_new_path (cr);
  bc_paper_polygon (cr, block->outline->points, block->outline->n);
  cairo_set_line_width (cr, sheet->stroke);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  bc_paper_color (cr, BC_INK, 1.0);
  cairo_stroke (cr);
}

void
bc_draw_slide_blocks (const BcSheet *sheet)
{
  for (int i = 0; i < sheet->model->n_joints; i++)
    {
      const BcJoint *joint = &sheet->model->joints[i];
      BcBlock block;
      if (!joint->type->couples && bc_sheet_shows_joint (sheet, joint)
          && bc_slide_block (sheet, joint, &block))
        draw_slide_block (sheet, joint, &block);
    }
}

static void
draw_pivot (BcSheet *sheet, BcPoint at)
{
  cairo_t *cr = sheet->cr;
  double r = sheet->base;
  BcPoint d = bc_support_direction (sheet, at), side = bc_point_normal (d);
  double height = clear_of_shapes (sheet, at, d, 2.7 * r);
  BcPoint base = bc_point_along (at, height, d);
  BcPoint corners[3] = { at, bc_point_along (base, 1.65 * r, side),
                         bc_point_along (base, -1.65 * r, side) };
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, BASE_STROKE * r);
  cairo_new_path (cr);
  bc_paper_polygon (cr, corners, 3);
  bc_paper_fill_outlined (cr, BC_PALE, BC_INK);
  bc_paper_hatched_line (cr, bc_point_along (base, -2.7 * r, side),
                         bc_point_along (base, 2.7 * r, side), d, HATCH_DEPTH * r, BASE_STROKE * r);
  BcPoint middle = bc_point_along (at, 0.5 * height + 0.5 * r, d);
  bool upright = fabs (d.y) > 0.5;
  double reach = 0.5 * height + 0.5 * r;
  bc_sheet_block_box (sheet, middle, upright ? 2.7 * r : reach, upright ? reach : 2.7 * r);
}

/* Behind the symbol, or behind the outline that stands for it. */
static void
draw_wall (BcSheet *sheet, BcPoint at, double gap, const BcOutline *outline)
{
  double r = sheet->base, enter, leave;
  BcPoint d = bc_support_direction (sheet, at), side = bc_point_normal (d);
  if (outline != NULL && bc_hull_clip (outline->points, outline->n, at, d, &enter, &leave))
    gap = fmax (gap, leave + 0.15 * r);
  BcPoint base = bc_point_along (at, gap, d);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  bc_paper_hatched_line (sheet->cr, bc_point_along (base, -2.6 * r, side),
                         bc_point_along (base, 2.6 * r, side), d, HATCH_DEPTH * r, BASE_STROKE * r);
  bc_sheet_block_box (sheet, bc_point_along (base, 0.5 * r, d), (d.y != 0.0 ? 2.6 : 0.6) * r,
                      (d.y != 0.0 ? 0.6 : 2.6) * r);
}

/* How far guides go beside a block: somewhat beyond its end, unless it is a long bar. */
static double
guide_reach (const BcSheet *sheet, const BcBlock *block, double end)
{
  bool bar = block->ahead + block->back > 3.5 * (block->reach[0] + block->reach[1]);
  return end < (bar ? 10.0 : 40.0) * sheet->base ? end + 2.2 * sheet->base : 5.6 * sheet->base;
}

/* Guides on both sides of the axis as seen; an axis seen end-on gets a frame instead. */
static void
draw_rails (BcSheet *sheet, const BcJoint *joint, BcPoint at)
{
  double r = sheet->base;
  BcPoint shadow = bc_camera_direction (&sheet->camera, sheet->places[joint->from].e[2]);
  BcPoint d = bc_point_unit (shadow, bc_point (1.0, 0.0)), side = bc_point_normal (d);
  double half = fmax (5.6 * bc_point_length (shadow), 3.0) * r;
  BcBlock block = { .ahead = half, .back = half, .reach = { 1.75 * r, 1.75 * r } };
  if (bc_slide_block (sheet, joint, &block))
    {
      double ahead = guide_reach (sheet, &block, block.ahead);
      block.back = guide_reach (sheet, &block, block.back);
      block.ahead = ahead;
    }
  if (bc_point_length (shadow) < 0.25)
    {
      draw_wall (sheet, at, 1.75 * r, block.outline);
      return;
    }
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  for (int k = 0; k < 2; k++)
    {
      BcPoint out = k == 0 ? side : bc_point (-side.x, -side.y);
      BcPoint middle = bc_point_along (at, block.reach[k] + 0.15 * r, out);
      BcPoint a = bc_point_along (middle, -block.back, d);
      BcPoint b = bc_point_along (middle, block.ahead, d);
      bc_paper_hatched_line (sheet->cr, a, b, out, HATCH_DEPTH * r, BASE_STROKE * r);
      bc_sheet_block_segment (sheet, a, b);
      bc_sheet_block_segment (sheet, bc_point_along (a, r, out), bc_point_along (b, r, out));
    }
  bc_sheet_block_segment (sheet, bc_point_along (at, -block.back, d),
                          bc_point_along (at, block.ahead, d));
}

static void
draw_support (BcSheet *sheet, const BcJoint *joint, BcPoint at)
{
  switch (bc_symbol_find (joint->type)->support)
    {
    case BC_SUPPORT_NONE:
      break;
    case BC_SUPPORT_PIVOT:
      draw_pivot (sheet, at);
      break;
    case BC_SUPPORT_RAILS:
      draw_rails (sheet, joint, at);
      break;
    case BC_SUPPORT_WALL:
      draw_wall (sheet, at, sheet->base, NULL);
      break;
    }
}

void
bc_draw_supports (BcSheet *sheet)
{
  const BcModel *model = sheet->model;
  int n = 0;
  BcPoint *done = bc_arena_array (sheet->arena, BcPoint, model->n_joints + 1);
  for (int i = 0; i < model->n_joints; i++)
    {
      const BcJoint *joint = &model->joints[i];
      if (joint->type->couples || !bc_sheet_shows_joint (sheet, joint)
          || !(bc_sheet_is_ground (sheet, joint->from) || bc_sheet_is_ground (sheet, joint->to)))
        continue;
      bool stays = bc_symbol_find (joint->type)->support == BC_SUPPORT_PIVOT;
      int fixed = bc_sheet_is_ground (sheet, joint->from) ? joint->from : joint->to;
      BcPoint at = stays ? bc_camera_point (&sheet->camera, sheet->places[fixed].p)
                         : bc_sheet_joint_point (sheet, joint);
      bool again = false; /* several joints may share one support */
      for (int k = 0; k < n && stays; k++)
        again = again || bc_point_distance (done[k], at) < 0.5 * sheet->radius;
      if (!again)
        draw_support (sheet, joint, at);
      if (stays && !again)
        done[n++] = at;
    }
}
