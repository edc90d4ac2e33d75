/* Reads an object into a struct by its field list. */
#include "model/read.h"

#include <math.h>
#include <string.h>

/* ---- keys ---- */

static bool
has_key (const BcField *fields, const char *key)
{
  for (const BcField *field = fields; field != NULL && field->key != NULL; field++)
    if (strcmp (field->key, key) == 0)
      return true;
  return false;
}

static void
add_keys (GPtrArray *keys, const BcField *fields)
{
  for (const BcField *field = fields; field != NULL && field->key != NULL; field++)
    g_ptr_array_add (keys, (gpointer) (guintptr) field->key);
}

/* "Did you mean …?", or all keys there are. */
static char *
suggest_field (const char *key, const BcField *fields, const BcField *extra)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  add_keys (known, fields);
  add_keys (known, extra);
  const char *const *words = (const char *const *) (gpointer) known->pdata;
  char *near = bc_suggest (key, words, (int) known->len);
  if (near != NULL)
    return near;
  g_autofree char *all = bc_join (words, (int) known->len);
  return g_strdup_printf ("Known keys here: %s", all);
}

static void
check_keys (BcReader *reader, const BcValue *object, const BcField *fields, const BcField *extra)
{
  for (guint k = 0; k < bc_value_size (object); k++)
    {
      const BcValue *item = bc_value_at (object, k);
      if (has_key (fields, item->key) || has_key (extra, item->key))
        continue;
      bc_problems_add (reader->problems, BC_ERROR, item->key_line, item->key_column,
                       bc_value_path (item), g_strdup (reader->object),
                       g_strdup_printf ("unknown key \"%s\"", item->key),
                       suggest_field (item->key, fields, extra));
    }
}

/* ---- single values ---- */

static bool
expect (BcReader *reader, const BcValue *value, BcValueKind kind, const char *what, const char *fix)
{
  if (value->kind == kind)
    return true;
  bc_reader_error (reader, value,
                   g_strdup_printf ("expected %s, found %s", what, bc_value_kind_name (value)),
                   g_strdup (fix));
  return false;
}

static bool
check_sign (BcReader *reader, const BcValue *value, const BcField *field, double number)
{
  bool positive = (field->flags & BC_POSITIVE) != 0;
  bool not_negative = (field->flags & BC_NOT_NEGATIVE) != 0;
  if ((!positive || number > 0.0) && (!not_negative || number >= 0.0))
    return true;
  bc_reader_error (reader, value,
                   g_strdup_printf ("\"%s\" must %s, but is %g", field->key,
                                    positive ? "be larger than zero" : "not be negative", number),
                   NULL);
  return false;
}

static bool
read_vector_field (BcReader *reader, const BcValue *value, const BcField *field, BcVec3 *vector)
{
  if (!bc_read_vector (reader, value, field->dimension, vector))
    return false;
  return check_sign (reader, value, field, vector->x)
         && check_sign (reader, value, field, vector->y)
         && check_sign (reader, value, field, vector->z);
}

static bool
read_numbers_field (BcReader *reader, const BcValue *value, const BcField *field,
                    BcNumbers *numbers)
{
  if (!bc_read_numbers (reader, value, field->dimension, numbers))
    return false;
  if (numbers->n >= field->least && numbers->n <= field->most)
    return true;
  bc_reader_error (reader, value,
                   field->least == field->most
                       ? g_strdup_printf ("expected %d numbers, found %d", field->least, numbers->n)
                       : g_strdup_printf ("expected %d to %d numbers, found %d", field->least,
                                          field->most, numbers->n),
                   NULL);
  return false;
}

static bool
read_choice (BcReader *reader, const BcValue *value, const BcField *field, int *choice)
{
  if (!expect (reader, value, BC_VALUE_STRING, "a word", NULL))
    return false;
  int n = 0;
  for (; field->choices[n] != NULL; n++)
    if (strcmp (field->choices[n], value->text) == 0)
      {
        *choice = n;
        return true;
      }
  char *fix = bc_suggest (value->text, field->choices, n);
  if (fix == NULL)
    {
      g_autofree char *all = bc_join (field->choices, n);
      fix = g_strdup_printf ("Write one of: %s", all);
    }
  bc_reader_error (reader, value, g_strdup_printf ("unknown word \"%s\"", value->text), fix);
  return false;
}

