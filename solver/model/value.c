#include "model/value.h"

#include <string.h>

BcValue *
bc_value_new (BcValueKind kind)
{
  BcValue *value = g_new0 (BcValue, 1);
  value->kind = kind;
  if (kind == BC_VALUE_ARRAY || kind == BC_VALUE_OBJECT)
    value->children = g_ptr_array_new_with_free_func ((GDestroyNotify) bc_value_free);
  return value;
}

void
bc_value_free (BcValue *value)
{
  if (value == NULL)
    return;
  g_free (value->key);
  g_free (value->text);
  if (value->children != NULL)
    g_ptr_array_unref (value->children);
  g_free (value);
}

BcValue *
bc_value_new_string (const char *text)
{
  BcValue *value = bc_value_new (BC_VALUE_STRING);
  value->text = g_strdup (text);
  return value;
}

BcValue *
bc_value_new_number (double number)
{
  BcValue *value = bc_value_new (BC_VALUE_NUMBER);
  value->number = number;
  value->text = bc_number_text (number);
  return value;
}

BcValue *
bc_value_new_boolean (bool boolean)
{
  BcValue *value = bc_value_new (BC_VALUE_BOOLEAN);
  value->boolean = boolean;
  return value;
}

BcValue *
bc_value_copy (const BcValue *value)
{
  BcValue *copy = bc_value_new (value->kind);
  copy->line = value->line;
  copy->column = value->column;
  copy->key = g_strdup (value->key);
  copy->key_line = value->key_line;
  copy->key_column = value->key_column;
  copy->text = g_strdup (value->text);
  copy->number = value->number;
  copy->boolean = value->boolean;
  for (guint i = 0; i < bc_value_size (value); i++)
    bc_value_append (copy, bc_value_copy (bc_value_at (value, i)));
  return copy;
}

void
bc_value_append (BcValue *array, BcValue *item)
{
  item->parent = array;
  g_ptr_array_add (array->children, item);
}

void
bc_value_set (BcValue *object, const char *key, BcValue *item)
{
  item->parent = object;
  if (item->key != key)
    {
      g_free (item->key);
      item->key = g_strdup (key);
    }
  for (guint i = 0; i < object->children->len; i++)
    {
      BcValue *old = bc_value_at (object, i);
      if (strcmp (old->key, key) == 0)
        {
          object->children->pdata[i] = item;
          bc_value_free (old);
          return;
        }
    }
  g_ptr_array_add (object->children, item);
}

guint
bc_value_size (const BcValue *value)
{
  return value->children != NULL ? value->children->len : 0;
}

BcValue *
bc_value_at (const BcValue *value, guint index)
{
  return g_ptr_array_index (value->children, index);
}

BcValue *
bc_value_get (const BcValue *object, const char *key)
{
  if (object->kind != BC_VALUE_OBJECT)
    return NULL;
  for (guint i = 0; i < object->children->len; i++)
    {
      BcValue *item = bc_value_at (object, i);
      if (strcmp (item->key, key) == 0)
        return item;
    }
  return NULL;
}

const char *
bc_value_get_string (const BcValue *object, const char *key)
{
  const BcValue *item = bc_value_get (object, key);
  return item != NULL && item->kind == BC_VALUE_STRING ? item->text : NULL;
}

const char *
bc_value_kind_name (const BcValue *value)
{
  static const char *const names[] = { "null",   "true or false", "a number",
                                       "a text", "a list",        "an object" };
  return names[value->kind];
}

char *
bc_value_path (const BcValue *value)
{
  GString *path = g_string_new (NULL);
  for (const BcValue *at = value; at->parent != NULL; at = at->parent)
    {
      g_autofree char *step = NULL;
      if (at->parent->kind == BC_VALUE_OBJECT)
        step = g_strdup_printf (at->parent->parent != NULL ? ".%s" : "%s", at->key);
      else
        {
          guint index = 0;
          while (index < at->parent->children->len && bc_value_at (at->parent, index) != at)
            index++;
          step = g_strdup_printf ("[%u]", index);
        }
      g_string_prepend (path, step);
    }
  return g_string_free (path, FALSE);
}

