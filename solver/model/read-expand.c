/* Parameters, and what repeats.
 *
 *   {"for i = 1 to n": [items]}        in a list stands for its items, once for each i;
 *   "for i = 1 to n": {"key": value}   in an object stands for its members likewise.
 *
 * In their texts and keys {i} or {i+1} — any expression of i and the parameters — is replaced by its
 * value.  The tree itself is not changed: a copy is written out, and its values keep the lines of
 * the template. */
#include "model/read.h"

#include <math.h>
#include <string.h>

/* Enough for a chain of ten thousand bodies; a guard against "to": 1e9. */
#define MAX_VALUES 1000000

bool
bc_read_parameters (BcReader *reader, const BcValue *root)
{
  const BcValue *list = bc_value_get (root, "parameters");
  guint before = bc_problems_count (reader->problems, BC_ERROR);
  if (list == NULL)
    return true;
  bc_reader_enter (reader, "parameters", NULL);
  if (list->kind != BC_VALUE_OBJECT)
    {
      bc_reader_error (reader, list, g_strdup ("expected an object"),
                       g_strdup ("Write {\"L\": \"1 m\"}"));
      return false;
    }
  for (guint i = 0; i < bc_value_size (list); i++)
    {
      const BcValue *item = bc_value_at (list, i);
      const char *taken = bc_expression_reserved (item->key);
      bool plain = g_ascii_isalpha (item->key[0]) || item->key[0] == '_';
      for (const char *c = item->key; *c != '\0'; c++)
        plain &= g_ascii_isalnum (*c) || *c == '_';
      if (!plain || taken != NULL || strcmp (item->key, "t") == 0)
        {
          bc_reader_error (reader, item,
                           taken != NULL
                               ? g_strdup_printf ("\"%s\" is %s", item->key, taken)
                               : g_strdup_printf ("\"%s\" cannot be a parameter", item->key),
                           g_strdup ("Choose another name of letters, digits and _"));
          continue;
        }
      /* A faulty parameter still has a name, so that those who use it are not blamed as well. */
      BcParameter parameter = { 1.0, BC_DIM_OPEN };
      bc_read_quantity (reader, item, (BcDimension) BC_DIM_BARE, &parameter.value,
                        &parameter.dimension);
      g_hash_table_insert (reader->parameters, g_strdup (item->key),
                           g_memdup2 (&parameter, sizeof parameter));
    }
  return bc_problems_count (reader->problems, BC_ERROR) == before;
}

/* ---- {expression} inside texts ---- */

/* The text with every {…} replaced; NULL after a complaint. */
static char *
substitute (BcReader *reader, const BcValue *place, const char *text)
{
  GString *out = g_string_new (NULL);
  while (*text != '\0')
    {
      const char *close = *text == '{' ? strchr (text, '}') : NULL;
      if (close == NULL)
        {
          g_string_append_c (out, *text++);
          continue;
        }
      g_autofree char *inner = g_strndup (text + 1, (gsize) (close - text - 1));
      BcValue expression = *place; /* borrows the place, so that the message points there */
      expression.kind = BC_VALUE_STRING;
      expression.text = inner;
      double number = 0.0;
      if (!bc_read_number (reader, &expression, (BcDimension) BC_DIM_BARE, &number))
        {
          g_string_free (out, TRUE);
          return NULL;
        }
      g_autofree char *digits = bc_number_text (number);
      g_string_append (out, digits);
      text = close + 1;
    }
  return g_string_free (out, FALSE);
}

/* ---- blocks ---- */

typedef struct
{
  BcReader *reader;
  guint values; /* written so far */
  int depth;    /* of blocks around this place: outside of all of them braces are left alone */
} Expander;

static bool expand_into (Expander *expander, const BcValue *value, BcValue *into);

static bool
expand_children (Expander *expander, const BcValue *value, BcValue *copy)
{
  for (guint i = 0; i < bc_value_size (value); i++)
    if (!expand_into (expander, bc_value_at (value, i), copy))
      return false;
  return true;
}

typedef struct
{
  char *variable;
  int from, to;
} Block;

static bool
is_block (const BcValue *value)
{
  return value->key != NULL && g_str_has_prefix (value->key, "for ");
}

/* A list's block is wrapped in an object of its own. */
static bool
holds_block (const BcValue *value)
{
  return value->kind == BC_VALUE_OBJECT && bc_value_size (value) == 1
         && is_block (bc_value_at (value, 0));
}

