/* Joint symbols: one function and one row of the table for each joint type.  Lengths are multiples
 * of the pin radius. */
#include "picture/sheet.h"

#include <stdlib.h>
#include <string.h>

static BcVec3
axis_of (const BcSheet *sheet, const BcJoint *joint)
{
  return sheet->places[joint->from].e[2];
}

/* The body colour of the symbol's own part, paler so that the outline stands out. */
static BcColor
pale_color (const BcSheet *sheet, int marker)
{
  return bc_color_mix (bc_sheet_marker_color (sheet, marker), BC_WHITE, 0.62);
}

/* A thin line along an axis, `half` pin radii to either side. */
static void
draw_axis (const BcSheet *sheet, BcPoint at, BcVec3 axis, double half)
{
  BcPoint d = bc_camera_direction (&sheet->camera, axis);
  double reach = half * sheet->radius;
  if (bc_point_length (d) < 0.15)
    return;
  cairo_set_line_width (sheet->cr, 0.8 * sheet->stroke);
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_ROUND);
  bc_paper_line (sheet->cr, bc_point_along (at, -reach, d), bc_point_along (at, reach, d));
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  cairo_stroke (sheet->cr);
}

static void
draw_pin (const BcSheet *sheet, BcPoint at, double radius, BcColor color)
{
  cairo_new_path (sheet->cr);
  cairo_set_line_width (sheet->cr, sheet->stroke);
  bc_paper_circle (sheet->cr, at, radius * sheet->radius);
  bc_paper_fill_outlined (sheet->cr, color, BC_INK);
}

static void
draw_revolute (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  draw_axis (sheet, at, axis_of (sheet, joint), 3.4);
  bc_draw_barrel (sheet, at, axis_of (sheet, joint), 1.0, 1.5, BC_WHITE);
}

/* The slide's block.  Seen square to its axis it is a plain rectangle whichever way the marker is
 * turned about the axis. */
static void
draw_prismatic (const BcSheet *sheet, const BcJoint *joint)
{
  static const double half[3] = { 1.35, 1.35, 2.2 };
  int runner = bc_sheet_joint_marker (sheet, joint);
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[runner].p);
  BcVec3 axis = axis_of (sheet, joint), toward = sheet->camera.toward;
  BcBlock block;
  if (bc_slide_block (sheet, joint, &block))
    return; /* drawn with its body */
  bc_draw_slide_bar (sheet, joint);
  BcVec3 axes[3] = { sheet->places[joint->from].e[0], sheet->places[joint->from].e[1], axis };
  if (fabs (bc_dot (axis, toward)) < 0.05)
    {
      axes[0] = toward;
      axes[1] = bc_cross (axis, toward);
    }
  bc_draw_block (sheet, at, axes, half, pale_color (sheet, runner));
  if (fabs (bc_dot (axis, toward)) > 0.98)
    bc_paper_arrow_end_on (sheet->cr, at, 0.7 * sheet->radius, true);
}

static void
draw_cylindrical (const BcSheet *sheet, const BcJoint *joint)
{
  int runner = bc_sheet_joint_marker (sheet, joint);
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[runner].p);
  BcBlock block;
  if (bc_slide_block (sheet, joint, &block))
    {
      draw_axis (sheet, at, axis_of (sheet, joint), block.ahead / sheet->radius + 2.5);
      return;
    }
  bc_draw_slide_bar (sheet, joint);
  draw_axis (sheet, at, axis_of (sheet, joint), 5.0);
  bc_draw_barrel (sheet, at, axis_of (sheet, joint), 1.15, 2.6, pale_color (sheet, runner));
}

