#include "cli.h"

#include "model/words.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *about;
} commands[] = {
  { "run", bc_cli_run, "simulate a model, write tables and plots" },
  { "info", bc_cli_info, "what a model consists of, whether it closes, how it can move" },
  { "bench", bc_cli_bench, "the benchmark tables" },
  { "examples", bc_cli_examples, "the models that ship with the program" },
  { "format", bc_cli_format, "rewrite a model file in the normal layout" },
  { "schema", bc_cli_schema, "the JSON Schema of model files" },
};

static void
print_help (FILE *to)
{
  fputs ("Bellcrank: a workbench for rigid and flexible mechanisms\n\n"
         "usage: bellcrank COMMAND [options]\n\n",
         to);
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (to, "  %-10s %s\n", commands[i].name, commands[i].about);
  fputs ("\nMODEL is a path or example:NAME.  \"bellcrank COMMAND --help\" tells more.\n", to);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* numbers on the command line and in files have a point */
  if (argc < 2)
    {
      print_help (stdout);
      return BC_EXIT_GOOD;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      print_help (stdout);
      return BC_EXIT_GOOD;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      puts ("bellcrank " BC_VERSION);
      return BC_EXIT_GOOD;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      return commands[i].run (argc - 1, argv + 1);

  const char *names[G_N_ELEMENTS (commands)];
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  g_autofree char *near = bc_suggest (argv[1], names, G_N_ELEMENTS (commands));
  fprintf (stderr, "bellcrank: there is no command \"%s\". %s\n", argv[1],
           near != NULL ? near : "\"bellcrank --help\" lists them.");
  return BC_EXIT_WRONG_INPUT;
}
