#include "base/basis.h"

#include "base/memory.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

BcBasis *
bc_basis_new (int n)
{
  BcBasis *basis = bc_new_array (BcBasis, 1);
  basis->n = n;
  basis->q = bc_new_array (double, (size_t) n *(size_t) n);
  basis->work = bc_new_array (double, n);
  return basis;
}

void
bc_basis_free (BcBasis *basis)
{
  if (basis == NULL)
    return;
  free (basis->q);
  free (basis->work);
  free (basis);
}

bool
bc_basis_add (BcBasis *basis, const double *row, double tolerance)
{
  int n = basis->n, rank = basis->rank;
  double length = cblas_dnrm2 (n, row, 1);
  if (rank == n || !(length > 0.0))
    return false;
  double *rest = basis->q + (size_t) rank * (size_t) n, *shares = basis->work;
  memcpy (rest, row, (size_t) n * sizeof (double));
  cblas_dscal (n, 1.0 / length, rest, 1);
  /* Gram–Schmidt twice: once is not enough where little is left. */
  for (int pass = 0; pass < 2 && rank > 0; pass++)
    {
      cblas_dgemv (CblasRowMajor, CblasNoTrans, rank, n, 1.0, basis->q, n, rest, 1, 0.0, shares, 1);
      cblas_dgemv (CblasRowMajor, CblasTrans, rank, n, -1.0, basis->q, n, shares, 1, 1.0, rest, 1);
    }
  double left = cblas_dnrm2 (n, rest, 1);
  if (!(left > tolerance))
    return false;
  cblas_dscal (n, 1.0 / left, rest, 1);
  basis->rank++;
  return true;
}

double *
bc_basis_complement (const BcBasis *basis)
{
  int n = basis->n, rank = basis->rank;
  double *full = bc_new_array (double, (size_t) n *(size_t) n), *tau = bc_new_array (double, n);
  double *rest = bc_new_array (double, (size_t) n *(size_t) (n - rank));
  /* Householder vectors of the basis, as columns; their product's last columns are the rest. */
  memcpy (full, basis->q, (size_t) n * (size_t) rank * sizeof (double));
  if (rank > 0)
    LAPACKE_dgeqrf (LAPACK_COL_MAJOR, n, rank, full, n, tau);
  if (n > 0)
    LAPACKE_dorgqr (LAPACK_COL_MAJOR, n, n, rank, full, n, tau);
  memcpy (rest, full + (size_t) n * (size_t) rank,
          (size_t) n * (size_t) (n - rank) * sizeof (double));
  free (full);
  free (tau);
  return rest;
}
