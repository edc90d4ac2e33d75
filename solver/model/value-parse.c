/* JSON text → BcValue.  Written here because messages need the line and column of every value,
 * numbers must be kept as typed, and hostile input (deep nesting, huge numbers, double keys) must
 * end in a message. */
#include "model/value.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* Models nest about six deep; the limit only guards the C stack. */
#define MAX_DEPTH 100

/* Large arrays live beside the model file, so a model this big is a mistake. */
#define MAX_FILE_BYTES (64 * 1024 * 1024)

typedef struct
{
  const char *at, *end;
  int line;
  const char *mark; /* a place on this line whose column is known: counting goes on from there, */
  int mark_column;  /* so that a file in one long line is still read in linear time */
  BcProblems *problems;
} Parser;

static int
column_of (Parser *parser, const char *place)
{
  parser->mark_column += (int) g_utf8_pointer_to_offset (parser->mark, place);
  parser->mark = place;
  return parser->mark_column;
}

static void
start_line (Parser *parser, const char *start)
{
  parser->line++;
  parser->mark = start;
  parser->mark_column = 1;
}

static void
fail (Parser *parser, const char *place, char *text, const char *fix)
{
  bc_problems_add (parser->problems, BC_ERROR, parser->line, column_of (parser, place), NULL, NULL,
                   text, g_strdup (fix));
}

static void
skip_space (Parser *parser)
{
  for (; parser->at < parser->end; parser->at++)
    switch (*parser->at)
      {
      case '\n':
        start_line (parser, parser->at + 1);
        break;
      case ' ':
      case '\t':
      case '\r':
        break;
      default:
        return;
      }
}

static bool
looking_at (const Parser *parser, const char *word)
{
  size_t length = strlen (word);
  return (size_t) (parser->end - parser->at) >= length && memcmp (parser->at, word, length) == 0;
}

/* What stands here, for a message: a printable character, a byte's number, or the end. */
static char *
describe_here (const Parser *parser)
{
  if (parser->at >= parser->end)
    return g_strdup ("the end of the file");
  if ((unsigned char) *parser->at < 0x20)
    return g_strdup_printf ("the control byte 0x%02x", (unsigned char) *parser->at);
  return g_strdup_printf ("'%.*s'", (int) g_utf8_skip[(guchar) *parser->at], parser->at);
}

static void
fail_expected (Parser *parser, const char *expected, const char *fix)
{
  g_autofree char *here = describe_here (parser);
  fail (parser, parser->at, g_strdup_printf ("expected %s, found %s", expected, here), fix);
}

/* Four hexadecimal digits after \u; -1 when they are not. */
static int
parse_hex4 (const Parser *parser, const char *digits)
{
  if (parser->end - digits < 4)
    return -1;
  int code = 0;
  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (digits[i]);
      if (digit < 0)
        return -1;
      code = code * 16 + digit;
    }
  return code;
}

static bool
parse_escape (Parser *parser, GString *out)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  char c = '\0';
  if (parser->at + 1 < parser->end)
    c = parser->at[1];
  const char *found = c != '\0' ? strchr (from, c) : NULL;
  if (found != NULL)
    {
      g_string_append_c (out, to[found - from]);
      parser->at += 2;
      return true;
    }
  if (c == 'u')
    {
      int code = parse_hex4 (parser, parser->at + 2);
      int length = 6;
      if (code >= 0xD800 && code < 0xDC00 && parser->end - parser->at >= 12 && parser->at[6] == '\\'
          && parser->at[7] == 'u')
        {
          int low = parse_hex4 (parser, parser->at + 8);
          if (low >= 0xDC00 && low < 0xE000)
            {
              code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
              length = 12;
            }
        }
      if (code > 0 && g_unichar_validate ((gunichar) code))
        {
          g_string_append_unichar (out, (gunichar) code);
          parser->at += length;
          return true;
        }
    }
  fail (parser, parser->at, g_strdup ("this backslash starts no known escape"),
        "Write \\\\ for a backslash");
  return false;
}

/* The content of a string whose opening quote is at the parser's place. */
static char *
parse_string (Parser *parser)
{
  const char *start = parser->at++;
  GString *out = g_string_new (NULL);
  while (parser->at < parser->end && *parser->at != '"')
    {
      if (*parser->at == '\\')
        {
          if (!parse_escape (parser, out))
            goto failed;
        }
      else if ((unsigned char) *parser->at < 0x20)
        {
          g_autofree char *here = describe_here (parser);
          fail (parser, parser->at, g_strdup_printf ("%s inside a text", here),
                "Close the text with \" before the end of the line");
          goto failed;
        }
      else
        g_string_append_c (out, *parser->at++);
    }
  if (parser->at >= parser->end)
    {
      fail (parser, start, g_strdup ("this text is never closed"), "Add the missing \"");
      goto failed;
    }
  parser->at++;
  return g_string_free (out, FALSE);

failed:
  g_string_free (out, TRUE);
  return NULL;
}

