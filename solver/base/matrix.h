/* A square matrix that is assembled from small dense blocks again and again, and factored.
 *
 * Its pattern comes from groups: lists of unknowns that couple with each other (those of a body, of
 * a constraint equation, of a force).  Where each entry of a group's block goes is found out once.
 * Small matrices are kept dense and factored here; large ones by CHOLMOD with one symbolic
 * analysis. */
#pragma once

#include "base/status.h"

#include <stdbool.h>

typedef struct BcMatrix BcMatrix;

/* Group g has the unknowns index[start[g]] … index[start[g+1] - 1], each at most once. */
BcMatrix *bc_matrix_new (int n, int n_groups, const int *start, const int *index);
void bc_matrix_free (BcMatrix *matrix);

/* Entries of the stored matrix, e.g. for scaled copies between matrices of one pattern. */
int bc_matrix_n_entries (const BcMatrix *matrix);
double *bc_matrix_entries (BcMatrix *matrix);
bool bc_matrix_is_dense (const BcMatrix *matrix);

void bc_matrix_clear (BcMatrix *matrix);

/* Adds scale · block (k × k by rows, k the size of the group). */
void bc_matrix_add_block (BcMatrix *matrix, int group, double scale, const double *block);

/* Adds scale · v vᵀ over the unknowns of a group. */
void bc_matrix_add_outer (BcMatrix *matrix, int group, double scale, const double *v);

/* y = A x */
void bc_matrix_times (const BcMatrix *matrix, const double *x, double *y);

/* Cholesky; BC_RETRY when the matrix is not positive definite. */
BcStatus bc_matrix_factor (BcMatrix *matrix);

/* Solves in place with the last factor. */
void bc_matrix_solve (BcMatrix *matrix, double *x);
