/* Opens the sheet: where everything is, how large it gets, and what each body's skeleton is. */
#include "picture/sheet.h"

#include <stdlib.h>

/* Beyond this many metres a position is taken for a simulation gone astray. */
#define FAR_AWAY 1e12

/* Calm on white, and told apart with any kind of colour vision (after Paul Tol's muted scheme). */
static const BcColor palette[] = {
  { 0.27, 0.47, 0.67 }, { 0.80, 0.40, 0.47 }, { 0.27, 0.67, 0.60 }, { 0.85, 0.66, 0.22 },
  { 0.53, 0.13, 0.33 }, { 0.42, 0.70, 0.84 }, { 0.07, 0.47, 0.20 }, { 0.60, 0.40, 0.62 },
};
#define N_PALETTE ((int) (sizeof palette / sizeof palette[0]))

static bool
is_near (BcVec3 p)
{
  return bc_vec3_is_finite (p) && fmax (fabs (p.x), fmax (fabs (p.y), fabs (p.z))) < FAR_AWAY;
}

static bool
pose_is_finite (const BcPose *pose)
{
  BcQuat q = pose->turn;
  return is_near (pose->at) && isfinite (q.w + q.x + q.y + q.z)
         && fabs (q.w) + fabs (q.x) + fabs (q.y) + fabs (q.z) < 1e3;
}

static void
place_markers (BcSheet *sheet)
{
  const BcModel *model = sheet->model;
  sheet->body_is_finite = bc_arena_array (sheet->arena, bool, model->n_bodies + 1);
  sheet->places = bc_arena_array (sheet->arena, BcPlace, model->n_markers + 1);
  for (int i = 0; i < model->n_bodies; i++)
    sheet->body_is_finite[i] = pose_is_finite (&sheet->poses[i]);
  for (int i = 0; i < model->n_markers; i++)
    {
      int body = model->markers[i].body;
      if (!sheet->body_is_finite[body])
        continue;
      sheet->places[i] = bc_marker_place (&model->markers[i], &sheet->poses[body]);
      sheet->body_is_finite[body] = is_near (sheet->places[i].p);
    }
}

bool
bc_sheet_shows_marker (const BcSheet *sheet, int marker)
{
  return marker >= 0 && sheet->body_is_finite[sheet->model->markers[marker].body];
}

bool
bc_sheet_shows_joint (const BcSheet *sheet, const BcJoint *joint)
{
  return bc_sheet_shows_marker (sheet, joint->from) && bc_sheet_shows_marker (sheet, joint->to);
}

bool
bc_sheet_is_ground (const BcSheet *sheet, int marker)
{
  return sheet->model->bodies[sheet->model->markers[marker].body].kind == BC_BODY_GROUND;
}

BcColor
bc_sheet_marker_color (const BcSheet *sheet, int marker)
{
  return sheet->skeletons[sheet->model->markers[marker].body].color;
}

int
bc_sheet_joint_marker (const BcSheet *sheet, const BcJoint *joint)
{
  return bc_sheet_is_ground (sheet, joint->to) ? joint->from : joint->to;
}

BcPoint
bc_sheet_joint_point (const BcSheet *sheet, const BcJoint *joint)
{
  return bc_camera_point (&sheet->camera, sheet->places[bc_sheet_joint_marker (sheet, joint)].p);
}

/* Adds a point to a body's skeleton unless it is there already. */
static void
add_point (BcSheet *sheet, int marker, double tolerance)
{
  if (!bc_sheet_shows_marker (sheet, marker))
    return;
  const BcBody *body = &sheet->model->bodies[sheet->model->markers[marker].body];
  BcSkeleton *skeleton = &sheet->skeletons[body - sheet->model->bodies];
  BcVec3 p = sheet->places[marker].p;
  for (int i = 0; i < skeleton->n_points; i++)
    if (bc_norm (bc_sub (skeleton->points[i], p)) <= tolerance)
      return;
  if (skeleton->points == NULL)
    skeleton->points = bc_arena_array (sheet->arena, BcVec3, body->n_markers);
  if (skeleton->n_points < body->n_markers)
    skeleton->points[skeleton->n_points++] = p;
}

/* Whether a body is solid all along the line between two points in its axes. */
static bool
is_solid_between (const BcBody *body, BcVec3 a, BcVec3 b)
{
  const int n = 8;
  double slack = 0.01 * bc_norm (bc_sub (b, a));
  for (int i = 0; i <= n; i++)
    {
      BcVec3 p = bc_add_scaled (a, (double) i / n, bc_sub (b, a));
      bool solid = false;
      for (int k = 0; k < body->n_shapes && !solid; k++)
        solid = bc_shape_holds (&body->shapes[k], p, slack);
      if (!solid)
        return false;
    }
  return true;
}

/* The tip of a body that hangs on one joint: of its own markers the farthest one its shapes reach
 * out to.  -1 when there is none. */
