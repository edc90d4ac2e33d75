/* Joints and the drivers that move them. */
#include "model/model-fields.h"
#include "model/read.h"

#include <math.h>

static const BcJointType *
read_type (BcReader *reader, const BcValue *value)
{
  const BcValue *word = bc_value_get (value, "type");
  const BcJointType *type =
      word != NULL && word->kind == BC_VALUE_STRING ? bc_joint_type_find (word->text) : NULL;
  if (type != NULL)
    return type;
  const char *names[32];
  int n = 0;
  for (; bc_joint_types[n] != NULL; n++)
    names[n] = bc_joint_types[n]->name;
  bc_reader_unknown_type (reader, word != NULL ? word : value, "joint", names, n);
  return NULL;
}

/* ---- couplings: Σ factor · q = constant ---- */

bool
bc_read_check_coordinate (BcReader *reader, const BcValue *value, const BcJoint *joint,
                          int coordinate)
{
  if (joint->type == NULL || (!joint->type->couples && (joint->from < 0 || joint->to < 0)))
    return false; /* blamed already */
  if (coordinate < joint->type->n_coordinates)
    return true;
  bc_reader_error (
      reader, value,
      joint->type->n_coordinates == 0
          ? g_strdup_printf ("the %s joint \"%s\" has no freedom that could be used here",
                             joint->type->name, joint->name)
          : g_strdup_printf ("the %s joint \"%s\" has no freedom %d, only %d", joint->type->name,
                             joint->name, coordinate + 1, joint->type->n_coordinates),
      g_strdup ("Name a joint that moves, and a freedom it has"));
  return false;
}

static void
finish_coupling (BcReader *reader, const BcValue *value, BcJoint *joint)
{
  int n = joint->of.n;
  int *coordinates = bc_arena_array (reader->arena, int, n);
  double *factors = bc_arena_array (reader->arena, double, n);
  if (joint->coordinates.n != 0 && joint->coordinates.n != n)
    bc_reader_error (reader, bc_value_get (value, "coordinates"),
                     g_strdup_printf ("%d freedoms for %d joints", joint->coordinates.n, n),
                     g_strdup ("Give one for each joint"));
  if (joint->factors.n != 0 && joint->factors.n != n)
    bc_reader_error (reader, bc_value_get (value, "factors"),
                     g_strdup_printf ("%d factors for %d joints", joint->factors.n, n),
                     g_strdup ("Give one for each joint"));
  for (int i = 0; i < n; i++)
    {
      double lead = !isnan (joint->ratio) ? joint->ratio : joint->radius;
      coordinates[i] = joint->coordinates.n == n ? joint->coordinates.at[i] : 0;
      factors[i] = joint->factors.n == n ? joint->factors.at[i] : i == 0 ? lead : 1.0;
      if (joint->of.at[i] >= 0)
        bc_read_check_coordinate (reader, value, &reader->model->joints[joint->of.at[i]],
                                  coordinates[i]);
    }
  joint->coordinates = (BcIndices){ n, coordinates };
  joint->factors = (BcNumbers){ n, factors };
}

/* ---- joints ---- */

static void
read_joint (BcReader *reader, const BcValue *value, BcJoint *joint)
{
  BcJointText text = { .from = -1, .to = -1 };
  const BcJointType *type = joint->type;
  joint->from = joint->to = -1;
  joint->length = joint->pitch = joint->offset = joint->ratio = joint->radius = NAN;
  const BcField *common = type->couples ? bc_coupling_fields : bc_joint_fields;
  if (!bc_read_two (reader, value, common, &text, type->fields, joint))
    return;
  joint->from = text.from;
  joint->to = text.to;
}

static void
check_ends (BcReader *reader, const BcValue *value, int index)
{
  const BcModel *model = reader->model;
  const BcJoint *joint = &model->joints[index];
  if (joint->from < 0 || joint->to < 0)
    return;
  int body = model->markers[joint->from].body;
  if (body == model->markers[joint->to].body)
    {
      bc_reader_error (
          reader, value,
          g_strdup_printf ("both markers are on the body \"%s\"", model->bodies[body].name),
          g_strdup ("A joint connects two bodies"));
      return;
    }
  for (int i = 0; i < index; i++)
    {
      const BcJoint *other = &model->joints[i];
      if ((other->from == joint->from && other->to == joint->to)
          || (other->from == joint->to && other->to == joint->from))
        {
          bc_reader_warning (
              reader, value,
              g_strdup_printf ("the joint \"%s\" connects the same markers", other->name),
              g_strdup ("One of the two is probably a mistake"));
          return;
        }
    }
}

