#include "model/model.h"

#include <string.h>

void
bc_model_free (BcModel *model)
{
  if (model != NULL)
    bc_arena_free (model->arena); /* the model itself lives in it */
}

int
bc_model_find_body (const BcModel *model, const char *name)
{
  for (int i = 0; i < model->n_bodies; i++)
    if (strcmp (model->bodies[i].name, name) == 0)
      return i;
  return -1;
}

int
bc_model_find_joint (const BcModel *model, const char *name)
{
  for (int i = 0; i < model->n_joints; i++)
    if (strcmp (model->joints[i].name, name) == 0)
      return i;
  return -1;
}

int
bc_model_find_marker (const BcModel *model, const char *name)
{
  const char *slash = strchr (name, '/');
  if (slash == NULL)
    return -1;
  size_t length = (size_t) (slash - name);
  for (int i = 0; i < model->n_markers; i++)
    {
      const char *body = model->bodies[model->markers[i].body].name;
      if (strlen (body) == length && memcmp (body, name, length) == 0
          && strcmp (model->markers[i].name, slash + 1) == 0)
        return i;
    }
  return -1;
}

double
bc_model_size (const BcModel *model)
{
  BcVec3 low = bc_vec3 (HUGE_VAL, HUGE_VAL, HUGE_VAL), high = bc_scale (-1.0, low);
  int n_points = model->n_markers + model->n_bodies;
  for (int i = 0; i < n_points; i++)
    {
      BcVec3 p =
          i < model->n_markers
              ? bc_marker_place (&model->markers[i], &model->bodies[model->markers[i].body].pose).p
              : model->bodies[i - model->n_markers].pose.at;
      low = bc_vec3 (fmin (low.x, p.x), fmin (low.y, p.y), fmin (low.z, p.z));
      high = bc_vec3 (fmax (high.x, p.x), fmax (high.y, p.y), fmax (high.z, p.z));
    }
  double size = n_points > 0 ? bc_norm (bc_sub (high, low)) : 0.0;
  return size > 0.0 && isfinite (size) ? size : 1.0;
}

BcPlace
bc_marker_place (const BcMarker *marker, const BcPose *pose)
{
  BcMat3 a = bc_quat_to_matrix (pose->turn);
  BcPlace place;
  place.p = bc_add (pose->at, bc_mat_vec (&a, marker->at));
  for (int k = 0; k < 3; k++)
    place.e[k] = bc_mat_vec (&a, marker->triad.col[k]);
  return place;
}
