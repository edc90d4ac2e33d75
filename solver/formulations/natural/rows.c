/* Rigid bodies: the inner products of the three differences that span a body stay what they were.
 *   Φ = s (a·b - c),  Φ_q = s (b on a, a on b),  Φ̈ = Φ_q q̈ + 2 s ȧ·ḃ
 * with s = 1/(|a| + |b|), which makes Φ a length and its gradient about one.
 *
 * Joints and drivers: measures on features, which are linear in q, so that the chain rule has no
 * second part (paper 000, eq. 34). */
#include "formulations/natural/rows.h"

#include "base/basis.h"
#include "base/memory.h"

#include <string.h>

/* ---- building ---- */

static BcVec3
start_of (const BcCoordinates *c, BcDifference d)
{
  BcVec3 x = c->elements[d.element].start;
  return d.minus >= 0 ? bc_sub (x, c->elements[d.minus].start) : x;
}

static bool
moves (const BcCoordinates *c, BcDifference d)
{
  return c->elements[d.element].first >= 0 || (d.minus >= 0 && c->elements[d.minus].first >= 0);
}

static bool
same_difference (BcDifference a, BcDifference b)
{
  return (a.element == b.element && a.minus == b.minus)
         || (a.minus >= 0 && a.element == b.minus && a.minus == b.element);
}

/* Bodies that share two elements need only one equation for them. */
static bool
is_known (const BcNaturalRows *rows, BcDifference a, BcDifference b)
{
  for (int i = 0; i < rows->n; i++)
    {
      const BcNaturalRow *row = &rows->rows[i];
      if (row->kind == BC_ROW_PRODUCT
          && ((same_difference (row->a, a) && same_difference (row->b, b))
              || (same_difference (row->a, b) && same_difference (row->b, a))))
        return true;
    }
  return false;
}

static void
add_product (BcNaturalRows *rows, int body, BcDifference a, BcDifference b)
{
  const BcCoordinates *c = rows->c;
  if ((!moves (c, a) && !moves (c, b)) || is_known (rows, a, b))
    return;
  BcVec3 x = start_of (c, a), y = start_of (c, b);
  rows->rows[rows->n++] = (BcNaturalRow){ .kind = BC_ROW_PRODUCT,
                                          .scale = 1.0 / (bc_norm (x) + bc_norm (y)),
                                          .constant = bc_dot (x, y),
                                          .a = a,
                                          .b = b,
                                          .body = body,
                                          .joint = -1,
                                          .driver = -1 };
}

static void
add_rigid_body (BcNaturalRows *rows, int index)
{
  const BcCoordinates *c = rows->c;
  const BcNaturalBody *body = &c->bodies[index];
  BcDifference d[3] = { { 0, -1 }, { 0, -1 }, { 0, -1 } };
  int n = 0, base = -1;
  for (int k = 0; k < body->n_basis && base < 0; k++)
    if (c->elements[body->basis[k]].is_point)
      base = body->basis[k];
  for (int k = 0; k < body->n_basis; k++)
    if (body->basis[k] != base)
      d[n++] = (BcDifference){ body->basis[k], c->elements[body->basis[k]].is_point ? base : -1 };
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      add_product (rows, index, d[i], d[j]);
}

/* Shared elements that are not in the basis follow from it. */
static void
add_followers (BcNaturalRows *rows)
{
  const BcCoordinates *c = rows->c;
  for (int i = 0; i < c->n_body_spots; i++)
    {
      int b = c->body_spots[i].body, element = c->body_spots[i].element;
      const BcNaturalBody *body = &c->bodies[b];
      bool in_basis = body->n_basis == 0;
      for (int k = 0; k < body->n_basis; k++)
        in_basis |= body->basis[k] == element;
      if (in_basis)
        continue;
      for (int axis = 0; axis < c->d; axis++)
        rows->rows[rows->n++] =
            (BcNaturalRow){ .kind = BC_ROW_LINEAR,
                            .scale = 1.0,
                            .body = b,
                            .element = element,
                            .axis = axis,
                            .feature = bc_coordinates_feature (c, b, c->elements[element].start,
                                                               c->elements[element].is_point),
                            .joint = -1,
                            .driver = -1 };
    }
}