static int
find_tip (const BcSheet *sheet, int body, int root)
{
  const BcBody *owner = &sheet->model->bodies[body];
  const BcMarker *markers = sheet->model->markers;
  const BcSkeleton *skeleton = &sheet->skeletons[body];
  double farthest = 0.0;
  int tip = -1;
  for (int k = 0; k < skeleton->n_points; k++)
    farthest = fmax (farthest, bc_norm (bc_sub (skeleton->points[k], sheet->places[root].p)));
  for (int k = owner->first_marker; k < owner->first_marker + owner->n_markers; k++)
    {
      double distance = bc_norm (bc_sub (markers[k].at, markers[root].at));
      if (k != owner->com_marker && distance > 1.0001 * farthest
          && is_solid_between (owner, markers[root].at, markers[k].at))
        {
          farthest = distance;
          tip = k;
        }
    }
  return tip;
}

/* Where joints leave a body's extent open its own markers tell it: all of them where it has no
 * shape. */
static void
add_free_points (BcSheet *sheet, int body, int root, double tolerance)
{
  const BcBody *owner = &sheet->model->bodies[body];
  if (owner->n_shapes > 0 && root >= 0)
    add_point (sheet, find_tip (sheet, body, root), tolerance);
  for (int k = 0; k < owner->n_markers && owner->n_shapes == 0; k++)
    if (owner->first_marker + k != owner->com_marker)
      add_point (sheet, owner->first_marker + k, tolerance);
}

/* Each round through the palette is lighter or darker than the one before, to the side that leaves
 * more room. */
static BcColor
body_color (int n)
{
  static const double shares[] = { 0.0, 0.42, 0.22, 0.60 };
  BcColor color = palette[n % N_PALETTE];
  double light = 0.3 * color.red + 0.6 * color.green + 0.1 * color.blue;
  return bc_color_mix (color, light < 0.40 ? BC_WHITE : BC_INK, shares[n / N_PALETTE % 4]);
}

static void
add_joint_points (BcSheet *sheet, int *roots, double tolerance)
{
  const BcModel *model = sheet->model;
  for (int i = 0; i < model->n_joints; i++)
    for (int k = 0; k < 2 && model->joints[i].type->n_equations > 0; k++)
      {
        int marker = k == 0 ? model->joints[i].from : model->joints[i].to;
        add_point (sheet, marker, tolerance);
        if (marker >= 0)
          roots[model->markers[marker].body] = marker;
      }
  for (int i = 0; i < model->n_bodies; i++)
    sheet->skeletons[i].n_joined = sheet->skeletons[i].n_points;
}

static void
gather_points (BcSheet *sheet)
{
  const BcModel *model = sheet->model;
  double tolerance = 1e-7 * bc_model_size (model);
  int *roots = bc_arena_array (sheet->arena, int, model->n_bodies + 1);
  for (int i = 0; i < model->n_bodies; i++)
    roots[i] = -1;
  add_joint_points (sheet, roots, tolerance);
  for (int i = 0; i < model->n_forces; i++)
    for (int k = 0; k < model->forces[i].n_markers; k++)
      add_point (sheet, model->forces[i].markers[k], tolerance);
  for (int i = 0; i < model->n_bodies; i++)
    if (sheet->skeletons[i].drawn && sheet->skeletons[i].n_joined < 2)
      add_free_points (sheet, i, roots[i], tolerance);
}

static void
gather_skeletons (BcSheet *sheet)
{
  const BcModel *model = sheet->model;
  sheet->skeletons = bc_arena_array (sheet->arena, BcSkeleton, model->n_bodies + 1);
  for (int i = 0, n_moving = 0; i < model->n_bodies; i++)
    {
      const BcBody *body = &model->bodies[i];
      BcSkeleton *skeleton = &sheet->skeletons[i];
      BcMat3 a = bc_quat_to_matrix (sheet->poses[i].turn);
      bool ground = body->kind == BC_BODY_GROUND;
      skeleton->com = bc_add (sheet->poses[i].at, bc_mat_vec (&a, body->com));
      skeleton->drawn = !ground && sheet->body_is_finite[i] && is_near (skeleton->com);
      if (!bc_color_parse (body->color, &skeleton->color))
        skeleton->color = ground ? BC_GREY : body_color (n_moving);
      n_moving += !ground;
    }
  gather_points (sheet);
}

/* What has to be on the sheet.  Guides and planes of the ground go on for ever and do not count. */
static void
span_mechanism (const BcSheet *sheet, BcSpan *span)
{
  const BcModel *model = sheet->model;
  for (int i = 0; i < model->n_bodies; i++)
    {
      const BcSkeleton *skeleton = &sheet->skeletons[i];
      for (int k = 0; skeleton->drawn && k < skeleton->n_points; k++)
        bc_span_add (span, &sheet->camera, skeleton->points[k], 0.0);
      if (skeleton->drawn && skeleton->n_points < 2)
        bc_span_add (span, &sheet->camera, skeleton->com, 0.0);
      if (skeleton->drawn)
        bc_shapes_span (sheet, i, span);
    }
  for (int i = 0; i < model->n_joints; i++)
    {
      const BcJoint *joint = &model->joints[i];
      bool pivot = bc_symbol_find (joint->type)->support == BC_SUPPORT_PIVOT;
      for (int k = 0; pivot && k < 2; k++)
        if (bc_sheet_shows_marker (sheet, k == 0 ? joint->from : joint->to))
          bc_span_add (span, &sheet->camera, sheet->places[k == 0 ? joint->from : joint->to].p,
                       0.0);
    }
  bc_couplings_span (sheet, span);
  bc_forces_span (sheet, span);
}

