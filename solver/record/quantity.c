#include "record/quantity.h"

#include "model/words.h"

#include <math.h>
#include <string.h>

typedef enum
{
  OF_FRAME,
  OF_BODY,
  OF_MARKER,
  OF_PAIR,
  OF_JOINT,
  OF_DRIVER,
  OF_FORCE,
} Owner;

struct BcQuantity
{
  char *name;
  Owner owner;
  int index, other; /* body, marker, joint, driver or force; second marker of a pair */
  int item;         /* which word of its list */
  int coordinate;   /* of a joint */
  bool world;       /* reactions in world axes */
};

/* ---- words ---- */

static const char *const frame_words[] = { "time",
                                           "energy.kinetic",
                                           "energy.potential",
                                           "energy.elastic",
                                           "energy.dissipated",
                                           "energy.work",
                                           "energy.total",
                                           "constraint.position",
                                           "constraint.velocity",
                                           "constraint.acceleration",
                                           "solver.iterations",
                                           "solver.step" };
static const char *const point_words[] = { "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az" };
static const char *const body_words[] = { "x",  "y",  "z",  "vx", "vy", "vz", "ax", "ay",
                                          "az", "qw", "qx", "qy", "qz", "wx", "wy", "wz" };
static const char *const pair_words[] = { "distance", "angle" };
static const char *const reaction_words[] = { "fx", "fy", "fz", "mx", "my", "mz" };
static const char *const coordinate_words[] = { "q", "qd", "qdd" };
static const char *const force_words[] = { "value", "length", "rate" };

static int
find_word (const char *word, const char *const *words, int n)
{
  for (int i = 0; i < n; i++)
    if (strcmp (word, words[i]) == 0)
      return i;
  return -1;
}

#define FIND(word, words) find_word (word, words, G_N_ELEMENTS (words))

/* ---- parsing ---- */

/* "q1" … "qdd6": which derivative and which coordinate. */
static bool
parse_coordinate (const char *word, int n_coordinates, int *item, int *coordinate)
{
  size_t length = strlen (word);
  if (length < 2 || !g_ascii_isdigit (word[length - 1]))
    return false;
  g_autofree char *stem = g_strndup (word, length - 1);
  *item = FIND (stem, coordinate_words);
  *coordinate = word[length - 1] - '1';
  return *item >= 0 && *coordinate >= 0 && *coordinate < n_coordinates;
}

static bool
parse_joint (const BcModel *model, BcQuantity *q, const char *word)
{
  q->owner = OF_JOINT;
  if (!q->world
      && parse_coordinate (word, model->joints[q->index].type->n_coordinates, &q->item,
                           &q->coordinate))
    return true;
  q->coordinate = -1;
  q->item = FIND (word, reaction_words);
  return q->item >= 0;
}

static int
find_driver (const BcModel *model, const char *name)
{
  for (int i = 0; i < model->n_drivers; i++)
    if (strcmp (model->drivers[i].name, name) == 0)
      return i;
  return -1;
}

static int
find_force (const BcModel *model, const char *name)
{
  for (int i = 0; i < model->n_forces; i++)
    if (strcmp (model->forces[i].name, name) == 0)
      return i;
  return -1;
}

static bool
parse_pair (const BcModel *model, BcQuantity *q, const char *name)
{
  const char *colon = strchr (name, ':'), *comma = colon != NULL ? strchr (colon, ',') : NULL;
  if (comma == NULL)
    return false;
  g_autofree char *word = g_strndup (name, (gsize) (colon - name));
  g_autofree char *first = g_strndup (colon + 1, (gsize) (comma - colon - 1));
  q->owner = OF_PAIR;
  q->item = FIND (word, pair_words);
  q->index = bc_model_find_marker (model, first);
  q->other = bc_model_find_marker (model, comma + 1);
  return q->item >= 0 && q->index >= 0 && q->other >= 0;
}

/* OWNER.word, where the owner may be of any kind; the word decides between equal names. */
static bool
parse_owned (const BcModel *model, BcQuantity *q, const char *name)
{
  const char *dot = strrchr (name, '.');
  if (dot == NULL)
    return false;
  g_autofree char *owner = g_strndup (name, (gsize) (dot - name));
  const char *word = dot + 1;
  q->owner = OF_MARKER;
  q->index = bc_model_find_marker (model, owner);
  q->item = FIND (word, point_words);
  if (q->index >= 0)
    return q->item >= 0;
  q->owner = OF_BODY;
  q->index = bc_model_find_body (model, owner);
  q->item = FIND (word, body_words);
  if (q->index >= 0 && q->item >= 0)
    return true;
  q->index = bc_model_find_joint (model, owner);
  if (q->index >= 0 && parse_joint (model, q, word))
    return true;
  q->owner = OF_DRIVER;
  q->index = find_driver (model, owner);
  if (q->index >= 0 && strcmp (word, "effort") == 0)
    return true;
  q->owner = OF_FORCE;
  q->index = find_force (model, owner);
  q->item = FIND (word, force_words);
  return q->index >= 0 && q->item >= 0;
}

