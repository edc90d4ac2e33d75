/* One step from (q0, v0, a0) by h.  The trapezoidal rule makes v and a functions of q:
 *   v = 2/h (q - q0) - v0,   a = 4/h² (q - q0) - 4/h v0 - a0,
 * and Newton's method solves  h²/4 [M a + Φ_qᵀ(αΦ + λ*) - Q] = 0  with the tangent
 *   f_q = M + h/2 C + h²/4 K + w Φ_qᵀΦ_q,   w = h²/4 α,
 * (eqs. 35–38), λ* += αΦ after each iteration (eq. 2).  α = κ m̂ 4/h² keeps w = κ m̂ whatever the
 * step: a fixed α would make the system ever stiffer against the mass as h shrinks.
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
  double step; /* the step in use, after halving */
  double *q0, *v0, *a0, *lambda0;
  double *work, *phi; /* n, m */
};

BcAli3pOptions
bc_ali3p_defaults (void)
{
  return (BcAli3pOptions){ .penalty = 1e6, .tolerance = 1e-11, .max_iterations = 20 };
}

BcAli3p *
bc_ali3p_new (BcSystem *system, BcAli3pOptions options)
{
  BcAli3p *i = bc_new_array (BcAli3p, 1);
  i->system = system;
  i->options = options;
  double **vectors[] = { &i->state.q, &i->state.v, &i->state.a, &i->q0, &i->v0, &i->a0, &i->work };
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
  if (type->factor (system, 0.0, w) != BC_GOOD)
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
  for (int k = 0; k < i->system->n; k++)
    {
      double moved = s->q[k] - i->q0[k];
      s->v[k] = 2.0 / h * moved - i->v0[k];
      s->a[k] = 4.0 / (h * h) * moved - 4.0 / h * i->v0[k] - i->a0[k];
    }
}

static BcStatus
newton (BcAli3p *i, double h, double alpha, BcStepFault *fault)
{
  BcSystem *system = i->system;
  const BcSystemType *type = system->type;
  BcRunState *s = &i->state;
  int n = system->n, m = system->m;
  const double limit = i->options.tolerance * system->size;
  double before = HUGE_VAL;
  for (s->iterations = 1; s->iterations <= i->options.max_iterations; s->iterations++)
    {
      type->set (system, s->time, s->q, s->v);
      type->constraints (system, i->phi);
      s->phi = largest (m, i->phi, &fault->row);
      fault->violation = s->phi;
      type->residual (system, s->a, i->work);
      for (int k = 0; k < m; k++)
        {
          /* eq. (2), except at the predicted position, which no iteration has seen yet */
          s->lambda[k] += s->iterations > 1 ? alpha * i->phi[k] : 0.0;
          i->phi[k] = s->lambda[k] + alpha * i->phi[k];
        }
      type->jacobian_transpose_add (system, 1.0, i->phi, i->work);
      for (int k = 0; k < n; k++)
        i->work[k] *= -0.25 * h * h;
      if (type->factor (system, h, 0.25 * h * h * alpha) != BC_GOOD
          && type->factor (system, 0.0, 0.25 * h * h * alpha) != BC_GOOD)
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
  return BC_RETRY;
}

static BcStatus
step (BcAli3p *i, double h, BcStepFault *fault)
{
  BcSystem *system = i->system;
  const BcSystemType *type = system->type;
  BcRunState *s = &i->state;
  size_t n = (size_t) system->n * sizeof (double), m = (size_t) system->m * sizeof (double);
  double w = i->options.penalty * system->mass, alpha = w * 4.0 / (h * h), start = s->time;
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
      /* λ0 is free now: room for Φ_t and γ */
      type->set (system, s->time, s->q, s->v);
      type->constraints (system, i->phi);
      s->phi = largest (system->m, i->phi, NULL);
      type->constraint_rates (system, i->lambda0);
      s->phi_v = project (i, i->lambda0, w, 1e-11 * system->size, s->v);
      type->constraint_accelerations (system, i->lambda0);
      s->phi_a = project (i, i->lambda0, w, 1e-9 * system->size, s->a);
      type->accept (system, s->q);
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
      /* no crumb at the end */
      if (left - h < 0.1 * h)
        h = left;
      BcStatus status = step (i, h, fault);
      iterations += s->iterations;
      if (status == BC_GOOD)
        i->step = fmin (whole, 2.0 * i->step);
      else if ((i->step *= 0.5) < least)
        return BC_STOP;
    }
  s->time = time;
  s->iterations = iterations;
  return BC_GOOD;
}
