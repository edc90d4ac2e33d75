/* bellcrank format: rewrites a model file in the normal layout.  bellcrank schema: the format. */
#include "cli.h"

#include "model/schema.h"

#include <stdio.h>

static gboolean
write_out (const char *text, const char *file)
{
  g_autoptr (GError) error = NULL;
  if (file == NULL)
    {
      fputs (text, stdout);
      return TRUE;
    }
  if (g_file_set_contents (file, text, -1, &error))
    return TRUE;
  fprintf (stderr, "bellcrank: %s\n", error->message);
  return FALSE;
}

int
bc_cli_format (int argc, char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "write here instead of to the terminal",
      "FILE" },
    G_OPTION_ENTRY_NULL,
  };
  if (!bc_cli_options (&argc, &argv, "format MODEL", "Rewrites a model file in the normal layout.",
                       entries))
    return BC_EXIT_WRONG_INPUT;
  if (argc != 2)
    {
      fputs ("usage: bellcrank format MODEL [-o FILE]\n", stderr);
      return BC_EXIT_WRONG_INPUT;
    }
  g_autofree char *file = bc_cli_model_file (argv[1]);
  if (file == NULL)
    return BC_EXIT_WRONG_INPUT;
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  g_autoptr (BcValue) tree = bc_value_load (file, problems);
  g_autofree char *text = tree != NULL ? bc_value_write (tree) : bc_problems_format (problems);
  if (tree == NULL)
    {
      fputs (text, stderr);
      return BC_EXIT_WRONG_INPUT;
    }
  return write_out (text, output) ? BC_EXIT_GOOD : BC_EXIT_WRONG_INPUT;
}

int
bc_cli_schema (int argc, char **argv)
{
  if (!bc_cli_options (&argc, &argv, "schema", "Prints the JSON Schema of model files.", NULL))
    return BC_EXIT_WRONG_INPUT;
  g_autoptr (BcValue) schema = bc_schema_new ();
  g_autofree char *text = bc_value_write (schema);
  fputs (text, stdout);
  return BC_EXIT_GOOD;
}