static bool
read_texts (BcReader *reader, const BcValue *value, BcTexts *texts)
{
  if (!expect (reader, value, BC_VALUE_ARRAY, "a list of texts", NULL))
    return false;
  bool good = true;
  texts->n = (int) bc_value_size (value);
  texts->at = bc_arena_array (reader->arena, const char *, texts->n);
  for (int i = 0; i < texts->n; i++)
    {
      const BcValue *item = bc_value_at (value, (guint) i);
      good &= expect (reader, item, BC_VALUE_STRING, "a text", NULL);
      texts->at[i] = bc_arena_text (reader->arena, item->kind == BC_VALUE_STRING ? item->text : "");
    }
  return good;
}

static bool
read_functions (BcReader *reader, const BcValue *value, const BcField *field,
                const BcFunction *functions[3])
{
  if (!expect (reader, value, BC_VALUE_ARRAY, "three functions", "Write [fx, fy, fz]"))
    return false;
  if (bc_value_size (value) != 3)
    {
      bc_reader_error (
          reader, value,
          g_strdup_printf ("expected three functions, found %u", bc_value_size (value)),
          g_strdup ("Write [fx, fy, fz]"));
      return false;
    }
  bool good = true;
  for (guint i = 0; i < 3; i++)
    {
      functions[i] =
          bc_read_function (reader, bc_value_at (value, i), field->dimension, field->variable);
      good &= functions[i] != NULL;
    }
  return good;
}

/* ---- references ---- */

static bool
read_marker (BcReader *reader, const BcValue *value, int *index)
{
  if (!expect (reader, value, BC_VALUE_STRING, "a marker", "Write it as \"BODY/MARKER\""))
    return false;
  *index = GPOINTER_TO_INT (g_hash_table_lookup (reader->markers, value->text)) - 1;
  if (*index >= 0)
    return true;
  char *fix = bc_suggest_key (value->text, reader->markers);
  if (fix == NULL)
    fix = g_strdup (strchr (value->text, '/') == NULL ? "Markers are written \"BODY/MARKER\""
                                                      : "Define it under \"markers\" of its body");
  bc_reader_error (reader, value, g_strdup_printf ("there is no marker \"%s\"", value->text), fix);
  return false;
}

static bool
read_joint (BcReader *reader, const BcValue *value, int *index)
{
  if (!expect (reader, value, BC_VALUE_STRING, "the name of a joint", NULL))
    return false;
  *index = GPOINTER_TO_INT (g_hash_table_lookup (reader->joints, value->text)) - 1;
  if (*index >= 0)
    return true;
  bc_reader_error (reader, value, g_strdup_printf ("there is no joint \"%s\"", value->text),
                   bc_suggest_key (value->text, reader->joints));
  return false;
}

static bool
read_joints (BcReader *reader, const BcValue *value, const BcField *field, BcIndices *joints)
{
  if (!expect (reader, value, BC_VALUE_ARRAY, "a list of joints", "Write [\"a\", \"b\"]"))
    return false;
  int n = (int) bc_value_size (value), *at = bc_arena_array (reader->arena, int, n);
  bool good = true;
  for (int i = 0; i < n; i++)
    good &= read_joint (reader, bc_value_at (value, (guint) i), &at[i]);
  if (n < field->least || n > field->most)
    {
      bc_reader_error (reader, value,
                       g_strdup_printf ("expected %d joints, found %d",
                                        n < field->least ? field->least : field->most, n),
                       NULL);
      good = false;
    }
  *joints = (BcIndices){ n, at };
  return good;
}

static bool
read_coordinate (BcReader *reader, const BcValue *value, int *coordinate)
{
  if (!bc_read_integer (reader, value, coordinate))
    return false;
  if (*coordinate < 1)
    {
      bc_reader_error (reader, value, g_strdup ("freedoms are counted from 1"), NULL);
      return false;
    }
  *coordinate -= 1;
  return true;
}

static bool
read_coordinates (BcReader *reader, const BcValue *value, BcIndices *coordinates)
{
  if (!expect (reader, value, BC_VALUE_ARRAY, "a list of freedoms", "Write [1, 1]"))
    return false;
  int n = (int) bc_value_size (value), *at = bc_arena_array (reader->arena, int, n);
  bool good = true;
  for (int i = 0; i < n; i++)
    good &= read_coordinate (reader, bc_value_at (value, (guint) i), &at[i]);
  *coordinates = (BcIndices){ n, at };
  return good;
}

