#include "cli.h"

#include "model/words.h"

#include <stdio.h>
#include <string.h>

#define SUFFIX ".bellcrank.json"

char *
bc_cli_examples_folder (void)
{
  /* From the source tree when it is there, so that the program runs without being installed. */
  const char *given = g_getenv ("BELLCRANK_DATA");
  const char *data = given != NULL                                          ? given
                     : g_file_test (BC_SOURCE_DATA_DIR, G_FILE_TEST_IS_DIR) ? BC_SOURCE_DATA_DIR
                                                                            : BC_DATA_DIR;
  return g_build_filename (data, "examples", NULL);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
bc_cli_example_names (void)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = bc_cli_examples_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;
  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, SUFFIX))
      g_ptr_array_add (names, g_strndup (file, strlen (file) - strlen (SUFFIX)));
  g_ptr_array_sort (names, compare_names);
  return names;
}

char *
bc_cli_model_file (const char *model)
{
  if (!g_str_has_prefix (model, "example:"))
    return g_strdup (model);
  const char *name = model + strlen ("example:");
  g_autoptr (GPtrArray) names = bc_cli_example_names ();
  for (guint i = 0; i < names->len; i++)
    if (strcmp (g_ptr_array_index (names, i), name) == 0)
      {
        g_autofree char *folder = bc_cli_examples_folder ();
        g_autofree char *file = g_strconcat (name, SUFFIX, NULL);
        return g_build_filename (folder, file, NULL);
      }
  g_autofree char *near =
      bc_suggest (name, (const char *const *) (gpointer) names->pdata, (int) names->len);
  fprintf (stderr, "bellcrank: there is no example \"%s\". %s\n", name,
           near != NULL ? near : "\"bellcrank examples\" lists them.");
  return NULL;
}

BcModel *
bc_cli_load (const char *name, char **overrides)
{
  g_autofree char *file = bc_cli_model_file (name);
  if (file == NULL)
    return NULL;
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  BcModel *model = bc_model_load (file, (const char *const *) overrides, problems);
  g_autofree char *text = bc_problems_format (problems);
  fputs (text, stderr);
  guint errors = bc_problems_count (problems, BC_ERROR);
  if (model == NULL)
    fprintf (stderr, "bellcrank: %u error%s in %s\n", errors, errors == 1 ? "" : "s", file);
  return model;
}

gboolean
bc_cli_options (int *argc, char ***argv, const char *usage, const char *summary,
                const GOptionEntry *entries)
{
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  g_autoptr (GError) error = NULL;
  g_option_context_set_summary (context, summary);
  if (entries != NULL)
    g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, argc, argv, &error))
    return TRUE;
  fprintf (stderr, "bellcrank: %s\n", error->message);
  return FALSE;
}
