/* Mobility (docs/theory.md §4).
 *
 * Rows are taken in the order of the file, and a row is redundant when it lies in the span of those
 * before it.  So that the directions it is named by mean something, the three equations that hold
 * two points together are first turned into the axes of the joint's first marker.
 *
 * Up to MAX_DENSE columns by growing an orthonormal basis, which also gives the freedoms; beyond by
 * a sparse QR, which gives rank and redundant rows only. */
#include "graph/mobility.h"

#include "analysis/assembly.h"
#include "base/basis.h"
#include "base/memory.h"
#include "graph/graph.h"

#include <string.h>

#define MAX_DENSE 720

/* What is left of a unit row beyond the span of the others before it counts as independent.
 * Assembly closes joints to 1e-10 of the size, so dependent rows leave about that much; independent
 * ones leave 1e-3 and more unless the position is within a hair of a singular one. */
#define INDEPENDENT 1e-7

/* ---- rows in the axes of the joints ---- */

static void
turn_rows_into_marker_axes (const BcConstraints *c, const BcConfiguration *configuration,
                            BcRows *rows)
{
  for (int i = 0; i + 2 < rows->n_rows; i++)
    {
      if (c->rows[i].axis != 0)
        continue;
      const BcMarker *marker = &c->model->markers[c->model->joints[c->rows[i].joint].from];
      BcPlace place = bc_marker_place (marker, &configuration->poses[marker->body]);
      int n = rows->start[i + 1] - rows->start[i];
      double *x = rows->value + rows->start[i], *y = rows->value + rows->start[i + 1];
      double *z = rows->value + rows->start[i + 2];
      for (int k = 0; k < n; k++)
        {
          BcVec3 column = bc_vec3 (x[k], y[k], z[k]);
          x[k] = bc_dot (place.e[0], column);
          y[k] = bc_dot (place.e[1], column);
          z[k] = bc_dot (place.e[2], column);
        }
    }
}

static void
unpack_row (const BcRows *rows, int i, double *dense)
{
  memset (dense, 0, (size_t) rows->n_cols * sizeof (double));
  for (int k = rows->start[i]; k < rows->start[i + 1]; k++)
    dense[rows->column[k]] = rows->value[k];
}

/* Rank of the joints' equations and of all; `dependent` marks rows.  `basis` is left with the span
 * of the joints' equations when the model is small, else NULL. */
typedef struct
{
  int rank_joints, rank_all;
  int *dependent;
  BcBasis *basis;
} Rank;

static Rank
find_rank (const BcConstraints *c, const BcConfiguration *configuration)
{
  Rank rank = { .dependent = bc_new_array (int, c->n_rows) };
  BcRows *rows = bc_constraints_pattern (c, c->n_rows);
  double *work = bc_new_array (double, c->n_rows);
  double *dense = bc_new_array (double, c->n_columns);
  bc_constraints_evaluate (c, configuration, c->n_rows, work, rows);
  turn_rows_into_marker_axes (c, configuration, rows);

  if (c->n_columns <= MAX_DENSE)
    {
      BcBasis *all = bc_basis_new (c->n_columns);
      rank.basis = bc_basis_new (c->n_columns);
      for (int i = 0; i < c->n_rows; i++)
        {
          unpack_row (rows, i, dense);
          rank.dependent[i] = !bc_basis_add (all, dense, INDEPENDENT);
          if (i < c->n_joint_rows && !rank.dependent[i])
            bc_basis_add (rank.basis, dense, INDEPENDENT);
        }
      rank.rank_joints = rank.basis->rank;
      rank.rank_all = all->rank;
      bc_basis_free (all);
    }
  else
    {
      bc_rows_rank (rows, INDEPENDENT, &rank.rank_all, rank.dependent);
      rows->n_rows = c->n_joint_rows;
      bc_rows_rank (rows, INDEPENDENT, &rank.rank_joints, rank.dependent);
    }
  bc_rows_free (rows);
  free (work);
  free (dense);
  return rank;
}

static void
rank_clear (Rank *rank)
{
  free (rank->dependent);
  bc_basis_free (rank->basis);
}

/* ---- Grübler's count ---- */

/* What a joint takes away from the motions in the plane: the rank of its equations on two
 * translations and one turn of each of its bodies. */
