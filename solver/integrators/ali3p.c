/* One step from (q0, v0, a0) by h.  Newmark's rule makes v and a functions of q:
 *   a = (q - q0)/(βh²) - v0/(βh) - (1/2β - 1) a0,   v = v0 + h (1-γ) a0 + h γ a,
 * and Newton's method solves, with F = Φ_qᵀ(αΦ + λ*) - Q and F0 that of the last step,
 *   M ((1-αm) a + αm a0) + (1-αf) F + αf F0 = 0.
 * The trapezoidal rule of the paper is β = 1/4, γ = 1/2, αm = αf = 0 (eqs. 35–38); generalised-α
 * chooses them by the spectral radius ρ at infinity.  Multiplied by βh²/(1-αm) the tangent is
 *   f_q = M + s (γ/(βh) C + K) + w Φ_qᵀΦ_q,   s = βh² (1-αf)/(1-αm),   w = s α,
 * and λ* += αΦ after each iteration (eq. 2).  α = κ m̂/s keeps w = κ m̂ whatever the step: a fixed α
 * would make the system ever stiffer against the mass as h shrinks, and in the end diverge.  κ = 1e6 is
 * a compromise, measured at 1 ms on the double four-bar through its flat position: the worst velocity
 * violation is 3e-6 m/s with 1e4, 5e-8 with 1e6, 2e-11 with 1e7, at two iterations a step throughout
 * (1e2 fails), but above 1e6 rounding shows in the motion: the squeezer's angles lose a digit.
 *
 * Projections (eq. 39), written as corrections so that one factor serves until they are met:
 *   v -= f_q⁻¹ w Φ_qᵀ(Φ_q v + Φ_t),   a -= f_q⁻¹ w Φ_qᵀ(Φ_q a + γ). */
#include "integrators/ali3p.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

struct BcAli3p
{
  BcSystem *system;
  BcAli3pOptions options;
  BcRunState state;
  double step;                             /* the step in use, after halving */
  double beta, gamma, alpha_m, alpha_f;    /* of the rule */
  double *q0, *v0, *a0, *lambda0, *force0; /* of the last step */
  double *work, *mixed, *phi;              /* n, n, m */
};

BcAli3pOptions
bc_ali3p_defaults (void)
{
  return (BcAli3pOptions){
    .penalty = 1e6, .tolerance = 1e-11, .max_iterations = 20, .spectral_radius = 1.0
  };
}

BcAli3p *
bc_ali3p_new (BcSystem *system, BcAli3pOptions options)
{
  BcAli3p *i = bc_new_array (BcAli3p, 1);
  i->system = system;
  i->options = options;
  double rho = options.spectral_radius;
  bool damped = rho < 1.0;
  i->alpha_m = damped ? (2.0 * rho - 1.0) / (rho + 1.0) : 0.0;
  i->alpha_f = damped ? rho / (rho + 1.0) : 0.0;
  i->gamma = 0.5 - i->alpha_m + i->alpha_f;
  i->beta = 0.25 * (1.0 - i->alpha_m + i->alpha_f) * (1.0 - i->alpha_m + i->alpha_f);
  double **vectors[] = { &i->state.q, &i->state.v, &i->state.a, &i->q0,    &i->v0,
                         &i->a0,      &i->work,    &i->mixed,   &i->force0 };
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = bc_new_array (double, system->n);
  i->state.lambda = bc_new_array (double, system->m);
  i->lambda0 = bc_new_array (double, system->m);
  i->phi = bc_new_array (double, system->m);
  return i;
}

void
bc_ali3p_free (BcAli3p *i)
{
  if (i == NULL)
    return;
  free (i->state.q);
  free (i->state.v);
  free (i->state.a);
  free (i->state.lambda);
  free (i->q0);
  free (i->v0);
  free (i->a0);
  free (i->lambda0);
  free (i->force0);
  free (i->mixed);
  free (i->work);
  free (i->phi);
  free (i);
}

const BcRunState *
bc_ali3p_state (const BcAli3p *i)
{
  return &i->state;
}

static double
largest (int n, const double *x, int *where)
{
  double worst = 0.0;
  for (int k = 0; k < n; k++)
    if (!(fabs (x[k]) <= worst))
      {
        worst = isnan (x[k]) ? HUGE_VAL : fabs (x[k]);
        if (where != NULL)
          *where = k;
      }
  return worst;
}

/* ---- projections ---- */

