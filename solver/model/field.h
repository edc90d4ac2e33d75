/* Fields: what can stand in a model file, said once.  The reader, the JSON Schema, the manual's
 * check and the inspector walk these lists; nobody else knows the keys of an object. */
#pragma once

#include "model/dimension.h"

#include <stddef.h>

typedef enum
{
  BC_FIELD_NUMBER,      /* double */
  BC_FIELD_INTEGER,     /* int */
  BC_FIELD_BOOLEAN,     /* bool */
  BC_FIELD_TEXT,        /* const char * */
  BC_FIELD_TEXTS,       /* BcTexts */
  BC_FIELD_NAME,        /* const char *, checked against [A-Za-z0-9_-]+ */
  BC_FIELD_CHOICE,      /* int: index into `choices` */
  BC_FIELD_VECTOR,      /* BcVec3 */
  BC_FIELD_NUMBERS,     /* BcNumbers */
  BC_FIELD_FUNCTION,    /* const BcFunction * of `variable` */
  BC_FIELD_FUNCTIONS,   /* const BcFunction *[3] of `variable` */
  BC_FIELD_MARKER,      /* int: index of a marker, written body/marker */
  BC_FIELD_JOINT,       /* int: index of a joint */
  BC_FIELD_JOINTS,      /* BcIndices: joints */
  BC_FIELD_COORDINATE,  /* int, 0-based: a freedom of the joint, written from 1 */
  BC_FIELD_COORDINATES, /* BcIndices, 0-based */
  BC_FIELD_POINT,       /* BcVec3: coordinates, or the name of a marker of the same body */
  BC_FIELD_FILE,        /* const char *: a path, taken from the model's folder */
  BC_FIELD_OBJECT,      /* the struct that `fields` describe, in place */
  BC_FIELD_ANY,         /* kept in the file, read by someone else */
} BcFieldKind;

typedef enum
{
  BC_REQUIRED = 1,
  BC_POSITIVE = 2,     /* > 0 */
  BC_NOT_NEGATIVE = 4, /* >= 0 */
} BcFieldFlags;

typedef struct
{
  int n;
  const double *at;
} BcNumbers;

typedef struct
{
  int n;
  const int *at;
} BcIndices;

typedef struct
{
  int n;
  const char **at;
} BcTexts;

typedef struct BcField BcField;
struct BcField
{
  const char *key;
  BcFieldKind kind;
  size_t offset;
  const char *about; /* one line for the schema, the manual and tooltips */
  BcDimension dimension;
  int flags;
  double fallback;            /* what is stored when the key is absent; NAN says "not given" */
  const char *const *choices; /* CHOICE: ended by NULL */
  const char *variable;       /* FUNCTION: name of the free variable */
  const BcField *fields;      /* OBJECT: ended by a field without key */
  int least, most;            /* NUMBERS: how many */
};
