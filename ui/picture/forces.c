/* Force elements: springs as springs, everything else by what it does to its first marker. */
#include "picture/sheet.h"

#include <string.h>

/* A line that zigzags from a to b. */
static void
trace_zigzag (cairo_t *cr, BcPoint a, BcPoint b, double half_width)
{
  BcPoint d = bc_point_from_to (a, b);
  BcPoint n = bc_point_normal (bc_point_unit (d, bc_point (1.0, 0.0)));
  int turns = (int) fmin (36.0, fmax (6.0, bc_point_length (d) / (0.95 * half_width)));
  cairo_move_to (cr, a.x, a.y);
  for (int i = 0; i < turns; i++)
    {
      BcPoint p = bc_point_along (bc_point_along (a, (i + 0.5) / turns, d),
                                  i % 2 == 0 ? half_width : -half_width, n);
      cairo_line_to (cr, p.x, p.y);
    }
  cairo_line_to (cr, b.x, b.y);
}

/* A cup open towards b, and a piston in it on a rod from b. */
static void
trace_damper (cairo_t *cr, BcPoint a, BcPoint b, double half_width)
{
  BcPoint d = bc_point_from_to (a, b);
  BcPoint n = bc_point_normal (bc_point_unit (d, bc_point (1.0, 0.0)));
  BcPoint floor = bc_point_along (a, 0.28, d), rim = bc_point_along (a, 0.68, d);
  BcPoint piston = bc_point_along (a, 0.50, d);
  bc_paper_line (cr, a, floor);
  bc_paper_line (cr, bc_point_along (rim, half_width, n), bc_point_along (floor, half_width, n));
  BcPoint corner = bc_point_along (floor, -half_width, n);
  cairo_line_to (cr, corner.x, corner.y);
  corner = bc_point_along (rim, -half_width, n);
  cairo_line_to (cr, corner.x, corner.y);
  bc_paper_line (cr, bc_point_along (piston, 0.72 * half_width, n),
                 bc_point_along (piston, -0.72 * half_width, n));
  bc_paper_line (cr, piston, b);
}

/* How far the straight ends of a spring go. */
static double
lead_of (double length, double r)
{
  return fmin (fmin (fmax (1.8 * r, 0.12 * length), 4.5 * r), 0.2 * length);
}

/* Spring or damper between straight ends. */
static void
trace_one_part (cairo_t *cr, BcPoint a, BcPoint b, double r,
                void (*trace) (cairo_t *cr, BcPoint a, BcPoint b, double half_width))
{
  BcPoint d = bc_point_unit (bc_point_from_to (a, b), bc_point (1.0, 0.0));
  double length = bc_point_distance (a, b), lead = lead_of (length, r);
  BcPoint from = bc_point_along (a, lead, d), to = bc_point_along (b, -lead, d);
  bc_paper_line (cr, a, from);
  bc_paper_line (cr, to, b);
  trace (cr, from, to, fmin (r, 0.2 * length));
}

/* Spring and damper side by side between two cross bars. */
static void
trace_spring_and_damper (cairo_t *cr, BcPoint a, BcPoint b, double r)
{
  BcPoint d = bc_point_unit (bc_point_from_to (a, b), bc_point (1.0, 0.0));
  BcPoint n = bc_point_normal (d);
  double lead = lead_of (bc_point_distance (a, b), r), side = 1.5 * r;
  BcPoint from = bc_point_along (a, lead, d), to = bc_point_along (b, -lead, d);
  BcPoint ends[2] = { from, to };
  bc_paper_line (cr, a, from);
  bc_paper_line (cr, to, b);
  for (int k = 0; k < 2; k++)
    bc_paper_line (cr, bc_point_along (ends[k], -side, n), bc_point_along (ends[k], side, n));
  trace_zigzag (cr, bc_point_along (from, side, n), bc_point_along (to, side, n), 1.0 * r);
  trace_damper (cr, bc_point_along (from, -side, n), bc_point_along (to, -side, n), 0.7 * r);
}

static BcPoint
marker_point (const BcSheet *sheet, const BcForce *force, int k)
{
  return bc_camera_point (&sheet->camera, sheet->places[force->markers[k]].p);
}

/* What a spring element is made of. */
typedef struct
{
  bool spring, damper;
} Parts;

