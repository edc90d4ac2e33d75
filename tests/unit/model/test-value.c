/* The value tree forgets nothing: what is read and written again stays as it was. */
#include "model/value.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static BcValue *
parse (const char *text)
{
  g_autoptr (BcProblems) problems = bc_problems_new ("text");
  BcValue *value = bc_value_parse (text, strlen (text), problems);
  g_autofree char *messages = bc_problems_format (problems);
  g_assert_cmpstr (messages, ==, "");
  g_assert_nonnull (value);
  return value;
}

/* ---- reading what was written ---- */

static void
check_same (const BcValue *a, const BcValue *b)
{
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpstr (a->key, ==, b->key);
  g_assert_cmpstr (a->text, ==, b->text);
  g_assert_cmpint (a->boolean, ==, b->boolean);
  g_assert_true (a->number == b->number);
  g_assert_cmpuint (bc_value_size (a), ==, bc_value_size (b));
  for (guint i = 0; i < bc_value_size (a); i++)
    {
      g_assert_true (bc_value_at (a, i)->parent == a);
      check_same (bc_value_at (a, i), bc_value_at (b, i));
    }
}

static void
check_round_trip (const char *text)
{
  g_autoptr (BcValue) first = parse (text);
  g_autofree char *once = bc_value_write (first);
  g_autoptr (BcValue) second = parse (once);
  g_autofree char *twice = bc_value_write (second);
  g_assert_cmpstr (once, ==, twice);
  check_same (first, second);
  g_autoptr (BcValue) copy = bc_value_copy (second);
  g_autofree char *copied = bc_value_write (copy);
  g_assert_cmpstr (copied, ==, once);
}

static void
test_file_round_trip (gconstpointer file)
{
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  check_round_trip (text);
}

typedef struct
{
  const char *name, *text, *written; /* `written` may be NULL: only the round trip counts */
} Case;

static const Case cases[] = {
  { "empty-object", "{}", "{}\n" },
  { "empty-list", " [ ] ", "[]\n" },
  { "empty-inside", "{\"a\":{},\"b\":[],\"c\":\"\"}",
    "{\n  \"a\": {},\n  \"b\": [],\n  \"c\": \"\"\n}\n" },
  { "empty-key", "[{\"\": 1}]", "[\n  {\"\": 1}\n]\n" },
  { "words", "[true, false, null]", "[\n  true,\n  false,\n  null\n]\n" },
  { "bare-number", "-0.0", "-0.0\n" },
  { "numbers-as-typed", "[[1.50, 1E5, 1e+05, -0, 0.1000000000000000055511151231257827]]",
    "[\n  [1.50, 1E5, 1e+05, -0, 0.1000000000000000055511151231257827]\n]\n" },
  { "long-number", "[123456789012345678901234567890123456789012345678901234567890.123]", NULL },
  { "tiny-number", "[1e-400, 4.9e-324]", NULL },
  { "escapes", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\u0008\\u000c\\n\\u000d\\t\"\n" },
  { "control-escape", "\"\\u001f\\u007f\"", NULL },
  { "unicode", "\"Grübler, 日本, é\"", "\"Grübler, 日本, é\"\n" },
  { "unicode-escape", "\"\\u00e9\\u65e5\"", "\"é日\"\n" },
  { "surrogates", "\"\\ud83d\\ude00\"", "\"😀\"\n" },
  { "last-character", "\"\\udbff\\udfff\"", "\"\xf4\x8f\xbf\xbf\"\n" },
  { "byte-order-mark", "\xef\xbb\xbf{}", "{}\n" },
  { "windows-line-ends", "{\r\n\"a\": 1\r\n}\r\n", "{\n  \"a\": 1\n}\n" },
  { "key-order", "{\"z\": 1, \"a\": 2, \"m\": 3}", "{\n  \"z\": 1,\n  \"a\": 2,\n  \"m\": 3\n}\n" },
};

static void
test_text_round_trip (gconstpointer data)
{
  const Case *given = data;
  check_round_trip (given->text);
  if (given->written == NULL)
    return;
  g_autoptr (BcValue) value = parse (given->text);
  g_autofree char *written = bc_value_write (value);
  g_assert_cmpstr (written, ==, given->written);
}

