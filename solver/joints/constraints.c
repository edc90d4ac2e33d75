#include "joints/constraints.h"

#include "base/memory.h"

#include <string.h>

/* ---- the list of equations ---- */

static BcTerm
coordinate_term (const BcModel *model, int joint, int coordinate, double factor)
{
  const BcJoint *j = &model->joints[joint];
  return (BcTerm){ j->type->coordinates[coordinate], j->from, j->to, factor };
}

static BcConstraint *
add_row (BcConstraints *c, int joint, int driver, double constant, bool length,
         const char *direction)
{
  BcConstraint *row = &c->rows[c->n_rows++];
  *row = (BcConstraint){ .first_term = c->n_terms,
                         .constant = constant,
                         .joint = joint,
                         .driver = driver,
                         .axis = -1,
                         .is_length = length,
                         .scale = length ? 1.0 : c->size,
                         .direction = direction };
  return row;
}

static void
add_term (BcConstraints *c, BcConstraint *row, BcTerm term)
{
  c->terms[c->n_terms++] = term;
  row->n_terms++;
}

static void
add_joint (BcConstraints *c, int index)
{
  const BcJoint *joint = &c->model->joints[index];
  for (int i = 0; i < joint->type->n_equations; i++)
    {
      const BcEquation *equation = &joint->type->equations[i];
      double constant = equation->hold == BC_HOLD_ZERO     ? 0.0
                        : equation->hold == BC_HOLD_LENGTH ? joint->length
                                                           : joint->offset;
      BcConstraint *row = add_row (c, index, -1, constant,
                                   bc_measure_is_length (&equation->measure), equation->direction);
      if (equation->measure.kind == BC_MEASURE_OFFSET)
        row->axis = equation->measure.i;
      add_term (c, row, (BcTerm){ equation->measure, joint->from, joint->to, 1.0 });
      if (equation->hold == BC_HOLD_PITCH)
        add_term (c, row, coordinate_term (c->model, index, 0, -joint->pitch / (2.0 * BC_PI)));
    }
}

static void
add_coupling (BcConstraints *c, int index)
{
  const BcJoint *joint = &c->model->joints[index];
  /* The relation counts in metres if its last coordinate does: that one has the factor 1. */
  BcTerm last = coordinate_term (c->model, joint->of.at[joint->of.n - 1],
                                 joint->coordinates.at[joint->of.n - 1], 1.0);
  BcConstraint *row = add_row (c, index, -1, joint->offset, bc_measure_is_length (&last.measure),
                               "the coupled coordinates");
  for (int i = 0; i < joint->of.n; i++)
    add_term (c, row,
              coordinate_term (c->model, joint->of.at[i], joint->coordinates.at[i],
                               joint->factors.at[i]));
}

/* 0: holds the position at the start; 1: only the velocity; 2: neither. */
static int
driver_rank (const BcDriver *driver)
{
  BcDriverStart start = bc_driver_start (driver);
  return isfinite (start.position) ? 0 : isfinite (start.rate) ? 1 : 2;
}

static void
add_driver (BcConstraints *c, int index)
{
  const BcDriver *driver = &c->model->drivers[index];
  BcTerm term = driver->joint >= 0
                    ? coordinate_term (c->model, driver->joint, driver->coordinate, 1.0)
                    : (BcTerm){ { BC_MEASURE_OFFSET, driver->axis, 0 }, -1, driver->marker, 1.0 };
  BcConstraint *row = add_row (c, -1, index, bc_driver_start (driver).position,
                               bc_measure_is_length (&term.measure), "the driven coordinate");
  add_term (c, row, term);
}

static int
count_terms (const BcModel *model)
{
  int n = 0;
  for (int i = 0; i < model->n_joints; i++)
    n += model->joints[i].type->n_equations + 1 + model->joints[i].of.n;
  return n + model->n_drivers;
}