static bool
any_entry (const double matrix[BC_WRENCH_SIZE][BC_WRENCH_SIZE])
{
  for (int i = 0; i < BC_WRENCH_SIZE; i++)
    for (int j = 0; j < BC_WRENCH_SIZE; j++)
      if (matrix[i][j] != 0.0)
        return true;
  return false;
}

/* The element tells by what it reacts to: at rest where it is drawn, and somewhat stretched or
 * moving, for laws that begin flat. */
static Parts
parts_of (const BcSheet *sheet, const BcForce *force)
{
  static const double nudges[] = { 0.0, 0.02, -0.02 };
  double size = bc_model_size (sheet->model);
  BcPlace a = sheet->places[force->markers[0]], b = sheet->places[force->markers[1]];
  BcVec3 skew = bc_add (bc_add (a.e[0], a.e[1]), a.e[2]), line = bc_sub (b.p, a.p);
  BcVec3 push = bc_add_scaled (line, 0.5 * size, skew);
  BcPlace step = bc_place_rates (&b, push, skew);
  Parts parts = { false, false };
  for (int k = 0; k < 3; k++)
    {
      double s = nudges[k];
      BcForceResult still, moving;
      BcMotion motions[2] = { { .place = a }, { .place = b } };
      motions[1].v = bc_scale (s, push);
      motions[1].w = bc_scale (s, skew);
      bc_force_evaluate (force, 0.0, motions, true, &moving);
      motions[1] = (BcMotion){ .place = { bc_add_scaled (b.p, s, step.p),
                                          { bc_unit (bc_add_scaled (b.e[0], s, step.e[0])),
                                            bc_unit (bc_add_scaled (b.e[1], s, step.e[1])),
                                            bc_unit (bc_add_scaled (b.e[2], s, step.e[2])) } } };
      bc_force_evaluate (force, 0.0, motions, true, &still);
      parts.spring = parts.spring || any_entry (still.by_position);
      parts.damper = parts.damper || any_entry (moving.by_velocity);
    }
  return parts;
}

/* A dot on the body, or hatched ground square to the spring. */
static void
draw_spring_end (const BcSheet *sheet, int marker, BcPoint end, BcPoint other)
{
  BcPoint d = bc_point_unit (bc_point_from_to (other, end), bc_point (0.0, 1.0));
  BcPoint side = bc_point_normal (d);
  double half = 2.4 * sheet->base;
  if (bc_sheet_is_ground (sheet, marker))
    bc_paper_hatched_line (sheet->cr, bc_point_along (end, -half, side),
                           bc_point_along (end, half, side), d, 0.95 * sheet->base,
                           0.17 * sheet->base);
  bc_paper_circle (sheet->cr, end, 0.42 * sheet->radius);
  cairo_fill (sheet->cr);
}

static void
draw_spring (BcSheet *sheet, const BcForce *force)
{
  cairo_t *cr = sheet->cr;
  BcPoint a = marker_point (sheet, force, 0), b = marker_point (sheet, force, 1);
  double length = bc_point_distance (a, b), r = sheet->radius;
  Parts parts = parts_of (sheet, force);
  cairo_set_line_width (cr, 1.2 * sheet->stroke);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  bc_paper_color (cr, BC_INK, 1.0);
  cairo_new_path (cr);
  if (length > 11.0 * r && parts.spring && parts.damper)
    trace_spring_and_damper (cr, a, b, r);
  else if (length > 2.0 * r && (parts.spring || parts.damper))
    trace_one_part (cr, a, b, r, parts.spring ? trace_zigzag : trace_damper);
  else
    bc_paper_line (cr, a, b);
  cairo_stroke (cr);
  draw_spring_end (sheet, force->markers[0], a, b);
  draw_spring_end (sheet, force->markers[1], b, a);
  BcPoint side = bc_point_normal (bc_point_unit (bc_point_from_to (a, b), bc_point (1.0, 0.0)));
  for (int k = -1; k <= 1; k++)
    bc_sheet_block_segment (sheet, bc_point_along (a, 1.8 * k * r, side),
                            bc_point_along (b, 1.8 * k * r, side));
}

static void
trace_spiral (cairo_t *cr, const BcRing *ring)
{
  const int n = 120;
  cairo_new_sub_path (cr);
  for (int i = 0; i <= n; i++)
    {
      double t = (double) i / n;
      BcPoint p = bc_ring_point (ring, 2.25 * 2.0 * BC_PI * t, 0.44 + 0.56 * t);
      cairo_line_to (cr, p.x, p.y);
    }
}