static void
test_deep_but_legal (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < 50; i++)
    g_string_append (text, "[{\"key\": ");
  g_string_append (text, "1");
  for (int i = 0; i < 50; i++)
    g_string_append (text, "}, 2]");
  check_round_trip (text->str);
}

static void
test_lines_fit_the_page (void)
{
  g_autoptr (GString) text = g_string_new ("{\"bodies\": [");
  for (int i = 0; i < 40; i++)
    g_string_append_printf (text, "%s{\"name\": \"büchse%d\", \"at\": [%d, 0.5, 0]}",
                            i > 0 ? ", " : "", i, i);
  g_string_append (text, "]}");
  check_round_trip (text->str);
  g_autoptr (BcValue) value = parse (text->str);
  g_autofree char *written = bc_value_write (value);
  g_auto (GStrv) lines = g_strsplit (written, "\n", -1);
  for (int i = 0; lines[i] != NULL; i++)
    g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 100);
}

static void
test_places (void)
{
  g_autoptr (BcValue) root = parse ("{\n  \"é\": 1, \"list\": [true,\n    \"x\"]\n}");
  const BcValue *list = bc_value_get (root, "list"), *item = bc_value_at (list, 1);
  g_assert_cmpint (list->key_line, ==, 2);
  g_assert_cmpint (list->key_column, ==, 11); /* characters, not bytes */
  g_assert_cmpint (list->column, ==, 19);
  g_assert_cmpint (item->line, ==, 3);
  g_assert_cmpint (item->column, ==, 5);
  g_autofree char *path = bc_value_path (item);
  g_assert_cmpstr (path, ==, "list[1]");
}

/* ---- overrides ---- */

#define MODEL                                                                                      \
  "{\"name\": \"m\", \"parameters\": {\"L\": 1}, \"bodies\": [{\"name\": \"g\"}, "                 \
  "{\"name\": \"rod\", \"mass\": 1, \"at\": [1, 2, 3]}, {\"name\": \"1\", \"mass\": 5}]}"

typedef struct
{
  const char *name, *assignment;
  const char *path[4], *result; /* where to look afterwards, and the text expected there */
  const char *fault;            /* or the message */
} Override;

static const Override overrides[] = {
  { "by-name", "bodies.rod.mass=2", { "bodies", "rod", "mass" }, "2", NULL },
  { "by-index", "bodies[1].mass=2.50", { "bodies", "rod", "mass" }, "2.50", NULL },
  { "by-dotted-index", "bodies.0.mass=3", { "bodies", "g", "mass" }, "3", NULL },
  { "name-before-index", "bodies.1.mass=7", { "bodies", "1", "mass" }, "7", NULL },
  { "item-of-list", "bodies.rod.at[2]=9", { "bodies", "rod", "at" }, "[1, 2, 9]", NULL },
  { "whole-item", "bodies[0]={\"name\": \"h\"}", { "bodies", "h" }, "{\"name\": \"h\"}", NULL },
  { "new-key", "bodies.rod.color=\"#ff0000\"", { "bodies", "rod", "color" }, "\"#ff0000\"", NULL },
  { "new-key-at-top", "up=z", { "up" }, "\"z\"", NULL },
  { "text-without-quotes", "parameters.L=0.5 m", { "parameters", "L" }, "\"0.5 m\"", NULL },
  { "expression", "parameters.L=2*pi", { "parameters", "L" }, "\"2*pi\"", NULL },
  { "equals-in-value", "name=a=b", { "name" }, "\"a=b\"", NULL },
  { "empty-value", "name=", { "name" }, "\"\"", NULL },
  { "object", "parameters={\"n\": 3}", { "parameters" }, "{\"n\": 3}", NULL },
  { "unknown-name", "bodies.rot.mass=2", { 0 }, NULL, "there is no \"rot\"" },
  { "beyond-the-list", "bodies[3].mass=2", { 0 }, NULL, "there is no \"[3]\"" },
  { "last-beyond-the-list", "bodies[3]={}", { 0 }, NULL, "there is no \"[3]\"" },
  { "negative-index", "bodies[-1].mass=2", { 0 }, NULL, "there is no \"[-1]\"" },
  { "empty-index", "bodies[].mass=2", { 0 }, NULL, "there is no \"[]\"" },
  { "through-a-number", "parameters.L.x=2", { 0 }, NULL, "there is no \"x\"" },
  { "unknown-section", "jionts.a.pitch=2", { 0 }, NULL, "there is no \"jionts\"" },
  { "no-value", "bodies.rod.mass", { 0 }, NULL, "no value given" },
  { "no-path", "=2", { 0 }, NULL, "no value given" },
  { "empty", "", { 0 }, NULL, "no value given" },
  { "dots", "bodies..mass=2", { 0 }, NULL, "missing beside a dot" },
  { "ends-with-dot", "bodies.rod.=2", { 0 }, NULL, "missing beside a dot" },
  { "starts-with-dot", ".bodies=2", { 0 }, NULL, "missing beside a dot" },
};

