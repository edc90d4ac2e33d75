/* Bodies with their markers, shapes and mass properties. */
#include "model/model-fields.h"
#include "model/read.h"

#include <math.h>
#include <string.h>

/* ---- frames ---- */

static bool
given (BcVec3 v)
{
  return !isnan (v.x);
}

/* Turns what the user said into a rotation; says so when it is more or less than one direction. */
static bool
frame_rotation (BcReader *reader, const BcValue *value, const BcFrameText *text, BcQuat *turn)
{
  bool by_quaternion = text->quaternion.n == 4,
       by_angle = !isnan (text->angle) || given (text->axis);
  bool by_axes = given (text->z) || given (text->x);
  *turn = bc_quat_identity ();
  if (by_quaternion + by_angle + by_axes > 1)
    {
      bc_reader_error (reader, value, g_strdup ("the direction is given twice"),
                       g_strdup ("Use one of: quaternion, z and x, angle and axis"));
      return false;
    }
  if (by_quaternion)
    {
      const double *q = text->quaternion.at;
      double length = sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
      if (!(length > 1e-6) || !isfinite (length))
        {
          bc_reader_error (reader, value, g_strdup ("the quaternion is zero"),
                           g_strdup ("[1, 0, 0, 0] means not turned"));
          return false;
        }
      *turn = bc_quat_normalize ((BcQuat){ q[0], q[1], q[2], q[3] });
    }
  else if (by_angle)
    {
      BcVec3 axis = given (text->axis) ? text->axis : bc_unit_axis (2);
      double length = bc_norm (axis);
      if (isnan (text->angle) || !(length > 0.0) || !isfinite (length))
        {
          bc_reader_error (
              reader, value,
              g_strdup (isnan (text->angle) ? "an axis without an angle" : "the axis is zero"),
              NULL);
          return false;
        }
      *turn = bc_quat_exp (bc_scale (text->angle / length, axis));
    }
  else if (by_axes)
    {
      BcVec3 z = given (text->z) ? text->z : bc_unit_axis (2), x = text->x;
      BcMat3 triad;
      if (!given (x) && bc_norm (z) > 0.0 && isfinite (bc_norm (z)))
        x = bc_perpendicular (bc_unit (z));
      else if (!given (text->z) && fabs (x.z) > 0.99 * bc_norm (x))
        z = bc_unit_axis (1); /* only x was given, and it points along the default z */
      if (!bc_triad (z, x, &triad))
        {
          bc_reader_error (reader, value, g_strdup ("z and x span no frame"),
                           g_strdup ("Give two directions that are neither zero nor parallel"));
          return false;
        }
      *turn = bc_quat_from_matrix (&triad);
    }
  return true;
}

/* ---- markers ---- */

static void
add_marker (BcReader *reader, const char *name, int body, BcVec3 at, BcMat3 triad)
{
  BcMarker marker = { bc_arena_text (reader->arena, name), body, at, triad };
  g_array_append_val (reader->marker_list, marker);
  g_hash_table_insert (reader->markers, g_strdup_printf ("%s/%s", reader->body, name),
                       GINT_TO_POINTER ((int) reader->marker_list->len));
}

static void
read_markers (BcReader *reader, const BcValue *map, int body)
{
  if (map == NULL)
    return;
  if (map->kind != BC_VALUE_OBJECT)
    {
      bc_reader_error (reader, map, g_strdup ("expected an object of markers"),
                       g_strdup ("Write {\"a\": {\"at\": [0, 0, 0]}}"));
      return;
    }
  for (guint i = 0; i < bc_value_size (map); i++)
    {
      const BcValue *item = bc_value_at (map, i);
      BcFrameText text;
      BcQuat turn = bc_quat_identity ();
      if (strcmp (item->key, "com") == 0 || !bc_is_name (item->key))
        {
          bool com = strcmp (item->key, "com") == 0;
          bc_reader_error (reader, item,
                           com ? g_strdup ("\"com\" is the name of the centre of mass")
                               : g_strdup_printf ("\"%s\" cannot be a name", item->key),
                           g_strdup (com ? "Every body with mass has this marker already"
                                         : "Names are made of letters, digits, _ and -"));
          continue;
        }
      /* A faulty marker is still there, so that those who refer to it are not blamed as well. */
      if (!bc_read_fields (reader, item, bc_marker_fields, &text)
          || !frame_rotation (reader, item, &text, &turn))
        text.at = bc_vec3 (0, 0, 0);
      add_marker (reader, item->key, body, text.at, bc_quat_to_matrix (turn));
    }
}