/* A drum with a vane in it. */
static void
trace_drum (cairo_t *cr, const BcRing *ring)
{
  const int n = 60;
  cairo_new_sub_path (cr);
  for (int i = 0; i <= n; i++)
    {
      BcPoint p = bc_ring_point (ring, (0.12 + 1.76 * i / n) * BC_PI, 1.0);
      cairo_line_to (cr, p.x, p.y);
    }
  for (int k = 0; k < 2; k++)
    bc_paper_line (cr, bc_ring_point (ring, (0.5 + k) * BC_PI, 0.3),
                   bc_ring_point (ring, (0.5 + k) * BC_PI, 0.86));
}

/* About z of the first marker: a spiral, a drum, or the one inside the other. */
static void
draw_torsion_spring (BcSheet *sheet, const BcForce *force)
{
  cairo_t *cr = sheet->cr;
  BcPoint at = marker_point (sheet, force, 0);
  BcVec3 axis = sheet->places[force->markers[0]].e[2];
  Parts parts = parts_of (sheet, force);
  BcRing inner = bc_ring (sheet, at, axis, 3.1);
  BcRing outer = bc_ring (sheet, at, axis, parts.spring ? 3.9 : 3.1);
  cairo_new_path (cr);
  if (parts.spring)
    trace_spiral (cr, &inner);
  if (parts.damper)
    trace_drum (cr, &outer);
  cairo_set_line_width (cr, 1.1 * sheet->stroke);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  bc_paper_color (cr, BC_INK, 1.0);
  cairo_stroke (cr);
  bc_sheet_block_box (sheet, at, 3.0 * sheet->radius, 3.0 * sheet->radius);
}

static void
draw_joint_spring (BcSheet *sheet, const BcForce *force)
{
  double apart = bc_point_distance (marker_point (sheet, force, 0), marker_point (sheet, force, 1));
  if (apart > 3.0 * sheet->radius)
    draw_spring (sheet, force);
  else
    draw_torsion_spring (sheet, force);
}

/* A ring of rubber. */
static void
draw_bushing (BcSheet *sheet, const BcForce *force)
{
  cairo_t *cr = sheet->cr;
  BcPoint at = marker_point (sheet, force, 1);
  cairo_set_line_width (cr, sheet->stroke);
  cairo_new_path (cr);
  bc_paper_circle (cr, at, 1.5 * sheet->radius);
  bc_paper_fill_outlined (cr, bc_color_mix (BC_GREY, BC_WHITE, 0.35), BC_INK);
  bc_paper_circle (cr, at, 0.75 * sheet->radius);
  bc_paper_fill_outlined (cr, BC_WHITE, BC_INK);
  bc_sheet_block_box (sheet, at, 1.5 * sheet->radius, 1.5 * sheet->radius);
}

/* The point of the surface below the touching point; z of the first marker points out of it. */
static BcVec3
contact_foot (const BcSheet *sheet, const BcForce *force)
{
  const BcPlace *plane = &sheet->places[force->markers[0]];
  BcVec3 p = sheet->places[force->markers[1]].p;
  return bc_add_scaled (p, -bc_dot (bc_sub (p, plane->p), plane->e[2]), plane->e[2]);
}

static void
draw_contact (BcSheet *sheet, const BcForce *force)
{
  BcPoint foot = bc_camera_point (&sheet->camera, contact_foot (sheet, force));
  BcPoint out = bc_camera_direction (&sheet->camera, sheet->places[force->markers[0]].e[2]);
  if (bc_point_length (out) < 0.25)
    return;
  BcPoint d = bc_point_unit (out, bc_point (0.0, -1.0)), side = bc_point_normal (d);
  double half = 4.5 * sheet->radius;
  BcPoint a = bc_point_along (foot, -half, side), b = bc_point_along (foot, half, side);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  bc_paper_hatched_line (sheet->cr, a, b, bc_point (-d.x, -d.y), 0.95 * sheet->radius,
                         sheet->stroke);
  bc_sheet_block_segment (sheet, a, b);
}

static void
draw_nothing (BcSheet *sheet, const BcForce *force)
{
  (void) sheet, (void) force;
}

