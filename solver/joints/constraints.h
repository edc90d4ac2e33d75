/* All constraint equations of a model over the poses of its bodies: joints, couplings, drivers.
 *
 * Coordinates are changes of the poses: for each moving body a translation of its origin and a
 * rotation vector in world axes, (δr, δθ).  Mobility, assembly and reactions use these; the
 * formulations bring their own coordinates to the same measures.
 *
 * To make metres and radians comparable, rotations count as L δθ and equations between directions
 * as L Φ, with L the size of the mechanism. */
#pragma once

#include "base/sparse.h"
#include "joints/driver.h"
#include "model/model.h"

/* factor · measure between two markers */
typedef struct
{
  BcMeasure measure;
  int a, b; /* markers; a = -1: the world's origin (drivers of a point) */
  double factor;
} BcTerm;

/* Σ terms = constant, or = function of time for a driver */
typedef struct
{
  int first_term, n_terms;
  double constant;
  int joint;             /* index, or -1 for a driver */
  int driver;            /* index, or -1 */
  int axis;              /* 0, 1, 2 for the three rows that hold points together, else -1 */
  bool is_length;        /* counts in metres by itself */
  double scale;          /* brings the row to metres */
  const char *direction; /* what it prevents */
} BcConstraint;

typedef struct
{
  const BcModel *model;
  double size; /* L */
  int n_terms;
  BcTerm *terms;
  /* Equations stand in this order, so that each purpose takes the first n of them: */
  int n_joint_rows;    /* those of the joints; */
  int n_position_rows; /* drivers that say where their coordinate starts; */
  int n_velocity_rows; /* drivers that say how fast it starts; */
  int n_rows;          /* the other drivers */
  BcConstraint *rows;
  int n_columns;    /* 6 for each moving body */
  int *body_column; /* first column of a body, -1 for the ground */
} BcConstraints;

/* Where everything is.  References keep angles on the turn they have reached, one for each term. */
typedef struct
{
  BcPose *poses;
  double *references;
} BcConfiguration;

BcConstraints *bc_constraints_new (const BcModel *model);
void bc_constraints_free (BcConstraints *constraints);

BcConfiguration *bc_configuration_new (const BcConstraints *constraints); /* as sketched */
BcConfiguration *bc_configuration_copy (const BcConstraints *constraints,
                                        const BcConfiguration *from);
void bc_configuration_set (const BcConstraints *constraints, BcConfiguration *to,
                           const BcConfiguration *from);
void bc_configuration_free (BcConfiguration *configuration);

/* Takes these poses (one per body) and follows the angles. */
void bc_configuration_place (const BcConstraints *constraints, BcConfiguration *configuration,
                             const BcPose *poses);

/* Moves by scaled changes (n_columns numbers) and follows the angles. */
void bc_configuration_move (const BcConstraints *constraints, BcConfiguration *configuration,
                            const double *change);

/* Matrix with the pattern of the first `n_rows` equations; the caller frees with bc_rows_free. */
BcRows *bc_constraints_pattern (const BcConstraints *constraints, int n_rows);
void bc_rows_free (BcRows *rows);

/* Scaled residuals and, unless NULL, the scaled Jacobian, of the first n_rows equations at time 0. */
void bc_constraints_evaluate (const BcConstraints *constraints,
                              const BcConfiguration *configuration, int n_rows, double *residual,
                              BcRows *jacobian);

/* The rate an equation asks for at the start, scaled: 0 for joints. */
double bc_constraint_rate (const BcConstraints *constraints, int row);

/* Gradient of one joint coordinate in the scaled changes (n_columns numbers, zeroed first). */
void bc_coordinate_gradient (const BcConstraints *constraints, const BcConfiguration *configuration,
                             int joint, int coordinate, double *gradient);
double bc_coordinate_value (const BcConstraints *constraints, const BcConfiguration *configuration,
                            int joint, int coordinate);