/* ---- help for names that are wrong ---- */

static void
add_names (GPtrArray *names, const char *owner, const char *const *words, int n)
{
  for (int i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup_printf ("%s.%s", owner, words[i]));
}

static char *
explain (const BcModel *model, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < G_N_ELEMENTS (frame_words); i++)
    g_ptr_array_add (names, g_strdup (frame_words[i]));
  for (int i = 0; i < model->n_bodies; i++)
    add_names (names, model->bodies[i].name, body_words, G_N_ELEMENTS (body_words));
  for (int i = 0; i < model->n_markers; i++)
    {
      g_autofree char *marker = g_strdup_printf (
          "%s/%s", model->bodies[model->markers[i].body].name, model->markers[i].name);
      add_names (names, marker, point_words, G_N_ELEMENTS (point_words));
    }
  for (int i = 0; i < model->n_joints; i++)
    {
      add_names (names, model->joints[i].name, reaction_words, G_N_ELEMENTS (reaction_words));
      for (int k = 0; k < model->joints[i].type->n_coordinates; k++)
        for (gsize w = 0; w < G_N_ELEMENTS (coordinate_words); w++)
          g_ptr_array_add (names, g_strdup_printf ("%s.%s%d", model->joints[i].name,
                                                   coordinate_words[w], k + 1));
    }
  for (int i = 0; i < model->n_forces; i++)
    add_names (names, model->forces[i].name, force_words, G_N_ELEMENTS (force_words));
  for (int i = 0; i < model->n_drivers; i++)
    g_ptr_array_add (names, g_strdup_printf ("%s.effort", model->drivers[i].name));
  g_autofree char *near =
      bc_suggest (name, (const char *const *) (gpointer) names->pdata, (int) names->len);
  return g_strdup_printf ("there is no quantity \"%s\". %s", name,
                          near != NULL ? near
                                       : "Examples: pin.q1, rod/a.x, rod.wz, pin.fx, motor.effort, "
                                         "energy.total");
}

BcQuantity *
bc_quantity_parse (const BcModel *model, const char *name, char **fault)
{
  BcQuantity *q = g_new0 (BcQuantity, 1);
  q->name = g_strdup (name);
  q->coordinate = -1;
  const char *rest = name;
  if (g_str_has_prefix (name, "world:"))
    {
      q->world = true;
      rest = name + strlen ("world:");
    }
  q->item = FIND (rest, frame_words);
  bool good = !q->world && q->item >= 0;
  if (!good)
    good = (!q->world && parse_pair (model, q, rest)) || parse_owned (model, q, rest);
  if (good && q->world && q->owner != OF_JOINT)
    good = false;
  if (good)
    return q;
  *fault = explain (model, name);
  bc_quantity_free (q);
  return NULL;
}

void
bc_quantity_free (BcQuantity *quantity)
{
  if (quantity == NULL)
    return;
  g_free (quantity->name);
  g_free (quantity);
}

const char *
bc_quantity_name (const BcQuantity *quantity)
{
  return quantity->name;
}

GPtrArray *
bc_quantity_split (const char *list)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (list, ",", -1);
  for (int i = 0; parts[i] != NULL; i++)
    {
      g_strstrip (parts[i]);
      bool pair = g_str_has_prefix (parts[i], "distance:") || g_str_has_prefix (parts[i], "angle:");
      if (pair && parts[i + 1] != NULL)
        {
          g_ptr_array_add (names, g_strdup_printf ("%s,%s", parts[i], g_strstrip (parts[i + 1])));
          i++;
        }
      else if (parts[i][0] != '\0')
        g_ptr_array_add (names, g_strdup (parts[i]));
    }
  return names;
}

/* ---- units ---- */

static BcDimension
point_dimension (int item)
{
  return (BcDimension){ 1, 0, -(item / 3), 0, false, false };
}

/* A joint coordinate or its derivatives: metres or radians. */
static BcDimension
coordinate_dimension (const BcModel *model, int joint, int coordinate, int derivative)
{
  bool length = bc_measure_is_length (&model->joints[joint].type->coordinates[coordinate]);
  return (BcDimension){ length, 0, -derivative, !length, false, false };
}

