/* At a frame's poses and velocities the index-1 system
 *   [M  Jᵀ] [ a ]   [ Q ]
 *   [J  0 ] [ λ ] = [ -γ ]
 * over the accelerations of all bodies gives the multipliers, and each joint's rows with its
 * multipliers its reaction (docs/theory.md §9).  Elimination of a:
 *   (J M⁻¹ Jᵀ) λ = J M⁻¹ Q + γ.
 * Redundant rows make this singular.  With rows brought to length one, a small shift ε picks, among
 * all λ that fit, the smallest in the limit; iterating λ += (J M⁻¹ Jᵀ + ε)⁻¹ (rest) removes the trace
 * of ε.  Which components of which reactions are a matter of choice is found once, at the start.
 *
 * Coordinates are the scaled changes of the constraints: velocity of a body's origin and L times its
 * angular velocity, world axes.  M has a 6 × 6 block for each body.  A body without mass, or without
 * inertia about an axis, gets a tiny one: its joints then carry what they must. */
#include "analysis/reactions.h"

#include "base/memory.h"

#include <string.h>

struct BcReactions
{
  const BcConstraints *c;
  const BcDriverStart *driver_starts;
  BcRows *jacobian; /* in the scaled changes of the constraints, then over √M */
  BcLeastChange *solver;
  double *gamma, *right, *lambda, *work, *scale; /* rows */
  double *force, *accelerations, *columns;
  BcConfiguration *configuration;
  double *references;      /* angles of the joint coordinates, unwrapped along the run */
  bool (*open)[6];         /* per joint: components that are a matter of choice */
  double (*factors)[6][6]; /* Cholesky factors of the bodies' masses */
  bool started;
};

BcReactions *
bc_reactions_new (const BcConstraints *c, const BcDriverStart *driver_starts)
{
  BcReactions *r = bc_new_array (BcReactions, 1);
  r->c = c;
  r->driver_starts = driver_starts;
  r->jacobian = bc_constraints_pattern (c, c->n_rows);
  r->solver = bc_least_change_new (r->jacobian);
  r->gamma = bc_new_array (double, c->n_rows);
  r->right = bc_new_array (double, c->n_rows);
  r->lambda = bc_new_array (double, c->n_rows);
  r->work = bc_new_array (double, c->n_rows);
  r->scale = bc_new_array (double, c->n_rows);
  r->open = bc_allocate ((size_t) c->model->n_joints, sizeof *r->open);
  r->force = bc_new_array (double, c->n_columns);
  r->accelerations = bc_new_array (double, c->n_columns);
  r->columns = bc_new_array (double, c->n_columns);
  r->configuration = bc_configuration_new (c);
  r->references = bc_new_array (double, (c->model->n_joints * BC_MAX_COORDINATES));
  r->factors = bc_allocate ((size_t) c->n_columns / 6, sizeof *r->factors);
  return r;
}

void
bc_reactions_free (BcReactions *r)
{
  if (r == NULL)
    return;
  bc_rows_free (r->jacobian);
  bc_least_change_free (r->solver);
  bc_configuration_free (r->configuration);
  free (r->gamma);
  free (r->right);
  free (r->lambda);
  free (r->work);
  free (r->scale);
  free (r->open);
  free (r->force);
  free (r->accelerations);
  free (r->columns);
  free (r->references);
  free (r->factors);
  free (r);
}

/* ---- motion of markers ---- */