static const char *
skip_digits (const Parser *parser, const char *at)
{
  while (at < parser->end && g_ascii_isdigit (*at))
    at++;
  return at;
}

/* The end of the JSON number that starts here, or NULL when there is none. */
static const char *
scan_number (const Parser *parser)
{
  const char *at = parser->at, *digits;
  if (at < parser->end && *at == '-')
    at++;
  digits = at;
  at = skip_digits (parser, at);
  if (at == digits || (*digits == '0' && at > digits + 1))
    return NULL;
  if (at < parser->end && *at == '.')
    {
      digits = at + 1;
      at = skip_digits (parser, digits);
      if (at == digits)
        return NULL;
    }
  if (at < parser->end && (*at == 'e' || *at == 'E'))
    {
      digits = at + 1;
      if (digits < parser->end && (*digits == '+' || *digits == '-'))
        digits++;
      at = skip_digits (parser, digits);
      if (at == digits)
        return NULL;
    }
  return at;
}

static BcValue *
parse_number (Parser *parser)
{
  const char *end = scan_number (parser);
  if (end == NULL)
    {
      fail (parser, parser->at, g_strdup ("this is not a JSON number"),
            "Write 0.5 rather than .5, 5.0 rather than 5., and no leading zeros or plus sign");
      return NULL;
    }
  BcValue *value = bc_value_new (BC_VALUE_NUMBER);
  value->text = g_strndup (parser->at, (gsize) (end - parser->at));
  value->number = g_ascii_strtod (value->text, NULL);
  if (!isfinite (value->number))
    {
      fail (parser, parser->at, g_strdup_printf ("the number %.40s is too large", value->text),
            "Numbers go up to about 1.8e308");
      bc_value_free (value);
      return NULL;
    }
  parser->at = end;
  return value;
}

static bool
fail_at_comment (Parser *parser)
{
  if (!looking_at (parser, "//") && !looking_at (parser, "/*"))
    return false;
  fail (parser, parser->at, g_strdup ("JSON has no comments"), "Use a \"description\" instead");
  return true;
}

static BcValue *parse_value (Parser *parser, int depth);

/* After an item: a comma goes on, the closing bracket ends, anything else is a mistake. */
static bool
parse_separator (Parser *parser, char close, bool *more)
{
  skip_space (parser);
  if (parser->at < parser->end && *parser->at == ',')
    {
      const char *comma = parser->at++;
      Parser ahead = *parser;
      skip_space (&ahead);
      if (ahead.at < ahead.end && *ahead.at == close)
        {
          fail (parser, comma, g_strdup ("a comma after the last item"), "Remove it");
          return false;
        }
      *more = true;
      return true;
    }
  if (parser->at < parser->end && *parser->at == close)
    {
      parser->at++;
      *more = false;
      return true;
    }
  fail_expected (parser, close == '}' ? "',' or '}'" : "',' or ']'",
                 "Is a comma or a closing bracket missing before this?");
  return false;
}

static bool
parse_member (Parser *parser, BcValue *object, int depth)
{
  skip_space (parser);
  int line = parser->line, column = column_of (parser, parser->at);
  if (fail_at_comment (parser))
    return false;
  if (parser->at >= parser->end || *parser->at != '"')
    {
      fail_expected (parser, "a key in double quotes", "Keys are written \"like this\":");
      return false;
    }
  g_autofree char *key = parse_string (parser);
  if (key == NULL)
    return false;
  skip_space (parser);
  if (parser->at >= parser->end || *parser->at != ':')
    {
      fail_expected (parser, "':' after the key", NULL);
      return false;
    }
  parser->at++;
  BcValue *item = parse_value (parser, depth);
  if (item == NULL)
    return false;
  item->key = g_steal_pointer (&key);
  item->key_line = line;
  item->key_column = column;
  bc_value_append (object, item);
  return true;
}

static bool
check_double_keys (Parser *parser, const BcValue *object)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < bc_value_size (object); i++)
    {
      BcValue *item = bc_value_at (object, i);
      BcValue *first = g_hash_table_lookup (seen, item->key);
      if (first != NULL)
        {
          bc_problems_add (parser->problems, BC_ERROR, item->key_line, item->key_column, NULL, NULL,
                           g_strdup_printf ("the key \"%s\" stands twice in this object; it was "
                                            "first given in line %d",
                                            item->key, first->key_line),
                           g_strdup ("Remove or rename one of them"));
          return false;
        }
      g_hash_table_insert (seen, item->key, item);
    }
  return true;
}

