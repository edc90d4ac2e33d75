/* Functions of one variable: a number, an expression, or an object that names the kind. */
#include "model/read.h"

#include <math.h>
#include <string.h>

static const char *const function_keys[] = { "polynomial", "sine", "step", "table" };

typedef struct
{
  double amplitude, frequency, omega, phase, offset;
  double start, end, from, to;
  int interpolation, outside;
} FunctionText;

static const char *const interpolation_words[] = { "cubic", "linear", NULL };
static const char *const outside_words[] = { "hold", "continue", "repeat", NULL };

/* Dimensions of amplitudes are those of the function, which the list cannot know: left bare. */
#define PART(name, part_dimension, part_fallback, part_flags)                                      \
  {                                                                                                \
    .key = #name, .kind = BC_FIELD_NUMBER, .offset = offsetof (FunctionText, name),                \
    .dimension = part_dimension, .fallback = part_fallback, .flags = part_flags                    \
  }

static const BcField sine_fields[] = {
  PART (amplitude, BC_DIM_BARE, 0.0, BC_REQUIRED),
  PART (frequency, BC_DIM_FREQUENCY, NAN, 0),
  PART (omega, BC_DIM_ANGULAR_VELOCITY, NAN, 0),
  PART (phase, BC_DIM_ANGLE, 0.0, 0),
  PART (offset, BC_DIM_BARE, 0.0, 0),
  { 0 },
};

static const BcField step_fields[] = {
  PART (from, BC_DIM_BARE, 0.0, BC_REQUIRED),
  PART (to, BC_DIM_BARE, 0.0, BC_REQUIRED),
  PART (start, BC_DIM_BARE, 0.0, BC_REQUIRED),
  PART (end, BC_DIM_BARE, 0.0, BC_REQUIRED),
  { 0 },
};

static const BcField table_fields[] = {
  { .key = "table", .kind = BC_FIELD_ANY },
  { .key = "interpolation",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (FunctionText, interpolation),
    .choices = interpolation_words },
  { .key = "outside",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (FunctionText, outside),
    .choices = outside_words },
  { 0 },
};

static const BcFunction *
read_sine (BcReader *reader, const BcValue *value)
{
  FunctionText text;
  if (!bc_read_fields (reader, value, sine_fields, &text))
    return NULL;
  if (isnan (text.frequency) == isnan (text.omega))
    {
      bc_reader_error (reader, value, g_strdup ("a sine needs either \"frequency\" or \"omega\""),
                       g_strdup ("Give the frequency in Hz or omega in rad/s"));
      return NULL;
    }
  BcFunction *function = bc_arena_alloc (reader->arena, sizeof *function);
  function->kind = BC_FUNCTION_SINE;
  function->sine.amplitude = text.amplitude;
  function->sine.omega = isnan (text.omega) ? 2.0 * BC_PI * text.frequency : text.omega;
  function->sine.phase = text.phase;
  function->sine.offset = text.offset;
  return function;
}

static const BcFunction *
read_step (BcReader *reader, const BcValue *value)
{
  FunctionText text;
  if (!bc_read_fields (reader, value, step_fields, &text))
    return NULL;
  if (!(text.end > text.start))
    {
      bc_reader_error (reader, value, g_strdup ("the step ends before it starts"),
                       g_strdup ("\"end\" must be larger than \"start\""));
      return NULL;
    }
  BcFunction *function = bc_arena_alloc (reader->arena, sizeof *function);
  function->kind = BC_FUNCTION_STEP;
  function->step.start = text.start;
  function->step.end = text.end;
  function->step.from = text.from;
  function->step.to = text.to;
  return function;
}

static const BcFunction *
read_polynomial (BcReader *reader, const BcValue *value)
{
  BcNumbers numbers = { 0 };
  if (!bc_read_numbers (reader, value, (BcDimension) BC_DIM_BARE, &numbers))
    return NULL;
  if (numbers.n == 0)
    {
      bc_reader_error (reader, value, g_strdup ("the polynomial has no coefficients"), NULL);
      return NULL;
    }
  BcFunction *function = bc_arena_alloc (reader->arena, sizeof *function);
  function->kind = BC_FUNCTION_POLYNOMIAL;
  function->polynomial.n = numbers.n;
  function->polynomial.c = numbers.at;
  return function;
}

/* A table's points: [[x, y], …] in place, or the name of a text file with two columns. */
static bool
read_points_here (BcReader *reader, const BcValue *list, GArray *x, GArray *y)
{
  bool good = true;
  for (guint i = 0; i < bc_value_size (list); i++)
    {
      BcNumbers pair = { 0 };
      const BcValue *item = bc_value_at (list, i);
      if (!bc_read_numbers (reader, item, (BcDimension) BC_DIM_BARE, &pair))
        good = false;
      else if (pair.n != 2)
        {
          bc_reader_error (reader, item,
                           g_strdup_printf ("a point has two numbers, not %d", pair.n),
                           g_strdup ("Write [x, y]"));
          good = false;
        }
      else
        {
          g_array_append_val (x, pair.at[0]);
          g_array_append_val (y, pair.at[1]);
        }
    }
  return good;
}

