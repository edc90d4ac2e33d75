/* Sparse matrices stored by rows, and what is done with them over SuiteSparse. */
#pragma once

#include "base/status.h"

/* Row i has the columns column[start[i] … start[i+1] - 1], ascending. */
typedef struct
{
  int n_rows, n_cols;
  int *start;
  int *column;
  double *value;
} BcRows;

/* y = A x;  y = Aᵀ x */
void bc_rows_times (const BcRows *a, const double *x, double *y);
void bc_rows_transpose_times (const BcRows *a, const double *x, double *y);

/* Factors A Aᵀ + beta I, with one symbolic analysis for all matrices of a pattern.
 * Solves min |x|² + |A x - b|²/beta: the least change that meets A x = b as beta → 0. */
typedef struct BcLeastChange BcLeastChange;

BcLeastChange *bc_least_change_new (const BcRows *pattern);
void bc_least_change_free (BcLeastChange *solver);
BcStatus bc_least_change_factor (BcLeastChange *solver, const BcRows *a, double beta);

/* y = (A Aᵀ + beta I)⁻¹ b;  b and y may be the same */
BcStatus bc_least_change_multipliers (BcLeastChange *solver, const double *b, double *y);

/* x = Aᵀ (A Aᵀ + beta I)⁻¹ b */
BcStatus bc_least_change_solve (BcLeastChange *solver, const BcRows *a, const double *b, double *x);

/* Numerical rank by a sparse rank-revealing QR of Aᵀ.  `dependent` (n_rows numbers) tells which rows
 * follow from the others. */
BcStatus bc_rows_rank (const BcRows *a, double tolerance, int *rank, int *dependent);
