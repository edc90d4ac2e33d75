/* Scalar functions of one variable: of time for drivers and loads, of elongation for springs.
 * Every kind gives its value with two derivatives, and drivers by velocity or acceleration need
 * the integrals. */
#pragma once

#include "model/expression.h"

typedef enum
{
  BC_FUNCTION_CONSTANT,
  BC_FUNCTION_EXPRESSION,
  BC_FUNCTION_POLYNOMIAL,
  BC_FUNCTION_SINE,
  BC_FUNCTION_STEP,
  BC_FUNCTION_TABLE,
} BcFunctionKind;

typedef enum
{
  BC_TABLE_CUBIC,  /* natural cubic spline: two continuous derivatives */
  BC_TABLE_LINEAR, /* straight between the points */
} BcTableKind;

typedef enum
{
  BC_OUTSIDE_HOLD,     /* keep the first and last value */
  BC_OUTSIDE_CONTINUE, /* go on with the end slopes */
  BC_OUTSIDE_REPEAT,   /* periodic; the spline joins smoothly */
} BcTableOutside;

typedef struct
{
  BcFunctionKind kind;
  union
  {
    double constant;
    const BcExpression *expression;
    struct
    {
      int n;
      const double *c; /* c[0] + c[1] x + … */
    } polynomial;
    struct
    {
      double amplitude, omega, phase, offset;
    } sine;
    struct
    {
      double start, end, from, to;
    } step;
    struct
    {
      int n;
      BcTableKind interpolation;
      BcTableOutside outside;
      const double *x, *y;
      const double *second; /* second derivatives at the points, zero for linear tables */
    } table;
  };
} BcFunction;

BcFunction *bc_function_constant (BcArena *arena, double value);

/* x must ascend strictly; n >= 2. */
BcFunction *bc_function_table (BcArena *arena, int n, const double *x, const double *y,
                               BcTableKind interpolation, BcTableOutside outside);

BcJet bc_function_evaluate (const BcFunction *function, double x);

/* ∫ f from a to b, and ∫ (b - s) f(s) ds, which is the twice integrated f. */
double bc_function_integral (const BcFunction *function, double a, double b);
double bc_function_double_integral (const BcFunction *function, double a, double b);
