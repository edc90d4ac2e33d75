/* Numbers, with units and parameters. */
#include "model/read.h"

#include <math.h>

static bool
lookup_parameter (const char *name, size_t length, double *value, BcDimension *dimension,
                  void *data)
{
  g_autofree char *key = g_strndup (name, length);
  const BcParameter *parameter = g_hash_table_lookup (data, key);
  if (parameter == NULL)
    return false;
  *value = parameter->value;
  *dimension = parameter->dimension;
  return true;
}

/* An expression's mistake, at its own column inside the text. */
static void
expression_error (BcReader *reader, const BcValue *value, const BcExpressionError *error)
{
  bool too_long = g_utf8_strlen (value->text, -1) > 60;
  g_autofree char *shown =
      too_long ? g_utf8_substring (value->text, 0, 60) : g_strdup (value->text);
  bc_problems_add (reader->problems, BC_ERROR, value->line, value->column + error->column,
                   bc_value_path (value), g_strdup (reader->object),
                   g_strdup_printf ("in \"%s%s\", at character %d: %s", shown, too_long ? "…" : "",
                                    error->column, error->text),
                   NULL);
}

static void
dimension_error (BcReader *reader, const BcValue *value, BcDimension expected, BcDimension found)
{
  char a[100], b[100], unit[80];
  bc_dimension_unit (expected, unit, sizeof unit);
  bc_reader_error (reader, value,
                   g_strdup_printf ("expected %s, found \"%s\", which is %s",
                                    bc_dimension_name (expected, a, sizeof a), value->text,
                                    bc_dimension_name (found, b, sizeof b)),
                   unit[0] != '\0' ? g_strdup_printf ("Write for example \"1 %s\"", unit)
                                   : g_strdup ("Write a number without unit"));
}

BcExpression *
bc_read_expression (BcReader *reader, const BcValue *value, BcDimension dimension,
                    const char *variable, BcDimension *found_dimension)
{
  BcExpressionContext context = { variable, lookup_parameter, reader->parameters };
  BcExpressionError error;
  BcDimension found;
  BcExpression *expression =
      bc_expression_compile (reader->arena, value->text, &context, &found, &error);
  if (expression == NULL)
    {
      expression_error (reader, value, &error);
      return NULL;
    }
  if (!bc_dimension_fits (dimension, found))
    {
      dimension_error (reader, value, dimension, found);
      return NULL;
    }
  if (!bc_expression_check (expression, 0.0, &error))
    {
      if (variable != NULL)
        {
          g_autofree char *why = g_strdup (error.text);
          g_snprintf (error.text, sizeof error.text, "%s when %s = 0", why, variable);
        }
      expression_error (reader, value, &error);
      return NULL;
    }
  if (found_dimension != NULL)
    *found_dimension = found;
  return expression;
}

bool
bc_read_quantity (BcReader *reader, const BcValue *value, BcDimension expected, double *number,
                  BcDimension *found)
{
  if (value->kind == BC_VALUE_NUMBER)
    {
      *number = value->number;
      *found = (BcDimension) BC_DIM_BARE;
      return true;
    }
  if (value->kind != BC_VALUE_STRING)
    {
      char name[100];
      bc_reader_error (reader, value,
                       g_strdup_printf ("expected %s, found %s",
                                        expected.bare
                                            ? "a number"
                                            : bc_dimension_name (expected, name, sizeof name),
                                        bc_value_kind_name (value)),
                       g_strdup ("Write a number, or a text such as \"25 mm\" or \"L/2\""));
      return false;
    }
  const BcExpression *expression = bc_read_expression (reader, value, expected, NULL, found);
  if (expression == NULL)
    return false;
  *number = bc_expression_evaluate (expression, 0.0).v;
  return true;
}

/* Beyond this, products of lengths would leave the range of numbers. */
#define LARGEST_LENGTH 1e12

bool
bc_read_number (BcReader *reader, const BcValue *value, BcDimension dimension, double *number)
{
  BcDimension found;
  if (!bc_read_quantity (reader, value, dimension, number, &found))
    return false;
  bool is_length = dimension.m == 1 && dimension.kg == 0 && dimension.s == 0;
  if (!is_length || fabs (*number) <= LARGEST_LENGTH)
    return true;
  bc_reader_error (reader, value, g_strdup_printf ("a length of %g m is too large", *number),
                   g_strdup_printf ("Lengths go up to %g m", LARGEST_LENGTH));
  return false;
}

bool
bc_read_integer (BcReader *reader, const BcValue *value, int *number)
{
  double whole = 0.0;
  if (!bc_read_number (reader, value, (BcDimension) BC_DIM_NONE, &whole))
    return false;
  if (whole != floor (whole) || fabs (whole) > 1e9)
    {
      bc_reader_error (reader, value, g_strdup_printf ("expected a whole number, found %g", whole),
                       NULL);
      return false;
    }
  *number = (int) whole;
  return true;
}

bool
bc_read_numbers (BcReader *reader, const BcValue *value, BcDimension dimension, BcNumbers *numbers)
{
  if (value->kind != BC_VALUE_ARRAY)
    {
      bc_reader_error (
          reader, value,
          g_strdup_printf ("expected a list of numbers, found %s", bc_value_kind_name (value)),
          g_strdup ("Write [1, 2, …]"));
      return false;
    }
  int n = (int) bc_value_size (value);
  double *at = bc_arena_array (reader->arena, double, n);
  bool good = true;
  for (int i = 0; i < n; i++)
    {
      if (!bc_read_number (reader, bc_value_at (value, (guint) i), dimension, &at[i]))
        good = false;
    }
  *numbers = (BcNumbers){ n, at };
  return good;
}

bool
bc_read_vector (BcReader *reader, const BcValue *value, BcDimension dimension, BcVec3 *vector)
{
  BcNumbers numbers = { 0 };
  if (!bc_read_numbers (reader, value, dimension, &numbers))
    return false;
  if (numbers.n != 3)
    {
      bc_reader_error (reader, value,
                       g_strdup_printf ("expected three numbers, found %d", numbers.n),
                       g_strdup ("Write [x, y, z]"));
      return false;
    }
  *vector = bc_vec3 (numbers.at[0], numbers.at[1], numbers.at[2]);
  return true;
}