/* ---- shapes ---- */

static bool
load_mesh (BcReader *reader, const BcValue *value, BcShape *shape, bool needs_mass)
{
  char fault[256] = "";
  BcMesh *mesh = bc_mesh_load (reader->arena, shape->file, shape->scale, fault, sizeof fault);
  shape->mesh = mesh;
  if (mesh != NULL && (!needs_mass || bc_mesh_is_closed (mesh, fault, sizeof fault)))
    {
      if (!needs_mass || bc_mesh_volume (mesh).volume > 0.0)
        return true;
      g_strlcpy (fault, "its triangles face inwards, so its volume is negative", sizeof fault);
    }
  bc_reader_error (
      reader, bc_value_get (value, "file"), g_strdup_printf ("mesh \"%s\": %s", shape->file, fault),
      mesh != NULL ? g_strdup ("Repair the surface, or give the body its mass") : NULL);
  return false;
}

static bool
read_shape (BcReader *reader, const BcValue *value, double body_density, bool mass_given,
            BcShape *shape)
{
  const char *word = bc_value_get_string (value, "type");
  const BcShapeType *type = word != NULL ? bc_shape_type_find (word) : NULL;
  if (type == NULL)
    {
      const char *names[16];
      int n = 0;
      for (; bc_shape_types[n] != NULL; n++)
        names[n] = bc_shape_types[n]->name;
      const BcValue *place = bc_value_get (value, "type");
      bc_reader_unknown_type (reader, place != NULL ? place : value, "shape", names, n);
      return false;
    }
  BcShapeText text;
  *shape = (BcShape){ .type = type };
  if (!bc_read_two (reader, value, bc_shape_fields, &text, type->fields, shape))
    return false;
  shape->density = text.density;
  shape->mass = text.mass;
  shape->color = text.color;

  BcQuat turn;
  if (!frame_rotation (reader, value, &text.frame, &turn))
    return false;
  shape->at = text.frame.at;
  shape->triad = bc_quat_to_matrix (turn);
  if (bc_shape_has_ends (type) && !bc_shape_span (shape))
    {
      bc_reader_error (reader, value, g_strdup ("both ends are at the same point"), NULL);
      return false;
    }
  if (!isnan (shape->density) && type->slender)
    {
      bc_reader_error (reader, value, g_strdup ("a slender rod has no volume"),
                       g_strdup ("Give its \"mass\", or use a cylinder or a link"));
      return false;
    }
  bool weighs = !isnan (shape->density) || !isnan (shape->mass) || !isnan (body_density);
  return shape->file == NULL || load_mesh (reader, value, shape, weighs && !mass_given);
}

static void
read_shapes (BcReader *reader, const BcValue *list, double density, bool mass_given, BcBody *body)
{
  if (list == NULL)
    return;
  g_autoptr (GPtrArray) items = bc_read_items (reader, list, NULL);
  BcShape *shapes = bc_arena_array (reader->arena, BcShape, items->len);
  for (guint i = 0; i < items->len; i++)
    body->n_shapes += read_shape (reader, g_ptr_array_index (items, i), density, mass_given,
                                  &shapes[body->n_shapes]);
  body->shapes = shapes;
}

/* ---- mass properties ---- */