/* The wrench on the first marker at time zero and at rest.  False where it vanishes. */
static bool
first_wrench (const BcSheet *sheet, const BcForce *force, BcVec3 *push, BcVec3 *twist)
{
  BcMotion motions[2] = { 0 };
  BcForceResult result = { 0 };
  if (force->type->evaluate == NULL)
    return false;
  for (int k = 0; k < 2; k++)
    motions[k].place = sheet->places[force->markers[k < force->n_markers ? k : 0]];
  force->type->evaluate (force, 0.0, motions, false, &result);
  *push = bc_vec3 (result.wrench[0], result.wrench[1], result.wrench[2]);
  *twist = bc_vec3 (result.wrench[3], result.wrench[4], result.wrench[5]);
  double size = bc_norm (*push) + bc_norm (*twist);
  return size > 0.0 && isfinite (size);
}

/* All arrows are equally long: forces of one model differ too much for a common scale. */
static void
draw_load (BcSheet *sheet, const BcForce *force)
{
  BcPoint at = marker_point (sheet, force, 0), end = at;
  BcVec3 push = { 0, 0, 0 }, twist = { 0, 0, 0 };
  double length = 7.5 * sheet->radius;
  bool known = first_wrench (sheet, force, &push, &twist);
  bc_paper_color (sheet->cr, BC_INK, 1.0);
  if (known && bc_norm (twist) > 0.0 && bc_norm (push) == 0.0)
    {
      bc_draw_turn_arrow (sheet, at, bc_unit (twist), 2.6, bc_point (0.0, 1.0), false);
      bc_sheet_block_box (sheet, at, 2.9 * sheet->radius, 2.9 * sheet->radius);
    }
  else
    {
      BcVec3 direction = known ? bc_unit (push) : sheet->places[force->markers[0]].e[0];
      bc_draw_push_arrow (sheet, at, direction, length, 1.9 * sheet->stroke, false);
      end = bc_point_along (at, length, bc_camera_direction (&sheet->camera, direction));
    }
  bc_sheet_block_segment (sheet, at, end);
}

static const struct
{
  const char *type;
  int n_markers;
  void (*draw) (BcSheet *sheet, const BcForce *force);
} looks[] = {
  { "spring", 2, draw_spring },
  { "torsion-spring", 2, draw_torsion_spring },
  { "joint-spring", 2, draw_joint_spring },
  { "joint-limit", 2, draw_nothing },
  { "bushing", 2, draw_bushing },
  { "contact", 2, draw_contact },
};

static void
draw_force (BcSheet *sheet, const BcForce *force)
{
  for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
    if (strcmp (looks[i].type, force->type->name) == 0 && force->n_markers >= looks[i].n_markers)
      {
        looks[i].draw (sheet, force);
        return;
      }
  draw_load (sheet, force);
}

/* The marker on the surface of a contact may be anywhere: the spot below the touching point counts
 * instead, unless that is far away. */
static void
span_contact (const BcSheet *sheet, const BcForce *force, BcSpan *span)
{
  BcVec3 p = sheet->places[force->markers[1]].p, foot = contact_foot (sheet, force);
  bc_span_add (span, &sheet->camera, p, 0.0);
  if (bc_norm (bc_sub (p, foot)) < 0.7 * bc_model_size (sheet->model))
    bc_span_add (span, &sheet->camera, foot, 0.0);
}

static bool
is_shown (const BcSheet *sheet, const BcForce *force)
{
  bool shown = force->n_markers > 0;
  for (int k = 0; k < force->n_markers; k++)
    shown = shown && bc_sheet_shows_marker (sheet, force->markers[k]);
  return shown;
}

void
bc_forces_span (const BcSheet *sheet, BcSpan *span)
{
  for (int i = 0; i < sheet->model->n_forces; i++)
    {
      const BcForce *force = &sheet->model->forces[i];
      if (!is_shown (sheet, force))
        continue;
      if (strcmp (force->type->name, "contact") == 0 && force->n_markers == 2)
        span_contact (sheet, force, span);
      else
        for (int k = 0; k < force->n_markers; k++)
          bc_span_add (span, &sheet->camera, sheet->places[force->markers[k]].p, 0.0);
    }
}

void
bc_draw_forces (BcSheet *sheet)
{
  for (int i = 0; i < sheet->model->n_forces; i++)
    if (is_shown (sheet, &sheet->model->forces[i]))
      draw_force (sheet, &sheet->model->forces[i]);
}