/* rate = Φ_q x + extra; x -= f⁻¹ w Φ_qᵀ rate until the rate is below the limit.  Gives the last. */
static double
project (BcAli3p *i, const double *extra, double w, double limit, double *x)
{
  const BcSystemType *type = i->system->type;
  int n = i->system->n, m = i->system->m;
  double before = HUGE_VAL;
  for (int pass = 0; pass < 8; pass++)
    {
      type->jacobian_times (i->system, x, i->phi);
      for (int k = 0; k < m; k++)
        i->phi[k] += extra[k];
      double rate = largest (m, i->phi, NULL);
      /* Stop when met, or when rounding lets it fall no further. */
      if (rate <= limit || rate > 0.5 * before)
        return rate;
      before = rate;
      memset (i->work, 0, (size_t) n * sizeof (double));
      type->jacobian_transpose_add (i->system, w, i->phi, i->work);
      type->solve (i->system, i->work);
      for (int k = 0; k < n; k++)
        x[k] -= i->work[k];
    }
  return before;
}

/* ---- start ---- */

BcStatus
bc_ali3p_start (BcAli3p *i, BcStepFault *fault)
{
  BcSystem *system = i->system;
  const BcSystemType *type = system->type;
  BcRunState *s = &i->state;
  int n = system->n, m = system->m;
  double w = i->options.penalty * system->mass;
  *fault = (BcStepFault){ -1, 0.0 };
  memcpy (s->q, system->start_q, (size_t) n * sizeof (double));
  memcpy (s->v, system->start_v, (size_t) n * sizeof (double));
  memset (s->a, 0, (size_t) n * sizeof (double));
  memset (s->lambda, 0, (size_t) m * sizeof (double));
  s->time = 0.0;
  type->set (system, 0.0, s->q, s->v);
  type->constraints (system, i->phi);
  s->phi = largest (m, i->phi, &fault->row);
  if (type->factor (system, 0.0, 0.0, w) != BC_GOOD)
    return BC_STOP;
  /* M a + Φ_qᵀ λ = Q, Φ_q a = -γ, by the same iteration as within a step */
  double *gamma = i->lambda0;
  type->constraint_rates (system, gamma);
  s->phi_v = project (i, gamma, w, i->options.tolerance * system->size, s->v);
  type->set (system, 0.0, s->q, s->v);
  type->constraint_accelerations (system, gamma);
  for (int pass = 0; pass < 10; pass++)
    {
      type->residual (system, s->a, i->work);
      type->jacobian_times (system, s->a, i->phi);
      for (int k = 0; k < m; k++)
        {
          i->phi[k] += gamma[k];
          s->lambda[k] += w * i->phi[k];
        }
      s->phi_a = largest (m, i->phi, NULL);
      type->jacobian_transpose_add (system, 1.0, s->lambda, i->work);
      double change = largest (n, i->work, NULL);
      if (!(change < HUGE_VAL))
        return BC_STOP;
      type->solve (system, i->work);
      for (int k = 0; k < n; k++)
        s->a[k] -= i->work[k];
    }
  s->phi_a = project (i, gamma, w, 1e-9 * system->size, s->a);
  return BC_GOOD;
}

/* ---- one step ---- */

static void
set_position (BcAli3p *i, double h)
{
  BcRunState *s = &i->state;
  double beta = i->beta, gamma = i->gamma;
  for (int k = 0; k < i->system->n; k++)
    {
      s->a[k] =
          (s->q[k] - i->q0[k] - h * i->v0[k]) / (beta * h * h) - (0.5 / beta - 1.0) * i->a0[k];
      s->v[k] = i->v0[k] + h * ((1.0 - gamma) * i->a0[k] + gamma * s->a[k]);
    }
}

/* The balance of forces without the constraints' part, into work. */
static void
unbalanced (BcAli3p *i)
{
  BcSystem *system = i->system;
  if (i->alpha_f == 0.0)
    {
      system->type->residual (system, i->state.a, i->work);
      return;
    }
  for (int k = 0; k < system->n; k++)
    i->mixed[k] = (1.0 - i->alpha_m) * i->state.a[k] + i->alpha_m * i->a0[k];
  system->type->residual (system, i->mixed, i->work); /* M a_mixed - Q */
  memset (i->mixed, 0, (size_t) system->n * sizeof (double));
  double *minus_q = i->mixed;
  system->type->residual (system, minus_q, minus_q);
  for (int k = 0; k < system->n; k++)
    i->work[k] += i->alpha_f * (i->force0[k] - minus_q[k]);
}