/* m (|d|² I - d dᵀ): what moving away from the centre by d adds */
static BcMat3
steiner (double mass, BcVec3 d)
{
  BcMat3 outer = bc_outer (d, d), spread = bc_identity ();
  spread = bc_mat_add_scaled ((BcMat3){ 0 }, bc_dot (d, d), &spread);
  spread = bc_mat_add_scaled (spread, -1.0, &outer);
  return bc_mat_add_scaled ((BcMat3){ 0 }, mass, &spread);
}

static void
mass_from_shapes (const BcBody *body, double density, double *mass, BcVec3 *com, BcMat3 *inertia)
{
  double m;
  BcVec3 c, first = bc_vec3 (0, 0, 0);
  BcMat3 own;
  *mass = 0.0;
  for (int i = 0; i < body->n_shapes; i++)
    if (bc_shape_mass (&body->shapes[i], density, &m, &c, &own))
      {
        *mass += m;
        first = bc_add_scaled (first, m, c);
      }
  *com = *mass > 0.0 ? bc_scale (1.0 / *mass, first) : bc_vec3 (0, 0, 0);
  *inertia = (BcMat3){ 0 };
  for (int i = 0; i < body->n_shapes; i++)
    if (bc_shape_mass (&body->shapes[i], density, &m, &c, &own))
      {
        BcMat3 moved = steiner (m, bc_sub (c, *com));
        *inertia = bc_mat_add_scaled (*inertia, 1.0, &own);
        *inertia = bc_mat_add_scaled (*inertia, 1.0, &moved);
      }
}

/* No mass distribution has negative principal moments or one larger than the sum of the others. */
static void
check_inertia (BcReader *reader, const BcValue *value, const BcMat3 *inertia)
{
  double p[3];
  bc_symmetric_eigen (inertia, p, NULL);
  double slack = 1e-6 * fabs (p[2]) + 1e-300; /* numbers in files are rounded */
  if (p[0] < -slack)
    bc_reader_error (
        reader, value, g_strdup_printf ("a principal moment of inertia is negative: %g", p[0]),
        g_strdup ("Check the numbers: [Ixx, Iyy, Izz, Ixy, Ixz, Iyz], about the centre "
                  "of mass"));
  else if (p[2] > p[0] + p[1] + slack)
    bc_reader_error (
        reader, value,
        g_strdup_printf ("no body has the principal moments %g, %g, %g: the largest "
                         "exceeds the sum of the others",
                         p[0], p[1], p[2]),
        g_strdup ("Check the numbers: they are about the centre of mass, in body axes"));
}

static void
set_mass (BcReader *reader, const BcValue *value, const BcBodyText *text, BcBody *body)
{
  double mass;
  BcVec3 com;
  BcMat3 inertia;
  mass_from_shapes (body, text->density, &mass, &com, &inertia);
  body->mass = isnan (text->mass) ? mass : text->mass;
  body->com = given (text->com) ? text->com : mass > 0.0 ? com : bc_vec3 (0, 0, 0);
  body->inertia = inertia;
  if (!isnan (text->mass) && mass > 0.0)
    body->inertia = bc_mat_add_scaled ((BcMat3){ 0 }, text->mass / mass, &inertia);

  int n = text->inertia.n;
  if (n == 3 || n == 6)
    {
      const double *i = text->inertia.at;
      double xy = n == 6 ? i[3] : 0.0, xz = n == 6 ? i[4] : 0.0, yz = n == 6 ? i[5] : 0.0;
      body->inertia = (BcMat3){ { { i[0], xy, xz }, { xy, i[1], yz }, { xz, yz, i[2] } } };
      check_inertia (reader, bc_value_get (value, "inertia"), &body->inertia);
    }
  else if (n != 0)
    bc_reader_error (reader, bc_value_get (value, "inertia"),
                     g_strdup_printf ("expected 3 or 6 numbers, found %d", n), NULL);
}

