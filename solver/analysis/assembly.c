/* Assembly (docs/theory.md §5).
 *
 * Find the poses q nearest to the sketch q0 with Φ(q) = 0.  Each iteration solves the linearised
 * problem  min |q + δ - q0|²  subject to  Φ + J δ = 0,  whose solution is
 *   δ = -J⁺Φ + (I - J⁺J)(q0 - q),   J⁺b = Jᵀ(J Jᵀ + β I)⁻¹ b.
 * A small β keeps redundant and singular equations harmless (what they cannot move, they leave);
 * a larger one makes the first part a Levenberg–Marquardt step, which goes downhill even where the
 * joints cannot close and so ends at the best configuration there is.  The second part, a move along
 * the freedoms back towards the sketch, is dropped once it no longer helps, and plain Newton steps
 * finish to rounding.
 *
 * The metric counts metres and L·radians, so a body rather turns a little than moves far. */
#include "analysis/assembly.h"

#include "base/memory.h"

#include <string.h>

#define MAX_ITERATIONS 200

typedef struct
{
  const BcConstraints *c;
  int n_rows;
  BcRows *jacobian;
  BcLeastChange *solver;
  double *residual, *step, *scaled, *work;
  BcConfiguration *trial;
} Newton;

static Newton
newton_new (const BcConstraints *c, int n_rows)
{
  Newton n = { .c = c, .n_rows = n_rows };
  n.jacobian = bc_constraints_pattern (c, n_rows);
  n.solver = bc_least_change_new (n.jacobian);
  n.residual = bc_new_array (double, n_rows);
  n.work = bc_new_array (double, n_rows);
  n.step = bc_new_array (double, c->n_columns);
  n.scaled = bc_new_array (double, c->n_columns);
  n.trial = bc_configuration_new (c);
  return n;
}

static void
newton_free (Newton *n)
{
  bc_rows_free (n->jacobian);
  bc_least_change_free (n->solver);
  free (n->residual);
  free (n->work);
  free (n->step);
  free (n->scaled);
  bc_configuration_free (n->trial);
}

static double
norm (int n, const double *v)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sqrt (sum);
}

static double
largest (int n, const double *v)
{
  double worst = 0.0;
  for (int i = 0; i < n; i++)
    worst = fmax (worst, isfinite (v[i]) ? fabs (v[i]) : HUGE_VAL);
  return worst;
}

/* The scaled change that leads from one configuration back to another. */
static void
difference (const BcConstraints *c, const BcConfiguration *from, const BcConfiguration *to,
            double *change)
{
  for (int i = 0; i < c->model->n_bodies; i++)
    {
      int column = c->body_column[i];
      if (column < 0)
        continue;
      BcVec3 move = bc_sub (to->poses[i].at, from->poses[i].at);
      BcVec3 turn =
          bc_quat_log (bc_quat_mul (to->poses[i].turn, bc_quat_conjugate (from->poses[i].turn)));
      for (int k = 0; k < 3; k++)
        {
          change[column + k] = bc_component (move, k);
          change[column + 3 + k] = c->size * bc_component (turn, k);
        }
    }
}

/* A turn of more than a radian per step leaves the range of the linearisation. */
static void
limit_step (const BcConstraints *c, double *step)
{
  double worst = largest (c->n_columns, step);
  if (worst > c->size)
    for (int i = 0; i < c->n_columns; i++)
      step[i] *= c->size / worst;
}

/* Tries configuration + step, halving it until |Φ| falls; true when it did. */
static bool
line_search (Newton *n, BcConfiguration *configuration, double before, double *after)
{
  double fraction = 1.0;
  for (int tries = 0; tries < 6; tries++, fraction *= 0.5)
    {
      double *scaled = n->scaled;
      for (int i = 0; i < n->c->n_columns; i++)
        scaled[i] = fraction * n->step[i];
      bc_configuration_set (n->c, n->trial, configuration);
      bc_configuration_move (n->c, n->trial, scaled);
      bc_constraints_evaluate (n->c, n->trial, n->n_rows, n->work, NULL);
      *after = norm (n->n_rows, n->work);
      if (*after < before * (1.0 - 1e-4 * fraction))
        {
          bc_configuration_set (n->c, configuration, n->trial);
          return true;
        }
    }
  return false;
}

