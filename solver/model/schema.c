#include "model/schema.h"

#include "model/model-fields.h"

#include <math.h>

/* ---- small builders ---- */

static BcValue *
object (void)
{
  return bc_value_new (BC_VALUE_OBJECT);
}

static BcValue *
typed (const char *type)
{
  BcValue *value = object ();
  bc_value_set (value, "type", bc_value_new_string (type));
  return value;
}

static BcValue *
reference (const char *name)
{
  BcValue *value = object ();
  g_autofree char *path = g_strconcat ("#/$defs/", name, NULL);
  bc_value_set (value, "$ref", bc_value_new_string (path));
  return value;
}

static BcValue *
list_of (BcValue *item, int least, int most)
{
  BcValue *value = typed ("array");
  bc_value_set (value, "items", item);
  if (least > 0)
    bc_value_set (value, "minItems", bc_value_new_number (least));
  if (most > 0)
    bc_value_set (value, "maxItems", bc_value_new_number (most));
  return value;
}

static BcValue *
word_of (const char *const *words)
{
  BcValue *value = object (), *list = bc_value_new (BC_VALUE_ARRAY);
  for (int i = 0; words[i] != NULL; i++)
    bc_value_append (list, bc_value_new_string (words[i]));
  bc_value_set (value, "enum", list);
  return value;
}

/* ---- fields ---- */

static BcValue *object_of (const BcField *fields, const BcField *more);

static BcValue *
value_of (const BcField *field)
{
  switch (field->kind)
    {
    case BC_FIELD_NUMBER:
    case BC_FIELD_INTEGER:
    case BC_FIELD_COORDINATE:
      return reference ("number");
    case BC_FIELD_BOOLEAN:
      return typed ("boolean");
    case BC_FIELD_NAME:
      return reference ("name");
    case BC_FIELD_TEXT:
    case BC_FIELD_FILE:
    case BC_FIELD_JOINT:
      return typed ("string");
    case BC_FIELD_MARKER:
      return reference ("marker-reference");
    case BC_FIELD_TEXTS:
      return list_of (typed ("string"), 0, 0);
    case BC_FIELD_CHOICE:
      return word_of (field->choices);
    case BC_FIELD_VECTOR:
      return reference ("vector");
    case BC_FIELD_POINT:
      return object (); /* a vector or a name */
    case BC_FIELD_NUMBERS:
      return list_of (reference ("number"), field->least, field->most);
    case BC_FIELD_COORDINATES:
      return list_of (reference ("number"), 1, 0);
    case BC_FIELD_JOINTS:
      return list_of (typed ("string"), field->least, field->most);
    case BC_FIELD_FUNCTION:
      return reference ("function");
    case BC_FIELD_FUNCTIONS:
      return list_of (reference ("function"), 3, 3);
    case BC_FIELD_OBJECT:
      return object_of (field->fields, NULL);
    case BC_FIELD_ANY:
      break;
    }
  return object ();
}

static void
add_fields (const BcField *fields, BcValue *properties, BcValue *required)
{
  for (const BcField *field = fields; field != NULL && field->key != NULL; field++)
    {
      BcValue *value = value_of (field);
      char unit[80];
      bc_dimension_unit (field->dimension, unit, sizeof unit);
      g_autofree char *about = unit[0] != '\0' ? g_strdup_printf ("%s [%s]", field->about, unit)
                                               : g_strdup (field->about);
      if (about != NULL)
        bc_value_set (value, "description", bc_value_new_string (about));
      bc_value_set (properties, field->key, value);
      if ((field->flags & BC_REQUIRED) != 0 || field->kind == BC_FIELD_NAME)
        bc_value_append (required, bc_value_new_string (field->key));
    }
}

static BcValue *
object_of (const BcField *fields, const BcField *more)
{
  BcValue *value = typed ("object"), *properties = object ();
  BcValue *required = bc_value_new (BC_VALUE_ARRAY);
  add_fields (fields, properties, required);
  add_fields (more, properties, required);
  bc_value_set (value, "properties", properties);
  bc_value_set (value, "required", required);
  bc_value_set (value, "additionalProperties", bc_value_new_boolean (false));
  return value;
}

/* The same object with "type" narrowed to one word. */
static BcValue *
object_of_type (const char *type, const char *about, const BcField *fields, const BcField *more)
{
  BcValue *value = object_of (fields, more);
  BcValue *word = object ();
  bc_value_set (word, "const", bc_value_new_string (type));
  bc_value_set (bc_value_get (value, "properties"), "type", word);
  bc_value_set (value, "description", bc_value_new_string (about));
  return value;
}

/* ---- lists of typed objects ---- */

/* Any list may hold blocks that repeat. */
static BcValue *
repeatable (BcValue *choices)
{
  BcValue *item = object ();
  bc_value_append (choices, reference ("for"));
  bc_value_set (item, "anyOf", choices);
  return list_of (item, 0, 0);
}

