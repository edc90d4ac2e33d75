/* bellcrank examples: lists the models that ship with the program, or copies one. */
#include "cli.h"

#include <stdio.h>

static int
list_examples (void)
{
  g_autoptr (GPtrArray) names = bc_cli_example_names ();
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *model = g_strconcat ("example:", name, NULL);
      g_autofree char *file = bc_cli_model_file (model);
      g_autoptr (BcProblems) problems = bc_problems_new (file);
      g_autoptr (BcValue) tree = bc_value_load (file, problems);
      const char *text = tree != NULL ? bc_value_get_string (tree, "description") : NULL;
      printf ("%-22s %s\n", name, text != NULL ? text : "");
    }
  return BC_EXIT_GOOD;
}

static int
copy_example (const char *name)
{
  g_autofree char *model = g_strconcat ("example:", name, NULL);
  g_autofree char *from = bc_cli_model_file (model);
  if (from == NULL)
    return BC_EXIT_WRONG_INPUT;
  g_autofree char *to = g_path_get_basename (from);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  if (g_file_test (to, G_FILE_TEST_EXISTS))
    {
      fprintf (stderr, "bellcrank: %s is already here. Move it away first\n", to);
      return BC_EXIT_WRONG_INPUT;
    }
  if (!g_file_get_contents (from, &text, NULL, &error)
      || !g_file_set_contents (to, text, -1, &error))
    {
      fprintf (stderr, "bellcrank: %s\n", error->message);
      return BC_EXIT_WRONG_INPUT;
    }
  printf ("%s\n", to);
  return BC_EXIT_GOOD;
}

int
bc_cli_examples (int argc, char **argv)
{
  g_autofree char *copy = NULL;
  const GOptionEntry entries[] = {
    { "copy", 0, 0, G_OPTION_ARG_STRING, &copy, "copy this example into the current folder",
      "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  if (!bc_cli_options (&argc, &argv, "examples", "Lists the examples that ship with the program.",
                       entries))
    return BC_EXIT_WRONG_INPUT;
  return copy != NULL ? copy_example (copy) : list_examples ();
}