/* Coordinates, or a marker of the body being read. */
static bool
read_point (BcReader *reader, const BcValue *value, const BcField *field, BcVec3 *point)
{
  if (value->kind != BC_VALUE_STRING)
    return bc_read_vector (reader, value, field->dimension, point);
  g_autofree char *name = g_strdup_printf ("%s/%s", reader->body, value->text);
  int index = GPOINTER_TO_INT (g_hash_table_lookup (reader->markers, name)) - 1;
  if (index < 0)
    {
      bc_reader_error (reader, value,
                       g_strdup_printf ("this body has no marker \"%s\"", value->text),
                       g_strdup ("Write [x, y, z] or the name of one of its markers"));
      return false;
    }
  *point = g_array_index (reader->marker_list, BcMarker, index).at;
  return true;
}

/* ---- the struct ---- */

static void
store_fallback (const BcField *field, void *place)
{
  switch (field->kind)
    {
    case BC_FIELD_NUMBER:
      *(double *) place = field->fallback;
      break;
    case BC_FIELD_INTEGER:
    case BC_FIELD_CHOICE:
      *(int *) place = isnan (field->fallback) ? -1 : (int) field->fallback;
      break;
    case BC_FIELD_MARKER:
    case BC_FIELD_JOINT:
      *(int *) place = -1;
      break;
    case BC_FIELD_COORDINATE:
      *(int *) place = 0;
      break;
    case BC_FIELD_BOOLEAN:
      *(bool *) place = field->fallback != 0.0;
      break;
    case BC_FIELD_TEXT:
    case BC_FIELD_NAME:
    case BC_FIELD_FILE:
      *(const char **) place = NULL;
      break;
    case BC_FIELD_VECTOR:
    case BC_FIELD_POINT:
      *(BcVec3 *) place = bc_vec3 (field->fallback, field->fallback, field->fallback);
      break;
    case BC_FIELD_FUNCTION:
      *(const BcFunction **) place = NULL;
      break;
    case BC_FIELD_FUNCTIONS:
      memset (place, 0, 3 * sizeof (BcFunction *));
      break;
    case BC_FIELD_NUMBERS:
      *(BcNumbers *) place = (BcNumbers){ 0, NULL };
      break;
    case BC_FIELD_JOINTS:
    case BC_FIELD_COORDINATES:
      *(BcIndices *) place = (BcIndices){ 0, NULL };
      break;
    case BC_FIELD_TEXTS:
      *(BcTexts *) place = (BcTexts){ 0, NULL };
      break;
    case BC_FIELD_OBJECT:
      for (const BcField *inner = field->fields; inner->key != NULL; inner++)
        store_fallback (inner, (char *) place + inner->offset);
      break;
    case BC_FIELD_ANY:
      break;
    }
}

static bool
read_field (BcReader *reader, const BcValue *value, const BcField *field, void *place)
{
  switch (field->kind)
    {
    case BC_FIELD_NUMBER:
      return bc_read_number (reader, value, field->dimension, place)
             && check_sign (reader, value, field, *(double *) place);
    case BC_FIELD_INTEGER:
      return bc_read_integer (reader, value, place)
             && check_sign (reader, value, field, *(int *) place);
    case BC_FIELD_BOOLEAN:
      if (!expect (reader, value, BC_VALUE_BOOLEAN, "true or false", NULL))
        return false;
      *(bool *) place = value->boolean;
      return true;
    case BC_FIELD_TEXT:
    case BC_FIELD_NAME:
      if (!expect (reader, value, BC_VALUE_STRING, "a text", NULL))
        return false;
      *(const char **) place = bc_arena_text (reader->arena, value->text);
      return true;
    case BC_FIELD_FILE:
      {
        if (!expect (reader, value, BC_VALUE_STRING, "a file name", NULL))
          return false;
        g_autofree char *path = g_path_is_absolute (value->text)
                                    ? g_strdup (value->text)
                                    : g_build_filename (reader->model->folder, value->text, NULL);
        *(const char **) place = bc_arena_text (reader->arena, path);
        return true;
      }
    case BC_FIELD_TEXTS:
      return read_texts (reader, value, place);
    case BC_FIELD_CHOICE:
      return read_choice (reader, value, field, place);
    case BC_FIELD_VECTOR:
      return read_vector_field (reader, value, field, place);
    case BC_FIELD_POINT:
      return read_point (reader, value, field, place);
    case BC_FIELD_NUMBERS:
      return read_numbers_field (reader, value, field, place);
    case BC_FIELD_FUNCTION:
      *(const BcFunction **) place =
          bc_read_function (reader, value, field->dimension, field->variable);
      return *(const BcFunction **) place != NULL;
    case BC_FIELD_FUNCTIONS:
      return read_functions (reader, value, field, place);
    case BC_FIELD_MARKER:
      return read_marker (reader, value, place);
    case BC_FIELD_JOINT:
      return read_joint (reader, value, place);
    case BC_FIELD_JOINTS:
      return read_joints (reader, value, field, place);
    case BC_FIELD_COORDINATE:
      return read_coordinate (reader, value, place);
    case BC_FIELD_COORDINATES:
      return read_coordinates (reader, value, place);
    case BC_FIELD_OBJECT:
      return bc_read_fields (reader, value, field->fields, place);
    case BC_FIELD_ANY:
      return true;
    }
  return true;
}