static BcNaturalRow
measure_row (const BcConstraints *constraints, int index)
{
  const BcConstraint *row = &constraints->rows[index];
  return (BcNaturalRow){ .kind = BC_ROW_MEASURE,
                         .scale = row->scale,
                         .constant = row->constant,
                         .first_term = row->first_term,
                         .n_terms = row->n_terms,
                         .body = -1,
                         .joint = row->joint,
                         .driver = row->driver };
}

/* The axis of the plane's coordinates, or of space. */
static BcVec3
axis_of (const BcCoordinates *c, int k)
{
  return !c->planar ? bc_unit_axis (k) : k == 0 ? c->ex : c->ey;
}

/* Equations that sharing does not meet.  In the plane only those that act within it, each once:
 * the independent ones among a joint's rows, seen by the motion of its bodies in the plane. */
static void
add_joint_rows (BcNaturalRows *rows, const BcConfiguration *start)
{
  const BcCoordinates *c = rows->c;
  const BcConstraints *constraints = rows->constraints;
  BcRows *jacobian = bc_constraints_pattern (constraints, constraints->n_rows);
  double *phi = bc_new_array (double, constraints->n_rows);
  bc_constraints_evaluate (constraints, start, constraints->n_rows, phi, jacobian);
  BcBasis *basis = bc_basis_new (6);
  int joint = -2, equation = 0;
  for (int i = 0; i < constraints->n_rows; i++)
    {
      const BcConstraint *row = &constraints->rows[i];
      equation = row->joint == joint && row->joint >= 0 ? equation + 1 : 0;
      if (equation == 0)
        basis->rank = 0;
      joint = row->joint;
      if (joint >= 0 && !constraints->model->joints[joint].type->couples
          && c->shares[joint * BC_MAX_EQUATIONS + equation])
        continue;
      if (c->planar && row->n_terms == 1 && jacobian->start[i + 1] > jacobian->start[i])
        {
          const double *v = jacobian->value + jacobian->start[i + 1] - 6;
          BcVec3 move = bc_vec3 (v[0], v[1], v[2]), turn = bc_vec3 (v[3], v[4], v[5]);
          double in_plane[6] = {
            bc_dot (move, c->ex), bc_dot (move, c->ey), bc_dot (turn, c->normal), 0, 0, 0
          };
          double length = fabs (in_plane[0]) + fabs (in_plane[1]) + fabs (in_plane[2]);
          if (length < 1e-6 || !bc_basis_add (basis, in_plane, 1e-6))
            continue;
        }
      rows->rows[rows->n++] = measure_row (constraints, i);
    }
  bc_basis_free (basis);
  bc_rows_free (jacobian);
  free (phi);
}

/* ---- pattern ---- */

/* Adds the d coordinates of an element to a row's list unless they are there; returns where. */
static int
add_columns (int *columns, int *n, int first, int d)
{
  for (int i = 0; i < *n; i += d)
    if (columns[i] == first)
      return i;
  for (int k = 0; k < d; k++)
    columns[*n + k] = first + k;
  *n += d;
  return *n - d;
}

static int
add_difference (const BcCoordinates *c, BcDifference d, int *columns, int *n)
{
  if (c->elements[d.element].first >= 0)
    add_columns (columns, n, c->elements[d.element].first, c->d);
  if (d.minus >= 0 && c->elements[d.minus].first >= 0)
    add_columns (columns, n, c->elements[d.minus].first, c->d);
  return *n;
}

static int
row_columns (BcNaturalRows *rows, const BcNaturalRow *row, int *columns)
{
  const BcCoordinates *c = rows->c;
  int n = 0;
  switch (row->kind)
    {
    case BC_ROW_PRODUCT:
      add_difference (c, row->a, columns, &n);
      add_difference (c, row->b, columns, &n);
      break;
    case BC_ROW_LINEAR:
      if (c->elements[row->element].first >= 0)
        add_columns (columns, &n, c->elements[row->element].first, c->d);
      for (int k = 0; k < c->bodies[row->body].n_moving; k++)
        add_columns (columns, &n, c->bodies[row->body].moving[k], c->d);
      break;
    case BC_ROW_MEASURE:
      for (int t = row->first_term; t < row->first_term + row->n_terms; t++)
        for (int side = 0; side < 2; side++)
          {
            int marker = side == 0 ? rows->constraints->terms[t].a : rows->constraints->terms[t].b;
            const BcNaturalBody *body = marker >= 0 ? &c->bodies[c->markers[marker].body] : NULL;
            for (int k = 0; body != NULL && k < body->n_moving; k++)
              rows->term_slot[(2 * t + side) * BC_MAX_BASIS + k] =
                  add_columns (columns, &n, body->moving[k], c->d);
          }
      break;
    }
  return n;
}