static const BcValue *
find (const BcValue *value, const char *step)
{
  if (value->kind == BC_VALUE_OBJECT)
    return bc_value_get (value, step);
  for (guint i = 0; i < bc_value_size (value); i++)
    if (g_strcmp0 (bc_value_get_string (bc_value_at (value, i), "name"), step) == 0)
      return bc_value_at (value, i);
  return NULL;
}

static void
check_overridden (const BcValue *root, const Override *given)
{
  const BcValue *at = root;
  for (int i = 0; i < 4 && given->path[i] != NULL; i++)
    {
      const BcValue *next = find (at, given->path[i]);
      g_assert_nonnull (next);
      g_assert_true (next->parent == at);
      at = next;
    }
  g_autoptr (BcValue) expected = parse (given->result);
  g_autofree char *wanted = bc_value_write (expected), *found = bc_value_write (at);
  g_assert_cmpstr (found, ==, wanted);
}

static void
test_override (gconstpointer data)
{
  const Override *given = data;
  g_autoptr (BcValue) root = parse (MODEL);
  g_autoptr (BcProblems) problems = bc_problems_new ("m");
  g_autofree char *before = bc_value_write (root);
  bool good = bc_value_override (root, given->assignment, problems);
  g_autofree char *after = bc_value_write (root), *messages = bc_problems_format (problems);
  check_round_trip (after);
  if (given->fault == NULL)
    {
      g_assert_cmpstr (messages, ==, "");
      g_assert_true (good);
      check_overridden (root, given);
      return;
    }
  g_assert_false (good);
  g_assert_nonnull (strstr (messages, given->fault));
  g_assert_cmpstr (before, ==, after);
}

static void
test_override_keeps_the_order (void)
{
  g_autoptr (BcValue) root = parse ("{\"a\": 1, \"b\": 2, \"c\": 3}");
  g_autoptr (BcProblems) problems = bc_problems_new ("m");
  g_assert_true (bc_value_override (root, "b=4", problems));
  g_autofree char *text = bc_value_write (root);
  g_assert_cmpstr (text, ==, "{\n  \"a\": 1,\n  \"b\": 4,\n  \"c\": 3\n}\n");
}

/* ---- numbers ---- */

/* Significant digits of a decimal text, without zeros at either end. */
static int
count_digits (const char *text)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  for (; *text != '\0' && *text != 'e'; text++)
    if (g_ascii_isdigit (*text) && (digits->len > 0 || *text != '0'))
      g_string_append_c (digits, *text);
  while (digits->len > 1 && digits->str[digits->len - 1] == '0')
    g_string_truncate (digits, digits->len - 1);
  return (int) MAX (digits->len, 1);
}

/* The fewest digits that read back as the number, by trying them all. */
static int
fewest_digits (double number)
{
  for (int digits = 1; digits < 17; digits++)
    {
      char text[40];
      g_snprintf (text, sizeof text, "%.*e", digits - 1, number);
      if (g_ascii_strtod (text, NULL) == number)
        return count_digits (text);
    }
  return 17;
}

