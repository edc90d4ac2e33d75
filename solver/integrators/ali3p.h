/* Index-3 augmented Lagrangian with projections (paper 000 §3.5; docs/theory.md §8): an implicit rule for
 * the positions, constraints by penalty and multipliers, velocities and accelerations projected
 * after each step. */
#pragma once

#include "formulations/system.h"

typedef struct
{
  double penalty;   /* κ: the penalty is κ m̂ / (β h²), m̂ a typical mass */
  double tolerance; /* of positions and constraints, relative to the mechanism's size */
  int max_iterations;
  double spectral_radius; /* 1: trapezoidal rule; below: generalised-α with this damping of what the
                             step cannot resolve */
} BcAli3pOptions;

BcAli3pOptions bc_ali3p_defaults (void);

/* Everything that changes during a run. */
typedef struct
{
  double time, step; /* the step last taken */
  double *q, *v, *a;
  double *lambda;
  int iterations;           /* of the last advance */
  double phi, phi_v, phi_a; /* largest violation of positions, velocities and accelerations */
} BcRunState;

/* What went wrong in a step that did not converge. */
typedef struct
{
  int row; /* worst constraint, or -1 */
  double violation;
} BcStepFault;

typedef struct BcAli3p BcAli3p;

BcAli3p *bc_ali3p_new (BcSystem *system, BcAli3pOptions options);
void bc_ali3p_free (BcAli3p *integrator);

const BcRunState *bc_ali3p_state (const BcAli3p *integrator);

/* Consistent accelerations and multipliers at the start. */
BcStatus bc_ali3p_start (BcAli3p *integrator, BcStepFault *fault);

/* Goes to `time`, halving the step where it does not converge and growing back; BC_STOP when even
 * tiny steps fail, with the state left at the last good time. */
BcStatus bc_ali3p_advance (BcAli3p *integrator, double time, BcStepFault *fault);

/* Kinematics: the position, velocity and acceleration the drivers ask for at `time`. */
BcStatus bc_ali3p_follow (BcAli3p *integrator, double time, BcStepFault *fault);

/* Statics: comes to rest where the forces balance, the drivers held at time 0.  `motion` gets the
 * largest acceleration left. */
BcStatus bc_ali3p_settle (BcAli3p *integrator, double *motion, BcStepFault *fault);
