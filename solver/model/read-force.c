/* Force elements. */
#include "model/model-fields.h"
#include "model/read.h"

static const BcForceType *
read_type (BcReader *reader, const BcValue *value)
{
  const BcValue *word = bc_value_get (value, "type");
  const BcForceType *type =
      word != NULL && word->kind == BC_VALUE_STRING ? bc_force_type_find (word->text) : NULL;
  if (type != NULL)
    return type;
  const char *names[32];
  int n = 0;
  for (; bc_force_types[n] != NULL; n++)
    names[n] = bc_force_types[n]->name;
  bc_reader_unknown_type (reader, word != NULL ? word : value, "force", names, n);
  return NULL;
}

/* Joint elements act on a coordinate, which the joint must have. */
static bool
check_joint (BcReader *reader, const BcValue *value, const BcForceType *type, const void *data)
{
  int joint = -1, coordinate = 0;
  for (const BcField *field = type->fields; field->key != NULL; field++)
    {
      const char *place = (const char *) data + field->offset;
      if (field->kind == BC_FIELD_JOINT)
        joint = *(const int *) (const void *) place;
      if (field->kind == BC_FIELD_COORDINATE)
        coordinate = *(const int *) (const void *) place;
    }
  return joint < 0
         || bc_read_check_coordinate (reader, value, &reader->model->joints[joint], coordinate);
}

static bool
read_force (BcReader *reader, const BcValue *value, BcForce *force)
{
  BcJointText text;
  const BcForceType *type = read_type (reader, value);
  if (type == NULL)
    return false;
  void *data = bc_arena_alloc (reader->arena, type->size);
  force->type = type;
  force->data = data;
  if (!bc_read_two (reader, value, bc_force_fields, &text, type->fields, data)
      || !check_joint (reader, value, type, data))
    return false;
  const char *fault = type->connect (data, reader->model, force);
  if (fault != NULL)
    bc_reader_error (reader, value, g_strdup (fault), NULL);
  return fault == NULL;
}

void
bc_read_forces (BcReader *reader, const BcValue *list)
{
  g_autoptr (GPtrArray) items = bc_read_items (reader, list, "forces");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  BcModel *model = reader->model;
  model->forces = bc_arena_array (reader->arena, BcForce, items->len);
  for (guint i = 0; i < items->len; i++)
    {
      const BcValue *value = g_ptr_array_index (items, i);
      BcForce *force = &model->forces[model->n_forces];
      bc_reader_enter (reader, "force", value);
      if (!bc_read_new_name (reader, value, seen, "force"))
        continue;
      force->name = bc_arena_text (reader->arena, bc_value_get_string (value, "name"));
      model->n_forces += read_force (reader, value, force);
    }
}
