/* Bad input: every mistake ends in a message that names it, and nothing crashes or leaks. */
#include "model/model-read.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* ---- many mistakes at once ---- */

static const struct
{
  int line;
  const char *word;
} twenty[] = {
  { 4, "three numbers" },
  { 5, "Did you mean \"up\"?" },
  { 7, "\"mm\" is a unit" },
  { 8, "unknown name \"height\"" },
  { 10, "division by zero" },
  { 18, "expected a length" },
  { 24, "must not be negative" },
  { 27, "given twice" },
  { 34, "the largest exceeds the sum" },
  { 40, "Did you mean \"cylinder\"?" },
  { 41, "slender" },
  { 45, "the name is taken by the body in line 21" },
  { 51, "Did you mean \"revolute\"?" },
  { 52, "Did you mean \"rod/a\"?" },
  { 53, "both markers are on the body \"rod\"" },
  { 55, "\"pitch\" is missing" },
  { 58, "the fixed joint \"D\" has no freedom" },
  { 66, "does not come after" },
  { 72, "when t = 0" },
  { 75, "Did you mean \"dynamics\"?" },
};

static void
test_twenty_mistakes (void)
{
  g_autofree char *file =
      g_build_filename (BC_TEST_DATA_DIR, "bad", "twenty-mistakes.bellcrank.json", NULL);
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  g_assert_cmpint (G_N_ELEMENTS (twenty), ==, 20);
  g_assert_null (bc_model_load (file, NULL, problems));
  g_autofree char *all = bc_problems_format (problems);
  g_test_message ("%s", all);
  for (guint i = 0; i < MIN (problems->list->len, 20); i++)
    {
      const BcProblem *problem = bc_problems_get (problems, i);
      g_autofree char *message = bc_problem_format (problems, problem);
      g_assert_cmpint (problem->line, ==, twenty[i].line);
      g_assert_nonnull (strstr (message, twenty[i].word));
    }
  g_assert_cmpint (bc_problems_count (problems, BC_ERROR), ==, 20);
  g_assert_cmpint (bc_problems_count (problems, BC_WARNING), ==, 0);
}

/* ---- one mistake in a text, in which ' stands for " ---- */

#define GROUND "{'name': 'ground', 'kind': 'ground', 'markers': {'o': {}, 'c': {'at': [1, 0, 0]}}}"
#define ROD                                                                                        \
  "{'name': 'rod', 'kind': 'rigid', 'mass': 1, 'markers': {'a': {}, 'b': {'at': [1, 0, 0]}}}"
#define PIN "{'name': 'pin', 'type': 'revolute', 'from': 'ground/o', 'to': 'rod/a'}"
#define WELD "{'name': 'weld', 'type': 'fixed', 'from': 'ground/o', 'to': 'rod/a'}"

/* Sound in themselves: a model with more keys, with more bodies, with other joints and keys. */
#define KEYS(more)                                                                                 \
  "{'bellcrank': 1, 'bodies': [" GROUND ", " ROD "], 'joints': [" PIN "], " more "}"
#define BODIES(more) "{'bellcrank': 1, 'bodies': [" GROUND ", " more "]}"
#define JOINTS(joints, more)                                                                       \
  "{'bellcrank': 1, 'bodies': [" GROUND ", " ROD "], 'joints': [" joints "]" more "}"
#define PARAMETERS(text) KEYS ("'parameters': {" text "}")
#define DRIVER(text) KEYS ("'drivers': [{'name': 'motor', " text "}]")
#define FORCE(text) KEYS ("'forces': [{'name': 'load', " text "}]")
#define BODY(text) BODIES ("{'name': 'b', 'kind': 'rigid', " text "}")

typedef struct
{
  const char *name, *text, *fragment;
  int errors, warnings; /* exactly: a mistake is blamed once */
} Case;