static void
read_list (BcReader *reader, const BcValue *object, const BcField *fields, void *target)
{
  for (const BcField *field = fields; field != NULL && field->key != NULL; field++)
    {
      const BcValue *value = bc_value_get (object, field->key);
      void *place = (char *) target + field->offset;
      store_fallback (field, place);
      if (value != NULL)
        read_field (reader, value, field, place);
      else if ((field->flags & BC_REQUIRED) != 0)
        {
          bc_reader_error (reader, object, g_strdup_printf ("\"%s\" is missing", field->key),
                           field->about != NULL
                               ? g_strdup_printf ("Add \"%s\": %s", field->key, field->about)
                               : g_strdup_printf ("Add \"%s\"", field->key));
        }
    }
}

bool
bc_read_two (BcReader *reader, const BcValue *object, const BcField *fields, void *target,
             const BcField *more_fields, void *more_target)
{
  if (!expect (reader, object, BC_VALUE_OBJECT, "an object", "Write {\"key\": value, …}"))
    return false;
  guint before = bc_problems_count (reader->problems, BC_ERROR);
  check_keys (reader, object, fields, more_fields);
  read_list (reader, object, fields, target);
  read_list (reader, object, more_fields, more_target);
  return bc_problems_count (reader->problems, BC_ERROR) == before;
}

bool
bc_read_fields (BcReader *reader, const BcValue *object, const BcField *fields, void *target)
{
  return bc_read_two (reader, object, fields, target, NULL, NULL);
}

/* ---- lists of named objects ---- */

GPtrArray *
bc_read_items (BcReader *reader, const BcValue *list, const char *kind)
{
  GPtrArray *items = g_ptr_array_new ();
  if (list == NULL)
    return items;
  if (kind != NULL)
    bc_reader_enter (reader, kind, NULL);
  if (!expect (reader, list, BC_VALUE_ARRAY, "a list", "Write [ {…}, {…} ]"))
    return items;
  for (guint i = 0; i < bc_value_size (list); i++)
    {
      BcValue *item = bc_value_at (list, i);
      if (expect (reader, item, BC_VALUE_OBJECT, "an object", NULL))
        g_ptr_array_add (items, item);
    }
  return items;
}

bool
bc_is_name (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '_' && *c != '-')
      return false;
  return text[0] != '\0';
}

bool
bc_read_new_name (BcReader *reader, const BcValue *object, GHashTable *seen, const char *kind)
{
  const BcValue *name = bc_value_get (object, "name");
  if (name == NULL || name->kind != BC_VALUE_STRING)
    {
      bc_reader_error (reader, name != NULL ? name : object,
                       g_strdup_printf ("this %s has no name", kind),
                       g_strdup ("Add \"name\": \"…\""));
      return false;
    }
  if (!bc_is_name (name->text))
    {
      bc_reader_error (reader, name, g_strdup_printf ("\"%s\" cannot be a name", name->text),
                       g_strdup ("Names are made of letters, digits, _ and -"));
      return false;
    }
  int first_line = GPOINTER_TO_INT (g_hash_table_lookup (seen, name->text));
  if (g_hash_table_contains (seen, name->text))
    {
      bc_reader_error (reader, name,
                       g_strdup_printf ("the name is taken by the %s in line %d", kind, first_line),
                       g_strdup ("Give each one its own name"));
      return false;
    }
  g_hash_table_insert (seen, name->text, GINT_TO_POINTER (object->line));
  return true;
}