BcDimension
bc_quantity_dimension (const BcQuantity *q, const BcModel *model)
{
  switch (q->owner)
    {
    case OF_FRAME:
      return q->item == 0 || q->item == 11 ? (BcDimension) BC_DIM_TIME
             : q->item <= 6                ? (BcDimension) BC_DIM_TORQUE
             : q->item <= 9                ? point_dimension (3 * (q->item - 7))
                                           : (BcDimension) BC_DIM_NONE;
    case OF_MARKER:
      return point_dimension (q->item);
    case OF_BODY:
      return q->item < 9    ? point_dimension (q->item)
             : q->item < 13 ? (BcDimension) BC_DIM_NONE
                            : (BcDimension) BC_DIM_ANGULAR_VELOCITY;
    case OF_PAIR:
      return q->item == 0 ? (BcDimension) BC_DIM_LENGTH : (BcDimension) BC_DIM_ANGLE;
    case OF_JOINT:
      if (q->coordinate < 0)
        return q->item < 3 ? (BcDimension) BC_DIM_FORCE : (BcDimension) BC_DIM_TORQUE;
      return coordinate_dimension (model, q->index, q->coordinate, q->item);
    case OF_DRIVER:
      {
        const BcDriver *driver = &model->drivers[q->index];
        BcDimension moved = { 1, 0, 0, 0, false, false };
        if (driver->joint >= 0)
          moved = coordinate_dimension (model, driver->joint, driver->coordinate, 0);
        return moved.m == 1 ? (BcDimension) BC_DIM_FORCE : (BcDimension) BC_DIM_TORQUE;
      }
    case OF_FORCE:
      break;
    }
  return (BcDimension) BC_DIM_BARE; /* force elements measure all sorts of things */
}

/* ---- values ---- */

static double
frame_value (const BcFrame *f, int item)
{
  const double values[] = { f->time, f->kinetic, f->potential, f->elastic, f->dissipated, f->work,
                            0.0,     f->phi,     f->phi_v,     f->phi_a,   f->iterations, f->step };
  return item == 6 ? f->kinetic + f->potential + f->elastic : values[item];
}

static double
point_value (const BcBodyMotion *body, BcVec3 point, int item)
{
  BcVec3 arm = bc_sub (point, body->pose.at);
  BcVec3 v = bc_add (body->v, bc_cross (body->w, arm));
  BcVec3 a = bc_add (bc_add (body->acceleration, bc_cross (body->alpha, arm)),
                     bc_cross (body->w, bc_cross (body->w, arm)));
  return bc_component (item < 3 ? point : item < 6 ? v : a, item % 3);
}

static double
body_value (const BcBodyMotion *body, int item)
{
  if (item < 9)
    return point_value (body, body->pose.at, item);
  const double turn[] = { body->pose.turn.w, body->pose.turn.x, body->pose.turn.y,
                          body->pose.turn.z };
  return item < 13 ? turn[item - 9] : bc_component (body->w, item - 13);
}

static double
joint_value (const BcQuantity *q, const BcModel *model, const BcFrame *frame)
{
  int at = q->index * BC_MAX_COORDINATES + q->coordinate;
  if (q->coordinate >= 0)
    return q->item == 0   ? frame->coordinates[at]
           : q->item == 1 ? frame->rates[at]
                          : frame->accelerations[at];
  const BcReaction *reaction = &frame->reactions[q->index];
  BcVec3 vector = q->item < 3 ? reaction->force : reaction->torque;
  const BcJoint *joint = &model->joints[q->index];
  if (q->world && joint->to >= 0)
    {
      const BcMarker *to = &model->markers[joint->to];
      BcPlace place = bc_marker_place (to, &frame->bodies[to->body].pose);
      BcMat3 axes = { { place.e[0], place.e[1], place.e[2] } };
      vector = bc_mat_vec (&axes, vector);
    }
  return bc_component (vector, q->item % 3);
}

static double
pair_value (const BcQuantity *q, const BcModel *model, const BcFrame *frame)
{
  const BcMarker *a = &model->markers[q->index], *b = &model->markers[q->other];
  BcPlace pa = bc_marker_place (a, &frame->bodies[a->body].pose);
  BcPlace pb = bc_marker_place (b, &frame->bodies[b->body].pose);
  if (q->item == 0)
    return bc_norm (bc_sub (pb.p, pa.p));
  return atan2 (bc_norm (bc_cross (pa.e[2], pb.e[2])), bc_dot (pa.e[2], pb.e[2]));
}

double
bc_quantity_value (const BcQuantity *q, const BcModel *model, const BcFrame *frame)
{
  switch (q->owner)
    {
    case OF_FRAME:
      return frame_value (frame, q->item);
    case OF_BODY:
      return body_value (&frame->bodies[q->index], q->item);
    case OF_MARKER:
      {
        const BcMarker *marker = &model->markers[q->index];
        const BcBodyMotion *body = &frame->bodies[marker->body];
        return point_value (body, bc_marker_place (marker, &body->pose).p, q->item);
      }
    case OF_PAIR:
      return pair_value (q, model, frame);
    case OF_JOINT:
      return joint_value (q, model, frame);
    case OF_DRIVER:
      return frame->efforts[q->index];
    case OF_FORCE:
      break;
    }
  return frame->force_values[3 * q->index + q->item];
}
