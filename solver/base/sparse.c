#include "base/sparse.h"

#include "base/memory.h"

#include <SuiteSparseQR_C.h>
#include <cholmod.h>
#include <string.h>

void
bc_rows_times (const BcRows *a, const double *x, double *y)
{
  for (int i = 0; i < a->n_rows; i++)
    {
      y[i] = 0.0;
      for (int k = a->start[i]; k < a->start[i + 1]; k++)
        y[i] += a->value[k] * x[a->column[k]];
    }
}

void
bc_rows_transpose_times (const BcRows *a, const double *x, double *y)
{
  memset (y, 0, (size_t) a->n_cols * sizeof (double));
  for (int i = 0; i < a->n_rows; i++)
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      y[a->column[k]] += a->value[k] * x[i];
}

/* ---- least change ---- */

struct BcLeastChange
{
  cholmod_common common;
  cholmod_factor *factor;
  cholmod_dense *right, *solution, *work_y, *work_e;
  double *multipliers;
};

/* Rows of A are the columns of Aᵀ: the arrays can be lent to CHOLMOD as they are. */
static cholmod_sparse
lend_transposed (const BcRows *a)
{
  return (cholmod_sparse){ .nrow = (size_t) a->n_cols,
                           .ncol = (size_t) a->n_rows,
                           .nzmax = (size_t) a->start[a->n_rows],
                           .p = a->start,
                           .i = a->column,
                           .x = a->value,
                           .itype = CHOLMOD_INT,
                           .xtype = CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE,
                           .sorted = 1,
                           .packed = 1 };
}

BcLeastChange *
bc_least_change_new (const BcRows *pattern)
{
  BcLeastChange *solver = bc_new_array (BcLeastChange, 1);
  cholmod_start (&solver->common);
  solver->common.print = 0;
  cholmod_sparse transposed = lend_transposed (pattern);
  cholmod_sparse *a = cholmod_transpose (&transposed, 1, &solver->common);
  solver->factor = cholmod_analyze (a, &solver->common);
  cholmod_free_sparse (&a, &solver->common);
  solver->right = cholmod_zeros ((size_t) pattern->n_rows, 1, CHOLMOD_REAL, &solver->common);
  solver->multipliers = bc_new_array (double, pattern->n_rows);
  return solver;
}

void
bc_least_change_free (BcLeastChange *solver)
{
  if (solver == NULL)
    return;
  cholmod_free_factor (&solver->factor, &solver->common);
  cholmod_free_dense (&solver->right, &solver->common);
  cholmod_free_dense (&solver->solution, &solver->common);
  cholmod_free_dense (&solver->work_y, &solver->common);
  cholmod_free_dense (&solver->work_e, &solver->common);
  free (solver->multipliers);
  cholmod_finish (&solver->common);
  free (solver);
}

BcStatus
bc_least_change_factor (BcLeastChange *solver, const BcRows *a, double beta)
{
  cholmod_sparse transposed = lend_transposed (a);
  cholmod_sparse *matrix = cholmod_transpose (&transposed, 1, &solver->common);
  double shift[2] = { beta, 0.0 };
  cholmod_factorize_p (matrix, shift, NULL, 0, solver->factor, &solver->common);
  cholmod_free_sparse (&matrix, &solver->common);
  return solver->common.status == CHOLMOD_OK ? BC_GOOD : BC_RETRY;
}

BcStatus
bc_least_change_multipliers (BcLeastChange *solver, const double *b, double *y)
{
  size_t bytes = solver->right->nrow * sizeof (double);
  memcpy (solver->right->x, b, bytes);
  if (!cholmod_solve2 (CHOLMOD_A, solver->factor, solver->right, NULL, &solver->solution, NULL,
                       &solver->work_y, &solver->work_e, &solver->common))
    return BC_RETRY;
  memcpy (y, solver->solution->x, bytes);
  return BC_GOOD;
}

BcStatus
bc_least_change_solve (BcLeastChange *solver, const BcRows *a, const double *b, double *x)
{
  BcStatus status = bc_least_change_multipliers (solver, b, solver->multipliers);
  bc_rows_transpose_times (a, solver->multipliers, x);
  return status;
}

/* ---- rank ---- */

BcStatus
bc_rows_rank (const BcRows *a, double tolerance, int *rank, int *dependent)
{
  cholmod_common common;
  cholmod_l_start (&common);
  common.print = 0;

  /* SPQR wants long indices. */
  size_t entries = (size_t) a->start[a->n_rows];
  cholmod_sparse *matrix = cholmod_l_allocate_sparse ((size_t) a->n_cols, (size_t) a->n_rows,
                                                      entries, 1, 1, 0, CHOLMOD_REAL, &common);
  SuiteSparse_long *start = matrix->p, *index = matrix->i;
  for (int i = 0; i <= a->n_rows; i++)
    start[i] = a->start[i];
  for (size_t k = 0; k < entries; k++)
    index[k] = a->column[k];
  memcpy (matrix->x, a->value, entries * sizeof (double));

  SuiteSparse_long *order = NULL;
  cholmod_sparse *r = NULL;
  SuiteSparse_long found =
      SuiteSparseQR_C (SPQR_ORDERING_DEFAULT, tolerance, a->n_cols, 0, matrix, NULL, NULL, NULL,
                       NULL, &r, &order, NULL, NULL, NULL, &common);
  *rank = (int) found;
  memset (dependent, 0, (size_t) a->n_rows * sizeof (int));
  for (SuiteSparse_long i = found; found >= 0 && i < a->n_rows; i++)
    dependent[order != NULL ? order[i] : i] = 1; /* dead columns stand last */

  cholmod_l_free ((size_t) a->n_rows, sizeof (SuiteSparse_long), order, &common);
  cholmod_l_free_sparse (&r, &common);
  cholmod_l_free_sparse (&matrix, &common);
  cholmod_l_finish (&common);
  return found >= 0 ? BC_GOOD : BC_STOP;
}