static const Case cases[] = {
  /* no JSON */
  { "empty", "", "the file is empty", 1, 0 },
  { "white-space", " \n\t\n", "the file is empty", 1, 0 },
  { "word", "hello", "expected a value, found 'h'", 1, 0 },
  { "nan", "{'bellcrank': NaN}", "NaN and infinity are not numbers", 1, 0 },
  { "infinity", "{'bellcrank': -Infinity}", "not a JSON number", 1, 0 },
  { "too-large-number", "{'bellcrank': 1e400}", "1e400 is too large", 1, 0 },
  { "trailing-comma", "{'bellcrank': 1,\n}", "a comma after the last item", 1, 0 },
  { "trailing-comma-in-list", "[1, 2, ]", "a comma after the last item", 1, 0 },
  { "missing-comma", "{'bellcrank': 1 'bodies': []}", "expected ',' or '}'", 1, 0 },
  { "comment", "{'bellcrank': /* one */ 1}", "JSON has no comments", 1, 0 },
  { "comment-before-a-key", "{// one\n'bellcrank': 1}", "JSON has no comments", 1, 0 },
  { "double-key", "{'bellcrank': 1,\n'bellcrank': 1}",
    ":2:1: error: the key \"bellcrank\" stands twice", 1, 0 },
  { "unclosed-text", "{'bellcrank", "this text is never closed", 1, 0 },
  { "line-end-in-text", "{'name': 'a\nb'}", "inside a text", 1, 0 },
  { "unclosed-object", "{'bellcrank': 1", "found the end of the file", 1, 0 },
  { "bracket-too-many", "{'bellcrank': 1}}", "one closing bracket too many", 1, 0 },
  { "key-without-quotes", "{bellcrank: 1}", "a key in double quotes", 1, 0 },
  { "typographic-quotes", "{'name': “pin”}", "expected a value, found '“'", 1, 0 },
  { "leading-zero", "{'bellcrank': 01}", "not a JSON number", 1, 0 },
  { "bare-point", "{'bellcrank': .5}", "not a JSON number", 1, 0 },
  { "unknown-escape", "{'name': 'a\\qb'}", "backslash starts no known escape", 1, 0 },
  { "lone-surrogate", "{'name': '\\ud83d'}", "backslash starts no known escape", 1, 0 },
  { "null-character", "{'name': '\\u0000'}", "backslash starts no known escape", 1, 0 },
  { "not-utf8", "{'name': '\xff'}", "byte 0xff is not text", 1, 0 },
  { "overlong-utf8", "{'name':\n '\xc0\xaf'}", ":2:3: error: the byte 0xc0", 1, 0 },
  { "cut-utf8", "{'name': '\xe2\x82", "is not text", 1, 0 },

  /* no model */
  { "list", "[1, 2]", "a model is an object, this is a list", 1, 0 },
  { "number", "3", "a model is an object, this is a number", 1, 0 },
  { "no-version", "{'bodies': []}", "\"bellcrank\" is missing", 1, 0 },
  { "wrong-version", "{'bellcrank': 2, 'bodies': []}", "format version 2 is not known", 1, 0 },
  { "broken-version", "{'bellcrank': 1.5, 'bodies': []}", "expected a whole number", 1, 0 },
  { "no-bodies", "{'bellcrank': 1}", "\"bodies\" is missing", 1, 0 },
  { "bodies-object", "{'bellcrank': 1, 'bodies': {}}", "expected a list", 1, 0 },
  { "unknown-key", KEYS ("'driver': []"), "Did you mean \"drivers\"?", 1, 0 },
  { "unknown-key-far-off", KEYS ("'quux': []"), "Known keys here: bellcrank, name", 1, 0 },

  /* numbers and parameters */
  { "wrong-unit", BODY ("'mass': '2 m'"), "expected a mass, found \"2 m\", which is a length", 1,
    0 },
  { "unknown-unit", BODY ("'mass': '2 stone'"), "should stand before this", 1, 0 },
  { "text-for-number", BODY ("'mass': true"), "expected a mass, found true or false", 1, 0 },
  { "division-by-zero", PARAMETERS ("'a': '1/0'"), "division by zero", 1, 0 },
  { "division-by-zero-at-start", DRIVER ("'joint': 'pin', 'position': '1/t'"),
    "division by zero when t = 0", 1, 0 },
  { "root-of-negative", PARAMETERS ("'a': 'sqrt(-1)'"), "no value for this argument", 1, 0 },
  { "too-large-expression", PARAMETERS ("'a': '1e200*1e200'"), "not a finite number", 1, 0 },
  { "sum-of-unlike", PARAMETERS ("'a': '1 m + 1 kg'"), "do not go together", 1, 0 },
  { "open-bracket", PARAMETERS ("'a': '2*(1 + 2'"), "never closed", 1, 0 },
  { "parameter-like-unit", PARAMETERS ("'kg': 1"), "\"kg\" is a unit", 1, 0 },
  { "parameter-like-function", PARAMETERS ("'sin': 1"), "\"sin\" is a function", 1, 0 },
  { "parameter-like-constant", PARAMETERS ("'pi': 3"), "\"pi\" is a constant", 1, 0 },
  { "parameter-like-time", PARAMETERS ("'t': 3"), "\"t\" is a unit", 1, 0 },
  { "parameter-forward", PARAMETERS ("'a': '2*b', 'b': 1"), "unknown name \"b\"", 1, 0 },
  { "parameter-of-itself", PARAMETERS ("'a': 'a + 1'"), "unknown name \"a\"", 1, 0 },
  { "faulty-parameter-in-use", KEYS ("'parameters': {'a': '1/0'}, 'gravity': [0, 'a', 0]"),
    "division by zero", 1, 0 },
  { "driver-in-kilograms", DRIVER ("'joint': 'pin', 'position': '5 kg'"), "expected an angle", 1,
    0 },

  /* what repeats */
  { "repetition-explodes",
    BODIES ("{'for i = 1 to 1e9': [{'name': 'b{i}', 'kind': 'rigid', 'mass': 1}]}"),
    "Repeat less often", 1, 0 },
  { "repetition-of-nothing-explodes", BODIES ("{'for i = 1 to 1e9': []}"), "Repeat less often", 1,
    0 },
  { "repetition-too-far", BODIES ("{'for i = 1 to 1e10': []}"), "expected a whole number", 1, 0 },
  { "repetition-header", BODIES ("{'for i from 1 to 3': []}"), "is no repetition", 1, 0 },
  { "repetition-bound", BODIES ("{'for i = 1 to n': []}"), "unknown name \"n\"", 1, 0 },
  { "repetition-half", BODIES ("{'for i = 1 to 2.5': []}"), "expected a whole number", 1, 0 },
  { "repetition-object-in-list", BODIES ("{'for i = 1 to 2': {}}"),
    "expected a list, found an object", 1, 0 },
  { "repetition-counter-taken", BODIES ("{'for m = 1 to 2': []}"), "already taken", 1, 0 },
  { "repetition-expression", BODIES ("{'for i = 1 to 2': [{'name': 'b{j}'}]}"),
    "unknown name \"j\"", 1, 0 },
  { "repetition-same-name",
    BODIES ("{'for i = 1 to 2': [{'name': 'b', 'kind': 'rigid', 'mass': 1}]}"), "the name is taken",
    1, 0 },

  /* bodies */
  { "double-name", BODIES (ROD ", " ROD), "the name is taken by the body in line 1", 1, 0 },
  { "no-name", BODIES ("{'kind': 'rigid', 'mass': 1}"), "this body has no name", 1, 0 },
  { "name-with-space", BODIES ("{'name': 'my rod', 'kind': 'rigid', 'mass': 1}"),
    "cannot be a name", 1, 0 },
  { "body-is-number", BODIES ("3"), "expected an object, found a number", 1, 0 },
  { "two-grounds", BODIES ("{'name': 'floor', 'kind': 'ground'}"), "there are two ground bodies", 1,
    0 },
  { "moving-ground", "{'bellcrank': 1, 'bodies': [{'name': 'g', 'kind': 'ground', 'pose': {}}]}",
    "the ground does not move", 1, 0 },
  { "misspelt-kind", BODIES ("{'name': 'b', 'kind': 'rigit', 'mass': 1}"),
    "Did you mean \"rigid\"?", 1, 0 },
  { "no-kind", BODIES ("{'name': 'b', 'mass': 1}"), "\"kind\" is missing", 1, 0 },
  { "flexible", BODIES ("{'name': 'b', 'kind': 'flexible', 'mass': 1}"), "not in this version", 1,
    0 },
  { "nothing-holds-massless", BODY ("'markers': {}"), "no mass and no joint holds it", 1, 0 },
  { "massless-but-held",
    BODIES ("{'name': 'b', 'kind': 'rigid', 'markers': {'a': {}}}], 'joints': [{'name': 'p', "
            "'type': 'revolute', 'from': 'ground/o', 'to': 'b/a'}"),
    "warning: bodies[1] (body \"b\"): it has no mass", 0, 1 },
  { "negative-inertia", BODY ("'mass': 1, 'inertia': [1, -1, 1]"),
    "moment of inertia is negative: -1", 1, 0 },
  { "negative-principal-inertia", BODY ("'mass': 1, 'inertia': [1, 1, 1, 2, 0, 0]"),
    "moment of inertia is negative", 1, 0 },
  { "inertia-triangle", BODY ("'mass': 1, 'inertia': [1, 2, 4]"), "the largest exceeds the sum", 1,
    0 },
  { "inertia-of-four", BODY ("'mass': 1, 'inertia': [1, 1, 1, 0]"), "expected 3 or 6 numbers", 1,
    0 },
  { "zero-quaternion", BODY ("'mass': 1, 'pose': {'quaternion': [0, 0, 0, 0]}"),
    "the quaternion is zero", 1, 0 },
  { "parallel-axes", BODY ("'mass': 1, 'pose': {'z': [1, 0, 0], 'x': [2, 0, 0]}"), "span no frame",
    1, 0 },
  { "marker-named-com", BODY ("'mass': 1, 'markers': {'com': {}}"),
    "the name of the centre of mass", 1, 0 },
  { "missing-mesh", BODY ("'mass': 1, 'shapes': [{'type': 'mesh', 'file': 'none.stl'}]"),
    "none.stl", 1, 0 },
  { "shape-without-size", BODY ("'mass': 1, 'shapes': [{'type': 'sphere'}]"),
    "\"radius\" is missing", 1, 0 },
  { "rod-on-unknown-marker",
    BODY ("'mass': 1, 'shapes': [{'type': 'rod', 'from': 'a', 'to': [1, 0, 0], 'radius': 1}]"),
    "no marker \"a\"", 1, 0 },
  { "com-of-faulty-body",
    BODIES ("{'name': 'b', 'kind': 'rigid', 'mass': -1}], 'forces': [{'name': 'f', 'type': "
            "'force', 'at': 'b/com', 'force': [0, 0, 1]}"),
    "must not be negative", 1, 0 },

  /* joints, drivers, forces */
  { "unknown-marker",
    JOINTS ("{'name': 'p', 'type': 'revolute', 'from': 'grond/o', 'to': 'rod/a'}", ""),
    "Did you mean \"ground/o\"?", 1, 0 },
  { "marker-without-body",
    JOINTS ("{'name': 'p', 'type': 'revolute', 'from': 'somewhere', 'to': 'rod/a'}", ""),
    "written \"BODY/MARKER\"", 1, 0 },
  { "unknown-joint-type",
    JOINTS ("{'name': 'p', 'type': 'hinge', 'from': 'ground/o', 'to': 'rod/a'}", ""),
    "Types: fixed, revolute", 1, 0 },
  { "same-markers", JOINTS (PIN ", " WELD, ""),
    "warning: joints[1] (joint \"weld\"): the joint \"pin\" connects the same markers", 0, 1 },
  { "driver-on-fixed",
    JOINTS (WELD, ", 'drivers': [{'name': 'd', 'joint': 'weld', 'position': 0}]"),
    "has no freedom that could be used", 1, 0 },
  { "driver-beyond-freedoms", DRIVER ("'joint': 'pin', 'coordinate': 2, 'position': 0"),
    "has no freedom 2, only 1", 1, 0 },
  { "driver-of-nothing", DRIVER ("'position': 0"), "not clear what is driven", 1, 0 },
  { "driver-without-law", DRIVER ("'joint': 'pin'"), "none of position, velocity and acceleration",
    1, 0 },
  { "driver-with-two-laws", DRIVER ("'joint': 'pin', 'position': 0, 'velocity': 0"),
    "more than one of position", 1, 0 },
  { "driver-of-unknown-joint", DRIVER ("'joint': 'pim', 'position': 0"), "Did you mean \"pin\"?", 1,
    0 },
  { "unsorted-table", DRIVER ("'joint': 'pin', 'position': {'table': [[0, 0], [2, 1], [1, 1]]}"),
    "Sort the points", 1, 0 },
  { "missing-table-file", DRIVER ("'joint': 'pin', 'position': {'table': 'none.csv'}"), "none.csv",
    1, 0 },
  { "step-backwards",
    DRIVER ("'joint': 'pin', 'position': {'step': {'from': 0, 'to': 1, 'start': 2, 'end': 1}}"),
    "ends before it starts", 1, 0 },
  { "gear-of-three",
    JOINTS (PIN ", {'name': 'g', 'type': 'gear', 'ratio': 1, 'joints': ['pin', 'pin', 'pin']}", ""),
    "expected 2 joints, found 3", 1, 0 },
  { "gear-of-itself",
    JOINTS (PIN ", {'name': 'g', 'type': 'gear', 'ratio': 1, 'joints': ['pin', 'g']}", ""),
    "has no freedom", 1, 0 },
  { "unknown-force-type", FORCE ("'type': 'sping'"), "Did you mean \"spring\"?", 1, 0 },
  { "spring-on-unknown-joint-type",
    JOINTS ("{'name': 'p', 'type': 'hinge', 'from': 'ground/o', 'to': 'rod/a'}",
            ", 'forces': [{'name': 's', 'type': 'joint-spring', 'joint': 'p', 'stiffness': 1}]"),
    "unknown type of joint", 1, 0 },
  { "limit-on-unknown-joint-type",
    JOINTS ("{'name': 'p', 'type': 'hinge', 'from': 'ground/o', 'to': 'rod/a'}",
            ", 'forces': [{'name': 's', 'type': 'joint-limit', 'joint': 'p', 'stiffness': 1, "
            "'upper': 1}]"),
    "unknown type of joint", 1, 0 },
  { "spring-on-faulty-joint",
    JOINTS ("{'name': 'p', 'type': 'revolute', 'from': 'ground/o', 'to': 'rod/z'}",
            ", 'forces': [{'name': 's', 'type': 'joint-spring', 'joint': 'p', 'stiffness': 1}]"),
    "no marker \"rod/z\"", 1, 0 },
};

