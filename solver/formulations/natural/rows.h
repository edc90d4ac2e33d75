/* Constraint equations in natural coordinates. */
#pragma once

#include "formulations/natural/natural.h"

typedef enum
{
  BC_ROW_PRODUCT, /* a·b = constant, a and b differences of elements: rigid bodies */
  BC_ROW_LINEAR,  /* an element is where its body's basis puts it */
  BC_ROW_MEASURE, /* Σ factor · measure = constant or function of time: joints and drivers */
} BcRowKind;

/* element, or element - minus where minus >= 0 */
typedef struct
{
  int element, minus;
} BcDifference;

typedef struct
{
  BcRowKind kind;
  double scale, constant;
  BcDifference a, b; /* PRODUCT */
  int body, element; /* LINEAR */
  int axis;          /* LINEAR: which coordinate */
  BcFeature feature; /* LINEAR */
  int first_term;    /* MEASURE: into the constraints' terms */
  int n_terms;
  int joint, driver; /* where it comes from; -1 both: the rigidity of `body` */
} BcNaturalRow;

/* The equations and their Jacobian; `references` keeps the angles of the terms unwrapped. */
typedef struct
{
  const BcCoordinates *c;
  const BcConstraints *constraints;
  int n;
  BcNaturalRow *rows;
  BcRows jacobian;
  int *term_slot; /* per term and side: where its body's coordinates stand in the row */
  double *references;
  BcDriverStart *driver_starts; /* by driver */
  bool hold_drivers;            /* where they start */
} BcNaturalRows;

BcNaturalRows *bc_natural_rows_new (const BcCoordinates *c, const BcConstraints *constraints,
                                    const BcConfiguration *start);
void bc_natural_rows_free (BcNaturalRows *rows);

/* Φ at (t, q), and the Jacobian into rows->jacobian. */
void bc_natural_rows_evaluate (BcNaturalRows *rows, double time, const double *q, double *phi);

/* Φ_t; and what Φ̈ has beyond Φ_q a. */
void bc_natural_rows_rates (const BcNaturalRows *rows, double time, double *phi_t);
void bc_natural_rows_accelerations (const BcNaturalRows *rows, double time, const double *q,
                                    const double *v, double *gamma);

/* Takes the angles reached at q as the new references. */
void bc_natural_rows_follow (BcNaturalRows *rows, const double *q);
