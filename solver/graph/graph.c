#include "graph/graph.h"

#include "base/memory.h"

/* The representative of a body's piece; shortens the way for the next asker. */
static int
find (int *leader, int i)
{
  while (leader[i] != i)
    i = leader[i] = leader[leader[i]];
  return i;
}

static bool
is_edge (const BcJoint *joint)
{
  return !joint->type->couples && joint->type->freedoms < 6;
}

BcGraph *
bc_graph_new (const BcModel *model)
{
  BcGraph *graph = bc_new_array (BcGraph, 1);
  int *leader = bc_new_array (int, model->n_bodies), *number = bc_new_array (int, model->n_bodies);
  graph->part = bc_new_array (int, model->n_bodies);
  graph->grounded = bc_new_array (bool, model->n_bodies);
  for (int i = 0; i < model->n_bodies; i++)
    leader[i] = i;
  for (int i = 0; i < model->n_joints; i++)
    if (is_edge (&model->joints[i]))
      {
        int a = find (leader, model->markers[model->joints[i].from].body);
        int b = find (leader, model->markers[model->joints[i].to].body);
        graph->n_loops += a == b;
        leader[a > b ? a : b] = a > b ? b : a;
      }

  /* Number the pieces in the order of the file, the ground's first. */
  for (int i = 0; i < model->n_bodies; i++)
    number[i] = -1;
  if (model->ground >= 0)
    {
      number[find (leader, model->ground)] = graph->n_parts;
      graph->grounded[graph->n_parts++] = true;
    }
  for (int i = 0; i < model->n_bodies; i++)
    {
      int root = find (leader, i);
      if (number[root] < 0)
        number[root] = graph->n_parts++;
      graph->part[i] = number[root];
    }
  free (leader);
  free (number);
  return graph;
}

void
bc_graph_free (BcGraph *graph)
{
  if (graph == NULL)
    return;
  free (graph->part);
  free (graph->grounded);
  free (graph);
}

/* ---- planar mechanisms ---- */

static BcPlace
first_place (const BcModel *model, const BcPose *poses, const BcJoint *joint)
{
  const BcMarker *marker = &model->markers[joint->from];
  return bc_marker_place (marker, &poses[marker->body]);
}

/* A hinge shows the normal; two slides in different directions span the plane. */
static bool
find_normal (const BcModel *model, const BcPose *poses, BcVec3 *normal)
{
  BcVec3 slide = bc_vec3 (0, 0, 0);
  for (int i = 0; i < model->n_joints; i++)
    if (model->joints[i].type->planar == BC_PLANAR_AXIS_NORMAL)
      {
        *normal = first_place (model, poses, &model->joints[i]).e[2];
        return true;
      }
  for (int i = 0; i < model->n_joints; i++)
    if (model->joints[i].type->planar == BC_PLANAR_AXIS_WITHIN)
      {
        BcVec3 axis = first_place (model, poses, &model->joints[i]).e[2];
        BcVec3 across = bc_cross (slide, axis);
        if (bc_norm (across) > 1e-3)
          {
            *normal = bc_unit (across);
            return true;
          }
        slide = axis;
      }
  return false;
}

static bool
fits_plane (const BcModel *model, const BcPose *poses, const BcJoint *joint, BcVec3 normal)
{
  const double straight = 1e-6; /* sine of the largest angle that still counts as none */
  if (joint->type->planar == BC_PLANAR_ALWAYS)
    return true;
  if (joint->type->planar == BC_PLANAR_NEVER)
    return false;
  BcPlace from = first_place (model, poses, joint);
  const BcMarker *to = &model->markers[joint->to];
  BcVec3 line = bc_sub (bc_marker_place (to, &poses[to->body]).p, from.p);
  switch (joint->type->planar)
    {
    case BC_PLANAR_AXIS_NORMAL:
      return bc_norm (bc_cross (from.e[2], normal)) < straight;
    case BC_PLANAR_AXIS_WITHIN:
      return fabs (bc_dot (from.e[2], normal)) < straight;
    default:
      return fabs (bc_dot (line, normal)) < straight * (bc_norm (line) + 1e-300);
    }
}

bool
bc_graph_is_planar (const BcModel *model, const BcPose *poses, BcVec3 *normal)
{
  if (!find_normal (model, poses, normal))
    return false;
  for (int i = 0; i < model->n_joints; i++)
    if (!fits_plane (model, poses, &model->joints[i], *normal))
      return false;
  return true;
}