static void
make_pattern (BcNaturalRows *rows)
{
  int most = 0;
  for (int i = 0; i < rows->n; i++)
    most = rows->rows[i].n_terms > most ? rows->rows[i].n_terms : most;
  int *columns = bc_new_array (int, (2 * most + 4) * BC_MAX_BASIS * 3);
  BcRows *j = &rows->jacobian;
  j->n_rows = rows->n;
  j->n_cols = rows->c->n_coordinates;
  j->start = bc_new_array (int, rows->n + 1);
  rows->term_slot = bc_new_array (int, 2 * BC_MAX_BASIS * rows->constraints->n_terms);
  for (int pass = 0; pass < 2; pass++)
    {
      for (int i = 0; i < rows->n; i++)
        {
          int n = row_columns (rows, &rows->rows[i], columns);
          j->start[i + 1] = j->start[i] + n;
          if (pass == 1)
            memcpy (j->column + j->start[i], columns, (size_t) n * sizeof (int));
        }
      if (pass == 0)
        {
          j->column = bc_new_array (int, j->start[rows->n]);
          j->value = bc_new_array (double, j->start[rows->n]);
        }
    }
  free (columns);
}

BcNaturalRows *
bc_natural_rows_new (const BcCoordinates *c, const BcConstraints *constraints,
                     const BcConfiguration *start)
{
  BcNaturalRows *rows = bc_new_array (BcNaturalRows, 1);
  rows->c = c;
  rows->constraints = constraints;
  rows->rows = bc_new_array (BcNaturalRow,
                             6 * c->model->n_bodies + 3 * c->n_body_spots + constraints->n_rows);
  for (int i = 0; i < c->model->n_bodies; i++)
    if (c->bodies[i].n_basis > 0)
      add_rigid_body (rows, i);
  add_followers (rows);
  add_joint_rows (rows, start);
  make_pattern (rows);
  rows->references = bc_new_array (double, constraints->n_terms);
  memcpy (rows->references, start->references, (size_t) constraints->n_terms * sizeof (double));
  rows->driver_starts = bc_new_array (BcDriverStart, c->model->n_drivers);
  for (int i = 0; i < constraints->n_rows; i++)
    if (constraints->rows[i].driver >= 0)
      {
        /* What the model leaves open, the closed position decides. */
        const BcConstraint *row = &constraints->rows[i];
        BcDriverStart *driver = &rows->driver_starts[row->driver];
        *driver = bc_driver_start (&c->model->drivers[row->driver]);
        if (isnan (driver->position))
          driver->position = start->references[row->first_term];
      }
  return rows;
}

void
bc_natural_rows_free (BcNaturalRows *rows)
{
  if (rows == NULL)
    return;
  free (rows->rows);
  free (rows->jacobian.start);
  free (rows->jacobian.column);
  free (rows->jacobian.value);
  free (rows->term_slot);
  free (rows->references);
  free (rows->driver_starts);
  free (rows);
}

/* ---- evaluation ---- */

static BcJet
driven (const BcNaturalRows *rows, int driver, double time)
{
  if (rows->hold_drivers)
    return (BcJet){ rows->driver_starts[driver].position, 0.0, 0.0 };
  return bc_driver_evaluate (&rows->c->model->drivers[driver], rows->driver_starts[driver], time);
}

/* Value of a difference from coordinates; `fixed` elements count unless a rate is wanted. */
static void
difference_value (const BcCoordinates *c, BcDifference d, const double *q, bool rate, double x[3])
{
  int ids[2] = { d.element, d.minus };
  x[0] = x[1] = x[2] = 0.0;
  for (int k = 0; k < 2 && ids[k] >= 0; k++)
    {
      const BcElement *element = &c->elements[ids[k]];
      double sign = k == 0 ? 1.0 : -1.0;
      for (int i = 0; i < 3 && i < c->d; i++)
        x[i] += element->first >= 0 ? sign * q[element->first + i]
                : rate              ? 0.0
                                    : sign * bc_dot (element->start, axis_of (c, i));
    }
}