/* Φ_qᵀλ - Q at the state reached, for the next step. */
static void
remember_force (BcAli3p *i)
{
  if (i->alpha_f == 0.0)
    return;
  const BcSystemType *type = i->system->type;
  memset (i->mixed, 0, (size_t) i->system->n * sizeof (double));
  type->residual (i->system, i->mixed, i->force0);
  type->jacobian_transpose_add (i->system, 1.0, i->state.lambda, i->force0);
}

static BcStatus
newton (BcAli3p *i, double h, double alpha, BcStepFault *fault)
{
  BcSystem *system = i->system;
  const BcSystemType *type = system->type;
  BcRunState *s = &i->state;
  int n = system->n, m = system->m;
  const double limit = i->options.tolerance * system->size;
  const double scale = i->beta * h * h / (1.0 - i->alpha_m), stiffness = scale * (1.0 - i->alpha_f);
  const double damping = stiffness * i->gamma / (i->beta * h);
  double before = HUGE_VAL;
  for (s->iterations = 1; s->iterations <= i->options.max_iterations; s->iterations++)
    {
      type->set (system, s->time, s->q, s->v);
      type->constraints (system, i->phi);
      s->phi = largest (m, i->phi, &fault->row);
      fault->violation = s->phi;
      unbalanced (i);
      for (int k = 0; k < m; k++)
        {
          /* eq. (2), except at the predicted position, which no iteration has seen yet */
          s->lambda[k] += s->iterations > 1 ? alpha * i->phi[k] : 0.0;
          i->phi[k] = s->lambda[k] + alpha * i->phi[k];
        }
      type->jacobian_transpose_add (system, 1.0 - i->alpha_f, i->phi, i->work);
      for (int k = 0; k < n; k++)
        i->work[k] *= -scale;
      if (type->factor (system, damping, stiffness, stiffness * alpha) != BC_GOOD
          && type->factor (system, 0.0, 0.0, stiffness * alpha) != BC_GOOD)
        return BC_RETRY;
      type->solve (system, i->work);
      double change = largest (n, i->work, NULL);
      if (!(change < 10.0 * system->size))
        return BC_RETRY;
      for (int k = 0; k < n; k++)
        s->q[k] += i->work[k];
      set_position (i, h);
      if (change <= limit && s->phi <= 10.0 * limit)
        return BC_GOOD;
      /* Rounding: no further progress, but close enough. */
      if (change > 0.5 * before && change <= 100.0 * limit && s->phi <= 100.0 * limit)
        return BC_GOOD;
      before = change;
    }
  s->iterations = i->options.max_iterations;
  /* Beside a singular position multipliers of nearly dependent equations settle slowly, and a
   * smaller step makes that worse.  Closed constraints and a small last change are enough: it is far
   * below the error of the rule. */
  return s->phi <= 100.0 * limit && before <= 1e-8 * system->size ? BC_GOOD : BC_RETRY;
}

/* Velocities and accelerations that fit the position. */
static void
project_rates (BcAli3p *i, double w)
{
  BcSystem *system = i->system;
  const BcSystemType *type = system->type;
  BcRunState *s = &i->state;
  double *extra = i->lambda0; /* free between steps */
  type->set (system, s->time, s->q, s->v);
  type->constraints (system, i->phi);
  s->phi = largest (system->m, i->phi, NULL);
  type->constraint_rates (system, extra);
  s->phi_v = project (i, extra, w, 1e-11 * system->size, s->v);
  type->constraint_accelerations (system, extra);
  s->phi_a = project (i, extra, w, 1e-9 * system->size, s->a);
}

static BcStatus
step (BcAli3p *i, double h, BcStepFault *fault)
{
  BcSystem *system = i->system;
  BcRunState *s = &i->state;
  size_t n = (size_t) system->n * sizeof (double), m = (size_t) system->m * sizeof (double);
  double w = i->options.penalty * system->mass, start = s->time;
  double alpha = w * (1.0 - i->alpha_m) / (i->beta * h * h * (1.0 - i->alpha_f));
  memcpy (i->q0, s->q, n);
  memcpy (i->v0, s->v, n);
  memcpy (i->a0, s->a, n);
  memcpy (i->lambda0, s->lambda, m);
  s->time = start + h;
  for (int k = 0; k < system->n; k++)
    s->q[k] += h * (s->v[k] + 0.5 * h * s->a[k]);
  set_position (i, h);
  BcStatus status = newton (i, h, alpha, fault);
  if (status == BC_GOOD)
    {
      project_rates (i, w);
      remember_force (i);
      system->type->accept (system, s->q);
      s->step = h;
      return BC_GOOD;
    }
  memcpy (s->q, i->q0, n);
  memcpy (s->v, i->v0, n);
  memcpy (s->a, i->a0, n);
  memcpy (s->lambda, i->lambda0, m);
  s->time = start;
  return status;
}

