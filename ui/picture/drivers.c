/* Drivers: a bold arrow around the hinge or along the slide they move, the way the motion begins;
 * with two heads where it goes to and fro. */
#include "picture/sheet.h"

/* Rates below this share of the largest one count as standing still. */
#define STILL 1e-3

typedef struct
{
  double sign; /* of the coordinate's first change */
  bool both;
} Sense;

/* How fast the driven coordinate changes at `time`; `rate` is that at `before`. */
static double
driven_rate (const BcDriver *driver, double before, double time, double rate)
{
  BcJet value = bc_function_evaluate (driver->function, time);
  switch (driver->level)
    {
    case BC_DRIVE_POSITION:
      return value.d;
    case BC_DRIVE_VELOCITY:
      return value.v;
    case BC_DRIVE_ACCELERATION:
      return rate + bc_function_integral (driver->function, before, time);
    }
  return 0.0;
}

/* Samples get wider apart: they begin right after zero, and no frequency hides between them. */
static Sense
driver_sense (const BcModel *model, const BcDriver *driver)
{
  enum
  {
    N_SAMPLES = 400
  };
  double rates[N_SAMPLES + 1] = { 0.0 }, least = 0.0, most = 0.0, before = 0.0;
  double end = isfinite (model->analysis.end) ? fmax (model->analysis.end, 1.0) : 1.0;
  rates[0] = isfinite (driver->start_rate) ? driver->start_rate : 0.0;
  for (int i = 1; i <= N_SAMPLES && driver->function != NULL; i++)
    {
      double share = (double) i / N_SAMPLES, time = end * share * share;
      rates[i] = driven_rate (driver, before, time, rates[i - 1]);
      rates[i] = isfinite (rates[i]) ? rates[i] : rates[i - 1];
      least = fmin (least, rates[i]);
      most = fmax (most, rates[i]);
      before = time;
    }
  double still = STILL * fmax (most, -least);
  int first = 1;
  while (first < N_SAMPLES && fabs (rates[first]) <= still)
    first++;
  return (Sense){ rates[first] < 0.0 ? -1.0 : 1.0, most > still && least < -still };
}

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
draw_slide_arrow (BcSheet *sheet, const BcJoint *joint, BcVec3 axis, bool both)
{
  int runner = bc_sheet_joint_marker (sheet, joint);
  const BcSkeleton *own = &sheet->skeletons[sheet->model->markers[runner].body];
  double r = sheet->radius, half = 3.2 * r, gap = 4.0 * r;
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  BcPoint d = bc_camera_direction (&sheet->camera, axis), rest = bc_point_from_to (at, own->middle);
  BcPoint side = bc_point_normal (bc_point_unit (d, bc_point (1.0, 0.0)));
  double lean = bc_point_dot (side, rest);
  BcBlock block;
  if (fabs (lean) > r ? lean > 0.0 : side.y > 0.0)
    side = bc_point (-side.x, -side.y);
  if (bc_slide_block (sheet, joint, &block))
    gap = fmax (gap, block.reach[bc_point_dot (side, block.side) < 0.0] + 2.6 * sheet->base);
  BcPoint middle = bc_point_along (at, gap, side), tail = bc_point_along (middle, -half, d);
  bc_draw_push_arrow (sheet, tail, axis, 2.0 * half, 2.3 * sheet->stroke, both);
  bc_sheet_block_segment (sheet, tail, bc_point_along (middle, half, d));
}

/* Around a pin seen end-on; around the end of the axis when it is seen from the side. */
static void
draw_turn (BcSheet *sheet, const BcJoint *joint, BcVec3 axis, const Sense *sense)
{
  bool standing = bc_sheet_is_ground (sheet, joint->from) || bc_sheet_is_ground (sheet, joint->to);
  BcPoint at = bc_sheet_joint_point (sheet, joint);
  BcPoint gap = standing ? bc_support_direction (sheet, at) : bc_point (0.0, 1.0);
  BcPoint shadow = bc_camera_direction (&sheet->camera, axis);
  double seen = bc_point_length (shadow);
  if (seen > 0.4)
    at = bc_point_along (at, fmax (4.4, bc_symbol_find (joint->type)->along) * sheet->radius,
                         shadow);
  bc_draw_turn_arrow (sheet, at, bc_scale (sense->sign, axis), seen > 0.4 ? 2.2 : 2.7, gap,
                      sense->both);
  bc_sheet_block_box (sheet, at, 3.0 * sheet->radius, 3.0 * sheet->radius);
}

/* A coordinate tells how the second body moves against the first; where the second one is the
 * ground, the first one is seen to move the other way. */
static void
draw_joint_driver (BcSheet *sheet, const BcDriver *driver)
{
  const BcJoint *joint = &sheet->model->joints[driver->joint];
  if (joint->type->couples || !bc_sheet_shows_joint (sheet, joint) || driver->coordinate < 0
      || driver->coordinate >= joint->type->n_coordinates)
    return;
  const BcMeasure *measure = &joint->type->coordinates[driver->coordinate];
  BcVec3 axis = coordinate_axis (sheet, joint, measure);
  Sense sense = driver_sense (sheet->model, driver);
  if (bc_sheet_joint_marker (sheet, joint) == joint->from)
    sense.sign = -sense.sign;
  if (bc_measure_is_length (measure))
    draw_slide_arrow (sheet, joint, bc_scale (sense.sign, axis), sense.both);
  else
    draw_turn (sheet, joint, axis, &sense);
}

static void
draw_marker_driver (BcSheet *sheet, const BcDriver *driver)
{
  if (!bc_sheet_shows_marker (sheet, driver->marker) || driver->axis < 0 || driver->axis > 2)
    return;
  BcPoint at = bc_camera_point (&sheet->camera, sheet->places[driver->marker].p);
  Sense sense = driver_sense (sheet->model, driver);
  BcVec3 axis = bc_scale (sense.sign, bc_unit_axis (driver->axis));
  double length = 6.5 * sheet->radius;
  BcPoint d = bc_camera_direction (&sheet->camera, axis);
  BcPoint tail = bc_point_along (at, sense.both ? -0.5 * length : 0.0, d);
  bc_draw_push_arrow (sheet, tail, axis, length, 2.3 * sheet->stroke, sense.both);
  bc_sheet_block_segment (sheet, tail, bc_point_along (tail, length, d));
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