static int
planar_equations (const BcRows *rows, int first, int last, BcVec3 normal)
{
  BcVec3 x = bc_perpendicular (normal), y = bc_cross (normal, x);
  int bodies = (rows->start[first + 1] - rows->start[first]) / 6; /* the same for all its rows */
  BcBasis *basis = bc_basis_new (3 * bodies);
  double *row = bc_new_array (double, 3 * bodies);
  for (int i = first; i < last; i++)
    {
      double length = 0.0;
      for (int k = 0; k < bodies; k++)
        {
          const double *v = rows->value + rows->start[i] + 6 * k;
          BcVec3 move = bc_vec3 (v[0], v[1], v[2]), turn = bc_vec3 (v[3], v[4], v[5]);
          row[3 * k] = bc_dot (move, x);
          row[3 * k + 1] = bc_dot (move, y);
          row[3 * k + 2] = bc_dot (turn, normal);
          length += fabs (row[3 * k]) + fabs (row[3 * k + 1]) + fabs (row[3 * k + 2]);
        }
      if (length > 1e-7)
        bc_basis_add (basis, row, INDEPENDENT);
    }
  int rank = basis->rank;
  bc_basis_free (basis);
  free (row);
  return rank;
}

static void
count_freedoms (const BcConstraints *c, const BcConfiguration *configuration, BcMobility *mobility)
{
  mobility->n_moving = c->n_columns / 6;
  mobility->n_equations = c->n_joint_rows;
  mobility->gruebler = c->n_columns - c->n_joint_rows;
  mobility->planar = bc_graph_is_planar (c->model, configuration->poses, &mobility->normal);
  if (!mobility->planar)
    return;
  BcRows *rows = bc_constraints_pattern (c, c->n_joint_rows);
  double *work = bc_new_array (double, c->n_joint_rows);
  bc_constraints_evaluate (c, configuration, c->n_joint_rows, work, rows);
  mobility->gruebler_planar = 3 * mobility->n_moving;
  for (int i = 0, next; i < c->n_joint_rows; i = next)
    {
      for (next = i + 1; next < c->n_joint_rows && c->rows[next].joint == c->rows[i].joint;)
        next++;
      mobility->gruebler_planar -= planar_equations (rows, i, next, mobility->normal);
    }
  bc_rows_free (rows);
  free (work);
}

/* ---- special positions ---- */

/* In a singular position equations become dependent that are independent all around.  So step a
 * little along the freedoms, close again, and look at the rank there. */
static void
look_nearby (const BcConstraints *c, const BcConfiguration *configuration, const Rank *here,
             BcMobility *mobility)
{
  mobility->rank_nearby = here->rank_joints;
  if (here->basis == NULL || c->n_joint_rows == here->rank_joints || mobility->freedoms == 0)
    return;
  int n = c->n_columns, free_motions = n - here->rank_joints;
  double *motions = bc_basis_complement (here->basis), *change = bc_new_array (double, n);
  BcConfiguration *near = bc_configuration_copy (c, configuration);
  for (int attempt = 0; attempt < 3; attempt++)
    {
      memset (change, 0, (size_t) n * sizeof (double));
      for (int k = 0; k < free_motions; k++)
        {
          /* irrational shares, so that no symmetry is hit */
          double share = cos (1.0 + 1.7 * k + 2.3 * attempt) * 0.02 * c->size;
          for (int i = 0; i < n; i++)
            change[i] += share * motions[(size_t) k * (size_t) n + (size_t) i];
        }
      bc_configuration_set (c, near, configuration);
      bc_configuration_move (c, near, change);
      if (!bc_project (c, c->n_joint_rows, near))
        continue;
      Rank there = find_rank (c, near);
      if (there.rank_joints > mobility->rank_nearby)
        mobility->rank_nearby = there.rank_joints;
      rank_clear (&there);
    }
  mobility->singular = mobility->rank_nearby > here->rank_joints;
  bc_configuration_free (near);
  free (motions);
  free (change);
}

/* ---- what moves ---- */

typedef struct
{
  int joint, coordinate, body;
} Candidate;

static bool
touches_ground (const BcModel *model, const BcJoint *joint)
{
  return !joint->type->couples
         && (model->markers[joint->from].body == model->ground
             || model->markers[joint->to].body == model->ground);
}

