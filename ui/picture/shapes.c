/* Shapes of bodies, drawn lightly.  Box, cylinder, rod and link are prisms: a flat cap moved along a
 * straight line.  Seen from anywhere, a convex prism is the hull of its two caps, with the cap that
 * faces the viewer, and, where it has corners, the sides that do. */
#include "picture/sheet.h"

#include <string.h>

#define MAX_CAP 64

typedef struct
{
  int n;
  BcVec3 cap[MAX_CAP]; /* first in shape axes, then in the world */
  BcVec3 along;        /* to the other cap */
  bool cornered;
} Prism;

static void
box_prism (const BcShape *shape, Prism *prism)
{
  double a = 0.5 * shape->size.x, b = 0.5 * shape->size.y, c = 0.5 * shape->size.z;
  *prism = (Prism){ .n = 4,
                    .cap = { { -a, -b, -c }, { a, -b, -c }, { a, b, -c }, { -a, b, -c } },
                    .along = { 0, 0, 2.0 * c },
                    .cornered = true };
}

static void
cylinder_prism (const BcShape *shape, Prism *prism)
{
  *prism = (Prism){ .n = MAX_CAP, .along = { 0, 0, shape->length } };
  for (int i = 0; i < prism->n; i++)
    {
      double t = 2.0 * BC_PI * i / prism->n;
      prism->cap[i] =
          bc_vec3 (shape->radius * cos (t), shape->radius * sin (t), -0.5 * shape->length);
    }
}

/* Along z from end to end, width in x, thickness in y. */
static void
link_prism (const BcShape *shape, Prism *prism)
{
  double r = 0.5 * shape->width, half = 0.5 * shape->length;
  *prism = (Prism){ .n = MAX_CAP, .along = { 0, shape->thickness, 0 } };
  int per_end = prism->n / 2; /* points of a half disc, both of its ends included */
  for (int i = 0; i < prism->n; i++)
    {
      int end = i / per_end;
      double t = BC_PI * (end + (double) (i % per_end) / (per_end - 1));
      prism->cap[i] =
          bc_vec3 (r * cos (t), -0.5 * shape->thickness, r * sin (t) + (end == 0 ? half : -half));
    }
}

static const struct
{
  const char *type;
  void (*make) (const BcShape *shape, Prism *prism);
} prisms[] = {
  { "box", box_prism },
  { "cylinder", cylinder_prism },
  { "rod", cylinder_prism },
  { "link", link_prism },
};

/* The frame of a shape in the world. */
static void
shape_frame (const BcSheet *sheet, int body, const BcShape *shape, BcMat3 *turn, BcVec3 *at)
{
  BcMat3 a = bc_quat_to_matrix (sheet->poses[body].turn);
  *turn = bc_mat_mul (&a, &shape->triad);
  *at = bc_add (sheet->poses[body].at, bc_mat_vec (&a, shape->at));
}

static bool
make_prism (const BcSheet *sheet, int body, const BcShape *shape, Prism *prism)
{
  BcMat3 turn;
  BcVec3 at;
  shape_frame (sheet, body, shape, &turn, &at);
  for (size_t k = 0; k < sizeof prisms / sizeof prisms[0]; k++)
    if (strcmp (prisms[k].type, shape->type->name) == 0)
      {
        prisms[k].make (shape, prism);
        for (int i = 0; i < prism->n; i++)
          prism->cap[i] = bc_add (at, bc_mat_vec (&turn, prism->cap[i]));
        prism->along = bc_mat_vec (&turn, prism->along);
        return bc_vec3_is_finite (prism->cap[0]) && bc_vec3_is_finite (prism->along);
      }
  return false;
}

/* Side i of a prism, unless it faces away. */
static void
trace_side (const BcSheet *sheet, const Prism *prism, int i)
{
  BcVec3 a = prism->cap[i], b = prism->cap[(i + 1) % prism->n];
  BcVec3 corners[4] = { a, b, bc_add (b, prism->along), bc_add (a, prism->along) };
  if (bc_dot (bc_cross (bc_sub (b, a), prism->along), sheet->camera.toward) <= 0.0)
    return;
  BcPoint points[4];
  for (int k = 0; k < 4; k++)
    points[k] = bc_camera_point (&sheet->camera, corners[k]);
  bc_paper_polygon (sheet->cr, points, 4);
}

static void
trace_front_cap (const BcSheet *sheet, const Prism *prism)
{
  bool far_one = bc_dot (prism->along, sheet->camera.toward) > 0.0;
  cairo_new_sub_path (sheet->cr);
  for (int i = 0; i < prism->n; i++)
    {
      BcVec3 p = far_one ? bc_add (prism->cap[i], prism->along) : prism->cap[i];
      BcPoint q = bc_camera_point (&sheet->camera, p);
      cairo_line_to (sheet->cr, q.x, q.y);
    }
  cairo_close_path (sheet->cr);
}

