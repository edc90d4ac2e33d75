/* BcValue → normalised JSON text.  A value stands on one line where that fits into 100 columns,
 * else its items stand on lines of their own. */
#include "model/value.h"

#include <math.h>

#define LINE_WIDTH 100
#define INDENT 2

char *
bc_number_text (double number)
{
  char text[40];
  /* Fifteen digits always fit a normal number; denormal ones have fewer. */
  for (int digits = fabs (number) < G_MINDOUBLE ? 1 : 15; digits <= 17; digits++)
    {
      char format[8];
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, number); /* a point in every locale */
      if (g_ascii_strtod (text, NULL) == number)
        break;
    }
  return g_strdup (text);
}

static void
write_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c++)
    switch (*c)
      {
      case '"':
      case '\\':
        g_string_append_c (out, '\\');
        g_string_append_c (out, *c);
        break;
      case '\n':
        g_string_append (out, "\\n");
        break;
      case '\t':
        g_string_append (out, "\\t");
        break;
      default:
        if ((unsigned char) *c < 0x20)
          g_string_append_printf (out, "\\u%04x", (unsigned char) *c);
        else
          g_string_append_c (out, *c);
      }
  g_string_append_c (out, '"');
}

static void
write_flat (GString *out, const BcValue *value)
{
  switch (value->kind)
    {
    case BC_VALUE_NULL:
      g_string_append (out, "null");
      break;
    case BC_VALUE_BOOLEAN:
      g_string_append (out, value->boolean ? "true" : "false");
      break;
    case BC_VALUE_NUMBER:
      g_string_append (out, value->text);
      break;
    case BC_VALUE_STRING:
      write_string (out, value->text);
      break;
    case BC_VALUE_ARRAY:
    case BC_VALUE_OBJECT:
      g_string_append_c (out, value->kind == BC_VALUE_ARRAY ? '[' : '{');
      for (guint i = 0; i < bc_value_size (value); i++)
        {
          const BcValue *item = bc_value_at (value, i);
          if (i > 0)
            g_string_append (out, ", ");
          if (item->key != NULL)
            {
              write_string (out, item->key);
              g_string_append (out, ": ");
            }
          write_flat (out, item);
        }
      g_string_append_c (out, value->kind == BC_VALUE_ARRAY ? ']' : '}');
      break;
    }
}

/* `column` is where the value starts on its line; `after` what must still follow it there. */
static void
write_value (GString *out, const BcValue *value, int indent, glong column, glong after, bool broken)
{
  g_autoptr (GString) flat = g_string_new (NULL);
  write_flat (flat, value);
  bool container = value->kind == BC_VALUE_ARRAY || value->kind == BC_VALUE_OBJECT;
  bool fits = column + g_utf8_strlen (flat->str, -1) + after <= LINE_WIDTH;
  if (!container || bc_value_size (value) == 0 || (fits && !broken))
    {
      g_string_append (out, flat->str);
      return;
    }

  g_string_append (out, value->kind == BC_VALUE_ARRAY ? "[\n" : "{\n");
  for (guint i = 0; i < bc_value_size (value); i++)
    {
      const BcValue *item = bc_value_at (value, i);
      gsize line_start = out->len;
      g_string_append_printf (out, "%*s", indent + INDENT, "");
      if (item->key != NULL)
        {
          write_string (out, item->key);
          g_string_append (out, ": ");
        }
      bool last = i + 1 == bc_value_size (value);
      write_value (out, item, indent + INDENT, g_utf8_strlen (out->str + line_start, -1), !last,
                   false);
      g_string_append (out, last ? "\n" : ",\n");
    }
  g_string_append_printf (out, "%*s%c", indent, "", value->kind == BC_VALUE_ARRAY ? ']' : '}');
}

char *
bc_value_write (const BcValue *value)
{
  GString *out = g_string_new (NULL);
  write_value (out, value, 0, 0, 0, true);
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}
