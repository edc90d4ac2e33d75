/* The command line: one file per command, each a function with the shape of main. */
#pragma once

#include "model/model-read.h"

/* Exit statuses. */
enum
{
  BC_EXIT_GOOD = 0,
  BC_EXIT_WRONG_INPUT = 1,
  BC_EXIT_CANNOT_GO_ON = 2,
};

int bc_cli_bench (int argc, char **argv);
int bc_cli_examples (int argc, char **argv);
int bc_cli_format (int argc, char **argv);
int bc_cli_info (int argc, char **argv);
int bc_cli_run (int argc, char **argv);
int bc_cli_schema (int argc, char **argv);

/* The file behind MODEL: a path as it is, example:NAME from the program's own folder.  NULL after a
 * message when there is no such example. */
char *bc_cli_model_file (const char *model);

/* Loads MODEL, prints warnings and errors to standard error.  NULL when there were errors. */
BcModel *bc_cli_load (const char *model, char **overrides);

/* The folder with the examples, ending in "examples". */
char *bc_cli_examples_folder (void);

/* Names of the examples in alphabetical order. */
GPtrArray *bc_cli_example_names (void);

/* Parses the options of a command; prints what is wrong with them. */
gboolean bc_cli_options (int *argc, char ***argv, const char *usage, const char *summary,
                         const GOptionEntry *entries);
