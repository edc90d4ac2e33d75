/* Drivers: a bold arrow around the hinge or along the slide they move, in the positive sense of the
 * coordinate. */
#include "picture/sheet.h"

/* The axis in space that a coordinate of a joint turns about or slides along. */
static BcVec3
coordinate_axis (const BcSheet *sheet, const BcJoint *joint, const BcMeasure *measure)
{
  const BcPlace *a = &sheet->places[joint->from], *b = &sheet->places[joint->to];
  BcVec3 line = bc_sub (b->p, a->p);
  switch (measure->kind)
    {
    case BC_MEASURE_OFFSET:
      return bc_unit_axis (measure->i);
    case BC_MEASURE_SLIDE:
    case BC_MEASURE_ROTATION:
      return a->e[measure->i];
    case BC_MEASURE_ANGLE_BACK:
      return b->e[2];
    case BC_MEASURE_DISTANCE:
      return bc_norm (line) > 0.0 ? bc_unit (line) : a->e[2];
    case BC_MEASURE_ANGLE:
    case BC_MEASURE_DOT:
      break;
    }
  return a->e[2];
}

/* Beside the slide, on the side its body leaves free. */
static void
draw_slide_arrow (BcSheet *sheet, const BcJoint *joint, BcPoint at, BcVec3 axis)
{
  int runner = bc_sheet_joint_marker (sheet, joint);
  const BcSkeleton *own = &sheet->skeletons[sheet->model->markers[runner].body];
  double r = sheet->radius, half = 3.2 * r;
  BcPoint d = bc_camera_direction (&sheet->camera, axis), rest = bc_point_from_to (at, own->middle);
  BcPoint side = bc_point_normal (bc_point_unit (d, bc_point (1.0, 0.0)));
  double lean = bc_point_dot (side, rest);
  if (fabs (lean) > r ? lean > 0.0 : side.y > 0.0)
    side = bc_point (-side.x, -side.y);
  BcPoint middle = bc_point_along (at, 4.0 * r, side), tail = bc_point_along (middle, -half, d);
  bc_draw_push_arrow (sheet, tail, axis, 2.0 * half, 2.3 * sheet->stroke);
  bc_sheet_block_segment (sheet, tail, bc_point_along (middle, half, d));
}

/* Around a pin seen end-on; around the end of the axis when it is seen from the side. */
static void
draw_turn (BcSheet *sheet, const BcJoint *joint, BcPoint at, BcVec3 axis)
{
  bool standing = bc_sheet_is_ground (sheet, joint->from) || bc_sheet_is_ground (sheet, joint->to);
  BcPoint gap = standing ? bc_support_direction (sheet, at) : bc_point (0.0, 1.0);
  BcPoint shadow = bc_camera_direction (&sheet->camera, axis);
  double seen = bc_point_length (shadow);
  if (seen > 0.4)
    at = bc_point_along (at, fmax (4.4, bc_symbol_find (joint->type)->along) * sheet->radius,
                         shadow);
  bc_draw_turn_arrow (sheet, at, axis, seen > 0.4 ? 2.2 : 2.7, gap);
  bc_sheet_block_box (sheet, at, 3.0 * sheet->radius, 3.0 * sheet->radius);
}

static void
draw_joint_driver (BcSheet *sheet, const BcDriver *driver)
{
  const BcJoint *joint = &sheet->model->joints[driver->joint];
  if (joint->type->couples || !bc_sheet_shows_joint (sheet, joint) || driver->coordinate < 0
      || driver->coordinate >= joint->type->n_coordinates)
    return;
  const BcMeasure *measure = &joint->type->coordinates[driver->coordinate];
  BcVec3 axis = coordinate_axis (sheet, joint, measure);
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  if (bc_measure_is_length (measure))
    draw_slide_arrow (sheet, joint, at, axis);
  else
    draw_turn (sheet, joint, at, axis);
}

static void
draw_marker_driver (BcSheet *sheet, const BcDriver *driver)
{
  if (!bc_sheet_shows_marker (sheet, driver->marker) || driver->axis < 0 || driver->axis > 2)
    return;
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[driver->marker].p);
  bc_draw_push_arrow (sheet, at, bc_unit_axis (driver->axis), 6.5 * sheet->radius,
                      2.3 * sheet->stroke);
}

void
bc_draw_drivers (BcSheet *sheet)
{
  for (int i = 0; i < sheet->model->n_drivers; i++)
    {
      const BcDriver *driver = &sheet->model->drivers[i];
      bc_paper_color (sheet->cr, BC_ACCENT, 1.0);
      if (driver->active && driver->joint >= 0)
        draw_joint_driver (sheet, driver);
      else if (driver->active)
        draw_marker_driver (sheet, driver);
    }
}
