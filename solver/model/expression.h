/* Expressions in model files: "L/2 + 25 mm", "10*sin(2*pi*t)".
 *
 * Compiled once into a short list of stack operations, checked for physical dimensions while it is
 * compiled, evaluated together with its first two derivatives in the one free variable. */
#pragma once

#include "base/arena.h"
#include "model/dimension.h"

/* A value and its first two derivatives in the free variable. */
typedef struct
{
  double v, d, dd;
} BcJet;

typedef struct BcExpression BcExpression;

typedef struct
{
  int column; /* 1-based, in bytes of the expression */
  char text[200];
} BcExpressionError;

/* Looks up a named number; false when there is none. */
typedef bool (*BcNameLookup) (const char *name, size_t length, double *value,
                              BcDimension *dimension, void *data);

typedef struct
{
  const char *variable; /* name of the free variable, or NULL for a constant expression */
  BcNameLookup lookup;  /* parameters; may be NULL */
  void *data;
} BcExpressionContext;

/* NULL on a mistake, which is then in `error`. */
BcExpression *bc_expression_compile (BcArena *arena, const char *text,
                                     const BcExpressionContext *context, BcDimension *dimension,
                                     BcExpressionError *error);

BcJet bc_expression_evaluate (const BcExpression *expression, double x);

/* Evaluates; when the value is not finite, says where and why and returns false. */
bool bc_expression_check (const BcExpression *expression, double x, BcExpressionError *error);

bool bc_expression_is_constant (const BcExpression *expression);

/* Whether the text is the name of a unit, a function or a constant, which parameters cannot use. */
const char *bc_expression_reserved (const char *name);

/* The functions an expression may call, for help texts; NULL after the last. */
const char *bc_expression_function_name (size_t index);
