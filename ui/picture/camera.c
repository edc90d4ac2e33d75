/* Where the picture is seen from, and how world points get to paper.
 *
 *   x_paper = x_m + s (p - c) · right      y_paper = y_m - s (p - c) · up      right × up = toward */
#include "picture/sheet.h"

/* Axes nearer than this to parallel (as a sine or cosine, about one degree) count as such: sketched
 * positions are not exact. */
#define NEARLY 0.02

static void
look_along (BcCamera *camera, BcVec3 toward, BcVec3 up)
{
  camera->toward = bc_unit (toward);
  camera->up = bc_unit (bc_add_scaled (up, -bc_dot (up, camera->toward), camera->toward));
  camera->right = bc_cross (camera->up, camera->toward);
}

/* The horizontal axes that go with the model's up: to the right, and away from who looks from the
 * front; right × away = up. */
static void
floor_axes (const BcModel *model, BcVec3 *right, BcVec3 *away, BcVec3 *up)
{
  *up = bc_unit_axis (model->up);
  *right = bc_unit_axis (model->up == 0 ? 1 : 0);
  *away = bc_cross (*up, *right);
}

static BcVec3
iso_direction (const BcModel *model)
{
  BcVec3 right, away, up;
  floor_axes (model, &right, &away, &up);
  /* Not the true isometric: that one puts too many points of square mechanisms on top of each
   * other. */
  return bc_unit (
      bc_add (bc_add (bc_scale (0.58, right), bc_scale (-0.80, away)), bc_scale (0.52, up)));
}

static BcVec3
joint_line (const BcSheet *sheet, const BcJoint *joint)
{
  BcVec3 line = bc_sub (sheet->places[joint->to].p, sheet->places[joint->from].p);
  double length = bc_norm (line);
  return length > 0.0 ? bc_scale (1.0 / length, line) : line;
}

/* Whether a joint lets its bodies move in the plane with this normal. */
static bool
joint_fits_plane (const BcSheet *sheet, const BcJoint *joint, BcVec3 normal)
{
  if (joint->type->couples || !bc_sheet_shows_joint (sheet, joint))
    return true;
  double lean = fabs (bc_dot (sheet->places[joint->from].e[2], normal));
  switch (joint->type->planar)
    {
    case BC_PLANAR_NEVER:
      return false;
    case BC_PLANAR_AXIS_NORMAL:
      return lean > 1.0 - 0.5 * NEARLY * NEARLY;
    case BC_PLANAR_AXIS_WITHIN:
      return lean < NEARLY;
    case BC_PLANAR_LINE_WITHIN:
      return fabs (bc_dot (joint_line (sheet, joint), normal)) < NEARLY;
    case BC_PLANAR_ALWAYS:
      return true;
    }
  return false;
}

static bool
all_joints_fit_plane (const BcSheet *sheet, BcVec3 normal)
{
  for (int i = 0; i < sheet->model->n_joints; i++)
    if (!joint_fits_plane (sheet, &sheet->model->joints[i], normal))
      return false;
  return true;
}

/* Whether all points of all bodies lie in one plane with this normal. */
static bool
is_flat (const BcSheet *sheet, BcVec3 normal)
{
  BcVec3 across = bc_perpendicular (normal);
  BcCamera edge = { .right = normal, .up = across, .toward = bc_cross (normal, across) };
  BcCamera face = { .right = across, .up = edge.toward, .toward = normal };
  BcSpan thin = { 0 }, wide = { 0 };
  for (int i = 0; i < sheet->model->n_bodies; i++)
    for (int k = 0; k < sheet->skeletons[i].n_points; k++)
      {
        bc_span_add (&thin, &edge, sheet->skeletons[i].points[k], 0.0);
        bc_span_add (&wide, &face, sheet->skeletons[i].points[k], 0.0);
      }
  double extent = fmax (wide.right - wide.left, wide.top - wide.bottom);
  return thin.any && thin.right - thin.left <= NEARLY * extent;
}

/* Whether a slide or distance tells a plane; balls alone leave it open. */
static bool
any_joint_within_plane (const BcModel *model)
{
  for (int i = 0; i < model->n_joints; i++)
    if (model->joints[i].type->planar == BC_PLANAR_AXIS_WITHIN
        || model->joints[i].type->planar == BC_PLANAR_LINE_WITHIN)
      return true;
  return false;
}

/* The normal of the plane the mechanism moves in: a hinge tells it; without one, the first of the
 * three views that shows everything undistorted. */