static bool
read_bound (BcReader *reader, const BcValue *place, const char *text, int *bound)
{
  BcValue expression = *place; /* borrows the place, so that the message points there */
  expression.kind = BC_VALUE_STRING;
  expression.text = g_strdup (text);
  bool good = bc_read_integer (reader, &expression, bound);
  g_free (expression.text);
  return good;
}

/* Reads "for NAME = FROM to TO". */
static bool
read_block (BcReader *reader, const BcValue *value, Block *block)
{
  g_autoptr (GRegex) form =
      g_regex_new ("^for +([A-Za-z_][A-Za-z0-9_]*) *= *(.+) +to +(.+)$", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  if (!g_regex_match (form, value->key, 0, &match))
    {
      bc_reader_error (reader, value, g_strdup_printf ("\"%s\" is no repetition", value->key),
                       g_strdup ("Write \"for i = 1 to n\""));
      return false;
    }
  g_autofree char *from = g_match_info_fetch (match, 2), *to = g_match_info_fetch (match, 3);
  block->variable = g_match_info_fetch (match, 1);
  if (g_hash_table_contains (reader->parameters, block->variable)
      || bc_expression_reserved (block->variable) != NULL)
    {
      bc_reader_error (reader, value,
                       g_strdup_printf ("the name \"%s\" is already taken", block->variable),
                       g_strdup ("Choose another counter"));
      return false;
    }
  if (!read_bound (reader, value, from, &block->from)
      || !read_bound (reader, value, to, &block->to))
    return false;
  if ((gint64) block->to - block->from < MAX_VALUES)
    return true;
  bc_reader_error (reader, value, g_strdup ("the repetitions make the model too large"),
                   g_strdup ("Repeat less often"));
  return false;
}

static bool
expand_block (Expander *expander, const BcValue *value, BcValue *into)
{
  BcReader *reader = expander->reader;
  Block block = { 0 };
  bc_reader_enter (reader, "repetition", NULL);
  bool good = read_block (reader, value, &block);
  if (good && value->kind != into->kind)
    {
      bool list = into->kind == BC_VALUE_ARRAY;
      bc_reader_error (reader, value,
                       g_strdup_printf ("expected %s, found %s", list ? "a list" : "an object",
                                        bc_value_kind_name (value)),
                       g_strdup (list ? "Write {\"for i = 1 to n\": [ … ]}"
                                      : "Write \"for i = 1 to n\": { … }"));
      good = false;
    }
  expander->depth++;
  for (int i = block.from; i <= block.to && good; i++)
    {
      expander->values++; /* empty blocks count as well */
      BcParameter counter = { i, BC_DIM_BARE };
      g_hash_table_replace (reader->parameters, g_strdup (block.variable),
                            g_memdup2 (&counter, sizeof counter));
      good = expand_children (expander, value, into);
      g_hash_table_remove (reader->parameters, block.variable);
    }
  expander->depth--;
  g_free (block.variable);
  return good;
}

static bool
expand_into (Expander *expander, const BcValue *value, BcValue *into)
{
  BcReader *reader = expander->reader;
  if (into->kind == BC_VALUE_ARRAY && holds_block (value))
    return expand_block (expander, bc_value_at (value, 0), into);
  if (is_block (value))
    return expand_block (expander, value, into);
  if (++expander->values > MAX_VALUES)
    {
      bc_reader_error (reader, value, g_strdup ("the repetitions make the model too large"),
                       g_strdup ("Repeat less often"));
      return false;
    }

  BcValue *copy = bc_value_new (value->kind);
  bool inside = expander->depth > 0;
  copy->line = value->line;
  copy->column = value->column;
  copy->key_line = value->key_line;
  copy->key_column = value->key_column;
  copy->number = value->number;
  copy->boolean = value->boolean;
  copy->key =
      inside && value->key != NULL ? substitute (reader, value, value->key) : g_strdup (value->key);
  copy->text = inside && value->kind == BC_VALUE_STRING ? substitute (reader, value, value->text)
                                                        : g_strdup (value->text);
  bc_value_append (into, copy);
  bool good =
      (copy->key != NULL) == (value->key != NULL) && (copy->text != NULL) == (value->text != NULL);
  if (!good && copy->key == NULL)
    copy->key = g_strdup (value->key);
  return good && expand_children (expander, value, copy);
}

BcValue *
bc_read_expand (BcReader *reader, const BcValue *root)
{
  Expander expander = { reader, 0, 0 };
  BcValue *copy = bc_value_new (root->kind);
  copy->line = root->line;
  copy->column = root->column;
  if (expand_children (&expander, root, copy))
    return copy;
  bc_value_free (copy);
  return NULL;
}