/* ---- closing ---- */

/* -J⁺Φ with damping β into n->step; false when the factor fails. */
static bool
closing_step (Newton *n, const BcConfiguration *configuration, double beta)
{
  bc_constraints_evaluate (n->c, configuration, n->n_rows, n->residual, n->jacobian);
  if (bc_least_change_factor (n->solver, n->jacobian, beta) != BC_GOOD
      || bc_least_change_solve (n->solver, n->jacobian, n->residual, n->step) != BC_GOOD)
    return false;
  for (int i = 0; i < n->c->n_columns; i++)
    n->step[i] = -n->step[i];
  return largest (n->c->n_columns, n->step) < HUGE_VAL;
}

/* Levenberg–Marquardt until closed or stuck; returns the iterations used. */
static int
close_joints (Newton *n, BcConfiguration *configuration)
{
  const double closed = 1e-2 * BC_CLOSED * n->c->size, beta_least = 1e-12;
  double beta = beta_least;
  int iteration = 0;
  for (; iteration < MAX_ITERATIONS; iteration++)
    {
      if (!closing_step (n, configuration, beta))
        return iteration;
      double before = norm (n->n_rows, n->residual), after = before;
      if (largest (n->n_rows, n->residual) <= closed)
        return iteration;
      limit_step (n->c, n->step);
      if (line_search (n, configuration, before, &after))
        beta = fmax (beta_least, 0.1 * beta);
      else if (beta < 1e2)
        beta = fmax (1e-6, 30.0 * beta);
      else
        return iteration; /* nothing goes downhill any more */
    }
  return iteration;
}

/* Moves along the freedoms towards the sketch as long as that shortens the way, staying closed. */
static int
approach_sketch (Newton *n, const BcConfiguration *sketch, BcConfiguration *configuration)
{
  const BcConstraints *c = n->c;
  BcConfiguration *best = bc_configuration_copy (c, configuration);
  double *back = bc_new_array (double, c->n_columns), *normal = bc_new_array (double, c->n_columns);
  difference (c, configuration, sketch, back);
  double distance = norm (c->n_columns, back), fraction = 1.0;
  int iteration = 0;
  for (; iteration < 30 && fraction > 0.05; iteration++)
    {
      /* the part of the way back that the joints allow: (I - J⁺J) back */
      bc_constraints_evaluate (c, configuration, n->n_rows, n->residual, n->jacobian);
      bc_rows_times (n->jacobian, back, n->work);
      if (bc_least_change_factor (n->solver, n->jacobian, 1e-12) != BC_GOOD
          || bc_least_change_solve (n->solver, n->jacobian, n->work, normal) != BC_GOOD)
        break;
      for (int i = 0; i < c->n_columns; i++)
        n->step[i] = fraction * (back[i] - normal[i]);
      if (largest (c->n_columns, n->step) < 1e-9 * c->size)
        break;
      limit_step (c, n->step);
      bc_configuration_move (c, configuration, n->step);
      close_joints (n, configuration);
      bc_constraints_evaluate (c, configuration, n->n_rows, n->residual, NULL);
      bool closed = largest (n->n_rows, n->residual) <= BC_CLOSED * c->size;
      difference (c, configuration, sketch, back);
      double nearer = norm (c->n_columns, back);
      if (closed && nearer < distance * (1.0 - 1e-9))
        {
          distance = nearer;
          bc_configuration_set (c, best, configuration);
        }
      else
        {
          fraction *= 0.5;
          bc_configuration_set (c, configuration, best);
          difference (c, configuration, sketch, back);
        }
    }
  bc_configuration_set (c, configuration, best);
  bc_configuration_free (best);
  free (back);
  free (normal);
  return iteration;
}