static BcValue *
parse_container (Parser *parser, int depth)
{
  char close = *parser->at == '{' ? '}' : ']';
  BcValue *value = bc_value_new (close == '}' ? BC_VALUE_OBJECT : BC_VALUE_ARRAY);
  if (depth > MAX_DEPTH)
    {
      fail (parser, parser->at, g_strdup_printf ("nested more than %d deep", MAX_DEPTH),
            "A model needs about six levels");
      goto failed;
    }
  parser->at++;
  skip_space (parser);
  bool more = parser->at >= parser->end || *parser->at != close;
  if (!more)
    parser->at++;
  while (more)
    {
      if (close == '}')
        {
          if (!parse_member (parser, value, depth))
            goto failed;
        }
      else
        {
          BcValue *item = parse_value (parser, depth);
          if (item == NULL)
            goto failed;
          bc_value_append (value, item);
        }
      if (!parse_separator (parser, close, &more))
        goto failed;
    }
  if (close == '}' && !check_double_keys (parser, value))
    goto failed;
  return value;

failed:
  bc_value_free (value);
  return NULL;
}

static BcValue *
parse_word (Parser *parser)
{
  static const struct
  {
    const char *word;
    BcValueKind kind;
    bool boolean;
  } words[] = { { "true", BC_VALUE_BOOLEAN, true },
                { "false", BC_VALUE_BOOLEAN, false },
                { "null", BC_VALUE_NULL, false } };
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (looking_at (parser, words[i].word))
      {
        BcValue *value = bc_value_new (words[i].kind);
        value->boolean = words[i].boolean;
        parser->at += strlen (words[i].word);
        return value;
      }
  if (looking_at (parser, "NaN") || looking_at (parser, "Infinity") || looking_at (parser, "nan")
      || looking_at (parser, "inf"))
    fail (parser, parser->at, g_strdup ("NaN and infinity are not numbers a model can use"),
          "Give a finite number");
  else if (!fail_at_comment (parser))
    fail_expected (parser, "a value", "Texts and expressions stand in double quotes");
  return NULL;
}

static BcValue *
parse_value (Parser *parser, int depth)
{
  skip_space (parser);
  int line = parser->line, column = column_of (parser, parser->at);
  char c = '\0';
  if (parser->at < parser->end)
    c = *parser->at;
  BcValue *value = NULL;
  if (c == '{' || c == '[')
    value = parse_container (parser, depth + 1);
  else if (c == '"')
    {
      char *text = parse_string (parser);
      if (text != NULL)
        {
          value = bc_value_new (BC_VALUE_STRING);
          value->text = text;
        }
    }
  else if (c == '-' || c == '+' || c == '.' || g_ascii_isdigit (c))
    value = parse_number (parser);
  else
    value = parse_word (parser);

  if (value != NULL)
    {
      value->line = line;
      value->column = column;
    }
  return value;
}

BcValue *
bc_value_parse (const char *text, gsize length, BcProblems *problems)
{
  if (text == NULL)
    text = ""; /* no bytes at all */
  Parser parser = { text, text + length, 1, text, 1, problems };
  const char *invalid = NULL;
  if (!g_utf8_validate_len (text, length, &invalid) && invalid != NULL)
    {
      /* Count the lines up to the fault so that the message can name it. */
      for (const char *at = text; at < invalid; at++)
        if (*at == '\n')
          start_line (&parser, at + 1);
      parser.at = invalid;
      fail (&parser, invalid,
            g_strdup_printf ("the byte 0x%02x is not text (UTF-8)", (unsigned char) *invalid),
            "Is this a model file? Save it as UTF-8");
      return NULL;
    }
  if (looking_at (&parser, "\xEF\xBB\xBF")) /* byte order mark */
    parser.mark = parser.at += 3;

  skip_space (&parser);
  if (parser.at == parser.end)
    {
      fail (&parser, parser.at, g_strdup ("the file is empty"),
            "A model starts with {\"bellcrank\": 1, …");
      return NULL;
    }
  BcValue *value = parse_value (&parser, 0);
  if (value == NULL)
    return NULL;
  skip_space (&parser);
  if (parser.at < parser.end)
    {
      fail_expected (&parser, "the end of the file", "Is there one closing bracket too many?");
      bc_value_free (value);
      return NULL;
    }
  return value;
}

BcValue *
bc_value_load (const char *file, BcProblems *problems)
{
  struct stat info;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length = 0;
  char *fault = NULL;
  if (stat (file, &info) != 0)
    fault = g_strdup_printf ("cannot be opened: %s", g_strerror (errno));
  else if (!S_ISREG (info.st_mode))
    fault = g_strdup ("is not a file");
  else if (info.st_size > MAX_FILE_BYTES)
    fault = g_strdup_printf ("has %.0f MB; a model file has at most %d",
                             (double) info.st_size / 1048576.0, MAX_FILE_BYTES / 1048576);
  else if (!g_file_get_contents (file, &text, &length, &error))
    fault = g_strdup (error->message);
  if (fault != NULL)
    {
      bc_problems_add (problems, BC_ERROR, 0, 0, NULL, NULL, fault,
                       g_strdup ("Give the path of a .bellcrank.json file or example:NAME"));
      return NULL;
    }
  return bc_value_parse (text, length, problems);
}
