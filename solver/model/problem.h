/* What is wrong with a model, worded for the person who wrote it: place, object, fault, fix.
 * All problems of a file are collected and shown together. */
#pragma once

#include <glib.h>

typedef enum
{
  BC_WARNING,
  BC_ERROR,
} BcSeverity;

typedef struct
{
  BcSeverity severity;
  int line, column; /* 1-based; 0 when the place is not in a file */
  char *path;       /* JSON path, e.g. bodies[1].mass; may be empty */
  char *object;     /* e.g. body "rod"; may be empty */
  char *text;       /* what is wrong */
  char *fix;        /* what to do about it; may be empty */
} BcProblem;

typedef struct
{
  char *file;
  GPtrArray *list; /* of BcProblem */
} BcProblems;

BcProblems *bc_problems_new (const char *file);
void bc_problems_free (BcProblems *problems);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BcProblems, bc_problems_free)

/* Takes ownership of the strings; each may be NULL. */
void bc_problems_add (BcProblems *problems, BcSeverity severity, int line, int column, char *path,
                      char *object, char *text, char *fix);

const BcProblem *bc_problems_get (const BcProblems *problems, guint index);
guint bc_problems_count (const BcProblems *problems, BcSeverity severity);

/* In the order of the file, errors and warnings together. */
void bc_problems_sort (BcProblems *problems);

/* file:line:column: error: path (object): text. fix */
char *bc_problem_format (const BcProblems *problems, const BcProblem *problem);
char *bc_problems_format (const BcProblems *problems);