static void
check_number (double number)
{
  g_autofree char *text = bc_number_text (number);
  g_autoptr (BcValue) value = parse (text);
  g_assert_cmpint (value->kind, ==, BC_VALUE_NUMBER);
  g_assert_true (memcmp (&value->number, &number, sizeof number) == 0);
  g_assert_cmpint (count_digits (text), <=, fewest_digits (number));
}

/* Bit patterns of all exponents; then decimals as people type them. */
static void
test_random_numbers (void)
{
  GRand *random = g_rand_new_with_seed (20240229);
  for (int i = 0; i < 20000; i++)
    {
      guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
      double number;
      memcpy (&number, &bits, sizeof number);
      if (isnormal (number))
        check_number (number);
      check_number (g_rand_int_range (random, -1000000, 1000000)
                    * pow (10, g_rand_int_range (random, -12, 6)));
    }
  g_rand_free (random);
}

static void
test_special_numbers (void)
{
  static const double numbers[] = { 0.0,
                                    -0.0,
                                    1.0,
                                    -1.0,
                                    0.1,
                                    0.3,
                                    1.0 / 3.0,
                                    1e21,
                                    1e22,
                                    1e23,
                                    100.0,
                                    1e300,
                                    1e-300,
                                    123456,
                                    9.81,
                                    5e15,
                                    2.5e-15,
                                    1e15 + 1,
                                    0.1 + 0.2,
                                    9007199254740993.0,
                                    1.7976931348623157e308,
                                    2.2250738585072014e-308 };
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    check_number (numbers[i]);
}

/* Below 2.2e-308 numbers have fewer digits: the smallest is 5e-324. */
static void
test_denormal_numbers (void)
{
  check_number (5e-324);
  check_number (1e-310);
  check_number (2.5e-320);
}

static void
test_whole_numbers_look_whole (void)
{
  static const struct
  {
    double number;
    const char *text;
  } whole[] = {
    { 0, "0" }, { 1, "1" }, { -7, "-7" }, { 100, "100" }, { 0.5, "0.5" }, { 0.1, "0.1" }
  };
  for (gsize i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *text = bc_number_text (whole[i].number);
      g_assert_cmpstr (text, ==, whole[i].text);
    }
}

/* ---- all together ---- */

static void
add_files (const char *folder, const char *title, GPtrArray *files)
{
  g_autoptr (GDir) list = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (list);
  for (const char *name; (name = g_dir_read_name (list)) != NULL;)
    {
      if (!g_str_has_suffix (name, ".bellcrank.json"))
        continue;
      char *file = g_build_filename (folder, name, NULL);
      g_autofree char *path = g_strdup_printf ("/model/value/%s/%s", title, name);
      g_ptr_array_add (files, file);
      g_test_add_data_func (path, file, test_file_round_trip);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *examples = g_getenv ("BC_EXAMPLES");
  add_files (examples != NULL ? examples : BC_SOURCE_DATA_DIR "/examples", "example", files);
  add_files (BC_TEST_DATA_DIR "/mobility", "mobility", files);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/model/value/text/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_text_round_trip);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (overrides); i++)
    {
      g_autofree char *path = g_strconcat ("/model/value/override/", overrides[i].name, NULL);
      g_test_add_data_func (path, &overrides[i], test_override);
    }
  g_test_add_func ("/model/value/deep-but-legal", test_deep_but_legal);
  g_test_add_func ("/model/value/lines-fit-the-page", test_lines_fit_the_page);
  g_test_add_func ("/model/value/places", test_places);
  g_test_add_func ("/model/value/override-keeps-the-order", test_override_keeps_the_order);
  g_test_add_func ("/model/value/number/random", test_random_numbers);
  g_test_add_func ("/model/value/number/special", test_special_numbers);
  g_test_add_func ("/model/value/number/denormal", test_denormal_numbers);
  g_test_add_func ("/model/value/number/whole", test_whole_numbers_look_whole);
  return g_test_run ();
}
