/* The program as a script calls it: words, output, exit status, files. */
#include "support.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

typedef struct
{
  int status;
  char *out, *err;
} Run;

static Run
run_in (const char *folder, const char *arguments)
{
  Run run = { 0 };
  g_autofree char *line = g_strdup_printf ("%s %s", BC_PROGRAM, arguments);
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  int wait = 0;
  g_assert_true (g_shell_parse_argv (line, NULL, &argv, NULL));
  if (!g_spawn_sync (folder, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &run.out, &run.err, &wait,
                     &error))
    g_error ("%s", error->message);
  g_assert_true (WIFEXITED (wait));
  run.status = WEXITSTATUS (wait);
  return run;
}

static void
run_clear (Run *run)
{
  g_free (run->out);
  g_free (run->err);
}

static BcValue *
parse (const char *text)
{
  g_autoptr (BcProblems) problems = bc_problems_new ("output");
  BcValue *value = bc_value_parse (text, strlen (text), problems);
  g_assert_nonnull (value);
  return value;
}

static double
number (const BcValue *object, const char *key)
{
  const BcValue *value = bc_value_get (object, key);
  g_assert_nonnull (value);
  return value->number;
}

/* What each example's mobility is on paper. */
static void
test_every_example (void)
{
  static const struct
  {
    const char *name;
    int freedoms, redundant;
  } examples[] = {
    { "andrews-squeezer", 1, 9 },     { "bricard", 1, 1 },         { "chain", 8, 0 },
    { "crank-rocker", 1, 3 },         { "double-four-bar", 1, 6 }, { "double-pendulum", 2, 0 },
    { "flyball-governor", 4, 0 },     { "four-bar", 1, 3 },        { "gear-train", 1, 0 },
    { "n-four-bar", 1, 30 },          { "peaucellier", 1, 9 },     { "pendulum", 1, 0 },
    { "quick-return", 1, 6 },         { "scotch-yoke", 1, 3 },     { "slider-crank", 1, 3 },
    { "spatial-slider-crank", 1, 0 }, { "spinning-top", 3, 0 },    { "stewart-platform", 6, 0 },
  };
  Run list = run_in (NULL, "examples");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (list.out), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (examples));
  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("info example:%s --json", examples[i].name);
      Run run = run_in (NULL, arguments);
      g_autoptr (BcValue) info = parse (run.out);
      g_assert_true (g_str_has_prefix (lines[i], examples[i].name));
      g_assert_cmpint (run.status, ==, 0);
      g_assert_cmpstr (run.err, ==, ""); /* no warnings */
      g_assert_cmpint ((int) number (info, "freedoms"), ==, examples[i].freedoms);
      g_assert_cmpint ((int) (number (info, "equations") - number (info, "rank")), ==,
                       examples[i].redundant);
      g_assert_true (bc_value_get (bc_value_get (info, "assembly"), "closed")->boolean);
      run_clear (&run);
    }
  run_clear (&list);
}

static void
test_overrides (void)
{
  Run run = run_in (NULL, "info example:n-four-bar --json --set parameters.n=200");
  g_autoptr (BcValue) info = parse (run.out);
  g_assert_cmpint ((int) number (info, "freedoms"), ==, 1);
  g_assert_cmpint ((int) number (info, "joints"), ==, 601);
  run_clear (&run);
  run = run_in (NULL, "info example:pendulum --json --set 'parameters.mass=2 kg'");
  g_autoptr (BcValue) heavier = parse (run.out);
  assert_close (number (bc_value_get (bc_value_get (heavier, "bodies"), "bob"), "mass"), 2, 0);
  run_clear (&run);
}