/* A sleeve with slanted strokes; `lean` is how far a stroke goes along the axis. */
static void
draw_screw (const BcSheet *sheet, const BcJoint *joint)
{
  draw_cylindrical (sheet, joint);
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  BcPoint d = bc_camera_direction (&sheet->camera, axis_of (sheet, joint));
  double seen = bc_point_length (d), r = sheet->radius;
  BcPoint along = bc_point_unit (d, bc_point (1.0, 0.0)), across = bc_point_normal (along);
  double lean = joint->pitch < 0.0 ? -0.35 : 0.35;
  cairo_set_line_width (sheet->cr, 0.8 * sheet->stroke);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  for (int i = -2; i <= 2 && seen > 0.3; i++)
    {
      BcPoint middle = bc_point_along (at, 0.85 * r * seen * i, along);
      BcPoint a = bc_point_along (bc_point_along (middle, -1.1 * r, across), -lean * r, along);
      BcPoint b = bc_point_along (bc_point_along (middle, 1.1 * r, across), lean * r, along);
      bc_paper_line (sheet->cr, a, b);
    }
  cairo_stroke (sheet->cr);
}

/* The cross keeps the directions of its arms as seen, not their lengths, and stays a cross. */
static void
draw_universal (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  BcVec3 arms[2] = { sheet->places[joint->from].e[2], sheet->places[joint->to].e[2] };
  double r = 1.3 * sheet->radius;
  BcPoint first =
      bc_point_unit (bc_camera_direction (&sheet->camera, arms[0]), bc_point (0.0, 1.0));
  BcPoint second =
      bc_point_unit (bc_camera_direction (&sheet->camera, arms[1]), bc_point_normal (first));
  if (fabs (bc_point_dot (first, second)) > 0.75)
    second = bc_point_normal (first);
  draw_pin (sheet, at, 1.3, BC_WHITE);
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width (sheet->cr, 1.5 * sheet->stroke);
  bc_paper_line (sheet->cr, bc_point_along (at, -r, first), bc_point_along (at, r, first));
  bc_paper_line (sheet->cr, bc_point_along (at, -r, second), bc_point_along (at, r, second));
  cairo_stroke (sheet->cr);
}

/* The middle of a body as seen from one of its points, as an angle. */
static double
angle_to_body (const BcSheet *sheet, int marker, BcPoint at)
{
  const BcSkeleton *skeleton = &sheet->skeletons[sheet->model->markers[marker].body];
  BcPoint d = bc_point_from_to (at, skeleton->middle);
  if (bc_sheet_is_ground (sheet, marker))
    d = bc_support_direction (sheet, at);
  d = bc_point_unit (d, bc_point (0.0, 1.0));
  return atan2 (d.y, d.x);
}

/* A ball of the second body in the socket of the first. */
static void
draw_spherical (const BcSheet *sheet, const BcJoint *joint)
{
  cairo_t *cr = sheet->cr;
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  double back = angle_to_body (sheet, joint->from, at), r = 1.5 * sheet->radius;
  BcColor ball = bc_sheet_is_ground (sheet, joint->to) ? BC_PALE : pale_color (sheet, joint->to);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (int ink = 0; ink < 2; ink++)
    {
      cairo_new_path (cr);
      cairo_arc (cr, at.x, at.y, ink ? r : 1.25 * sheet->radius, back - 0.56 * BC_PI,
                 back + 0.56 * BC_PI);
      cairo_set_line_width (cr, ink ? 1.7 * sheet->stroke : 0.5 * sheet->radius);
      bc_paper_color (cr, ink ? BC_INK : BC_WHITE, 1.0);
      cairo_stroke (cr);
    }
  draw_pin (sheet, at, 1.0, ball);
}

static void
draw_planar (const BcSheet *sheet, const BcJoint *joint)
{
  int runner = bc_sheet_joint_marker (sheet, joint);
  const BcPlace *frame = &sheet->places[joint->from];
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[runner].p);
  bc_draw_tile (sheet, at, frame->e[0], frame->e[1], 2.6,
                bc_sheet_marker_color (sheet, joint->from),
                bc_sheet_is_ground (sheet, joint->from));
  bc_draw_tile (sheet, at, frame->e[0], frame->e[1], 1.3, bc_sheet_marker_color (sheet, joint->to),
                bc_sheet_is_ground (sheet, joint->to));
}

