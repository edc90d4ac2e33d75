#include "base/matrix.h"

#include "base/memory.h"

#include <cholmod.h>
#include <math.h>
#include <string.h>

/* Up to here the dense factorisation is faster than CHOLMOD's bookkeeping.  Measured on n-four-bars:
 * 16 unknowns 4.5 against 4.9 us a step, 22 unknowns 6.8 against 6.2, 62 unknowns 31 against 15; the
 * spatial Bricard mechanism, whose matrix is fuller, 24 unknowns, 9 against 16. */
#define MAX_DENSE 24

struct BcMatrix
{
  int n, n_entries;
  bool dense;
  int *start, *row; /* by columns; NULL when dense */
  double *value;    /* all entries, both triangles */
  int n_groups;
  int *group_size, *group_start; /* into position */
  int *position;                 /* where the entries of each group's block go */
  double *factor;                /* dense: lower triangle by columns */
  cholmod_common common;
  cholmod_factor *sparse_factor;
  cholmod_dense *right, *solution, *work_y, *work_e;
};

static int
compare_ints (const void *a, const void *b)
{
  int p = *(const int *) a, q = *(const int *) b;
  return (p > q) - (p < q);
}

/* Columns as sorted lists of rows: collect with repetitions, sort, thin out. */
static void
find_pattern (BcMatrix *m, const int *start, const int *index)
{
  int *count = bc_new_array (int, m->n + 1);
  for (int g = 0; g < m->n_groups; g++)
    for (int k = start[g]; k < start[g + 1]; k++)
      count[index[k] + 1] += start[g + 1] - start[g];
  for (int j = 0; j < m->n; j++)
    count[j + 1] += count[j] + 1; /* one more for the diagonal */
  int *all = bc_new_array (int, count[m->n]), *fill = bc_new_array (int, m->n);
  for (int j = 0; j < m->n; j++)
    all[count[j] + fill[j]++] = j;
  for (int g = 0; g < m->n_groups; g++)
    for (int k = start[g]; k < start[g + 1]; k++)
      for (int i = start[g]; i < start[g + 1]; i++)
        all[count[index[k]] + fill[index[k]]++] = index[i];

  m->start = bc_new_array (int, m->n + 1);
  m->row = bc_new_array (int, count[m->n]);
  for (int j = 0; j < m->n; j++)
    {
      int *list = all + count[j];
      qsort (list, (size_t) fill[j], sizeof (int), compare_ints);
      m->start[j + 1] = m->start[j];
      for (int k = 0; k < fill[j]; k++)
        if (k == 0 || list[k] != list[k - 1])
          m->row[m->start[j + 1]++] = list[k];
    }
  m->n_entries = m->start[m->n];
  free (count);
  free (all);
  free (fill);
}

