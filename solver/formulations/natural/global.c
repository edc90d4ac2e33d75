/* The global formulation: natural coordinates with a constant mass matrix (paper 000 §2).
 *
 * Mass.  A point of a body is r = Σ c_k q_k with c = B⁻¹(x̄, 1), so
 *   M_kl = ∫ c_k c_l dm = [B⁻¹ J B⁻ᵀ]_kl,   J = ∫ (x, 1)(x, 1)ᵀ dm,
 * which is what c_k gives when it is evaluated, as a feature, for the moments of the body: the mass
 * at its centre and, for each principal direction, the spread along it.  In the plane c is complex
 * and M_kl = ∫ c̄_k c_l dm.
 *
 * Torques.  With the axes a_i of the body's frame, ω = ½ Σ a_i × ȧ_i, so a torque τ is the
 * generalised force Σ C_iᵀ ½ (τ × a_i). */
#include "formulations/natural/rows.h"

#include "analysis/assembly.h"
#include "base/matrix.h"
#include "base/memory.h"
#include "graph/mobility.h"

#include <string.h>

typedef struct
{
  BcSystem base;
  BcConstraints *constraints;
  BcCoordinates *c;
  BcNaturalRows *rows;
  int first_row_group, first_force_group; /* of the matrices; the first groups are the bodies */
  BcMatrix *mass, *tangent;
  double *gravity; /* generalised, constant */
  double time;
  const double *q, *v; /* borrowed from `set` */
  double *phi;
  BcForceResult *forces; /* at the state set */
  bool forces_known, derivatives_known;
  double *block; /* room for one block */
} Global;

/* ---- mass ---- */

/* Adds weight · (Σ x̄ᵀ…): the d·n_moving square block of a moment f ↦ ∫ f f dm along one feature. */
static void
add_moment (const BcCoordinates *c, const BcNaturalBody *body, const BcFeature *f, double weight,
            double *block)
{
  int d = c->d, n = d * body->n_moving;
  for (int k = 0; k < body->n_moving; k++)
    for (int l = 0; l < body->n_moving; l++)
      {
        double re = weight * (f->re[k] * f->re[l] + f->im[k] * f->im[l]);
        double im = weight * (f->re[k] * f->im[l] - f->im[k] * f->re[l]);
        for (int i = 0; i < d; i++)
          block[(d * k + i) * n + d * l + i] += re;
        if (c->planar)
          {
            block[(d * k) * n + d * l + 1] -= im;
            block[(d * k + 1) * n + d * l] += im;
          }
      }
}

static void
body_mass (const Global *g, int index, const BcPose *pose, double *block)
{
  const BcCoordinates *c = g->c;
  const BcBody *body = &c->model->bodies[index];
  const BcNaturalBody *natural = &c->bodies[index];
  BcMat3 a = bc_quat_to_matrix (pose->turn);
  BcVec3 centre = bc_add (pose->at, bc_mat_vec (&a, body->com));
  int n = c->d * natural->n_moving;
  memset (block, 0, (size_t) (n * n) * sizeof (double));
  BcFeature at = bc_coordinates_feature (c, index, centre, true);
  add_moment (c, natural, &at, body->mass, block);
  /* The spread along a principal axis is ∫ x x dm = ½ tr(I) - I of that axis. */
  double moments[3];
  BcMat3 axes;
  bc_symmetric_eigen (&body->inertia, moments, &axes);
  for (int i = 0; i < 3; i++)
    {
      double spread = 0.5 * (moments[0] + moments[1] + moments[2]) - moments[i];
      BcFeature along = bc_coordinates_feature (c, index, bc_mat_vec (&a, axes.col[i]), false);
      add_moment (c, natural, &along, fmax (0.0, spread), block);
    }
}

/* ---- generalised forces ---- */

/* out += scale Cᵀ g */
static void
add_feature_force (const BcCoordinates *c, const BcNaturalBody *body, const BcFeature *f, BcVec3 g,
                   double *out)
{
  double x = bc_dot (g, c->ex), y = bc_dot (g, c->ey);
  for (int k = 0; k < body->n_moving; k++)
    {
      double *at = out + body->moving[k];
      if (c->planar)
        {
          at[0] += f->re[k] * x + f->im[k] * y;
          at[1] += f->re[k] * y - f->im[k] * x;
        }
      else
        for (int i = 0; i < 3; i++)
          at[i] += f->re[k] * bc_component (g, i);
    }
}