static void
test_exit_status (void)
{
  static const struct
  {
    const char *arguments;
    int status;
    const char *message;
  } cases[] = {
    { "inffo", 1, "Did you mean \"info\"" },
    { "info", 1, "usage" },
    { "info example:four-barr", 1, "Did you mean \"four-bar\"" },
    { "info /nonexistent.json", 1, "cannot be opened" },
    { "info example:four-bar --set bodies.crnk.mass=2", 1, "there is no \"crnk\"" },
    { "info example:four-bar --set bodies.crank.mass='2 mm'", 1, "expected a mass" },
    { "info example:four-bar --set 'parameters.d=5 m'", 2, "" },
    { "info example:four-bar --picture /tmp/x.gif", 1, ".svg" },
    { "info example:four-bar --picture /nonexistent/x.svg", 1, "/nonexistent" },
    { "info example:four-bar --view nowhere --picture /tmp/x.svg", 1, "no view" },
    { "info example:four-bar --nonsense", 1, "nonsense" },
    { "format /nonexistent.json", 1, "cannot be opened" },
    { "run", 1, "usage" },
    { "run example:pendulum --analysis nonsense", 1, "Use one of: dynamics" },
    { "run example:pendulum --step nonsense", 1, "--step" },
    { "run example:pendulum --step 0", 1, "larger than zero" },
    { "run example:pendulum --quantities bob.xx", 1, "Did you mean \"bob.x\"" },
    { "run example:pendulum --out /nonexistent/x.csv", 1, "cannot write" },
    { "run example:pendulum --out x.xls", 1, ".csv or .json" },
    { "run example:pendulum --formulation topological", 1, "not in this version" },
    { "run example:pendulum --analysis kinematics", 2, "not driven" },
    { "run example:four-bar --set 'parameters.d=5 m'", 2, "does not close" },
    { "--help", 0, "" },
    { "--version", 0, "" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Run run = run_in (NULL, cases[i].arguments);
      if (run.status != cases[i].status || strstr (run.err, cases[i].message) == NULL)
        g_error ("%s: status %d: %s", cases[i].arguments, run.status, run.err);
      run_clear (&run);
    }
}

/* Links too short to close: the joints and what is missing. */
static void
test_gap_is_named (void)
{
  Run run = run_in (NULL, "info example:four-bar --set 'parameters.d=5 m'");
  g_assert_nonnull (strstr (run.out, "Does not close"));
  g_assert_nonnull (strstr (run.out, "joint  B"));
  g_assert_nonnull (strstr (run.out, " m apart"));
  run_clear (&run);
}

static void
test_copy_and_format (void)
{
  g_autofree char *folder = g_dir_make_tmp ("bellcrank-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "chain.bellcrank.json", NULL);
  g_autofree char *first = NULL, *second = NULL;
  Run run = run_in (folder, "examples --copy chain");
  g_assert_cmpint (run.status, ==, 0);
  run_clear (&run);
  run = run_in (folder, "examples --copy chain"); /* does not overwrite */
  g_assert_cmpint (run.status, ==, 1);
  run_clear (&run);
  g_assert_true (g_file_get_contents (file, &first, NULL, NULL));
  run = run_in (folder, "format chain.bellcrank.json -o chain.bellcrank.json");
  g_assert_cmpint (run.status, ==, 0);
  run_clear (&run);
  g_assert_true (g_file_get_contents (file, &second, NULL, NULL));
  g_assert_cmpstr (first, ==, second); /* the examples are in normal layout */
  g_unlink (file);
  g_rmdir (folder);
}

/* Table, plot and the closing line of a run; what is written is what was asked for. */
static void
test_run (void)
{
  g_autofree char *folder = g_dir_make_tmp ("bellcrank-XXXXXX", NULL);
  g_autofree char *csv = g_build_filename (folder, "out.csv", NULL), *text = NULL;
  g_autofree char *svg = g_build_filename (folder, "out.svg", NULL);
  Run run = run_in (folder, "run example:pendulum --step '2 ms' --end 0.1 --quantities "
                            "bob.x,pin.q1,distance:bob/a,bob/com --out out.csv --plot out.svg");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\nRESULT time=0.1 steps=50 iterations="));
  g_assert_nonnull (strstr (run.out, "coordinates=2 "));
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpstr (lines[0], ==, "time,bob.x,pin.q1,distance:bob/a,bob/com");
  g_assert_cmpuint (g_strv_length (lines), ==, 52);
  g_assert_true (g_file_test (svg, G_FILE_TEST_EXISTS));
  run_clear (&run);
  g_unlink (csv);
  g_unlink (svg);
  g_rmdir (folder);
}

/* Same model, same options, same bits. */
static void
test_runs_repeat (void)
{
  g_autofree char *folder = g_dir_make_tmp ("bellcrank-XXXXXX", NULL);
  char *texts[2];
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *csv = g_build_filename (folder, "out.csv", NULL);
      Run run = run_in (folder, "run example:flyball-governor --end 0.2 --out out.csv");
      g_assert_cmpint (run.status, ==, 0);
      g_assert_true (g_file_get_contents (csv, &texts[i], NULL, NULL));
      run_clear (&run);
      g_unlink (csv);
    }
  g_assert_cmpstr (texts[0], ==, texts[1]);
  g_free (texts[0]);
  g_free (texts[1]);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/cli/every-example", test_every_example);
  g_test_add_func ("/app/cli/overrides", test_overrides);
  g_test_add_func ("/app/cli/exit-status", test_exit_status);
  g_test_add_func ("/app/cli/gap-is-named", test_gap_is_named);
  g_test_add_func ("/app/cli/copy-and-format", test_copy_and_format);
  g_test_add_func ("/app/cli/run", test_run);
  g_test_add_func ("/app/cli/runs-repeat", test_runs_repeat);
  return g_test_run ();
}