static bool
is_driven (const BcModel *model, int joint, int coordinate)
{
  for (int i = 0; i < model->n_drivers; i++)
    if (model->drivers[i].joint == joint && model->drivers[i].coordinate == coordinate)
      return true;
  return false;
}

/* Coordinates a freedom can be named after, the most telling first: driven ones, those of joints on
 * the ground, those of other joints, and at last the bodies' own. */
static int
list_candidates (const BcConstraints *c, Candidate *list)
{
  const BcModel *model = c->model;
  int n = 0;
  for (int order = 0; order < 3; order++)
    for (int i = 0; i < model->n_joints; i++)
      for (int k = 0; k < model->joints[i].type->n_coordinates; k++)
        {
          int rank = is_driven (model, i, k)                     ? 0
                     : touches_ground (model, &model->joints[i]) ? 1
                                                                 : 2;
          if (rank == order)
            list[n++] = (Candidate){ i, k, -1 };
        }
  for (int i = 0; i < model->n_bodies; i++)
    for (int k = 0; k < 6 && c->body_column[i] >= 0; k++)
      list[n++] = (Candidate){ -1, k, i };
  return n;
}

/* Solves the small system A x = b in place by elimination with pivoting; A by rows. */
static void
solve_small (int n, double *a, double *b)
{
  for (int k = 0; k < n; k++)
    {
      int pivot = k;
      for (int i = k + 1; i < n; i++)
        if (fabs (a[i * n + k]) > fabs (a[pivot * n + k]))
          pivot = i;
      for (int j = 0; j < n && pivot != k; j++)
        {
          double swap = a[k * n + j];
          a[k * n + j] = a[pivot * n + j];
          a[pivot * n + j] = swap;
        }
      double swap = b[k];
      b[k] = b[pivot];
      b[pivot] = swap;
      for (int i = k + 1; i < n; i++)
        {
          double f = a[i * n + k] / a[k * n + k];
          for (int j = k; j < n; j++)
            a[i * n + j] -= f * a[k * n + j];
          b[i] -= f * b[k];
        }
    }
  for (int i = n - 1; i >= 0; i--)
    {
      for (int j = i + 1; j < n; j++)
        b[i] -= a[i * n + j] * b[j];
      b[i] /= a[i * n + i];
    }
}

static void
describe_freedoms (const BcConstraints *c, const BcConfiguration *configuration, const Rank *rank,
                   BcMobility *mobility)
{
  int n = c->n_columns, f = mobility->freedoms;
  if (rank->basis == NULL || f == 0)
    return;
  double *motions = bc_basis_complement (rank->basis); /* f vectors */
  Candidate *list = bc_new_array (Candidate, 6 * (c->model->n_joints + c->model->n_bodies));
  int n_list = list_candidates (c, list);

  /* A candidate names a freedom when its rates in the free motions are independent of those
   * already taken. */
  BcBasis *taken = bc_basis_new (f);
  double *gradient = bc_new_array (double, n),
         *rates = bc_new_array (double, (size_t) f *(size_t) f);
  mobility->described = bc_new_array (BcFreedom, f);
  for (int i = 0; i < n_list && mobility->n_described < f; i++)
    {
      double *row = rates + (size_t) mobility->n_described * (size_t) f;
      memset (gradient, 0, (size_t) n * sizeof (double));
      if (list[i].joint >= 0)
        bc_coordinate_gradient (c, configuration, list[i].joint, list[i].coordinate, gradient);
      else
        gradient[c->body_column[list[i].body] + list[i].coordinate] = 1.0;
      double length = 0.0;
      for (int k = 0; k < f; k++)
        {
          row[k] = 0.0;
          for (int j = 0; j < n; j++)
            row[k] += gradient[j] * motions[(size_t) k * (size_t) n + (size_t) j];
          length += row[k] * row[k];
        }
      if (sqrt (length) > 1e-6 && bc_basis_add (taken, row, 1e-4))
        mobility->described[mobility->n_described++] =
            (BcFreedom){ list[i].joint, list[i].coordinate, list[i].body, NULL };
    }

  /* The motion in which one named coordinate has rate 1 and the others rest. */
  int named = mobility->n_described;
  double *matrix = bc_new_array (double, (size_t) f *(size_t) f), *share = bc_new_array (double, f);
  for (int i = 0; i < named && named == f; i++)
    {
      memcpy (matrix, rates, (size_t) f * (size_t) f * sizeof (double));
      memset (share, 0, (size_t) f * sizeof (double));
      share[i] = 1.0;
      solve_small (f, matrix, share);
      double *motion = mobility->described[i].motion = bc_new_array (double, n);
      for (int k = 0; k < f; k++)
        for (int j = 0; j < n; j++)
          motion[j] += share[k] * motions[(size_t) k * (size_t) n + (size_t) j];
    }
  if (named != f)
    mobility->n_described = 0;

  bc_basis_free (taken);
  free (gradient);
  free (rates);
  free (matrix);
  free (share);
  free (list);
  free (motions);
}