static void
draw_point_on_line (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[joint->to].p);
  BcPoint d = bc_camera_direction (&sheet->camera, axis_of (sheet, joint));
  double half = 4.6 * sheet->radius;
  BcPoint ends[2] = { bc_point_along (at, -half, d), bc_point_along (at, half, d) };
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (sheet->cr, 1.8 * sheet->stroke);
  bc_paper_color (sheet->cr, bc_sheet_marker_color (sheet, joint->from), 1.0);
  if (!bc_sheet_is_ground (sheet, joint->from))
    bc_paper_line (sheet->cr, bc_camera_point (&sheet->camera, sheet->places[joint->from].p), at);
  bc_paper_line (sheet->cr, ends[0], ends[1]);
  cairo_stroke (sheet->cr);
  draw_pin (sheet, at, 0.75, pale_color (sheet, joint->to));
}

static void
draw_point_on_plane (const BcSheet *sheet, const BcJoint *joint)
{
  const BcPlace *frame = &sheet->places[joint->from];
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[joint->to].p);
  bc_draw_tile (sheet, at, frame->e[0], frame->e[1], 2.8,
                bc_sheet_marker_color (sheet, joint->from),
                bc_sheet_is_ground (sheet, joint->from));
  draw_pin (sheet, at, 0.75, pale_color (sheet, joint->to));
}

static void
draw_distance (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint a = bc_camera_point (&sheet->camera, sheet->places[joint->from].p);
  BcPoint b = bc_camera_point (&sheet->camera, sheet->places[joint->to].p);
  cairo_set_line_width (sheet->cr, 1.4 * sheet->stroke);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  bc_paper_line (sheet->cr, a, b);
  cairo_stroke (sheet->cr);
  draw_pin (sheet, a, 0.7, BC_WHITE);
  draw_pin (sheet, b, 0.7, BC_WHITE);
}

static void
draw_fixed (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  double half = 0.95 * sheet->radius;
  cairo_new_path (sheet->cr);
  cairo_rectangle (sheet->cr, at.x - half, at.y - half, 2.0 * half, 2.0 * half);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  cairo_fill (sheet->cr);
}

static void
draw_nothing (const BcSheet *sheet, const BcJoint *joint)
{
  (void) sheet, (void) joint;
}

static void
draw_other (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  draw_pin (sheet, at, 1.0, BC_PALE);
  draw_pin (sheet, at, 0.25, BC_INK);
}

/* type, layer, reach, along, coincident, shaped, support, draw */
static const BcSymbol symbols[] = {
  { "revolute", 1, 1.2, 2.4, true, false, BC_SUPPORT_PIVOT, draw_revolute },
  { "prismatic", 0, 1.6, 2.4, false, true, BC_SUPPORT_RAILS, draw_prismatic },
  { "cylindrical", 0, 1.4, 5.0, false, true, BC_SUPPORT_RAILS, draw_cylindrical },
  { "screw", 0, 1.4, 5.0, false, false, BC_SUPPORT_RAILS, draw_screw },
  { "universal", 1, 1.5, 0.0, true, false, BC_SUPPORT_PIVOT, draw_universal },
  { "spherical", 1, 1.8, 0.0, true, false, BC_SUPPORT_PIVOT, draw_spherical },
  { "planar", 0, 3.0, 0.0, false, false, BC_SUPPORT_NONE, draw_planar },
  { "point-on-line", 0, 1.0, 4.6, false, false, BC_SUPPORT_RAILS, draw_point_on_line },
  { "point-on-plane", 0, 3.1, 0.0, false, false, BC_SUPPORT_NONE, draw_point_on_plane },
  { "distance", 1, 1.0, 0.0, false, false, BC_SUPPORT_PIVOT, draw_distance },
  { "fixed", 1, 1.2, 0.0, true, false, BC_SUPPORT_WALL, draw_fixed },
  { "free", 0, 0.0, 0.0, false, false, BC_SUPPORT_NONE, draw_nothing },
  { NULL, 1, 1.0, 0.0, false, false, BC_SUPPORT_PIVOT, draw_other }, /* types added since */
};