static bool
read_points_file (BcReader *reader, const BcValue *value, GArray *x, GArray *y)
{
  g_autofree char *path = g_path_is_absolute (value->text)
                              ? g_strdup (value->text)
                              : g_build_filename (reader->model->folder, value->text, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  if (!g_file_get_contents (path, &text, NULL, &error))
    {
      bc_reader_error (reader, value, g_strdup (error->message), NULL);
      return false;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (int i = 0; lines[i] != NULL; i++)
    {
      g_strstrip (lines[i]);
      if (lines[i][0] == '\0' || lines[i][0] == '#'
          || (x->len == 0 && g_ascii_isalpha (lines[i][0])))
        continue; /* blank, comment, or a line of column names */
      char *end = NULL, *start = lines[i];
      double a = g_ascii_strtod (start, &end), b = NAN;
      bool good = end != start;
      start = end + strspn (end, " \t,;");
      if (good)
        b = g_ascii_strtod (start, &end);
      if (!good || end == start || !isfinite (a) || !isfinite (b))
        {
          bc_reader_error (reader, value,
                           g_strdup_printf ("%s, line %d has no two numbers", path, i + 1),
                           g_strdup ("Write x and y separated by a comma or a space"));
          return false;
        }
      g_array_append_val (x, a);
      g_array_append_val (y, b);
    }
  return true;
}

static const BcFunction *
read_table (BcReader *reader, const BcValue *value)
{
  FunctionText text = { 0 };
  const BcValue *points = bc_value_get (value, "table");
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
  if (!bc_read_fields (reader, value, table_fields, &text))
    return NULL;
  if (points->kind != BC_VALUE_ARRAY && points->kind != BC_VALUE_STRING)
    {
      bc_reader_error (reader, points, g_strdup ("expected points or a file name"),
                       g_strdup ("Write [[x, y], …] or \"file.csv\""));
      return NULL;
    }
  if (!(points->kind == BC_VALUE_ARRAY ? read_points_here : read_points_file) (reader, points, x,
                                                                               y))
    return NULL;
  if (x->len < 2)
    {
      bc_reader_error (reader, points, g_strdup ("a table needs at least two points"), NULL);
      return NULL;
    }
  const double *at = (const double *) (gpointer) x->data;
  const double *height = (const double *) (gpointer) y->data;
  for (guint i = 1; i < x->len; i++)
    if (!(at[i] > at[i - 1]))
      {
        const BcValue *place = points->kind == BC_VALUE_ARRAY ? bc_value_at (points, i) : points;
        bc_reader_error (
            reader, place,
            g_strdup_printf ("point %u at x = %g does not come after point %u at x = %g", i + 1,
                             at[i], i, at[i - 1]),
            g_strdup ("Sort the points by x, each x once"));
        return NULL;
      }
  if (text.outside == BC_OUTSIDE_REPEAT && height[0] != height[x->len - 1])
    {
      bc_reader_error (reader, points, g_strdup ("a table that repeats must end where it starts"),
                       g_strdup ("Give the last point the y of the first"));
      return NULL;
    }
  return bc_function_table (reader->arena, (int) x->len, at, height,
                            (BcTableKind) text.interpolation, (BcTableOutside) text.outside);
}

const BcFunction *
bc_read_function (BcReader *reader, const BcValue *value, BcDimension dimension,
                  const char *variable)
{
  if (value->kind == BC_VALUE_NUMBER)
    return bc_function_constant (reader->arena, value->number);
  if (value->kind == BC_VALUE_STRING)
    {
      BcExpression *expression = bc_read_expression (reader, value, dimension, variable, NULL);
      if (expression == NULL)
        return NULL;
      if (bc_expression_is_constant (expression))
        return bc_function_constant (reader->arena, bc_expression_evaluate (expression, 0.0).v);
      BcFunction *function = bc_arena_alloc (reader->arena, sizeof *function);
      function->kind = BC_FUNCTION_EXPRESSION;
      function->expression = expression;
      return function;
    }
  if (value->kind == BC_VALUE_OBJECT)
    {
      const BcValue *inner;
      if ((inner = bc_value_get (value, "polynomial")) != NULL && bc_value_size (value) == 1)
        return read_polynomial (reader, inner);
      if ((inner = bc_value_get (value, "sine")) != NULL && bc_value_size (value) == 1)
        return read_sine (reader, inner);
      if ((inner = bc_value_get (value, "step")) != NULL && bc_value_size (value) == 1)
        return read_step (reader, inner);
      if (bc_value_get (value, "table") != NULL)
        return read_table (reader, value);
    }
  char *fix = NULL;
  if (value->kind == BC_VALUE_OBJECT && bc_value_size (value) > 0)
    fix = bc_suggest (bc_value_at (value, 0)->key, function_keys, G_N_ELEMENTS (function_keys));
  bc_reader_error (reader, value, g_strdup_printf ("this is no function of %s", variable),
                   fix != NULL ? fix
                               : g_strdup_printf ("Write a number, an expression of %s, or one of "
                                                  "polynomial, sine, step, table",
                                                  variable));
  return NULL;
}