static BcMotion
marker_motion (const BcReactions *r, const BcFrame *frame, int marker)
{
  if (marker < 0)
    return (BcMotion){ .place.e = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  const BcMarker *m = &r->c->model->markers[marker];
  const BcBodyMotion *body = &frame->bodies[m->body];
  BcMotion motion = { .place = bc_marker_place (m, &body->pose), .w = body->w };
  motion.v = bc_add (body->v, bc_cross (body->w, bc_sub (motion.place.p, body->pose.at)));
  return motion;
}

/* What a place's acceleration has beyond that of the body: ω × (ω × ·). */
static BcPlace
centripetal (const BcFrame *frame, const BcModel *model, int marker, const BcPlace *place)
{
  BcPlace second = { 0 };
  if (marker < 0)
    return second;
  const BcBodyMotion *body = &frame->bodies[model->markers[marker].body];
  second.p = bc_cross (body->w, bc_cross (body->w, bc_sub (place->p, body->pose.at)));
  for (int k = 0; k < 3; k++)
    second.e[k] = bc_cross (body->w, bc_cross (body->w, place->e[k]));
  return second;
}

/* Second derivative of a measure at zero accelerations of the bodies' origins and spins. */
static double
measure_gamma (const BcReactions *r, const BcFrame *frame, const BcMeasure *measure, int a, int b)
{
  BcMotion ma = marker_motion (r, frame, a), mb = marker_motion (r, frame, b);
  BcPlace va = bc_place_rates (&ma.place, ma.v, ma.w), vb = bc_place_rates (&mb.place, mb.v, mb.w);
  BcPlace ca = centripetal (frame, r->c->model, a, &ma.place);
  BcPlace cb = centripetal (frame, r->c->model, b, &mb.place);
  BcPlace ga, gb, ra, rb;
  bc_measure_gradient (measure, &ma.place, &mb.place, &ga, &gb);
  bc_measure_gradient_rate (measure, &ma.place, &mb.place, &va, &vb, &ra, &rb);
  return bc_place_dot (&ga, &ca) + bc_place_dot (&gb, &cb) + bc_place_dot (&ra, &va)
         + bc_place_dot (&rb, &vb);
}

static double
row_gamma (const BcReactions *r, const BcFrame *frame, bool held, int row)
{
  const BcConstraint *constraint = &r->c->rows[row];
  double sum = 0.0;
  for (int k = constraint->first_term; k < constraint->first_term + constraint->n_terms; k++)
    {
      const BcTerm *term = &r->c->terms[k];
      sum += term->factor * measure_gamma (r, frame, &term->measure, term->a, term->b);
    }
  if (constraint->driver >= 0 && !held)
    sum -= bc_driver_evaluate (&r->c->model->drivers[constraint->driver],
                               r->driver_starts[constraint->driver], frame->time)
               .dd;
  return constraint->scale * sum;
}

/* ---- forces and energies ---- */

/* Adds a wrench at a marker to the scaled generalised forces of its body. */
static void
add_wrench (BcReactions *r, const BcFrame *frame, int body, BcVec3 point, BcVec3 force,
            BcVec3 torque)
{
  int column = r->c->body_column[body];
  if (column < 0)
    return;
  torque = bc_add (torque, bc_cross (bc_sub (point, frame->bodies[body].pose.at), force));
  for (int k = 0; k < 3; k++)
    {
      r->force[column + k] += bc_component (force, k);
      r->force[column + 3 + k] += bc_component (torque, k) / r->c->size;
    }
}

static void
add_forces (BcReactions *r, BcFrame *frame)
{
  const BcModel *model = r->c->model;
  frame->elastic = frame->load_power = frame->element_power = 0.0;
  for (int i = 0; i < model->n_forces; i++)
    {
      const BcForce *force = &model->forces[i];
      BcMotion motions[2] = { 0 };
      BcForceResult result;
      for (int k = 0; k < force->n_markers; k++)
        motions[k] = marker_motion (r, frame, force->markers[k]);
      bc_force_evaluate (force, frame->time, motions, false, &result);
      for (int k = 0; k < force->n_markers; k++)
        {
          const double *w = result.wrench + 6 * k;
          BcVec3 push = bc_vec3 (w[0], w[1], w[2]), turn = bc_vec3 (w[3], w[4], w[5]);
          double power = bc_dot (push, motions[k].v) + bc_dot (turn, motions[k].w);
          add_wrench (r, frame, model->markers[force->markers[k]].body, motions[k].place.p, push,
                      turn);
          if (force->n_markers == 1)
            frame->load_power += power;
          else
            frame->element_power += power;
        }
      frame->elastic += result.energy;
      frame->force_values[3 * i] = result.value;
      frame->force_values[3 * i + 1] = result.length;
      frame->force_values[3 * i + 2] = result.rate;
    }
}

/* Gravity and what turning does to a body whose origin is not its centre, and the energies. */
static void
add_inertia (BcReactions *r, BcFrame *frame)
{
  const BcModel *model = r->c->model;
  frame->kinetic = frame->potential = 0.0;
  for (int i = 0; i < model->n_bodies; i++)
    {
      const BcBody *body = &model->bodies[i];
      const BcBodyMotion *motion = &frame->bodies[i];
      if (body->kind != BC_BODY_RIGID)
        continue;
      BcMat3 a = bc_quat_to_matrix (motion->pose.turn);
      BcVec3 arm = bc_mat_vec (&a, body->com), centre = bc_add (motion->pose.at, arm);
      BcVec3 v = bc_add (motion->v, bc_cross (motion->w, arm));
      BcVec3 spin = bc_mat_trans_vec (&a, motion->w); /* body axes */
      BcVec3 momentum = bc_mat_vec (&a, bc_mat_vec (&body->inertia, spin));
      BcVec3 outward = bc_cross (motion->w, bc_cross (motion->w, arm));
      add_wrench (r, frame, i, centre, bc_scale (body->mass, bc_sub (model->gravity, outward)),
                  bc_scale (-1.0, bc_cross (motion->w, momentum)));
      frame->kinetic += 0.5 * body->mass * bc_dot (v, v) + 0.5 * bc_dot (motion->w, momentum);
      frame->potential -= body->mass * bc_dot (model->gravity, centre);
    }
}

/* ---- mass ---- */

/* Lower triangle of the Cholesky factor of a body's 6 × 6 mass in its scaled coordinates. */
static void
mass_factor (const BcReactions *r, const BcFrame *frame, int index, double l[6][6])
{
  const BcBody *body = &r->c->model->bodies[index];
  BcMat3 a = bc_quat_to_matrix (frame->bodies[index].pose.turn);
  BcMat3 transposed = bc_mat_transpose (&a), half = bc_mat_mul (&body->inertia, &transposed);
  BcMat3 inertia = bc_mat_mul (&a, &half);
  BcVec3 d = bc_mat_vec (&a, body->com);
  BcMat3 cross = bc_skew (d), square = bc_mat_mul (&cross, &cross);
  double size = r->c->size, m[6][6] = { { 0 } };
  double mass = body->mass > 0.0 ? body->mass : 1e-9;
  inertia = bc_mat_add_scaled (inertia, -mass, &square); /* about the origin: I - m d̃ d̃ */
  for (int i = 0; i < 3; i++)
    {
      m[i][i] = mass;
      for (int j = 0; j < 3; j++)
        {
          /* v_c = v - d̃ ω */
          m[i][3 + j] = m[3 + j][i] = -mass * bc_component (cross.col[j], i) / size;
          m[3 + i][3 + j] = bc_component (inertia.col[j], i) / (size * size);
        }
      m[3 + i][3 + i] += 1e-9 * mass; /* a point mass has no inertia of its own */
    }
  for (int j = 0; j < 6; j++)
    for (int i = j; i < 6; i++)
      {
        double sum = m[i][j];
        for (int k = 0; k < j; k++)
          sum -= l[i][k] * l[j][k];
        l[i][j] = i == j ? sqrt (fmax (sum, 1e-12 * mass)) : sum / l[j][j];
      }
}

/* x ← L⁻¹ x */
static void
forward (double l[6][6], double *x)
{
  for (int i = 0; i < 6; i++)
    {
      for (int k = 0; k < i; k++)
        x[i] -= l[i][k] * x[k];
      x[i] /= l[i][i];
    }
}

/* x ← L⁻ᵀ x */
static void
backward (double l[6][6], double *x)
{
  for (int i = 5; i >= 0; i--)
    {
      for (int k = i + 1; k < 6; k++)
        x[i] -= l[k][i] * x[k];
      x[i] /= l[i][i];
    }
}

/* ---- solving ---- */

/* Replaces J by J L⁻ᵀ and the force by L⁻¹ f. */
static void
weigh (BcReactions *r, const BcFrame *frame)
{
  const BcConstraints *c = r->c;
  for (int i = 0; i < c->model->n_bodies; i++)
    if (c->body_column[i] >= 0)
      {
        double (*l)[6] = r->factors[c->body_column[i] / 6];
        mass_factor (r, frame, i, l);
        forward (l, r->force + c->body_column[i]);
      }
  BcRows *j = r->jacobian;
  for (int k = 0; k < j->start[j->n_rows]; k += 6)
    forward (r->factors[j->column[k] / 6], j->value + k);
}

/* Force and torque on the second body, in the axes of its marker. */
static void
joint_reaction (const BcReactions *r, const BcFrame *frame, int joint, double wrench[6])
{
  const BcConstraints *c = r->c;
  BcVec3 force = bc_vec3 (0, 0, 0), torque = force;
  memset (wrench, 0, 6 * sizeof (double));
  if (c->model->joints[joint].type->couples)
    return;
  for (int i = 0; i < c->n_joint_rows; i++)
    {
      const BcConstraint *row = &c->rows[i];
      if (row->joint != joint)
        continue;
      for (int k = row->first_term; k < row->first_term + row->n_terms; k++)
        {
          const BcTerm *term = &c->terms[k];
          BcPlace a = marker_motion (r, frame, term->a).place;
          BcPlace b = marker_motion (r, frame, term->b).place, ga, gb;
          BcVec3 f, t;
          bc_measure_gradient (&term->measure, &a, &b, &ga, &gb);
          bc_place_wrench (&b, &gb, &f, &t);
          /* M a + Jᵀλ = Q: the constraint pushes by -Jᵀλ */
          double push = -r->lambda[i] * row->scale * term->factor;
          force = bc_add_scaled (force, push, f);
          torque = bc_add_scaled (torque, push, t);
        }
    }
  BcPlace to = marker_motion (r, frame, c->model->joints[joint].to).place;
  for (int k = 0; k < 3; k++)
    {
      wrench[k] = bc_dot (to.e[k], force);
      wrench[3 + k] = bc_dot (to.e[k], torque);
    }
}

/* Multipliers in the left null space of J do nothing to the motion: what they do to a joint's
 * reaction is a matter of choice.  A few arbitrary multipliers, less what J can reach, show where. */
static void
find_open (BcReactions *r, const BcFrame *frame)
{
  const BcConstraints *c = r->c;
  int m = c->n_rows;
  unsigned long long seed = 1;
  for (int probe = 0; probe < 3; probe++)
    {
      for (int i = 0; i < m; i++)
        {
          seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
          r->lambda[i] = (double) (seed >> 11) / 4503599627370496.0 - 1.0;
        }
      for (int pass = 0; pass < 4; pass++) /* several times against the trace of the shift */
        {
          if (bc_least_change_solve (r->solver, r->jacobian, r->lambda, r->columns) != BC_GOOD)
            return;
          bc_rows_times (r->jacobian, r->columns, r->work);
          for (int i = 0; i < m; i++)
            r->lambda[i] -= r->work[i];
        }
      for (int i = 0; i < c->model->n_joints; i++)
        {
          double wrench[6];
          joint_reaction (r, frame, i, wrench);
          for (int k = 0; k < 6; k++)
            r->open[i][k] |= fabs (wrench[k]) > 1e-4 * (k < 3 ? 1.0 : c->size);
        }
    }
}

/* ---- results ---- */

static void
store_reactions (const BcReactions *r, BcFrame *frame)
{
  const BcConstraints *c = r->c;
  const BcModel *model = c->model;
  for (int i = 0; i < model->n_joints; i++)
    {
      double w[6];
      joint_reaction (r, frame, i, w);
      frame->reactions[i].force = bc_vec3 (w[0], w[1], w[2]);
      frame->reactions[i].torque = bc_vec3 (w[3], w[4], w[5]);
      memcpy (frame->reactions[i].open, r->open[i], sizeof r->open[i]);
    }
  for (int i = c->n_joint_rows; i < c->n_rows; i++)
    frame->efforts[c->rows[i].driver] = -r->lambda[i] * c->rows[i].scale;
}

static void
store_coordinates (BcReactions *r, BcFrame *frame)
{
  const BcModel *model = r->c->model;
  for (int i = 0; i < model->n_joints; i++)
    for (int k = 0; k < model->joints[i].type->n_coordinates; k++)
      {
        const BcJoint *joint = &model->joints[i];
        const BcMeasure *measure = &joint->type->coordinates[k];
        int at = i * BC_MAX_COORDINATES + k;
        BcMotion a = marker_motion (r, frame, joint->from), b = marker_motion (r, frame, joint->to);
        BcPlace va = bc_place_rates (&a.place, a.v, a.w), vb = bc_place_rates (&b.place, b.v, b.w);
        BcPlace ga, gb;
        bc_measure_gradient (measure, &a.place, &b.place, &ga, &gb);
        double q = bc_measure_value (measure, &a.place, &b.place);
        if (r->started)
          q = bc_measure_unwrap (measure, q, r->references[at]);
        r->references[at] = frame->coordinates[at] = q;
        frame->rates[at] = bc_place_dot (&ga, &va) + bc_place_dot (&gb, &vb);
        double second = measure_gamma (r, frame, measure, joint->from, joint->to);
        int markers[2] = { joint->from, joint->to };
        const BcPlace *gradients[2] = { &ga, &gb };
        for (int side = 0; side < 2; side++)
          {
            const BcBodyMotion *body = &frame->bodies[model->markers[markers[side]].body];
            const BcPlace *place = side == 0 ? &a.place : &b.place;
            BcVec3 point = bc_add (body->acceleration,
                                   bc_cross (body->alpha, bc_sub (place->p, body->pose.at)));
            BcPlace moved = bc_place_rates (place, point, body->alpha);
            second += bc_place_dot (gradients[side], &moved);
          }
        frame->accelerations[at] = second;
      }
  frame->driver_power = 0.0;
  for (int i = r->c->n_joint_rows; i < r->c->n_rows; i++)
    {
      const BcDriver *driver = &model->drivers[r->c->rows[i].driver];
      double rate = driver->joint >= 0
                        ? frame->rates[driver->joint * BC_MAX_COORDINATES + driver->coordinate]
                        : bc_component (marker_motion (r, frame, driver->marker).v, driver->axis);
      frame->driver_power += frame->efforts[r->c->rows[i].driver] * rate;
    }
  r->started = true;
}

/* (J̃ J̃ᵀ) λ = J̃ f̃ + γ with J̃ = J L⁻ᵀ, f̃ = L⁻¹ f.  Rows are first brought to length one: light bodies
 * make theirs much longer than others. */
static void
solve (BcReactions *r)
{
  BcRows *j = r->jacobian;
  int m = j->n_rows;
  for (int i = 0; i < m; i++)
    {
      double square = 0.0;
      for (int k = j->start[i]; k < j->start[i + 1]; k++)
        square += j->value[k] * j->value[k];
      r->scale[i] = square > 0.0 ? 1.0 / sqrt (square) : 0.0;
      r->gamma[i] *= r->scale[i];
      for (int k = j->start[i]; k < j->start[i + 1]; k++)
        j->value[k] *= r->scale[i];
    }
  memset (r->lambda, 0, (size_t) m * sizeof (double));
  if (m == 0 || bc_least_change_factor (r->solver, j, 1e-11) != BC_GOOD)
    return;
  bc_rows_times (j, r->force, r->right);
  for (int i = 0; i < m; i++)
    r->right[i] += r->gamma[i];
  double first = 0.0;
  for (int pass = 0; pass < 10; pass++)
    {
      double rest = 0.0;
      bc_rows_transpose_times (j, r->lambda, r->columns);
      bc_rows_times (j, r->columns, r->work);
      for (int i = 0; i < m; i++)
        {
          r->work[i] = r->right[i] - r->work[i];
          rest = fmax (rest, fabs (r->work[i]));
        }
      first = pass == 0 ? rest : first;
      if (rest <= 1e-13 * first)
        return;
      bc_least_change_multipliers (r->solver, r->work, r->work);
      for (int i = 0; i < m; i++)
        r->lambda[i] += r->work[i];
    }
}

void
bc_reactions_evaluate (BcReactions *r, bool held, BcFrame *frame)
{
  const BcConstraints *c = r->c;
  int n = c->n_columns, m = c->n_rows;
  for (int i = 0; i < c->model->n_bodies; i++)
    r->configuration->poses[i] = frame->bodies[i].pose;
  bc_constraints_evaluate (c, r->configuration, m, r->work, r->jacobian);
  if (!r->started && m > 0 && bc_least_change_factor (r->solver, r->jacobian, 1e-10) == BC_GOOD)
    find_open (r, frame);
  memset (r->force, 0, (size_t) n * sizeof (double));
  add_inertia (r, frame);
  add_forces (r, frame);
  weigh (r, frame);
  for (int i = 0; i < m; i++)
    r->gamma[i] = row_gamma (r, frame, held, i);
  solve (r);

  /* ã = f̃ - J̃ᵀλ, compared with what the integrator has */
  bc_rows_transpose_times (r->jacobian, r->lambda, r->columns);
  for (int i = 0; i < n; i++)
    r->accelerations[i] = r->force[i] - r->columns[i];
  for (int i = 0; i < m; i++)
    r->lambda[i] *= r->scale[i];
  frame->acceleration_error = 0.0;
  for (int i = 0; i < c->model->n_bodies; i++)
    if (c->body_column[i] >= 0)
      {
        double *a = r->accelerations + c->body_column[i];
        backward (r->factors[c->body_column[i] / 6], a);
        for (int k = 0; k < 6; k++)
          {
            double has = k < 3 ? bc_component (frame->bodies[i].acceleration, k)
                               : c->size * bc_component (frame->bodies[i].alpha, k - 3);
            frame->acceleration_error = fmax (frame->acceleration_error, fabs (a[k] - has));
          }
      }
  store_reactions (r, frame);
  store_coordinates (r, frame);
}