static void
check_problems (const BcProblems *problems, const char *fragment, int errors, int warnings)
{
  g_autofree char *all = bc_problems_format (problems);
  g_test_message ("%s", all);
  g_assert_nonnull (strstr (all, fragment));
  g_assert_cmpint ((int) bc_problems_count (problems, BC_ERROR), ==, errors);
  g_assert_cmpint ((int) bc_problems_count (problems, BC_WARNING), ==, warnings);
}

static void
test_case (gconstpointer data)
{
  const Case *bad = data;
  g_autoptr (BcProblems) problems = bc_problems_new ("model");
  g_autofree char *text = g_strdelimit (g_strdup (bad->text), "'", '"');
  g_autoptr (BcValue) tree = bc_value_parse (text, strlen (text), problems);
  BcModel *model = tree != NULL ? bc_model_read (tree, "/nowhere", problems) : NULL;
  check_problems (problems, bad->fragment, bad->errors, bad->warnings);
  g_assert_cmpint (model != NULL, ==, bad->errors == 0);
  bc_model_free (model);
}

/* ---- files ---- */

static void
check_file (const char *file, const char *fragment)
{
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  g_assert_null (bc_model_load (file, NULL, problems));
  check_problems (problems, fragment, 1, 0);
}

static void
check_content (const char *content, gsize length, const char *fragment)
{
  g_autofree char *file = NULL;
  int handle = g_file_open_tmp ("bellcrank-XXXXXX.json", &file, NULL);
  g_assert_cmpint (handle, >=, 0);
  close (handle);
  g_assert_true (g_file_set_contents (file, content, (gssize) length, NULL));
  check_file (file, fragment);
  g_unlink (file);
}