BcStatus
bc_ali3p_advance (BcAli3p *i, double time, BcStepFault *fault)
{
  BcRunState *s = &i->state;
  double whole = time - s->time, least = 1e-6 * whole;
  int iterations = 0;
  if (i->step <= 0.0 || i->step > whole)
    i->step = whole;
  while (s->time < time - 1e-9 * whole)
    {
      double left = time - s->time, h = fmin (i->step, left);
      if (left - h < 0.1 * h)
        h = left; /* no crumb at the end */
      BcStatus status = step (i, h, fault);
      iterations += s->iterations;
      if (status == BC_GOOD)
        i->step = fmin (whole, 2.0 * i->step);
      else if ((i->step = 0.5 * h) < least)
        {
          s->iterations = iterations;
          return BC_STOP;
        }
    }
  s->time = time;
  s->iterations = iterations;
  return BC_GOOD;
}

/* ---- kinematics ---- */

BcStatus
bc_ali3p_follow (BcAli3p *i, double time, BcStepFault *fault)
{
  BcSystem *system = i->system;
  const BcSystemType *type = system->type;
  BcRunState *s = &i->state;
  int n = system->n, m = system->m;
  double h = time - s->time, w = i->options.penalty * system->mass;
  for (int k = 0; k < n; k++)
    {
      s->q[k] += h * (s->v[k] + 0.5 * h * s->a[k]);
      s->v[k] += h * s->a[k];
    }
  s->time = time;
  s->step = h;
  for (s->iterations = 1; s->iterations <= i->options.max_iterations; s->iterations++)
    {
      type->set (system, time, s->q, s->v);
      type->constraints (system, i->phi);
      s->phi = fault->violation = largest (m, i->phi, &fault->row);
      if (type->factor (system, 0.0, 0.0, w) != BC_GOOD)
        return BC_STOP;
      if (s->phi <= i->options.tolerance * system->size)
        break;
      memset (i->work, 0, (size_t) n * sizeof (double));
      type->jacobian_transpose_add (system, w, i->phi, i->work);
      type->solve (system, i->work);
      for (int k = 0; k < n; k++)
        s->q[k] -= i->work[k];
    }
  if (s->iterations > i->options.max_iterations)
    return BC_STOP;
  project_rates (i, w);
  type->accept (system, s->q);
  return BC_GOOD;
}

/* ---- statics ---- */

/* Lets go, and stops everything each time the motion begins to slow down, which is where the kinetic
 * energy has its peak and so the potential is low.  What is left after each stop shrinks until only
 * rounding moves. */
BcStatus
bc_ali3p_settle (BcAli3p *i, double *motion, BcStepFault *fault)
{
  const int most_steps = 200000;
  BcSystem *system = i->system;
  BcRunState *s = &i->state;
  size_t n = (size_t) system->n * sizeof (double);
  double h = 0.05 * sqrt (system->size / 9.81);
  system->hold_drivers = true;
  *motion = HUGE_VAL;
  for (int count = 0; count < most_steps;)
    {
      memset (system->start_v, 0, n);
      if (bc_ali3p_start (i, fault) != BC_GOOD)
        return BC_STOP;
      *motion = largest (system->n, s->a, NULL);
      if (*motion <= 1e-9 * 9.81)
        return BC_GOOD;
      for (double speeding_up = 1.0; speeding_up > 0.0 && count < most_steps; count++)
        {
          if (step (i, h, fault) != BC_GOOD)
            {
              if ((h *= 0.5) < 1e-9)
                return BC_STOP;
              continue;
            }
          speeding_up = 0.0;
          for (int k = 0; k < system->n; k++)
            speeding_up += s->v[k] * s->a[k];
        }
      memcpy (system->start_q, s->q, n);
    }
  /* As calm as it gets: a micrometre per second squared is rest. */
  memset (system->start_v, 0, n);
  if (bc_ali3p_start (i, fault) != BC_GOOD)
    return BC_STOP;
  *motion = largest (system->n, s->a, NULL);
  return *motion <= 1e-6 ? BC_GOOD : BC_RETRY;
}