static void
spread_difference (const BcRows *j, int row, const BcCoordinates *c, BcDifference d, double scale,
                   const double x[3])
{
  int ids[2] = { d.element, d.minus };
  for (int k = 0; k < 2 && ids[k] >= 0; k++)
    {
      int first = c->elements[ids[k]].first;
      if (first < 0)
        continue;
      int at = j->start[row];
      while (j->column[at] != first)
        at += c->d;
      for (int i = 0; i < c->d; i++)
        j->value[at + i] += (k == 0 ? scale : -scale) * x[i];
    }
}

static double
evaluate_product (BcNaturalRows *rows, int i, const double *q)
{
  const BcNaturalRow *row = &rows->rows[i];
  double a[3], b[3];
  difference_value (rows->c, row->a, q, false, a);
  difference_value (rows->c, row->b, q, false, b);
  spread_difference (&rows->jacobian, i, rows->c, row->a, row->scale, b);
  spread_difference (&rows->jacobian, i, rows->c, row->b, row->scale, a);
  double dot = 0.0;
  for (int k = 0; k < 3; k++)
    dot += a[k] * b[k];
  return row->scale * (dot - row->constant);
}

static double
evaluate_linear (BcNaturalRows *rows, int i, const double *q)
{
  const BcCoordinates *c = rows->c;
  const BcNaturalRow *row = &rows->rows[i];
  const BcNaturalBody *body = &c->bodies[row->body];
  const BcElement *element = &c->elements[row->element];
  BcVec3 axis = axis_of (c, row->axis);
  double value = bc_dot (bc_feature_value (c, body, &row->feature, q), axis);
  double *at = rows->jacobian.value + rows->jacobian.start[i];
  if (element->first >= 0)
    {
      value -= q[element->first + row->axis];
      at[row->axis] -= 1.0;
      at += c->d;
    }
  else
    value -= bc_dot (element->start, axis);
  for (int k = 0; k < body->n_moving; k++)
    {
      /* rows of the small matrix C: re on the diagonal, ∓ im beside it */
      at[k * c->d + row->axis] += row->feature.re[k];
      if (c->planar)
        at[k * c->d + 1 - row->axis] += row->axis == 0 ? -row->feature.im[k] : row->feature.im[k];
    }
  return value;
}