bool
bc_project (const BcConstraints *c, int n_rows, BcConfiguration *configuration)
{
  Newton n = newton_new (c, n_rows);
  close_joints (&n, configuration);
  bc_constraints_evaluate (c, configuration, n_rows, n.residual, NULL);
  bool closed = largest (n_rows, n.residual) <= BC_CLOSED * c->size;
  newton_free (&n);
  return closed;
}

/* ---- where to start from ---- */

/* Perpendicular axes cannot tell a direction from its opposite: the first joint that closed with
 * its axes reversed, or -1. */
static int
find_flipped (const BcConstraints *c, const BcConfiguration *configuration)
{
  for (int i = 0; i < c->model->n_joints; i++)
    {
      const BcJoint *joint = &c->model->joints[i];
      if (!joint->type->aligned)
        continue;
      const BcMarker *from = &c->model->markers[joint->from], *to = &c->model->markers[joint->to];
      BcPlace a = bc_marker_place (from, &configuration->poses[from->body]);
      BcPlace b = bc_marker_place (to, &configuration->poses[to->body]);
      if (bc_dot (a.e[2], b.e[2]) < 0.0
          || (joint->type->n_coordinates == 0 && bc_dot (a.e[0], b.e[0]) < 0.0))
        return i;
    }
  return -1;
}

/* Puts body after body, outwards from what is already placed, where its first joint closes: turned
 * as little as its joint asks, with the points together. */
static void
place_along_tree (const BcConstraints *c, BcConfiguration *configuration)
{
  const BcModel *model = c->model;
  bool *placed = bc_new_array (bool, model->n_bodies);
  int root = model->ground >= 0 ? model->ground : 0;
  for (int left = model->n_bodies; left > 0;)
    {
      /* the ground first, later the first body of a part that is not tied to it */
      while (placed[root])
        root = (root + 1) % model->n_bodies;
      placed[root] = true;
      left--;
      for (bool again = true; again;)
        {
          again = false;
          for (int i = 0; i < model->n_joints; i++)
            {
              const BcJoint *joint = &model->joints[i];
              if (joint->type->couples)
                continue;
              const BcMarker *from = &model->markers[joint->from], *to = &model->markers[joint->to];
              if (placed[from->body] == placed[to->body])
                continue;
              const BcMarker *fixed = placed[from->body] ? from : to,
                             *loose = placed[from->body] ? to : from;
              BcPose *pose = &configuration->poses[loose->body];
              BcPlace target = bc_marker_place (fixed, &configuration->poses[fixed->body]);
              BcPlace now = bc_marker_place (loose, pose);
              if (joint->type->aligned)
                pose->turn = bc_quat_normalize (
                    bc_quat_mul (bc_quat_between (now.e[2], target.e[2]), pose->turn));
              now = bc_marker_place (loose, pose);
              if (joint->type->n_equations >= 3)
                pose->at = bc_add (pose->at, bc_sub (target.p, now.p));
              placed[loose->body] = true;
              left--;
              again = true;
            }
        }
    }
  free (placed);
  double *still = bc_new_array (double, c->n_columns);
  bc_configuration_move (c, configuration, still); /* follows the angles */
  free (still);
}