static void
add_wrench (const Global *g, int marker, const double *wrench, double *out)
{
  const BcCoordinates *c = g->c;
  const BcNaturalMarker *m = &c->markers[marker];
  const BcNaturalBody *body = &c->bodies[m->body];
  BcVec3 torque = bc_vec3 (wrench[3], wrench[4], wrench[5]);
  add_feature_force (c, body, &m->p, bc_vec3 (wrench[0], wrench[1], wrench[2]), out);
  if (bc_dot (torque, torque) == 0.0)
    return;
  for (int k = 0; k < 3; k++)
    {
      BcVec3 axis = bc_feature_value (c, body, &body->axes[k], g->q);
      add_feature_force (c, body, &body->axes[k], bc_scale (0.5, bc_cross (torque, axis)), out);
    }
}

static BcMotion
marker_motion (const Global *g, int marker)
{
  const BcCoordinates *c = g->c;
  const BcNaturalMarker *m = &c->markers[marker];
  const BcNaturalBody *body = &c->bodies[m->body];
  BcMotion motion = { .place.p = bc_feature_value (c, body, &m->p, g->q),
                      .v = bc_feature_rate (c, body, &m->p, g->v) };
  BcVec3 spin = bc_vec3 (0, 0, 0);
  for (int k = 0; k < 3; k++)
    {
      motion.place.e[k] = bc_feature_value (c, body, &m->e[k], g->q);
      spin = bc_add (spin, bc_cross (motion.place.e[k], bc_feature_rate (c, body, &m->e[k], g->v)));
    }
  motion.w = bc_scale (0.5, spin);
  return motion;
}

static void
evaluate_forces (Global *g, bool derivatives)
{
  if (g->forces_known && (g->derivatives_known || !derivatives))
    return;
  for (int i = 0; i < g->base.model->n_forces; i++)
    {
      const BcForce *force = &g->base.model->forces[i];
      BcMotion motions[2] = { 0 };
      for (int k = 0; k < force->n_markers; k++)
        motions[k] = marker_motion (g, force->markers[k]);
      bc_force_evaluate (force, g->time, motions, derivatives, &g->forces[i]);
    }
  g->forces_known = true;
  g->derivatives_known = derivatives;
}

/* ---- the system ---- */

static void
global_set (BcSystem *system, double time, const double *q, const double *v)
{
  Global *g = (Global *) system;
  g->time = time;
  g->q = q;
  g->v = v;
  g->forces_known = g->derivatives_known = false;
  g->rows->hold_drivers = system->hold_drivers;
  bc_natural_rows_evaluate (g->rows, time, q, g->phi);
}

static void
global_residual (BcSystem *system, const double *a, double *r)
{
  Global *g = (Global *) system;
  bc_matrix_times (g->mass, a, r);
  evaluate_forces (g, false);
  for (int i = 0; i < system->n; i++)
    r[i] -= g->gravity[i];
  for (int i = 0; i < system->model->n_forces; i++)
    for (int k = 0; k < system->model->forces[i].n_markers; k++)
      {
        double minus[6];
        for (int j = 0; j < 6; j++)
          minus[j] = -g->forces[i].wrench[6 * k + j];
        add_wrench (g, system->model->forces[i].markers[k], minus, r);
      }
}

static void
global_constraints (BcSystem *system, double *phi)
{
  Global *g = (Global *) system;
  memcpy (phi, g->phi, (size_t) system->m * sizeof (double));
}

static void
global_constraint_rates (BcSystem *system, double *phi_t)
{
  Global *g = (Global *) system;
  bc_natural_rows_rates (g->rows, g->time, phi_t);
}

static void
global_constraint_accelerations (BcSystem *system, double *gamma)
{
  Global *g = (Global *) system;
  bc_natural_rows_accelerations (g->rows, g->time, g->q, g->v, gamma);
}

static void
global_jacobian_times (BcSystem *system, const double *x, double *y)
{
  bc_rows_times (&((Global *) system)->rows->jacobian, x, y);
}