static int
find_entry (const BcMatrix *m, int row, int column)
{
  if (m->dense)
    return column * m->n + row;
  int low = m->start[column], high = m->start[column + 1] - 1;
  while (low < high)
    {
      int middle = (low + high) / 2;
      if (m->row[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
find_positions (BcMatrix *m, const int *start, const int *index)
{
  m->group_size = bc_new_array (int, m->n_groups);
  m->group_start = bc_new_array (int, m->n_groups + 1);
  for (int g = 0; g < m->n_groups; g++)
    {
      m->group_size[g] = start[g + 1] - start[g];
      m->group_start[g + 1] = m->group_start[g] + m->group_size[g] * m->group_size[g];
    }
  m->position = bc_new_array (int, m->group_start[m->n_groups]);
  for (int g = 0; g < m->n_groups; g++)
    for (int i = 0, k = m->group_start[g]; i < m->group_size[g]; i++)
      for (int j = 0; j < m->group_size[g]; j++, k++)
        m->position[k] = find_entry (m, index[start[g] + i], index[start[g] + j]);
}

static cholmod_sparse
lend (BcMatrix *m)
{
  return (cholmod_sparse){ .nrow = (size_t) m->n,
                           .ncol = (size_t) m->n,
                           .nzmax = (size_t) m->n_entries,
                           .p = m->start,
                           .i = m->row,
                           .x = m->value,
                           .stype = -1, /* symmetric: the lower triangle counts */
                           .itype = CHOLMOD_INT,
                           .xtype = CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE,
                           .sorted = 1,
                           .packed = 1 };
}

BcMatrix *
bc_matrix_new (int n, int n_groups, const int *start, const int *index)
{
  BcMatrix *m = bc_new_array (BcMatrix, 1);
  m->n = n;
  m->n_groups = n_groups;
  m->dense = n <= MAX_DENSE;
  m->n_entries = n * n;
  if (!m->dense)
    find_pattern (m, start, index);
  m->value = bc_new_array (double, m->n_entries);
  find_positions (m, start, index);
  if (m->dense)
    {
      m->factor = bc_new_array (double, m->n_entries);
      return m;
    }
  cholmod_start (&m->common);
  m->common.print = 0;
  cholmod_sparse lent = lend (m);
  m->sparse_factor = cholmod_analyze (&lent, &m->common);
  m->right = cholmod_zeros ((size_t) n, 1, CHOLMOD_REAL, &m->common);
  return m;
}

void
bc_matrix_free (BcMatrix *m)
{
  if (m == NULL)
    return;
  if (!m->dense)
    {
      cholmod_free_factor (&m->sparse_factor, &m->common);
      cholmod_free_dense (&m->right, &m->common);
      cholmod_free_dense (&m->solution, &m->common);
      cholmod_free_dense (&m->work_y, &m->common);
      cholmod_free_dense (&m->work_e, &m->common);
      cholmod_finish (&m->common);
    }
  free (m->start);
  free (m->row);
  free (m->value);
  free (m->group_size);
  free (m->group_start);
  free (m->position);
  free (m->factor);
  free (m);
}

int
bc_matrix_n_entries (const BcMatrix *m)
{
  return m->n_entries;
}

double *
bc_matrix_entries (BcMatrix *m)
{
  return m->value;
}

bool
bc_matrix_is_dense (const BcMatrix *m)
{
  return m->dense;
}

void
bc_matrix_clear (BcMatrix *m)
{
  memset (m->value, 0, (size_t) m->n_entries * sizeof (double));
}

void
bc_matrix_add_block (BcMatrix *m, int group, double scale, const double *block)
{
  const int *position = m->position + m->group_start[group];
  int n = m->group_size[group] * m->group_size[group];
  for (int k = 0; k < n; k++)
    m->value[position[k]] += scale * block[k];
}

void
bc_matrix_add_outer (BcMatrix *m, int group, double scale, const double *v)
{
  const int *position = m->position + m->group_start[group];
  int n = m->group_size[group];
  for (int i = 0; i < n; i++)
    {
      double vi = scale * v[i];
      for (int j = 0; j < n; j++)
        m->value[*position++] += vi * v[j];
    }
}

void
bc_matrix_times (const BcMatrix *m, const double *x, double *y)
{
  memset (y, 0, (size_t) m->n * sizeof (double));
  for (int j = 0; j < m->n; j++)
    if (m->dense)
      for (int i = 0; i < m->n; i++)
        y[i] += m->value[j * m->n + i] * x[j];
    else
      for (int k = m->start[j]; k < m->start[j + 1]; k++)
        y[m->row[k]] += m->value[k] * x[j];
}

/* A = L Lᵀ by columns, on the lower triangle. */
static BcStatus
factor_dense (BcMatrix *m)
{
  int n = m->n;
  memcpy (m->factor, m->value, (size_t) m->n_entries * sizeof (double));
  for (int j = 0; j < n; j++)
    {
      double *column = m->factor + j * n;
      for (int k = 0; k < j; k++)
        {
          const double *before = m->factor + k * n;
          double f = before[j];
          if (f != 0.0)
            for (int i = j; i < n; i++)
              column[i] -= f * before[i];
        }
      if (!(column[j] > 0.0))
        return BC_RETRY;
      double scale = 1.0 / sqrt (column[j]);
      for (int i = j; i < n; i++)
        column[i] *= scale;
    }
  return BC_GOOD;
}

static void
solve_dense (const BcMatrix *m, double *x)
{
  int n = m->n;
  for (int j = 0; j < n; j++)
    {
      const double *column = m->factor + j * n;
      x[j] /= column[j];
      for (int i = j + 1; i < n; i++)
        x[i] -= column[i] * x[j];
    }
  for (int j = n - 1; j >= 0; j--)
    {
      const double *column = m->factor + j * n;
      for (int i = j + 1; i < n; i++)
        x[j] -= column[i] * x[i];
      x[j] /= column[j];
    }
}

BcStatus
bc_matrix_factor (BcMatrix *m)
{
  if (m->dense)
    return factor_dense (m);
  cholmod_sparse lent = lend (m);
  cholmod_factorize (&lent, m->sparse_factor, &m->common);
  return m->common.status == CHOLMOD_OK ? BC_GOOD : BC_RETRY;
}

void
bc_matrix_solve (BcMatrix *m, double *x)
{
  if (m->dense)
    {
      solve_dense (m, x);
      return;
    }
  memcpy (m->right->x, x, (size_t) m->n * sizeof (double));
  cholmod_solve2 (CHOLMOD_A, m->sparse_factor, m->right, NULL, &m->solution, NULL, &m->work_y,
                  &m->work_e, &m->common);
  memcpy (x, m->solution->x, (size_t) m->n * sizeof (double));
}