void
bc_read_joints (BcReader *reader, const BcValue *list)
{
  g_autoptr (GPtrArray) items = bc_read_items (reader, list, "joints");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  BcModel *model = reader->model;
  model->joints = bc_arena_array (reader->arena, BcJoint, items->len);

  /* Names first: couplings may refer to joints further down. */
  for (guint i = 0; i < items->len; i++)
    {
      BcValue *value = g_ptr_array_index (items, i);
      bc_reader_enter (reader, "joint", value);
      BcJoint *joint = &model->joints[model->n_joints];
      if (!bc_read_new_name (reader, value, seen, "joint"))
        continue;
      joint->name = bc_arena_text (reader->arena, bc_value_get_string (value, "name"));
      joint->type = read_type (reader, value);
      joint->from = joint->to = -1;
      g_hash_table_insert (reader->joints, g_strdup (joint->name),
                           GINT_TO_POINTER (++model->n_joints));
      g_ptr_array_add (values, value);
    }
  for (int couples = 0; couples <= 1; couples++) /* couplings after what they couple */
    for (int i = 0; i < model->n_joints; i++)
      {
        const BcValue *value = g_ptr_array_index (values, (guint) i);
        const BcJointType *type = model->joints[i].type;
        if (type == NULL || type->couples != (couples == 1))
          continue;
        bc_reader_enter (reader, "joint", value);
        read_joint (reader, value, &model->joints[i]);
        if (type->couples)
          finish_coupling (reader, value, &model->joints[i]);
        else
          check_ends (reader, value, i);
      }
}

/* ---- drivers ---- */

/* The function once more, now that it is known what it drives and so what its unit must be. */
static bool
check_driver_unit (BcReader *reader, const BcValue *value, BcDriver *driver)
{
  static const char *const keys[] = { "position", "velocity", "acceleration" };
  bool length = driver->joint < 0
                || bc_measure_is_length (
                    &reader->model->joints[driver->joint].type->coordinates[driver->coordinate]);
  BcDimension dimension = { length ? 1 : 0, 0, -(int) driver->level, length ? 0 : 1, false, false };
  driver->function =
      bc_read_function (reader, bc_value_get (value, keys[driver->level]), dimension, "t");
  return driver->function != NULL;
}

static bool
read_driver (BcReader *reader, const BcValue *value, BcDriver *driver)
{
  BcDriverText text;
  if (!bc_read_fields (reader, value, bc_driver_fields, &text))
    return false;
  bool by_joint = bc_value_get (value, "joint") != NULL;
  bool by_marker = bc_value_get (value, "marker") != NULL;
  if (by_joint == by_marker || (by_marker && text.axis < 0))
    {
      bc_reader_error (
          reader, value, g_strdup ("it is not clear what is driven"),
          g_strdup ("Give either \"joint\" and \"coordinate\", or \"marker\" and \"axis\""));
      return false;
    }
  int laws = (text.position != NULL) + (text.velocity != NULL) + (text.acceleration != NULL);
  if (laws != 1)
    {
      bc_reader_error (reader, value,
                       g_strdup_printf ("%s of position, velocity and acceleration is given",
                                        laws == 0 ? "none" : "more than one"),
                       g_strdup ("Give exactly one of them as a function of t"));
      return false;
    }
  if (by_joint
      && !bc_read_check_coordinate (reader, value, &reader->model->joints[text.joint],
                                    text.coordinate))
    return false;

  driver->active = text.active;
  driver->joint = by_joint ? text.joint : -1;
  driver->coordinate = text.coordinate;
  driver->marker = by_joint ? -1 : text.marker;
  driver->axis = text.axis;
  driver->level = text.position != NULL   ? BC_DRIVE_POSITION
                  : text.velocity != NULL ? BC_DRIVE_VELOCITY
                                          : BC_DRIVE_ACCELERATION;
  driver->start = text.start;
  driver->start_rate = text.start_rate;
  return check_driver_unit (reader, value, driver);
}

void
bc_read_drivers (BcReader *reader, const BcValue *list)
{
  g_autoptr (GPtrArray) items = bc_read_items (reader, list, "drivers");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  BcModel *model = reader->model;
  model->drivers = bc_arena_array (reader->arena, BcDriver, items->len);
  for (guint i = 0; i < items->len; i++)
    {
      const BcValue *value = g_ptr_array_index (items, i);
      BcDriver *driver = &model->drivers[model->n_drivers];
      bc_reader_enter (reader, "driver", value);
      if (!bc_read_new_name (reader, value, seen, "driver"))
        continue;
      driver->name = bc_arena_text (reader->arena, bc_value_get_string (value, "name"));
      model->n_drivers += read_driver (reader, value, driver);
    }
}
