/* An orthonormal basis that grows vector by vector: tells which rows of a matrix are independent,
 * in an order of the caller's choice, and what directions are left. */
#pragma once

#include <stdbool.h>

typedef struct
{
  int n, rank;
  double *q;    /* rank vectors of n numbers, then room for the rest */
  double *work; /* n numbers */
} BcBasis;

BcBasis *bc_basis_new (int n);
void bc_basis_free (BcBasis *basis);

/* Adds the direction of `row` unless it lies in the span already: unless what is left of it beyond
 * the basis is below `tolerance` times its length.  True when it was added. */
bool bc_basis_add (BcBasis *basis, const double *row, double tolerance);

/* n - rank orthonormal vectors perpendicular to the basis, one after another. The caller frees. */
double *bc_basis_complement (const BcBasis *basis);