static int
prism_outline (const BcSheet *sheet, const Prism *prism, BcPoint hull[2 * MAX_CAP + 1])
{
  BcPoint points[2 * MAX_CAP];
  for (int i = 0; i < prism->n; i++)
    {
      points[i] = bc_camera_point (&sheet->camera, prism->cap[i]);
      points[prism->n + i] = bc_camera_point (&sheet->camera, bc_add (prism->cap[i], prism->along));
    }
  return bc_hull (points, 2 * prism->n, hull);
}

static void
draw_prism (const BcSheet *sheet, const Prism *prism, BcColor color)
{
  cairo_t *cr = sheet->cr;
  BcPoint hull[2 * MAX_CAP + 1];
  int n = prism_outline (sheet, prism, hull);
  cairo_new_path (cr);
  bc_paper_polygon (cr, hull, n);
  bc_paper_color (cr, bc_color_mix (color, BC_WHITE, 0.72), 0.72);
  cairo_fill_preserve (cr);
  bc_paper_color (cr, bc_color_mix (color, BC_INK, 0.25), 0.9);
  cairo_stroke (cr);

  BcPoint shift = bc_camera_direction (&sheet->camera, prism->along);
  if (sheet->camera.scale * bc_point_length (shift) < 0.1 * sheet->stroke)
    return; /* the cap is the outline */
  cairo_set_line_width (cr, 0.6 * sheet->stroke);
  trace_front_cap (sheet, prism);
  for (int i = 0; i < prism->n && prism->cornered; i++)
    trace_side (sheet, prism, i);
  bc_paper_color (cr, bc_color_mix (color, BC_INK, 0.15), 0.7);
  cairo_stroke (cr);
}

static void
draw_sphere (const BcSheet *sheet, BcVec3 centre, double radius, BcColor color)
{
  cairo_t *cr = sheet->cr;
  BcPoint at = bc_camera_point (&sheet->camera, centre);
  double r = fmin (sheet->camera.scale * radius, 1e6);
  cairo_new_path (cr);
  bc_paper_circle (cr, at, r);
  bc_paper_color (cr, bc_color_mix (color, BC_WHITE, 0.72), 0.72);
  cairo_fill_preserve (cr);
  bc_paper_color (cr, bc_color_mix (color, BC_INK, 0.25), 0.9);
  cairo_stroke (cr);
}

static void
draw_shape (const BcSheet *sheet, int body, const BcShape *shape, BcColor color)
{
  Prism prism;
  BcMat3 turn;
  BcVec3 at;
  shape_frame (sheet, body, shape, &turn, &at);
  cairo_set_line_width (sheet->cr, 0.8 * sheet->stroke);
  cairo_set_line_join (sheet->cr, CAIRO_LINE_JOIN_ROUND);
  if (make_prism (sheet, body, shape, &prism))
    draw_prism (sheet, &prism, color);
  else if (strcmp (shape->type->name, "sphere") == 0)
    draw_sphere (sheet, at, shape->radius, color);
  else if (shape->mesh != NULL)
    bc_mesh_draw (sheet, shape->mesh, &turn, at, color);
}

void
bc_shapes_draw (const BcSheet *sheet, int body)
{
  const BcBody *owner = &sheet->model->bodies[body];
  for (int i = 0; i < owner->n_shapes; i++)
    {
      BcColor color = sheet->skeletons[body].color;
      bc_color_parse (owner->shapes[i].color, &color);
      draw_shape (sheet, body, &owner->shapes[i], color);
    }
}

static void
span_shape (const BcSheet *sheet, int body, const BcShape *shape, BcSpan *span)
{
  Prism prism;
  BcMat3 turn;
  BcVec3 at;
  shape_frame (sheet, body, shape, &turn, &at);
  if (make_prism (sheet, body, shape, &prism))
    for (int i = 0; i < prism.n; i++)
      {
        bc_span_add (span, &sheet->camera, prism.cap[i], 0.0);
        bc_span_add (span, &sheet->camera, bc_add (prism.cap[i], prism.along), 0.0);
      }
  else if (strcmp (shape->type->name, "sphere") == 0)
    bc_span_add (span, &sheet->camera, at, shape->radius);
  else if (shape->mesh != NULL)
    for (int i = 0; i < shape->mesh->n_points; i++)
      bc_span_add (span, &sheet->camera, bc_add (at, bc_mat_vec (&turn, shape->mesh->points[i])),
                   0.0);
}

void
bc_shapes_span (const BcSheet *sheet, int body, BcSpan *span)
{
  const BcBody *owner = &sheet->model->bodies[body];
  for (int i = 0; i < owner->n_shapes; i++)
    span_shape (sheet, body, &owner->shapes[i], span);
}