static void
global_jacobian_transpose_add (BcSystem *system, double scale, const double *x, double *y)
{
  const BcRows *j = &((Global *) system)->rows->jacobian;
  for (int i = 0; i < j->n_rows; i++)
    for (int k = j->start[i]; k < j->start[i + 1]; k++)
      y[j->column[k]] += scale * j->value[k] * x[i];
}

/* How a marker's displacement (δp, δθ) follows from the coordinates of its body: 6 rows. */
static void
displacement_rows (const Global *g, int marker, double rows[6][3 * BC_MAX_BASIS])
{
  const BcCoordinates *c = g->c;
  const BcNaturalMarker *m = &c->markers[marker];
  const BcNaturalBody *body = &c->bodies[m->body];
  memset (rows, 0, 6 * 3 * BC_MAX_BASIS * sizeof (double));
  for (int k = 0; k < body->n_moving; k++)
    for (int i = 0; i < c->d; i++)
      {
        /* the unit change of one coordinate as a vector, through C of each feature */
        BcVec3 unit = !c->planar ? bc_unit_axis (i) : i == 0 ? c->ex : c->ey;
        BcVec3 across = !c->planar ? bc_vec3 (0, 0, 0) : i == 0 ? c->ey : bc_scale (-1.0, c->ex);
        BcVec3 p = bc_add (bc_scale (m->p.re[k], unit), bc_scale (m->p.im[k], across));
        BcVec3 turn = bc_vec3 (0, 0, 0);
        for (int axis = 0; axis < 3; axis++)
          {
            const BcFeature *f = &body->axes[axis];
            BcVec3 change = bc_add (bc_scale (f->re[k], unit), bc_scale (f->im[k], across));
            turn = bc_add (turn, bc_cross (bc_feature_value (c, body, f, g->q), change));
          }
        for (int j = 0; j < 3; j++)
          {
            rows[j][c->d * k + i] = bc_component (p, j);
            rows[3 + j][c->d * k + i] = 0.5 * bc_component (turn, j);
          }
      }
}

/* c C + k K of one force over the coordinates of its bodies, made symmetric: Newton's tangent needs
 * no more to converge, since what is left out is h²/4 times the skew part. */
static void
add_force_tangent (Global *g, int index, double damping, double stiffness)
{
  const BcForce *force = &g->base.model->forces[index];
  const BcForceResult *result = &g->forces[index];
  double rows[2][6][3 * BC_MAX_BASIS];
  int sizes[2] = { 0, 0 }, n = 0;
  for (int k = 0; k < force->n_markers; k++)
    {
      displacement_rows (g, force->markers[k], rows[k]);
      sizes[k] = g->c->d * g->c->bodies[g->c->markers[force->markers[k]].body].n_moving;
      n += sizes[k];
    }
  double *block = g->block;
  memset (block, 0, (size_t) (n * n) * sizeof (double));
  for (int a = 0; a < force->n_markers; a++)
    for (int b = 0; b < force->n_markers; b++)
      for (int i = 0; i < sizes[a]; i++)
        for (int j = 0; j < sizes[b]; j++)
          {
            double sum = 0.0;
            for (int r = 0; r < 6; r++)
              for (int s = 0; s < 6; s++)
                sum += rows[a][r][i]
                       * (stiffness * result->by_position[6 * a + r][6 * b + s]
                          + damping * result->by_velocity[6 * a + r][6 * b + s])
                       * rows[b][s][j];
            int row = (a == 0 ? 0 : sizes[0]) + i, column = (b == 0 ? 0 : sizes[0]) + j;
            block[row * n + column] -= 0.5 * sum;
            block[column * n + row] -= 0.5 * sum;
          }
  bc_matrix_add_block (g->tangent, g->first_force_group + index, 1.0, block);
}

static BcStatus
global_factor (BcSystem *system, double damping, double stiffness, double w)
{
  Global *g = (Global *) system;
  memcpy (bc_matrix_entries (g->tangent), bc_matrix_entries (g->mass),
          (size_t) bc_matrix_n_entries (g->mass) * sizeof (double));
  if (stiffness > 0.0 && system->model->n_forces > 0)
    {
      evaluate_forces (g, true);
      for (int i = 0; i < system->model->n_forces; i++)
        add_force_tangent (g, i, damping, stiffness);
    }
  const BcRows *j = &g->rows->jacobian;
  for (int i = 0; i < j->n_rows; i++)
    bc_matrix_add_outer (g->tangent, g->first_row_group + i, w, j->value + j->start[i]);
  return bc_matrix_factor (g->tangent);
}