const BcSymbol *
bc_symbol_find (const BcJointType *type)
{
  const BcSymbol *symbol = symbols;
  while (symbol->type != NULL && strcmp (symbol->type, type->name) != 0)
    symbol++;
  return symbol;
}

/* A joint of the sketch that is not closed: the gap between its two points. */
static void
draw_gap (const BcSheet *sheet, const BcJoint *joint)
{
  BcPoint a = bc_camera_point (&sheet->camera, sheet->places[joint->from].p);
  BcPoint b = bc_camera_point (&sheet->camera, sheet->places[joint->to].p);
  double s = sheet->stroke;
  if (bc_point_distance (a, b) < sheet->radius)
    return;
  cairo_set_line_width (sheet->cr, 1.4 * s);
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_dash (sheet->cr, (double[]){ 0.1 * s, 3.5 * s }, 2, 0.0);
  bc_paper_color (sheet->cr, BC_ACCENT, 1.0);
  bc_paper_line (sheet->cr, a, b);
  cairo_stroke (sheet->cr);
  cairo_set_dash (sheet->cr, NULL, 0, 0.0);
}

double
bc_symbol_reach (const BcSheet *sheet, const BcJoint *joint)
{
  const BcSymbol *symbol = bc_symbol_find (joint->type);
  BcBlock block;
  if (bc_slide_block (sheet, joint, &block))
    return fmax (block.reach[0], block.reach[1]) + 1.2 * sheet->base;
  double seen = bc_point_length (bc_camera_direction (&sheet->camera, axis_of (sheet, joint)));
  return (symbol->reach + (symbol->along > 0.0 ? 0.6 * seen : 0.0)) * sheet->radius;
}

static void
block_symbol (BcSheet *sheet, const BcJoint *joint, const BcSymbol *symbol)
{
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  BcPoint d = bc_camera_direction (&sheet->camera, axis_of (sheet, joint));
  BcPoint side = bc_point_normal (bc_point_unit (d, bc_point (1.0, 0.0)));
  BcBlock block;
  if (bc_slide_block (sheet, joint, &block))
    return; /* labels keep off its outline as of any shape's */
  double reach = symbol->reach * sheet->radius, along = symbol->along * sheet->radius;
  bc_sheet_block_box (sheet, at, reach, reach);
  for (int k = -1; k <= 1 && along > 0.0; k++)
    {
      BcPoint middle = bc_point_along (at, 0.8 * k * reach, side);
      bc_sheet_block_segment (sheet, bc_point_along (middle, -along, d),
                              bc_point_along (middle, along, d));
    }
}

typedef struct
{
  const BcJoint *joint;
  const BcSymbol *symbol;
  double depth;
} Order;

static int
back_to_front (const void *left, const void *right)
{
  const Order *a = left, *b = right;
  if (a->symbol->layer != b->symbol->layer)
    return a->symbol->layer - b->symbol->layer;
  if (a->depth != b->depth)
    return a->depth < b->depth ? -1 : 1;
  return (a->joint > b->joint) - (a->joint < b->joint);
}

void
bc_draw_joints (BcSheet *sheet)
{
  int n = 0;
  Order *order = bc_arena_array (sheet->arena, Order, sheet->model->n_joints + 1);
  for (int i = 0; i < sheet->model->n_joints; i++)
    {
      const BcJoint *joint = &sheet->model->joints[i];
      if (!joint->type->couples && bc_sheet_shows_joint (sheet, joint))
        order[n++] = (Order){ joint, bc_symbol_find (joint->type),
                              bc_dot (sheet->places[joint->to].p, sheet->camera.toward) };
    }
  qsort (order, (size_t) n, sizeof *order, back_to_front);
  for (int i = 0; i < n; i++)
    {
      if (order[i].symbol->coincident)
        draw_gap (sheet, order[i].joint);
      order[i].symbol->draw (sheet, order[i].joint);
      block_symbol (sheet, order[i].joint, order[i].symbol);
    }
}