/* A repeatable stream of numbers between -1 and 1. */
static double
scatter (unsigned long long *seed)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double) (*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* Start number 0 is the sketch, 1 the sketch with its tree joints closed, the others scatter. */
static void
prepare_start (const BcConstraints *c, const BcConfiguration *sketch, int number,
               BcConfiguration *start)
{
  bc_configuration_set (c, start, sketch);
  if (number > 0)
    place_along_tree (c, start);
  if (number < 2)
    return;
  unsigned long long seed = (unsigned long long) number;
  double *change = bc_new_array (double, c->n_columns);
  for (int i = 0; i < c->n_columns; i++)
    change[i] = 0.15 * number * c->size * scatter (&seed) * (i % 6 < 3 ? 0.2 : 1.0);
  bc_configuration_move (c, start, change);
  free (change);
}

/* ---- report ---- */

static int
compare_gaps (const void *a, const void *b)
{
  double p = ((const BcGap *) a)->gap, q = ((const BcGap *) b)->gap;
  return (p < q) - (p > q);
}

/* The gap of a joint is the worst of its equations' residuals; points count as one distance. */
static void
report_gaps (const BcConstraints *c, const double *residual, BcAssembly *report)
{
  const BcModel *model = c->model;
  report->gaps = bc_new_array (BcGap, model->n_joints + model->n_drivers);
  for (int i = 0; i < c->n_position_rows;)
    {
      const BcConstraint *row = &c->rows[i];
      double together = 0.0, worst = 0.0;
      bool is_length = true;
      int joint = row->joint, driver = row->driver;
      for (; i < c->n_position_rows && c->rows[i].joint == joint && c->rows[i].driver == driver;
           i++)
        {
          double gap = fabs (residual[i]);
          if (c->rows[i].axis >= 0)
            together += gap * gap;
          else if (gap > worst)
            {
              worst = gap;
              is_length = c->rows[i].is_length;
            }
        }
      together = sqrt (together);
      double gap = fmax (together, worst);
      /* what is small beside the worst gap only follows from it */
      if (gap <= fmax (1e-3 * report->residual, BC_CLOSED * c->size))
        continue;
      is_length = is_length || together >= worst;
      report->gaps[report->n_gaps++] =
          (BcGap){ joint, driver, is_length ? gap : gap / c->size, is_length };
    }
  qsort (report->gaps, (size_t) report->n_gaps, sizeof (BcGap), compare_gaps);
}

static void
report_moves (const BcConstraints *c, const BcConfiguration *sketch,
              const BcConfiguration *configuration, BcAssembly *report)
{
  for (int i = 0; i < c->model->n_bodies; i++)
    {
      const BcPose *from = &sketch->poses[i], *to = &configuration->poses[i];
      report->moved[i] = bc_norm (bc_sub (to->at, from->at));
      report->turned[i] =
          bc_norm (bc_quat_log (bc_quat_mul (to->turn, bc_quat_conjugate (from->turn))));
    }
}

/* ---- velocities ---- */

/* min Σ_given |v - v0|² + ε Σ_others |v - v_last|²  subject to  J v = rate, repeated: the bodies
 * without a given velocity follow freely, and what remains open among them stays small.  With
 * s = √weight the unknown s v has unit metric, so the same least-change solver serves. */
static void
fit_velocities (const BcConstraints *c, const BcConfiguration *configuration, BcAssembly *report)
{
  const BcModel *model = c->model;
  const double light = 1e-2; /* √ε: each repetition shrinks the error by ε */
  int n = c->n_columns, m = c->n_velocity_rows;
  BcRows *jacobian = bc_constraints_pattern (c, m);
  double *residual = bc_new_array (double, m), *v = bc_new_array (double, n);
  double *given = bc_new_array (double, n), *change = bc_new_array (double, n);
  double *weight = bc_new_array (double, n);
  for (int i = 0; i < model->n_bodies; i++)
    for (int k = 0; k < 6 && c->body_column[i] >= 0; k++)
      {
        const BcBody *body = &model->bodies[i];
        int column = c->body_column[i] + k;
        given[column] =
            k < 3 ? bc_component (body->linear, k) : c->size * bc_component (body->angular, k - 3);
        weight[column] = (k < 3 ? body->linear_given : body->angular_given) ? 1.0 : light;
      }
  bc_constraints_evaluate (c, configuration, m, residual, jacobian);
  for (int k = 0; k < jacobian->start[m]; k++)
    jacobian->value[k] /= weight[jacobian->column[k]];

  BcLeastChange *solver = bc_least_change_new (jacobian);
  BcStatus status = bc_least_change_factor (solver, jacobian, 1e-12);
  for (int pass = 0; pass < 8 && status == BC_GOOD; pass++)
    {
      /* start from what is wanted: given velocities as given, the others as they were */
      for (int i = 0; i < n; i++)
        v[i] = weight[i] == 1.0 ? given[i] : v[i];
      for (int repeat = 0; repeat < 3 && status == BC_GOOD; repeat++)
        {
          for (int i = 0; i < n; i++)
            change[i] = v[i] * weight[i];
          bc_rows_times (jacobian, change, residual);
          for (int i = 0; i < m; i++)
            residual[i] = bc_constraint_rate (c, i) - residual[i];
          status = bc_least_change_solve (solver, jacobian, residual, change);
          for (int i = 0; i < n; i++)
            v[i] += change[i] / weight[i];
        }
    }

  report->velocity_body = -1;
  for (int i = 0; i < model->n_bodies; i++)
    {
      int column = c->body_column[i];
      if (column < 0)
        continue;
      report->linear[i] = bc_vec3 (v[column], v[column + 1], v[column + 2]);
      report->angular[i] =
          bc_scale (1.0 / c->size, bc_vec3 (v[column + 3], v[column + 4], v[column + 5]));
      for (int k = 0; k < 6; k++)
        if (weight[column + k] == 1.0
            && fabs (v[column + k] - given[column + k]) > report->velocity_change)
          {
            report->velocity_change = fabs (v[column + k] - given[column + k]);
            report->velocity_body = i;
          }
    }
  bc_least_change_free (solver);
  bc_rows_free (jacobian);
  free (residual);
  free (v);
  free (given);
  free (change);
  free (weight);
}

/* ---- all together ---- */

BcAssembly *
bc_assemble (const BcConstraints *c, BcConfiguration *configuration)
{
  const int n_starts = 8;
  int n_bodies = c->model->n_bodies;
  BcAssembly *report = bc_new_array (BcAssembly, 1);
  report->moved = bc_new_array (double, n_bodies);
  report->turned = bc_new_array (double, n_bodies);
  report->linear = bc_new_array (BcVec3, n_bodies);
  report->angular = bc_new_array (BcVec3, n_bodies);
  report->flipped_joint = report->velocity_body = -1;
  report->residual = HUGE_VAL;

  Newton n = newton_new (c, c->n_position_rows);
  BcConfiguration *sketch = bc_configuration_copy (c, configuration);
  BcConfiguration *start = bc_configuration_copy (c, configuration);
  for (int number = 0; number < n_starts; number++)
    {
      prepare_start (c, sketch, number, start);
      report->iterations += close_joints (&n, start);
      bc_constraints_evaluate (c, start, n.n_rows, n.residual, NULL);
      double residual = largest (n.n_rows, n.residual);
      bool closed = residual <= BC_CLOSED * c->size;
      int flipped = closed ? find_flipped (c, start) : -1;
      /* Better: closed and not flipped; then closed; then the smaller gap. */
      bool better = closed ? !report->closed || (report->flipped && flipped < 0)
                           : !report->closed && residual < 0.999 * report->residual;
      if (better)
        {
          report->closed = closed;
          report->flipped = flipped >= 0;
          report->flipped_joint = flipped;
          report->residual = residual;
          bc_configuration_set (c, configuration, start);
        }
      if (closed && flipped < 0)
        break;
    }

  if (report->closed)
    {
      report->iterations += approach_sketch (&n, sketch, configuration);
      bc_constraints_evaluate (c, configuration, n.n_rows, n.residual, NULL);
      report->residual = largest (n.n_rows, n.residual);
      fit_velocities (c, configuration, report);
    }
  else
    {
      bc_constraints_evaluate (c, configuration, n.n_rows, n.residual, NULL);
      report_gaps (c, n.residual, report);
    }
  report_moves (c, sketch, configuration, report);
  bc_configuration_free (sketch);
  bc_configuration_free (start);
  newton_free (&n);
  return report;
}

void
bc_assembly_free (BcAssembly *assembly)
{
  if (assembly == NULL)
    return;
  free (assembly->gaps);
  free (assembly->moved);
  free (assembly->turned);
  free (assembly->linear);
  free (assembly->angular);
  free (assembly);
}