static void
global_solve (BcSystem *system, double *x)
{
  bc_matrix_solve (((Global *) system)->tangent, x);
}

static void
global_motions (BcSystem *system, const double *a, BcBodyMotion *motions)
{
  Global *g = (Global *) system;
  const BcCoordinates *c = g->c;
  for (int i = 0; i < system->model->n_bodies; i++)
    {
      const BcNaturalBody *body = &c->bodies[i];
      BcBodyMotion *motion = &motions[i];
      BcMat3 frame;
      motion->pose.at = bc_feature_value (c, body, &body->origin, g->q);
      motion->v = bc_feature_rate (c, body, &body->origin, g->v);
      motion->acceleration = bc_feature_rate (c, body, &body->origin, a);
      motion->w = motion->alpha = bc_vec3 (0, 0, 0);
      for (int k = 0; k < 3; k++)
        {
          frame.col[k] = bc_feature_value (c, body, &body->axes[k], g->q);
          /* ω = ½ Σ a × ȧ; its rate is ½ Σ a × ä, as ȧ × ȧ vanishes */
          motion->w = bc_add_scaled (
              motion->w, 0.5,
              bc_cross (frame.col[k], bc_feature_rate (c, body, &body->axes[k], g->v)));
          motion->alpha =
              bc_add_scaled (motion->alpha, 0.5,
                             bc_cross (frame.col[k], bc_feature_rate (c, body, &body->axes[k], a)));
        }
      motion->pose.turn = bc_quat_from_matrix (&frame);
    }
}

static const char *
global_row_owner (const BcSystem *system, int row)
{
  const Global *g = (const Global *) system;
  const BcNaturalRow *r = &g->rows->rows[row];
  return r->joint >= 0    ? system->model->joints[r->joint].name
         : r->driver >= 0 ? system->model->drivers[r->driver].name
                          : system->model->bodies[r->body].name;
}

static void
global_accept (BcSystem *system, const double *q)
{
  bc_natural_rows_follow (((Global *) system)->rows, q);
}

static void
global_free (BcSystem *system)
{
  Global *g = (Global *) system;
  bc_constraints_free (g->constraints);
  bc_natural_rows_free (g->rows);
  bc_coordinates_free (g->c);
  bc_matrix_free (g->mass);
  bc_matrix_free (g->tangent);
  free (g->gravity);
  free (g->phi);
  free (g->forces);
  free (g->block);
  free (system->start_q);
  free (system->start_v);
  free (g);
}

static const BcSystemType global_type = {
  .name = "global",
  .free = global_free,
  .set = global_set,
  .accept = global_accept,
  .residual = global_residual,
  .constraints = global_constraints,
  .constraint_rates = global_constraint_rates,
  .constraint_accelerations = global_constraint_accelerations,
  .jacobian_times = global_jacobian_times,
  .jacobian_transpose_add = global_jacobian_transpose_add,
  .factor = global_factor,
  .solve = global_solve,
  .motions = global_motions,
  .row_owner = global_row_owner,
};

/* ---- building ---- */

/* Groups of unknowns: bodies, then equations, then forces. */
static void
make_matrices (Global *g)
{
  const BcCoordinates *c = g->c;
  const BcModel *model = c->model;
  const BcRows *j = &g->rows->jacobian;
  int n_groups = model->n_bodies + j->n_rows + model->n_forces, group = 0, n = 0, most = 0;
  int *start = bc_new_array (int, n_groups + 1);
  int *index =
      bc_new_array (int, 12 * model->n_bodies + j->start[j->n_rows] + 24 * model->n_forces);
  for (int i = 0; i < model->n_bodies; i++)
    {
      for (int k = 0; k < c->bodies[i].n_moving; k++)
        for (int axis = 0; axis < c->d; axis++)
          index[n++] = c->bodies[i].moving[k] + axis;
      start[++group] = n;
    }
  g->first_row_group = group;
  for (int i = 0; i < j->n_rows; i++)
    {
      for (int k = j->start[i]; k < j->start[i + 1]; k++)
        index[n++] = j->column[k];
      start[++group] = n;
    }
  g->first_force_group = group;
  for (int i = 0; i < model->n_forces; i++)
    {
      for (int k = 0; k < model->forces[i].n_markers; k++)
        {
          const BcNaturalBody *body = &c->bodies[c->markers[model->forces[i].markers[k]].body];
          for (int e = 0; e < body->n_moving; e++)
            for (int axis = 0; axis < c->d; axis++)
              index[n++] = body->moving[e] + axis;
        }
      start[++group] = n;
    }
  for (int i = 0; i < n_groups; i++)
    most = start[i + 1] - start[i] > most ? start[i + 1] - start[i] : most;
  g->mass = bc_matrix_new (c->n_coordinates, n_groups, start, index);
  g->tangent = bc_matrix_new (c->n_coordinates, n_groups, start, index);
  g->block = bc_new_array (double, most *most);
  free (start);
  free (index);
}