static bool
mesh_box_holds (const BcMesh *mesh, BcVec3 p, double slack)
{
  double least[3] = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, most[3] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
  bool inside = true;
  for (int k = 0; k < 3; k++)
    {
      double q = bc_component (p, k);
      for (int i = 0; i < mesh->n_points; i++)
        {
          least[k] = fmin (least[k], bc_component (mesh->points[i], k));
          most[k] = fmax (most[k], bc_component (mesh->points[i], k));
        }
      inside = inside && q >= least[k] - slack && q <= most[k] + slack;
    }
  return inside;
}

bool
bc_shape_holds (const BcShape *shape, BcVec3 p, double slack)
{
  BcVec3 q = bc_mat_trans_vec (&shape->triad, bc_sub (p, shape->at));
  double beyond = fmax (fabs (q.z) - 0.5 * shape->length, 0.0);
  const char *type = shape->type->name;
  if (strcmp (type, "box") == 0)
    return fabs (q.x) <= 0.5 * shape->size.x + slack && fabs (q.y) <= 0.5 * shape->size.y + slack
           && fabs (q.z) <= 0.5 * shape->size.z + slack;
  if (strcmp (type, "cylinder") == 0 || strcmp (type, "rod") == 0)
    return hypot (q.x, q.y) <= shape->radius + slack && beyond <= slack;
  if (strcmp (type, "link") == 0)
    return hypot (q.x, beyond) <= 0.5 * shape->width + slack
           && fabs (q.y) <= 0.5 * shape->thickness + slack;
  if (strcmp (type, "sphere") == 0)
    return bc_norm (q) <= shape->radius + slack;
  return shape->mesh != NULL && mesh_box_holds (shape->mesh, q, slack);
}

static int
mesh_outline (const BcSheet *sheet, const BcMesh *mesh, const BcMat3 *turn, BcVec3 at,
              BcPoint **hull)
{
  BcPoint *points = bc_arena_array (sheet->arena, BcPoint, mesh->n_points + 1);
  *hull = bc_arena_array (sheet->arena, BcPoint, mesh->n_points + 1);
  for (int i = 0; i < mesh->n_points; i++)
    points[i] = bc_camera_point (&sheet->camera, bc_add (at, bc_mat_vec (turn, mesh->points[i])));
  return bc_hull (points, mesh->n_points, *hull);
}

static void
trace_outline (const BcSheet *sheet, int body, const BcShape *shape, BcOutline *outline)
{
  Prism prism;
  BcMat3 turn;
  BcVec3 at;
  BcPoint hull[2 * MAX_CAP + 1];
  shape_frame (sheet, body, shape, &turn, &at);
  outline->shape = shape;
  outline->points = hull;
  if (make_prism (sheet, body, shape, &prism))
    outline->n = prism_outline (sheet, &prism, hull);
  else if (shape->mesh != NULL)
    outline->n = mesh_outline (sheet, shape->mesh, &turn, at, &outline->points);
  else if (strcmp (shape->type->name, "sphere") == 0)
    for (BcPoint centre = bc_camera_point (&sheet->camera, at); outline->n < 60; outline->n++)
      {
        double t = 2.0 * BC_PI * outline->n / 60,
               r = fmin (sheet->camera.scale * shape->radius, 1e6);
        hull[outline->n] = bc_point (centre.x + r * cos (t), centre.y + r * sin (t));
      }
  outline->points =
      bc_arena_copy (sheet->arena, outline->points, sizeof (BcPoint) * (size_t) (outline->n + 1));
}

static BcBox
bounds_of (const BcOutline *outline)
{
  BcPoint least = { HUGE_VAL, HUGE_VAL }, most = { -HUGE_VAL, -HUGE_VAL };
  for (int k = 0; k < outline->n; k++)
    {
      BcPoint p = outline->points[k];
      least = bc_point (fmin (least.x, p.x), fmin (least.y, p.y));
      most = bc_point (fmax (most.x, p.x), fmax (most.y, p.y));
    }
  return (BcBox){ { 0.5 * (least.x + most.x), 0.5 * (least.y + most.y) },
                  { 0.5 * (most.x - least.x), 0.5 * (most.y - least.y) } };
}

void
bc_shapes_outline (BcSheet *sheet, int body)
{
  const BcBody *owner = &sheet->model->bodies[body];
  BcSkeleton *skeleton = &sheet->skeletons[body];
  if (!sheet->body_is_finite[body])
    return;
  skeleton->outlines = bc_arena_array (sheet->arena, BcOutline, owner->n_shapes + 1);
  for (int i = 0; i < owner->n_shapes; i++)
    {
      BcOutline *outline = &skeleton->outlines[skeleton->n_outlines];
      trace_outline (sheet, body, &owner->shapes[i], outline);
      outline->bounds = bounds_of (outline);
      skeleton->n_outlines += outline->n > 2;
    }
}