/* Fixed surroundings are shown whole only where they do not make the mechanism small. */
static void
span_ground (const BcSheet *sheet, BcSpan *span)
{
  BcSpan whole = *span;
  for (int i = 0; i < sheet->model->n_bodies; i++)
    if (sheet->model->bodies[i].kind == BC_BODY_GROUND && sheet->body_is_finite[i])
      bc_shapes_span (sheet, i, &whole);
  double size = fmax (span->right - span->left, span->top - span->bottom);
  if (!span->any || fmax (whole.right - whole.left, whole.top - whole.bottom) < 1.6 * size)
    *span = whole;
}

static int
ascending (const void *left, const void *right)
{
  const double *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

/* The median length of links on paper: symbols must not cover links. */
static double
usual_link (const BcSheet *sheet)
{
  int n = 0, room = sheet->model->n_bodies + 1;
  double *lengths = bc_arena_array (sheet->arena, double, room);
  for (int i = 0; i < sheet->model->n_bodies; i++)
    {
      const BcSkeleton *skeleton = &sheet->skeletons[i];
      double longest = 0.0;
      for (int k = 0; k < skeleton->n_points; k++)
        {
          BcVec3 next = skeleton->n_points == 1 ? skeleton->com
                                                : skeleton->points[(k + 1) % skeleton->n_points];
          BcPoint d = bc_camera_direction (&sheet->camera, bc_sub (next, skeleton->points[k]));
          longest = fmax (longest, sheet->camera.scale * bc_point_length (d));
        }
      if (skeleton->drawn && longest > 1e-3 * sheet->width)
        lengths[n++] = longest;
    }
  qsort (lengths, (size_t) n, sizeof *lengths, ascending);
  return n > 0 ? lengths[(n - 1) / 2] : HUGE_VAL;
}

static void
set_sizes (BcSheet *sheet)
{
  double side = fmin (sheet->width, sheet->height), link = usual_link (sheet);
  double least = fmin (0.003 * side, 0.26 * link);
  sheet->radius = fmax (fmin (0.012 * side + 1.5, 0.15 * link), least);
  sheet->base = fmax (sheet->radius, 0.0065 * side);
  /* Where pins get tiny the links have to carry the colour. */
  sheet->bar = (1.4 - 0.55 * fmin (sheet->radius / (0.008 * side), 1.0)) * sheet->radius;
  sheet->stroke = fmax (0.17 * sheet->radius, fmin (0.0007 * side, 0.3 * sheet->radius));
}

static void
outline_skeletons (BcSheet *sheet)
{
  for (int i = 0; i < sheet->model->n_bodies; i++)
    {
      BcSkeleton *skeleton = &sheet->skeletons[i];
      bool alone = skeleton->n_points < 2; /* then the centre of mass is its other end */
      int n = skeleton->n_points + alone;
      BcPoint *points = bc_arena_array (sheet->arena, BcPoint, n);
      skeleton->hull = bc_arena_array (sheet->arena, BcPoint, n + 1);
      for (int k = 0; k < n; k++)
        {
          BcVec3 p = k < skeleton->n_points ? skeleton->points[k] : skeleton->com;
          points[k] = bc_camera_point (&sheet->camera, p);
          skeleton->depth += bc_dot (p, sheet->camera.toward) / n;
          skeleton->middle = bc_point_along (skeleton->middle, 1.0 / n, points[k]);
        }
      skeleton->n_hull = bc_hull (points, n, skeleton->hull);
      bc_shapes_outline (sheet, i);
    }
}

void
bc_sheet_open (BcSheet *sheet)
{
  double side = fmin (sheet->width, sheet->height);
  sheet->text = side >= 200.0 ? fmax (0.0175 * side, 8.0) : 0.0;
  sheet->margin = 0.03 * side;
  place_markers (sheet);
  gather_skeletons (sheet);
}

void
bc_sheet_arrange (BcSheet *sheet, BcView view)
{
  BcSpan span = { 0 };
  bc_camera_look (sheet, view);
  span_mechanism (sheet, &span);
  span_ground (sheet, &span);
  bc_camera_fit (sheet, &span, 0.05 * fmin (sheet->width, sheet->height));
  set_sizes (sheet);
  bc_camera_fit (sheet, &span, 6.0 * sheet->radius + 0.8 * sheet->text);
  outline_skeletons (sheet);
}
