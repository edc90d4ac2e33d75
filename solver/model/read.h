/* Reading a value tree into a compiled model: what the read-*.c files share. */
#pragma once

#include "model/model.h"
#include "model/value.h"
#include "model/words.h"

typedef struct
{
  BcProblems *problems;
  BcArena *arena;
  BcModel *model;
  char *object;           /* what is being read, for messages: body "rod" */
  GHashTable *parameters; /* name → BcParameter */
  GArray *marker_list;    /* of BcMarker, in the order of their bodies */
  GHashTable *markers;    /* "body/marker" → index in marker_list + 1 */
  GHashTable *joints;     /* name → index + 1 */
  const char *body;       /* name of the body being read, else NULL */
} BcReader;

typedef struct
{
  double value;
  BcDimension dimension;
} BcParameter;

/* Says that something is wrong with `value`; text and fix are printf-style results, taken over. */
void bc_reader_error (BcReader *reader, const BcValue *value, char *text, char *fix);
void bc_reader_warning (BcReader *reader, const BcValue *value, char *text, char *fix);

/* Sets what messages call the object being read. */
void bc_reader_enter (BcReader *reader, const char *kind, const BcValue *object);

/* An expression that was checked for its dimension and has a value where its variable is zero. */
BcExpression *bc_read_expression (BcReader *reader, const BcValue *value, BcDimension dimension,
                                  const char *variable, BcDimension *found);

/* A number and the dimension it came with; `expected` may be bare. */
bool bc_read_quantity (BcReader *reader, const BcValue *value, BcDimension expected, double *number,
                       BcDimension *found);

bool bc_read_number (BcReader *reader, const BcValue *value, BcDimension dimension, double *number);
bool bc_read_integer (BcReader *reader, const BcValue *value, int *number);
bool bc_read_vector (BcReader *reader, const BcValue *value, BcDimension dimension, BcVec3 *vector);
bool bc_read_numbers (BcReader *reader, const BcValue *value, BcDimension dimension,
                      BcNumbers *numbers);
const BcFunction *bc_read_function (BcReader *reader, const BcValue *value, BcDimension dimension,
                                    const char *variable);

/* Reads the object into `target` by its fields: stores fallbacks, complains of unknown keys, of
 * missing ones and of wrong values.  True when nothing was wrong. */
bool bc_read_fields (BcReader *reader, const BcValue *object, const BcField *fields, void *target);

/* The same where a type adds keys of its own, which go to a second struct. */
bool bc_read_two (BcReader *reader, const BcValue *object, const BcField *fields, void *target,
                  const BcField *more_fields, void *more_target);

/* Parameters, then every {"for": …} block written out; NULL on a mistake in them. */
bool bc_read_parameters (BcReader *reader, const BcValue *root);
BcValue *bc_read_expand (BcReader *reader, const BcValue *root);

/* The sections of a model. */
void bc_read_bodies (BcReader *reader, const BcValue *list);
void bc_read_joints (BcReader *reader, const BcValue *list);
void bc_read_drivers (BcReader *reader, const BcValue *list);
void bc_read_forces (BcReader *reader, const BcValue *list);

/* The items of a list that are objects, complaining of the others.  `kind` names the section in
 * messages; NULL keeps the object being read. */
GPtrArray *bc_read_items (BcReader *reader, const BcValue *list, const char *kind);

/* Says that the type of a joint, force or shape is not among `names`. */
void bc_reader_unknown_type (BcReader *reader, const BcValue *value, const char *kind,
                             const char *const *names, int n_names);

/* Whether the joint has this coordinate; complains otherwise. */
bool bc_read_check_coordinate (BcReader *reader, const BcValue *value, const BcJoint *joint,
                               int coordinate);

bool bc_is_name (const char *text);

/* Whether the item's name is given, well formed and new; complains otherwise. */
bool bc_read_new_name (BcReader *reader, const BcValue *object, GHashTable *seen, const char *kind);