/* One step of an override path: a key of an object, the "name" of an item of a list, or [index]. */
static BcValue *
find_step (const BcValue *value, const char *step)
{
  if (value->kind == BC_VALUE_OBJECT)
    return bc_value_get (value, step);
  if (value->kind != BC_VALUE_ARRAY)
    return NULL;
  for (guint i = 0; i < value->children->len; i++)
    {
      BcValue *item = bc_value_at (value, i);
      const char *name = bc_value_get_string (item, "name");
      if (name != NULL && strcmp (name, step) == 0)
        return item;
    }
  char *end = NULL;
  guint64 index = g_ascii_strtoull (step[0] == '[' ? step + 1 : step, &end, 10);
  bool whole = end != step && (*end == '\0' || strcmp (end, "]") == 0);
  return whole && g_ascii_isdigit (end[-1]) && index < value->children->len
             ? bc_value_at (value, (guint) index)
             : NULL;
}

/* Splits a.b[2].c into its steps: a, b, [2], c. */
static GPtrArray *
split_path (const char *path)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);
  while (*path != '\0')
    {
      size_t length = strcspn (path + 1, ".[") + 1;
      g_ptr_array_add (steps, g_strndup (path, length));
      path += length;
      if (*path == '.' && path[1] != '\0')
        path++;
    }
  return steps;
}

static void
override_problem (BcProblems *problems, const char *path, char *text, const char *fix)
{
  bc_problems_add (problems, BC_ERROR, 0, 0, g_strdup_printf ("--set %s", path), NULL, text,
                   g_strdup (fix));
}

bool
bc_value_override (BcValue *root, const char *assignment, BcProblems *problems)
{
  const char *equals = strchr (assignment, '=');
  if (equals == NULL || equals == assignment)
    {
      override_problem (problems, assignment, g_strdup ("no value given"),
                        "Write PATH=VALUE, for example bodies.rod.mass=2");
      return false;
    }
  g_autofree char *path = g_strndup (assignment, (gsize) (equals - assignment));
  const char *text = equals + 1;
  if (path[0] == '.' || g_str_has_suffix (path, ".") || strstr (path, "..") != NULL)
    {
      override_problem (problems, path, g_strdup ("a name is missing beside a dot"),
                        "Write PATH=VALUE, for example bodies.rod.mass=2");
      return false;
    }

  g_autoptr (BcProblems) ignored = bc_problems_new ("");
  BcValue *item = bc_value_parse (text, strlen (text), ignored);
  if (item == NULL)
    item = bc_value_new_string (text);

  g_autoptr (GPtrArray) steps = split_path (path);
  BcValue *at = root;
  for (guint i = 0; i + 1 < steps->len; i++)
    {
      const char *step = g_ptr_array_index (steps, i);
      BcValue *next = find_step (at, step);
      if (next == NULL)
        {
          override_problem (problems, path, g_strdup_printf ("there is no \"%s\"", step),
                            "Name list items by their \"name\", for example bodies.rod.mass=2");
          bc_value_free (item);
          return false;
        }
      at = next;
    }

  const char *last = g_ptr_array_index (steps, steps->len - 1);
  if (at->kind == BC_VALUE_OBJECT)
    {
      bc_value_set (at, last, item);
      return true;
    }
  BcValue *old = find_step (at, last);
  if (old == NULL)
    {
      override_problem (problems, path, g_strdup_printf ("there is no \"%s\"", last),
                        "Items of a list are named by \"name\" or by [index]");
      bc_value_free (item);
      return false;
    }
  guint index = 0;
  g_ptr_array_find (at->children, old, &index);
  item->parent = at;
  at->children->pdata[index] = item;
  bc_value_free (old);
  return true;
}