static void
fill_mass (Global *g, const BcPose *poses)
{
  const BcModel *model = g->base.model;
  int n = g->base.n;
  g->gravity = bc_new_array (double, n);
  double total = 0.0;
  for (int i = 0; i < model->n_bodies; i++)
    if (model->bodies[i].kind == BC_BODY_RIGID)
      {
        const BcBody *body = &model->bodies[i];
        BcMat3 a = bc_quat_to_matrix (poses[i].turn);
        BcFeature centre = bc_coordinates_feature (
            g->c, i, bc_add (poses[i].at, bc_mat_vec (&a, body->com)), true);
        body_mass (g, i, &poses[i], g->block);
        bc_matrix_add_block (g->mass, i, 1.0, g->block);
        add_feature_force (g->c, &g->c->bodies[i], &centre, bc_scale (body->mass, model->gravity),
                           g->gravity);
        total += body->mass;
      }
  g->base.mass = total > 0.0 ? total / (n > 0 ? n : 1) : 1.0;
}

/* Velocities of the elements from those of the bodies that carry them. */
static void
fill_velocities (Global *g, const BcPose *poses, const BcVec3 *linear, const BcVec3 *angular)
{
  const BcCoordinates *c = g->c;
  for (int i = 0; i < c->model->n_bodies; i++)
    for (int k = 0; k < c->bodies[i].n_basis; k++)
      {
        const BcElement *element = &c->elements[c->bodies[i].basis[k]];
        if (element->first < 0)
          continue;
        BcVec3 v =
            element->is_point
                ? bc_add (linear[i], bc_cross (angular[i], bc_sub (element->start, poses[i].at)))
                : bc_cross (angular[i], element->start);
        for (int axis = 0; axis < c->d; axis++)
          g->base.start_v[element->first + axis] =
              c->planar ? bc_dot (v, axis == 0 ? c->ex : c->ey) : bc_component (v, axis);
      }
}

const BcDriverStart *
bc_global_driver_starts (const BcSystem *system)
{
  return ((const Global *) system)->rows->driver_starts;
}

const BcConstraints *
bc_global_constraints (const BcSystem *system)
{
  return ((const Global *) system)->constraints;
}

BcSystem *
bc_global_new (const BcModel *model, const BcPose *poses, const BcVec3 *linear,
               const BcVec3 *angular)
{
  Global *g = bc_new_array (Global, 1);
  g->constraints = bc_constraints_new (model);
  BcConfiguration *start = bc_configuration_new (g->constraints);
  bc_configuration_place (g->constraints, start, poses);
  BcVec3 normal = bc_vec3 (0, 0, 1);
  bool planar = bc_moves_in_plane (g->constraints, start, &normal);
  g->c = bc_coordinates_new (g->constraints, poses, planar, normal);
  g->rows = bc_natural_rows_new (g->c, g->constraints, start);
  bc_configuration_free (start);

  BcSystem *system = &g->base;
  system->type = &global_type;
  system->model = model;
  system->n = g->c->n_coordinates;
  system->m = g->rows->n;
  system->size = g->constraints->size;
  system->start_q = bc_new_array (double, system->n);
  system->start_v = bc_new_array (double, system->n);
  g->phi = bc_new_array (double, system->m);
  g->forces = bc_new_array (BcForceResult, model->n_forces);
  make_matrices (g);
  fill_mass (g, poses);
  bc_coordinates_start (g->c, system->start_q);
  fill_velocities (g, poses, linear, angular);
  return system;
}
