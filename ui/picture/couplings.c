/* Couplings relate coordinates of other joints: gears and racks show their pitch circles, all others
 * a dashed bow from joint to joint. */
#include "picture/sheet.h"

#include <string.h>

typedef struct
{
  BcVec3 centre, axis;
  double radius;
  BcColor color;
} PitchCircle;

static const BcJoint *
coupled_joint (const BcSheet *sheet, const BcJoint *coupling, int k)
{
  int i = k < coupling->of.n ? coupling->of.at[k] : -1;
  if (i < 0 || i >= sheet->model->n_joints)
    return NULL;
  const BcJoint *joint = &sheet->model->joints[i];
  return !joint->type->couples && bc_sheet_shows_joint (sheet, joint) ? joint : NULL;
}

static PitchCircle
pitch_circle (const BcSheet *sheet, const BcJoint *joint, double radius)
{
  return (PitchCircle){ sheet->places[joint->from].p, sheet->places[joint->from].e[2], radius,
                        bc_sheet_marker_color (sheet, bc_sheet_joint_marker (sheet, joint)) };
}

/* ratio · q_a + q_b = constant.  The circles roll on each other, r_a / r_b = |ratio|, and touch:
 * r_a + r_b is the distance of the axes, for an inner gear |r_a - r_b|. */
static int
gear_circles (const BcSheet *sheet, const BcJoint *coupling, PitchCircle circles[2])
{
  const BcJoint *a = coupled_joint (sheet, coupling, 0), *b = coupled_joint (sheet, coupling, 1);
  if (a == NULL || b == NULL || strcmp (a->type->name, "revolute") != 0
      || strcmp (b->type->name, "revolute") != 0)
    return 0;
  BcVec3 axis = sheet->places[a->from].e[2];
  BcVec3 line = bc_sub (sheet->places[b->from].p, sheet->places[a->from].p);
  double lean = bc_dot (axis, sheet->places[b->from].e[2]);
  double distance = bc_norm (bc_add_scaled (line, -bc_dot (line, axis), axis));
  double ratio = coupling->ratio * (lean < 0.0 ? -1.0 : 1.0), size = fabs (ratio);
  double rest = ratio > 0.0 ? 1.0 + size : fabs (1.0 - size);
  double radius = distance / rest;
  if (fabs (lean) < 0.999 || !(distance > 1e-6 * bc_model_size (sheet->model)) || rest < 0.05
      || !isfinite (radius * size))
    return 0;
  circles[0] = pitch_circle (sheet, a, size * radius);
  circles[1] = pitch_circle (sheet, b, radius);
  return 2;
}

static int
rack_circles (const BcSheet *sheet, const BcJoint *coupling, PitchCircle circles[2])
{
  const BcJoint *turning = coupled_joint (sheet, coupling, 0);
  if (turning == NULL || !isfinite (coupling->radius) || coupling->radius == 0.0)
    return 0;
  circles[0] = pitch_circle (sheet, turning, fabs (coupling->radius));
  return 1;
}

static int
coupling_circles (const BcSheet *sheet, const BcJoint *coupling, PitchCircle circles[2])
{
  if (strcmp (coupling->type->name, "gear") == 0)
    return gear_circles (sheet, coupling, circles);
  if (strcmp (coupling->type->name, "rack") == 0)
    return rack_circles (sheet, coupling, circles);
  return 0;
}

void
bc_couplings_span (const BcSheet *sheet, BcSpan *span)
{
  for (int i = 0; i < sheet->model->n_joints; i++)
    {
      PitchCircle circles[2];
      int n = sheet->model->joints[i].type->couples
                  ? coupling_circles (sheet, &sheet->model->joints[i], circles)
                  : 0;
      for (int k = 0; k < n; k++)
        bc_span_add (span, &sheet->camera, circles[k].centre, circles[k].radius);
    }
}

static void
draw_pitch_circle (const BcSheet *sheet, const PitchCircle *circle)
{
  cairo_t *cr = sheet->cr;
  double s = sheet->stroke;
  double lean = fabs (bc_dot (circle->axis, sheet->camera.toward));
  double r = fmin (circle->radius * sheet->camera.scale, 1e6);
  BcPoint at = bc_camera_point (&sheet->camera, circle->centre);
  BcPoint d = bc_point_unit (bc_camera_direction (&sheet->camera, circle->axis), bc_point (1, 0));
  cairo_new_path (cr);
  bc_paper_ellipse (cr, at, d, r * lean, r);
  bc_paper_color (cr, circle->color, 0.10);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1.3 * s);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, (double[]){ 9.0 * s, 2.6 * s, 1.6 * s, 2.6 * s }, 4, 0.0);
  bc_paper_color (cr, bc_color_mix (circle->color, BC_INK, 0.2), 1.0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

/* Bowed, because a straight line would often hide on a link. */
static void
draw_bow (const BcSheet *sheet, BcPoint a, BcPoint b)
{
  cairo_t *cr = sheet->cr;
  double s = sheet->stroke;
  BcPoint d = bc_point_from_to (a, b), n = bc_point_normal (d);
  n = n.y > 0.0 ? bc_point (-n.x, -n.y) : n;
  BcPoint p = bc_point_along (bc_point_along (a, 0.3, d), 0.22, n);
  BcPoint q = bc_point_along (bc_point_along (a, 0.7, d), 0.22, n);
  cairo_move_to (cr, a.x, a.y);
  cairo_curve_to (cr, p.x, p.y, q.x, q.y, b.x, b.y);
  cairo_set_line_width (cr, 1.1 * s);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, (double[]){ 4.0 * s, 3.0 * s }, 2, 0.0);
  bc_paper_color (cr, BC_GREY, 1.0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

static void
draw_coupling (const BcSheet *sheet, const BcJoint *coupling)
{
  PitchCircle circles[2];
  int n = coupling_circles (sheet, coupling, circles);
  for (int k = 0; k < n; k++)
    draw_pitch_circle (sheet, &circles[k]);
  for (int k = 0; k + 1 < coupling->of.n && n < 2; k++)
    {
      const BcJoint *a = coupled_joint (sheet, coupling, k);
      const BcJoint *b = coupled_joint (sheet, coupling, k + 1);
      if (a != NULL && b != NULL)
        draw_bow (sheet, bc_sheet_joint_point (sheet, a), bc_sheet_joint_point (sheet, b));
    }
}

void
bc_draw_couplings (BcSheet *sheet)
{
  for (int i = 0; i < sheet->model->n_joints; i++)
    if (sheet->model->joints[i].type->couples)
      draw_coupling (sheet, &sheet->model->joints[i]);
}