static int
count_rows (const BcModel *model)
{
  int n = 0;
  for (int i = 0; i < model->n_joints; i++)
    n += model->joints[i].type->n_equations + 1;
  return n + model->n_drivers;
}

/* What was left open is taken from the sketch: rod lengths, gear and screw offsets. */
static void
take_constants_from_sketch (BcConstraints *c)
{
  BcConfiguration *sketch = bc_configuration_new (c);
  for (int i = 0; i < c->n_rows; i++)
    if (isnan (c->rows[i].constant) && c->rows[i].driver < 0)
      {
        BcConstraint *row = &c->rows[i];
        row->constant = 0.0;
        for (int k = row->first_term; k < row->first_term + row->n_terms; k++)
          row->constant += c->terms[k].factor * sketch->references[k];
      }
  bc_configuration_free (sketch);
}

BcConstraints *
bc_constraints_new (const BcModel *model)
{
  BcConstraints *c = bc_new_array (BcConstraints, 1);
  c->model = model;
  c->size = bc_model_size (model);
  c->terms = bc_new_array (BcTerm, count_terms (model));
  c->rows = bc_new_array (BcConstraint, count_rows (model));
  c->body_column = bc_new_array (int, model->n_bodies);
  for (int i = 0; i < model->n_bodies; i++)
    {
      bool moves = model->bodies[i].kind != BC_BODY_GROUND;
      c->body_column[i] = moves ? c->n_columns : -1;
      c->n_columns += moves ? 6 : 0;
    }
  for (int i = 0; i < model->n_joints; i++)
    if (model->joints[i].type->couples)
      add_coupling (c, i);
    else
      add_joint (c, i);
  c->n_joint_rows = c->n_rows;
  for (int rank = 0; rank <= 2; rank++)
    {
      for (int i = 0; i < model->n_drivers; i++)
        if (model->drivers[i].active && driver_rank (&model->drivers[i]) == rank)
          add_driver (c, i);
      if (rank == 0)
        c->n_position_rows = c->n_rows;
      else if (rank == 1)
        c->n_velocity_rows = c->n_rows;
    }
  take_constants_from_sketch (c);
  return c;
}

void
bc_constraints_free (BcConstraints *c)
{
  if (c == NULL)
    return;
  free (c->terms);
  free (c->rows);
  free (c->body_column);
  free (c);
}

/* ---- configurations ---- */