static BcPlace
marker_place (const BcCoordinates *c, int marker, const double *q, bool rate)
{
  if (marker < 0)
    return rate ? (BcPlace){ 0 }
                : (BcPlace){ { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  const BcNaturalMarker *m = &c->markers[marker];
  const BcNaturalBody *body = &c->bodies[m->body];
  BcVec3 (*value) (const BcCoordinates *, const BcNaturalBody *, const BcFeature *,
                   const double *) = rate ? bc_feature_rate : bc_feature_value;
  BcPlace place = { value (c, body, &m->p, q), { { 0, 0, 0 } } };
  for (int k = 0; k < 3; k++)
    place.e[k] = value (c, body, &m->e[k], q);
  return place;
}

/* Cᵀ g for one feature, into the row's block of its body. */
static void
spread_feature (const BcCoordinates *c, const BcNaturalBody *body, const BcFeature *f, BcVec3 g,
                double scale, const int *slot, double *row)
{
  if (g.x == 0.0 && g.y == 0.0 && g.z == 0.0)
    return;
  if (!c->planar)
    {
      for (int k = 0; k < body->n_moving; k++)
        {
          double *at = row + slot[k];
          double s = scale * f->re[k];
          at[0] += s * g.x;
          at[1] += s * g.y;
          at[2] += s * g.z;
        }
      return;
    }
  double x = scale * bc_dot (g, c->ex), y = scale * bc_dot (g, c->ey);
  for (int k = 0; k < body->n_moving; k++)
    {
      double *at = row + slot[k];
      at[0] += f->re[k] * x + f->im[k] * y;
      at[1] += f->re[k] * y - f->im[k] * x;
    }
}

static double
evaluate_measure (BcNaturalRows *rows, int i, double time, const double *q)
{
  const BcCoordinates *c = rows->c;
  const BcNaturalRow *row = &rows->rows[i];
  double sum = 0.0, *out = rows->jacobian.value + rows->jacobian.start[i];
  for (int t = row->first_term; t < row->first_term + row->n_terms; t++)
    {
      const BcTerm *term = &rows->constraints->terms[t];
      int markers[2] = { term->a, term->b };
      BcPlace place[2] = { marker_place (c, term->a, q, false),
                           marker_place (c, term->b, q, false) };
      BcPlace gradient[2];
      sum += term->factor
             * bc_measure_unwrap (&term->measure,
                                  bc_measure_value (&term->measure, &place[0], &place[1]),
                                  rows->references[t]);
      bc_measure_gradient (&term->measure, &place[0], &place[1], &gradient[0], &gradient[1]);
      for (int side = 0; side < 2; side++)
        {
          if (markers[side] < 0)
            continue;
          const BcNaturalMarker *m = &c->markers[markers[side]];
          const BcNaturalBody *body = &c->bodies[m->body];
          const int *slot = rows->term_slot + (2 * t + side) * BC_MAX_BASIS;
          double scale = row->scale * term->factor;
          spread_feature (c, body, &m->p, gradient[side].p, scale, slot, out);
          for (int k = 0; k < 3; k++)
            spread_feature (c, body, &m->e[k], gradient[side].e[k], scale, slot, out);
        }
    }
  double wanted = row->driver >= 0 ? driven (rows, row->driver, time).v : row->constant;
  return row->scale * (sum - wanted);
}

void
bc_natural_rows_evaluate (BcNaturalRows *rows, double time, const double *q, double *phi)
{
  memset (rows->jacobian.value, 0, (size_t) rows->jacobian.start[rows->n] * sizeof (double));
  for (int i = 0; i < rows->n; i++)
    phi[i] = rows->rows[i].kind == BC_ROW_PRODUCT  ? evaluate_product (rows, i, q)
             : rows->rows[i].kind == BC_ROW_LINEAR ? evaluate_linear (rows, i, q)
                                                   : evaluate_measure (rows, i, time, q);
}

void
bc_natural_rows_rates (const BcNaturalRows *rows, double time, double *phi_t)
{
  for (int i = 0; i < rows->n; i++)
    phi_t[i] = rows->rows[i].driver >= 0
                   ? -rows->rows[i].scale * driven (rows, rows->rows[i].driver, time).d
                   : 0.0;
}

void
bc_natural_rows_accelerations (const BcNaturalRows *rows, double time, const double *q,
                               const double *v, double *gamma)
{
  const BcCoordinates *c = rows->c;
  for (int i = 0; i < rows->n; i++)
    {
      const BcNaturalRow *row = &rows->rows[i];
      double sum = 0.0;
      if (row->kind == BC_ROW_PRODUCT)
        {
          double a[3], b[3];
          difference_value (c, row->a, v, true, a);
          difference_value (c, row->b, v, true, b);
          for (int k = 0; k < 3; k++)
            sum += 2.0 * a[k] * b[k];
        }
      for (int t = row->first_term;
           row->kind == BC_ROW_MEASURE && t < row->first_term + row->n_terms; t++)
        {
          const BcTerm *term = &rows->constraints->terms[t];
          BcPlace a = marker_place (c, term->a, q, false), b = marker_place (c, term->b, q, false);
          BcPlace va = marker_place (c, term->a, v, true), vb = marker_place (c, term->b, v, true);
          BcPlace ra, rb;
          bc_measure_gradient_rate (&term->measure, &a, &b, &va, &vb, &ra, &rb);
          sum += term->factor * (bc_place_dot (&ra, &va) + bc_place_dot (&rb, &vb));
        }
      if (row->driver >= 0)
        sum -= driven (rows, row->driver, time).dd;
      gamma[i] = row->scale * sum;
    }
}

void
bc_natural_rows_follow (BcNaturalRows *rows, const double *q)
{
  for (int t = 0; t < rows->constraints->n_terms; t++)
    {
      const BcTerm *term = &rows->constraints->terms[t];
      if (!bc_measure_is_angle (&term->measure))
        continue;
      BcPlace a = marker_place (rows->c, term->a, q, false),
              b = marker_place (rows->c, term->b, q, false);
      rows->references[t] = bc_measure_unwrap (
          &term->measure, bc_measure_value (&term->measure, &a, &b), rows->references[t]);
    }
}