static BcValue *
one_item (const char *definition)
{
  BcValue *choices = bc_value_new (BC_VALUE_ARRAY);
  bc_value_append (choices, reference (definition));
  return repeatable (choices);
}

static BcValue *
joint_list (void)
{
  BcValue *choices = bc_value_new (BC_VALUE_ARRAY);
  for (int i = 0; bc_joint_types[i] != NULL; i++)
    {
      const BcJointType *type = bc_joint_types[i];
      bc_value_append (choices,
                       object_of_type (type->name, type->about,
                                       type->couples ? bc_coupling_fields : bc_joint_fields,
                                       type->fields));
    }
  return repeatable (choices);
}

static BcValue *
force_list (void)
{
  BcValue *choices = bc_value_new (BC_VALUE_ARRAY);
  for (int i = 0; bc_force_types[i] != NULL; i++)
    bc_value_append (choices, object_of_type (bc_force_types[i]->name, bc_force_types[i]->about,
                                              bc_force_fields, bc_force_types[i]->fields));
  return repeatable (choices);
}

static BcValue *
shape_list (void)
{
  BcValue *choices = bc_value_new (BC_VALUE_ARRAY);
  for (int i = 0; bc_shape_types[i] != NULL; i++)
    bc_value_append (choices, object_of_type (bc_shape_types[i]->name, bc_shape_types[i]->about,
                                              bc_shape_fields, bc_shape_types[i]->fields));
  return repeatable (choices);
}

static BcValue *
body (void)
{
  BcValue *value = object_of (bc_body_fields, NULL),
          *properties = bc_value_get (value, "properties");
  BcValue *markers = typed ("object");
  bc_value_set (markers, "additionalProperties", object_of (bc_marker_fields, NULL));
  bc_value_set (properties, "markers", markers);
  bc_value_set (properties, "shapes", shape_list ());
  return value;
}

static BcValue *
pattern (const char *expression)
{
  BcValue *value = typed ("string");
  bc_value_set (value, "pattern", bc_value_new_string (expression));
  return value;
}

static BcValue *
definitions (void)
{
  static const char *const number_types[] = { "number", "string", NULL };
  BcValue *defs = object (), *number = object (), *types = bc_value_new (BC_VALUE_ARRAY);
  for (int i = 0; number_types[i] != NULL; i++)
    bc_value_append (types, bc_value_new_string (number_types[i]));
  bc_value_set (number, "type", types);
  bc_value_set (number, "description",
                bc_value_new_string ("a number in SI units, or an expression with units and "
                                     "parameters such as \"25 mm\" or \"L/2\""));
  bc_value_set (defs, "number", number);
  bc_value_set (defs, "vector", list_of (reference ("number"), 3, 3));
  /* braces: names inside a "for" hold {i} */
  bc_value_set (defs, "name", pattern ("^[A-Za-z0-9_{}+*-]+$"));
  bc_value_set (defs, "marker-reference", pattern ("^[^/]+/[^/]+$"));
  BcValue *function = object (), *kinds = bc_value_new (BC_VALUE_ARRAY);
  bc_value_append (kinds, reference ("number"));
  bc_value_append (kinds, typed ("object"));
  bc_value_set (function, "anyOf", kinds);
  bc_value_set (
      function, "description",
      bc_value_new_string ("a number, an expression of the variable, or an object with one "
                           "of polynomial, sine, step, table"));
  bc_value_set (defs, "function", function);
  BcValue *block = typed ("object"), *keys = object ();
  bc_value_set (keys, "^for ", typed ("array"));
  bc_value_set (block, "patternProperties", keys);
  bc_value_set (block, "additionalProperties", bc_value_new_boolean (false));
  bc_value_set (defs, "for", block);
  bc_value_set (defs, "body", body ());
  bc_value_set (defs, "driver", object_of (bc_driver_fields, NULL));
  bc_value_set (defs, "plot", object_of (bc_plot_fields, NULL));
  return defs;
}

BcValue *
bc_schema_new (void)
{
  BcValue *schema = object_of (bc_model_fields, NULL);
  BcValue *properties = bc_value_get (schema, "properties"), *parameters = typed ("object");
  bc_value_set (parameters, "additionalProperties", reference ("number"));
  bc_value_set (properties, "parameters", parameters);
  bc_value_set (properties, "bodies", one_item ("body"));
  bc_value_set (properties, "joints", joint_list ());
  bc_value_set (properties, "forces", force_list ());
  bc_value_set (properties, "drivers", one_item ("driver"));
  bc_value_set (properties, "plots", one_item ("plot"));
  bc_value_set (schema, "$schema",
                bc_value_new_string ("https://json-schema.org/draft/2020-12/schema"));
  bc_value_set (schema, "title", bc_value_new_string ("Bellcrank model"));
  bc_value_set (schema, "$defs", definitions ());
  return schema;
}