static BcPlace
place_of (const BcConstraints *c, const BcPose *poses, int marker)
{
  if (marker < 0)
    return (BcPlace){ { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  const BcMarker *m = &c->model->markers[marker];
  return bc_marker_place (m, &poses[m->body]);
}

static double
term_value (const BcConstraints *c, const BcPose *poses, const BcTerm *term, double reference)
{
  BcPlace a = place_of (c, poses, term->a), b = place_of (c, poses, term->b);
  return bc_measure_unwrap (&term->measure, bc_measure_value (&term->measure, &a, &b), reference);
}

static void
follow_angles (const BcConstraints *c, BcConfiguration *configuration)
{
  for (int i = 0; i < c->n_terms; i++)
    configuration->references[i] =
        term_value (c, configuration->poses, &c->terms[i], configuration->references[i]);
}

BcConfiguration *
bc_configuration_new (const BcConstraints *c)
{
  BcConfiguration *configuration = bc_new_array (BcConfiguration, 1);
  configuration->poses = bc_new_array (BcPose, c->model->n_bodies);
  configuration->references = bc_new_array (double, c->n_terms);
  for (int i = 0; i < c->model->n_bodies; i++)
    configuration->poses[i] = c->model->bodies[i].pose;
  /* A driven angle may start on any turn: begin near where the driver wants it. */
  for (int i = c->n_joint_rows; i < c->n_rows; i++)
    if (isfinite (c->rows[i].constant))
      configuration->references[c->rows[i].first_term] = c->rows[i].constant;
  follow_angles (c, configuration);
  return configuration;
}

void
bc_configuration_set (const BcConstraints *c, BcConfiguration *to, const BcConfiguration *from)
{
  memcpy (to->poses, from->poses, (size_t) c->model->n_bodies * sizeof (BcPose));
  memcpy (to->references, from->references, (size_t) c->n_terms * sizeof (double));
}

BcConfiguration *
bc_configuration_copy (const BcConstraints *c, const BcConfiguration *from)
{
  BcConfiguration *copy = bc_configuration_new (c);
  bc_configuration_set (c, copy, from);
  return copy;
}

void
bc_configuration_free (BcConfiguration *configuration)
{
  if (configuration == NULL)
    return;
  free (configuration->poses);
  free (configuration->references);
  free (configuration);
}

void
bc_configuration_place (const BcConstraints *c, BcConfiguration *configuration, const BcPose *poses)
{
  memcpy (configuration->poses, poses, (size_t) c->model->n_bodies * sizeof (BcPose));
  follow_angles (c, configuration);
}

void
bc_configuration_move (const BcConstraints *c, BcConfiguration *configuration, const double *change)
{
  for (int i = 0; i < c->model->n_bodies; i++)
    {
      int column = c->body_column[i];
      if (column < 0)
        continue;
      const double *d = change + column;
      BcPose *pose = &configuration->poses[i];
      BcVec3 turn = bc_scale (1.0 / c->size, bc_vec3 (d[3], d[4], d[5]));
      pose->at = bc_add (pose->at, bc_vec3 (d[0], d[1], d[2]));
      pose->turn = bc_quat_normalize (bc_quat_mul (bc_quat_exp (turn), pose->turn));
    }
  follow_angles (c, configuration);
}

/* ---- residuals and Jacobian ---- */

/* Bodies that a row touches, ascending, each once; returns how many. */
static int
row_bodies (const BcConstraints *c, const BcConstraint *row, int *bodies)
{
  int n = 0;
  for (int k = 0; k < 2 * row->n_terms; k++)
    {
      const BcTerm *term = &c->terms[row->first_term + k / 2];
      int marker = k % 2 == 0 ? term->a : term->b;
      int body = marker >= 0 ? c->model->markers[marker].body : -1;
      if (body < 0 || c->body_column[body] < 0)
        continue;
      int at = 0;
      while (at < n && bodies[at] < body)
        at++;
      if (at < n && bodies[at] == body)
        continue;
      memmove (bodies + at + 1, bodies + at, (size_t) (n - at) * sizeof (int));
      bodies[at] = body;
      n++;
    }
  return n;
}

BcRows *
bc_constraints_pattern (const BcConstraints *c, int n_rows)
{
  BcRows *rows = bc_new_array (BcRows, 1);
  int *bodies = bc_new_array (int, c->n_terms * 2 + 1);
  rows->n_rows = n_rows;
  rows->n_cols = c->n_columns;
  rows->start = bc_new_array (int, n_rows + 1);
  for (int i = 0; i < n_rows; i++)
    rows->start[i + 1] = rows->start[i] + 6 * row_bodies (c, &c->rows[i], bodies);
  rows->column = bc_new_array (int, rows->start[n_rows]);
  rows->value = bc_new_array (double, rows->start[n_rows]);
  for (int i = 0; i < n_rows; i++)
    {
      int n = row_bodies (c, &c->rows[i], bodies);
      for (int k = 0; k < 6 * n; k++)
        rows->column[rows->start[i] + k] = c->body_column[bodies[k / 6]] + k % 6;
    }
  free (bodies);
  return rows;
}

void
bc_rows_free (BcRows *rows)
{
  if (rows == NULL)
    return;
  free (rows->start);
  free (rows->column);
  free (rows->value);
  free (rows);
}

/* One side of a term: what a gradient at a marker means for the pose of its body,
 *   δp = δr + δθ × (p - r),  δe = δθ × e. */
static void
pose_gradient (const BcConstraints *c, const BcPose *poses, int marker, const BcPlace *place,
               const BcPlace *gradient, double scale, double out[6])
{
  BcVec3 force, torque, arm = bc_sub (place->p, poses[c->model->markers[marker].body].at);
  bc_place_wrench (place, gradient, &force, &torque);
  torque = bc_scale (1.0 / c->size, bc_add (torque, bc_cross (arm, force)));
  for (int i = 0; i < 3; i++)
    {
      out[i] = scale * bc_component (force, i);
      out[3 + i] = scale * bc_component (torque, i);
    }
}

/* Adds a term's gradient to a row, whose columns are `column` (sparse) or all of them (NULL). */
static void
add_term_gradient (const BcConstraints *c, const BcPose *poses, const BcTerm *term, double scale,
                   const int *column, int n_columns, double *value)
{
  BcPlace place[2] = { place_of (c, poses, term->a), place_of (c, poses, term->b) }, gradient[2];
  int markers[2] = { term->a, term->b };
  bc_measure_gradient (&term->measure, &place[0], &place[1], &gradient[0], &gradient[1]);
  for (int side = 0; side < 2; side++)
    {
      int body = markers[side] >= 0 ? c->model->markers[markers[side]].body : -1;
      if (body < 0 || c->body_column[body] < 0)
        continue;
      double block[6];
      pose_gradient (c, poses, markers[side], &place[side], &gradient[side], scale * term->factor,
                     block);
      int at = c->body_column[body];
      if (column != NULL)
        for (at = 0; at < n_columns && column[at] != c->body_column[body];)
          at += 6;
      for (int k = 0; k < 6; k++)
        value[at + k] += block[k];
    }
}

double
bc_constraint_rate (const BcConstraints *c, int row)
{
  const BcConstraint *constraint = &c->rows[row];
  return constraint->driver < 0
             ? 0.0
             : constraint->scale * bc_driver_start (&c->model->drivers[constraint->driver]).rate;
}

void
bc_constraints_evaluate (const BcConstraints *c, const BcConfiguration *configuration, int n_rows,
                         double *residual, BcRows *jacobian)
{
  for (int i = 0; i < n_rows; i++)
    {
      const BcConstraint *row = &c->rows[i];
      double sum = isnan (row->constant) ? 0.0 : -row->constant;
      for (int k = row->first_term; k < row->first_term + row->n_terms; k++)
        sum += c->terms[k].factor
               * term_value (c, configuration->poses, &c->terms[k], configuration->references[k]);
      residual[i] = row->scale * sum;
    }
  if (jacobian == NULL)
    return;
  memset (jacobian->value, 0, (size_t) jacobian->start[n_rows] * sizeof (double));
  for (int i = 0; i < n_rows; i++)
    for (int k = 0; k < c->rows[i].n_terms; k++)
      add_term_gradient (c, configuration->poses, &c->terms[c->rows[i].first_term + k],
                         c->rows[i].scale, jacobian->column + jacobian->start[i],
                         jacobian->start[i + 1] - jacobian->start[i],
                         jacobian->value + jacobian->start[i]);
}

void
bc_coordinate_gradient (const BcConstraints *c, const BcConfiguration *configuration, int joint,
                        int coordinate, double *gradient)
{
  BcTerm term = coordinate_term (c->model, joint, coordinate, 1.0);
  memset (gradient, 0, (size_t) c->n_columns * sizeof (double));
  add_term_gradient (c, configuration->poses, &term,
                     bc_measure_is_length (&term.measure) ? 1.0 : c->size, NULL, 0, gradient);
}

double
bc_coordinate_value (const BcConstraints *c, const BcConfiguration *configuration, int joint,
                     int coordinate)
{
  BcTerm term = coordinate_term (c->model, joint, coordinate, 1.0);
  return term_value (c, configuration->poses, &term, 0.0);
}