static void
test_missing_file (void)
{
  check_file ("/nowhere/none.bellcrank.json", "cannot be opened: No such file");
}

static void
test_folder (void)
{
  check_file (BC_TEST_DATA_DIR, "is not a file");
}

static void
test_empty_file (void)
{
  check_content ("", 0, "the file is empty");
}

static void
test_binary_file (void)
{
  static const char program[] = "\x7f"
                                "ELF\x02\x01\x01\x00\x00\x00\xde\xad\xbe\xef";
  check_content (program, sizeof program, "is not text (UTF-8)");
}

/* 100 MB of zeros that take no room on the disk. */
static void
test_huge_file (void)
{
  g_autofree char *file = NULL;
  int handle = g_file_open_tmp ("bellcrank-XXXXXX.json", &file, NULL);
  g_assert_cmpint (handle, >=, 0);
  g_assert_cmpint (ftruncate (handle, 100 * 1000 * 1000), ==, 0);
  close (handle);
  check_file (file, "has 95 MB; a model file has at most 64");
  g_unlink (file);
}

static void
check_nesting (const char *open, int depth, const char *fragment)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < depth; i++)
    g_string_append (text, open);
  check_content (text->str, text->len, fragment);
}

static void
test_deep_nesting (void)
{
  check_nesting ("[", 100000, "nested more than 100 deep");
  check_nesting ("{\"a\": ", 100000, "nested more than 100 deep");
}