/* ---- all together ---- */

BcMobility *
bc_mobility_new (const BcConstraints *c, const BcConfiguration *configuration)
{
  BcMobility *mobility = bc_new_array (BcMobility, 1);
  Rank rank = find_rank (c, configuration);
  count_freedoms (c, configuration, mobility);
  mobility->rank = rank.rank_joints;
  mobility->freedoms = c->n_columns - rank.rank_joints;
  mobility->n_drivers = c->n_rows - c->n_joint_rows;
  mobility->driven = rank.rank_all - rank.rank_joints;
  mobility->redundant = bc_new_array (BcRedundancy, c->n_rows);
  for (int i = 0; i < c->n_rows; i++)
    if (rank.dependent[i])
      mobility->redundant[mobility->n_redundant++] =
          (BcRedundancy){ c->rows[i].joint, c->rows[i].driver, c->rows[i].direction };
  look_nearby (c, configuration, &rank, mobility);
  describe_freedoms (c, configuration, &rank, mobility);
  rank_clear (&rank);
  return mobility;
}

void
bc_mobility_free (BcMobility *mobility)
{
  if (mobility == NULL)
    return;
  for (int i = 0; i < mobility->n_described; i++)
    free (mobility->described[i].motion);
  free (mobility->described);
  free (mobility->redundant);
  free (mobility);
}

/* Compares the freedoms in space with those left when every body keeps to the plane. */
bool
bc_moves_in_plane (const BcConstraints *c, const BcConfiguration *configuration, BcVec3 *normal)
{
  if (c->n_joint_rows == 0 || !bc_graph_is_planar (c->model, configuration->poses, normal))
    return false;
  int m = c->n_joint_rows;
  BcRows *rows = bc_constraints_pattern (c, m);
  double *work = bc_new_array (double, m);
  int *dependent = bc_new_array (int, m), rank = 0, planar_rank = 0;
  bc_constraints_evaluate (c, configuration, m, work, rows);
  bool known = bc_rows_rank (rows, INDEPENDENT, &rank, dependent) == BC_GOOD;

  /* The same rows on two translations and one turn per body. */
  BcVec3 axes[2] = { bc_perpendicular (*normal), bc_vec3 (0, 0, 0) };
  axes[1] = bc_cross (*normal, axes[0]);
  int entries = rows->start[m] / 6;
  for (int k = 0; k < entries; k++)
    {
      const double *v = rows->value + 6 * k;
      BcVec3 move = bc_vec3 (v[0], v[1], v[2]), turn = bc_vec3 (v[3], v[4], v[5]);
      int column = rows->column[6 * k] / 2;
      rows->value[3 * k] = bc_dot (move, axes[0]);
      rows->value[3 * k + 1] = bc_dot (move, axes[1]);
      rows->value[3 * k + 2] = bc_dot (turn, *normal);
      for (int i = 0; i < 3; i++)
        rows->column[3 * k + i] = column + i;
    }
  for (int i = 0; i <= m; i++)
    rows->start[i] /= 2;
  rows->n_cols /= 2;
  known = known && bc_rows_rank (rows, INDEPENDENT, &planar_rank, dependent) == BC_GOOD;
  bool same = c->n_columns - rank == c->n_columns / 2 - planar_rank;
  bc_rows_free (rows);
  free (work);
  free (dependent);
  return known && same;
}
