/* The model file as a tree of JSON values that forgets nothing: the order of keys, numbers as they
 * were typed, and where each value stands.  Reading then writing changes only the white space.
 * Edits, overrides and undo work on this tree; `model-read.c` compiles it into a BcModel. */
#pragma once

#include "model/problem.h"

#include <stdbool.h>

typedef enum
{
  BC_VALUE_NULL,
  BC_VALUE_BOOLEAN,
  BC_VALUE_NUMBER,
  BC_VALUE_STRING,
  BC_VALUE_ARRAY,
  BC_VALUE_OBJECT,
} BcValueKind;

typedef struct BcValue BcValue;
struct BcValue
{
  BcValueKind kind;
  int line, column; /* 1-based; 0 for values made by the program */
  BcValue *parent;  /* borrowed */
  char *key;        /* name in the parent object, else NULL */
  int key_line, key_column;
  char *text;          /* string content, or a number as typed; true/false */
  double number;       /* NUMBER */
  bool boolean;        /* BOOLEAN */
  GPtrArray *children; /* ARRAY, OBJECT: of BcValue */
};

/* NULL when the text is not JSON; the one problem that stopped the parser is then in `problems`. */
BcValue *bc_value_parse (const char *text, gsize length, BcProblems *problems);

/* The same from a file, whose size and encoding are checked first. */
BcValue *bc_value_load (const char *file, BcProblems *problems);

void bc_value_free (BcValue *value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BcValue, bc_value_free)
BcValue *bc_value_copy (const BcValue *value);

BcValue *bc_value_new (BcValueKind kind);
BcValue *bc_value_new_string (const char *text);
BcValue *bc_value_new_number (double number);
BcValue *bc_value_new_boolean (bool boolean);

/* Containers take ownership of what is put into them. */
void bc_value_append (BcValue *array, BcValue *item);
void bc_value_set (BcValue *object, const char *key, BcValue *item);

guint bc_value_size (const BcValue *value);
BcValue *bc_value_at (const BcValue *value, guint index);
BcValue *bc_value_get (const BcValue *object, const char *key);
const char *bc_value_get_string (const BcValue *object, const char *key);

/* "an object", "a number", … for messages */
const char *bc_value_kind_name (const BcValue *value);

/* bodies[1].markers.a */
char *bc_value_path (const BcValue *value);

/* Applies `--set PATH=VALUE`.  PATH is dotted; items of lists are named by "name" or by [index].
 * VALUE is JSON if it parses as such, else a string.  A missing last key is added. */
bool bc_value_override (BcValue *root, const char *assignment, BcProblems *problems);

/* Normalised text: what fits on a line of 100 columns stands on one line. Ends with a newline. */
char *bc_value_write (const BcValue *value);

/* The shortest text that reads back as the same number. */
char *bc_number_text (double number);
