/* Ground: what joints on the fixed body stand on.  Drawn below everything else. */
#include "picture/sheet.h"

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

BcPoint
bc_support_direction (const BcSheet *sheet, BcPoint at)
{
  static const struct
  {
    BcPoint d;
    double reluctance; /* hanging from above or standing off a wall needs a reason */
  } choices[] = { { { 0, 1 }, 0.0 }, { { 0, -1 }, 1.0 }, { { -1, 0 }, 1.0 }, { { 1, 0 }, 1.0 } };
  int best = 0;
  double least = HUGE_VAL;
  for (int c = 0; c < 4; c++)
    {
      double cost = -1.0;
      for (int i = 0; i < sheet->model->n_bodies; i++)
        if (sheet->skeletons[i].drawn)
          cost = fmax (cost, body_in_the_way (sheet, &sheet->skeletons[i], at, choices[c].d));
      cost += choices[c].reluctance;
      if (cost < least - 1e-6)
        {
          least = cost;
          best = c;
        }
    }
  return choices[best].d;
}

static void
draw_pivot (BcSheet *sheet, BcPoint at)
{
  cairo_t *cr = sheet->cr;
  double r = sheet->base, height = 2.7 * r;
  BcPoint d = bc_support_direction (sheet, at), side = bc_point_normal (d);
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
  bc_sheet_block_box (sheet, middle, (upright ? 2.7 : 1.9) * r, (upright ? 1.9 : 2.7) * r);
}

static void
draw_wall (BcSheet *sheet, BcPoint at, double gap)
{
  double r = sheet->base;
  BcPoint d = bc_support_direction (sheet, at), side = bc_point_normal (d);
  BcPoint base = bc_point_along (at, gap * r, d);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  bc_paper_hatched_line (sheet->cr, bc_point_along (base, -2.6 * r, side),
                         bc_point_along (base, 2.6 * r, side), d, HATCH_DEPTH * r, BASE_STROKE * r);
  bc_sheet_block_box (sheet, bc_point_along (base, 0.5 * r, d), (d.y != 0.0 ? 2.6 : 0.6) * r,
                      (d.y != 0.0 ? 0.6 : 2.6) * r);
}

/* Guides on both sides of the axis as seen; an axis seen end-on gets a frame instead. */
static void
draw_rails (BcSheet *sheet, const BcJoint *joint, BcPoint at)
{
  double r = sheet->base, gap = 1.75;
  BcPoint shadow = bc_camera_direction (&sheet->camera, sheet->places[joint->from].e[2]);
  if (bc_point_length (shadow) < 0.25)
    {
      draw_wall (sheet, at, gap);
      return;
    }
  BcPoint d = bc_point_unit (shadow, bc_point (1.0, 0.0));
  double half = fmax (5.6 * bc_point_length (shadow), 3.0) * r;
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  for (int k = 0; k < 2; k++)
    {
      BcPoint side = bc_point_normal (d);
      side = k == 0 ? side : bc_point (-side.x, -side.y);
      BcPoint middle = bc_point_along (at, gap * r, side);
      BcPoint a = bc_point_along (middle, -half, d), b = bc_point_along (middle, half, d);
      bc_paper_hatched_line (sheet->cr, a, b, side, HATCH_DEPTH * r, BASE_STROKE * r);
      bc_sheet_block_segment (sheet, a, b);
      bc_sheet_block_segment (sheet, bc_point_along (a, r, side), bc_point_along (b, r, side));
    }
  bc_sheet_block_segment (sheet, bc_point_along (at, -half, d), bc_point_along (at, half, d));
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
      draw_wall (sheet, at, 1.0);
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
