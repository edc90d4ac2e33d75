/* Measures: the scalar quantities between two markers that everything is made of.
 *
 * A constraint says that a measure keeps a value, a joint coordinate is a measure, a driver makes a
 * measure follow a function of time, a spring pushes along one.  A measure is written once, on the
 * points and unit vectors of its two markers; a formulation adds how these move with its
 * coordinates (paper 000, eq. 34). */
#pragma once

#include "base/vec.h"

/* The point and the triad of a marker in the world — or their rates, or a gradient in them. */
typedef struct
{
  BcVec3 p;
  BcVec3 e[3];
} BcPlace;

typedef enum
{
  BC_MEASURE_OFFSET,     /* component `i` of p_b - p_a in world axes */
  BC_MEASURE_SLIDE,      /* (p_b - p_a) · e_a[i] */
  BC_MEASURE_DOT,        /* e_a[i] · e_b[j] */
  BC_MEASURE_DISTANCE,   /* |p_b - p_a| */
  BC_MEASURE_ANGLE,      /* angle of e_b[j] in the x,y plane of a, from x to y */
  BC_MEASURE_ANGLE_BACK, /* minus the angle of e_a[j] in the x,y plane of b */
  BC_MEASURE_ROTATION,   /* component `i` of the rotation vector of b in a */
} BcMeasureKind;

typedef struct
{
  BcMeasureKind kind;
  int i, j;
} BcMeasure;

/* Whether the measure is an angle, which turns on beyond pi and has to be unwrapped. */
bool bc_measure_is_angle (const BcMeasure *measure);

/* Whether the measure counts in metres (else in radians, or for a dot without a unit). */
bool bc_measure_is_length (const BcMeasure *measure);

/* Angles in (-pi, pi]. */
double bc_measure_value (const BcMeasure *measure, const BcPlace *a, const BcPlace *b);

/* The same angle nearest to `reference`; other measures come back unchanged. */
double bc_measure_unwrap (const BcMeasure *measure, double value, double reference);

/* Gradient in the points and unit vectors of both markers. */
void bc_measure_gradient (const BcMeasure *measure, const BcPlace *a, const BcPlace *b,
                          BcPlace *gradient_a, BcPlace *gradient_b);

/* How the gradient changes when the markers move at the rates `da`, `db`.  With the rates of the
 * motion this gives the quadratic velocity term, with unit motions the geometric stiffness. */
void bc_measure_gradient_rate (const BcMeasure *measure, const BcPlace *a, const BcPlace *b,
                               const BcPlace *da, const BcPlace *db, BcPlace *rate_a,
                               BcPlace *rate_b);

/* Sum over points and vectors: gradient · rate. */
double bc_place_dot (const BcPlace *gradient, const BcPlace *rate);

/* The rates of a marker that moves with velocity `v` of its point and angular velocity `w`. */
BcPlace bc_place_rates (const BcPlace *place, BcVec3 v, BcVec3 w);

/* A gradient seen as a force at the marker's point and a torque: what a unit effort along the
 * measure does to the marker. */
void bc_place_wrench (const BcPlace *place, const BcPlace *gradient, BcVec3 *force, BcVec3 *torque);