/* ---- bodies ---- */

static void
finish_body (BcReader *reader, const BcValue *value, const BcBodyText *text, BcBody *body)
{
  if (body->kind == BC_BODY_FLEXIBLE || body->kind == BC_BODY_VIRTUAL)
    bc_reader_error (
        reader, bc_value_get (value, "kind"),
        g_strdup_printf ("%s bodies are not in this version", bc_body_kinds[body->kind]),
        g_strdup ("Use \"rigid\" or \"ground\""));
  const BcValue *pose = bc_value_get (value, "pose"), *velocity = bc_value_get (value, "velocity");
  if (body->kind == BC_BODY_GROUND && (pose != NULL || velocity != NULL))
    bc_reader_error (reader, pose != NULL ? pose : velocity, g_strdup ("the ground does not move"),
                     g_strdup ("Remove it: the ground's frame is the world's"));
  if (pose != NULL && frame_rotation (reader, pose, &text->pose, &body->pose.turn))
    body->pose.at = text->pose.at;
  if (velocity != NULL)
    {
      body->linear_given = bc_value_get (velocity, "linear") != NULL;
      body->angular_given = bc_value_get (velocity, "angular") != NULL;
      body->linear = text->velocity.linear;
      body->angular = text->velocity.angular;
    }
  if (body->kind == BC_BODY_RIGID)
    set_mass (reader, value, text, body);
}

static void
read_body (BcReader *reader, const BcValue *value, int index, BcBody *body)
{
  BcBodyText text;
  reader->body = body->name;
  body->first_marker = (int) reader->marker_list->len;
  body->com_marker = -1;
  body->pose = (BcPose){ { 0, 0, 0 }, bc_quat_identity () };
  bool good = bc_read_fields (reader, value, bc_body_fields, &text);
  body->kind = text.kind >= 0 ? (BcBodyKind) text.kind : BC_BODY_RIGID;
  body->color = text.color;
  read_markers (reader, bc_value_get (value, "markers"), index);
  read_shapes (reader, bc_value_get (value, "shapes"), text.density, !isnan (text.mass), body);
  if (good)
    finish_body (reader, value, &text, body);
  if (body->kind != BC_BODY_GROUND)
    {
      /* also on a faulty body, so that those who refer to it are not blamed as well */
      body->com_marker = (int) reader->marker_list->len;
      add_marker (reader, "com", index, body->com, bc_identity ());
    }
  body->n_markers = (int) reader->marker_list->len - body->first_marker;
}

void
bc_read_bodies (BcReader *reader, const BcValue *list)
{
  g_autoptr (GPtrArray) items = bc_read_items (reader, list, "bodies");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  BcModel *model = reader->model;
  model->bodies = bc_arena_array (reader->arena, BcBody, items->len);
  model->ground = -1;
  for (guint i = 0; i < items->len; i++)
    {
      const BcValue *value = g_ptr_array_index (items, i);
      bc_reader_enter (reader, "body", value);
      BcBody *body = &model->bodies[model->n_bodies];
      if (!bc_read_new_name (reader, value, seen, "body"))
        continue;
      body->name = bc_arena_text (reader->arena, bc_value_get_string (value, "name"));
      read_body (reader, value, model->n_bodies, body);
      if (body->kind == BC_BODY_GROUND && model->ground >= 0)
        bc_reader_error (
            reader, value, g_strdup ("there are two ground bodies"),
            g_strdup_printf ("Put all fixed markers on \"%s\"", model->bodies[model->ground].name));
      else if (body->kind == BC_BODY_GROUND)
        model->ground = model->n_bodies;
      model->n_bodies++;
    }
  reader->body = NULL;
  model->n_markers = (int) reader->marker_list->len;
  model->markers = bc_arena_copy (reader->arena, reader->marker_list->data,
                                  reader->marker_list->len * sizeof (BcMarker));
}