static bool
plane_normal (const BcSheet *sheet, BcVec3 *normal)
{
  const BcModel *model = sheet->model;
  for (int i = 0; i < model->n_joints; i++)
    if (model->joints[i].type->planar == BC_PLANAR_AXIS_NORMAL
        && bc_sheet_shows_joint (sheet, &model->joints[i]))
      {
        *normal = sheet->places[model->joints[i].from].e[2];
        return all_joints_fit_plane (sheet, *normal);
      }

  BcVec3 right, away, up, choices[3];
  floor_axes (model, &right, &away, &up);
  choices[0] = away, choices[1] = up, choices[2] = right;
  for (int i = 0; i < 3 && any_joint_within_plane (model); i++)
    if (is_flat (sheet, choices[i]) && all_joints_fit_plane (sheet, choices[i]))
      {
        *normal = choices[i];
        return true;
      }
  return false;
}

static void
look_at_plane (BcSheet *sheet, BcVec3 normal)
{
  BcVec3 right, away, up, pull = sheet->model->gravity;
  floor_axes (sheet->model, &right, &away, &up);
  BcVec3 toward =
      bc_dot (normal, iso_direction (sheet->model)) < 0.0 ? bc_scale (-1.0, normal) : normal;
  double strength = bc_norm (pull);
  if (fabs (bc_dot (up, toward)) < 0.9)
    look_along (&sheet->camera, toward, up);
  else if (strength > 0.0 && fabs (bc_dot (pull, toward)) < 0.1 * strength)
    look_along (&sheet->camera, toward, bc_scale (-1.0, pull));
  else
    look_along (&sheet->camera, toward, away);
}

void
bc_camera_look (BcSheet *sheet, BcView view)
{
  BcCamera *camera = &sheet->camera;
  BcVec3 right, away, up, normal;
  floor_axes (sheet->model, &right, &away, &up);
  if (view == BC_VIEW_FRONT)
    look_along (camera, bc_scale (-1.0, away), up);
  else if (view == BC_VIEW_TOP)
    look_along (camera, up, away);
  else if (view == BC_VIEW_SIDE)
    look_along (camera, right, up);
  else if (view == BC_VIEW_AUTO && plane_normal (sheet, &normal))
    look_at_plane (sheet, normal);
  else
    look_along (camera, iso_direction (sheet->model), up);
}

void
bc_span_add (BcSpan *span, const BcCamera *camera, BcVec3 world, double radius)
{
  double x = bc_dot (world, camera->right), y = bc_dot (world, camera->up);
  if (!isfinite (x) || !isfinite (y) || !isfinite (radius))
    return;
  if (!span->any)
    *span = (BcSpan){ true, x, x, y, y };
  span->left = fmin (span->left, x - radius);
  span->right = fmax (span->right, x + radius);
  span->bottom = fmin (span->bottom, y - radius);
  span->top = fmax (span->top, y + radius);
}

/* Fills the sheet between title and footer with the span, a border left for symbols. */
void
bc_camera_fit (BcSheet *sheet, const BcSpan *span, double border)
{
  BcCamera *camera = &sheet->camera;
  double head = sheet->text > 0.0 ? 1.6 * sheet->text : 0.0;
  double foot = sheet->text > 0.0 ? 3.6 * sheet->text : 0.0;
  double inset = sheet->margin + border;
  double room_x = fmax (sheet->width - 2.0 * inset, 0.3 * sheet->width);
  double room_y = fmax (sheet->height - 2.0 * inset - head - foot, 0.3 * sheet->height);
  camera->middle = bc_point (0.5 * sheet->width, 0.5 * (sheet->height + head - foot));
  camera->centre = bc_vec3 (0.0, 0.0, 0.0);
  camera->scale = 1.0;
  if (!span->any)
    return;

  double wide = span->right - span->left, high = span->top - span->bottom;
  double x = 0.5 * (span->right + span->left), y = 0.5 * (span->top + span->bottom);
  camera->centre = bc_add (bc_scale (x, camera->right), bc_scale (y, camera->up));
  camera->scale = 1.0 / fmax (wide / room_x, high / room_y);
  /* A mechanism in one point has no scale of its own: let the sketch say, a third of the sheet. */
  double size = bc_model_size (sheet->model);
  if (!isfinite (camera->scale) || fmax (wide, high) < 1e-9 * size)
    camera->scale = 0.35 * fmin (room_x, room_y) / size;
}

BcPoint
bc_camera_direction (const BcCamera *camera, BcVec3 world)
{
  return bc_point (bc_dot (world, camera->right), -bc_dot (world, camera->up));
}

BcPoint
bc_camera_point (const BcCamera *camera, BcVec3 world)
{
  BcPoint d = bc_camera_direction (camera, bc_sub (world, camera->centre));
  /* cairo's coordinates end near 8e6. */
  double x = fmin (fmax (camera->scale * d.x, -1e6), 1e6);
  double y = fmin (fmax (camera->scale * d.y, -1e6), 1e6);
  return bc_point (camera->middle.x + x, camera->middle.y + y);
}