static void
check_parameter (GString *expression, const char *fragment)
{
  g_autofree char *text = g_strdup_printf (
      "{\"bellcrank\": 1, \"bodies\": [], \"parameters\": {\"a\": \"%s\"}}", expression->str);
  check_content (text, strlen (text), fragment);
  g_string_free (expression, TRUE);
}

static void
test_hostile_expressions (void)
{
  GString *deep = g_string_new (NULL), *wide = g_string_new ("1"), *minus = g_string_new (NULL);
  GString *tower = g_string_new ("1"), *digits = g_string_new (NULL);
  for (int i = 0; i < 100000; i++)
    {
      g_string_append_c (deep, '(');
      g_string_append (wide, "+1");
      g_string_append_c (minus, '-');
      g_string_append (tower, "^1");
      g_string_append_c (digits, '1');
    }
  check_parameter (deep, "nested too deep");
  check_parameter (wide, "too long");
  check_parameter (minus, "nested too deep");
  check_parameter (tower, "nested too deep");
  check_parameter (digits, "too many digits");
}

static void
test_message_names_place_and_object (void)
{
  static const char text[] = "{\"bellcrank\": 1, \"bodies\": [\n"
                             "  {\"name\": \"rod\",\n"
                             "   \"kind\": \"rigid\", \"mass\": \"1 s\"}]}";
  g_autoptr (BcProblems) problems = bc_problems_new ("arm.json");
  g_autoptr (BcValue) tree = bc_value_parse (text, strlen (text), problems);
  g_assert_null (bc_model_read (tree, ".", problems));
  g_autofree char *message = bc_problem_format (problems, bc_problems_get (problems, 0));
  g_assert_cmpstr (
      message, ==,
      "arm.json:3:29: error: bodies[0].mass (body \"rod\"): expected a mass, found \"1 s\", "
      "which is a time. Write for example \"1 kg\"");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/problems/twenty-mistakes", test_twenty_mistakes);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/model/problems/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/model/problems/file/missing", test_missing_file);
  g_test_add_func ("/model/problems/file/folder", test_folder);
  g_test_add_func ("/model/problems/file/empty", test_empty_file);
  g_test_add_func ("/model/problems/file/binary", test_binary_file);
  g_test_add_func ("/model/problems/file/huge", test_huge_file);
  g_test_add_func ("/model/problems/file/deep-nesting", test_deep_nesting);
  g_test_add_func ("/model/problems/hostile-expressions", test_hostile_expressions);
  g_test_add_func ("/model/problems/place-and-object", test_message_names_place_and_object);
  return g_test_run ();
}
