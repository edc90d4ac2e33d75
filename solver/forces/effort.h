/* Efforts along measures: how springs, bushings, stops and contacts push.
 *
 * With measures q_i(x) of two markers, gradients G_i = ∂q_i/∂x and rates q̇_i = G_i·V, an element
 * gives efforts e_i(q, q̇); the wrench is Σ e_i G_i, so that the power is Σ e_i q̇_i.  Its exact
 * derivatives are
 *   ∂/∂x = Σ_ij G_i (∂e_i/∂q_j G_jᵀ + ∂e_i/∂q̇_j (∂q̇_j/∂x)ᵀ) + Σ_i e_i ∂G_i/∂x,
 *   ∂/∂V = Σ_ij ∂e_i/∂q̇_j G_i G_jᵀ,         ∂q̇_j/∂x = (∂G_j/∂x)ᵀ V. */
#pragma once

#include "forces/force.h"

#define BC_MAX_EFFORTS 6

typedef struct
{
  int n;
  BcMeasure measures[BC_MAX_EFFORTS];
  double q[BC_MAX_EFFORTS], rate[BC_MAX_EFFORTS]; /* filled by bc_efforts_begin */
  double gradient[BC_MAX_EFFORTS][BC_WRENCH_SIZE];
  double effort[BC_MAX_EFFORTS]; /* filled by the element */
  double by_q[BC_MAX_EFFORTS][BC_MAX_EFFORTS];
  double by_rate[BC_MAX_EFFORTS][BC_MAX_EFFORTS];
} BcEfforts;

/* Measures where the markers are and how fast they move. */
void bc_efforts_begin (BcEfforts *efforts, int n, const BcMeasure *measures,
                       const BcMotion motions[2]);

/* Turns the efforts into wrenches and, if asked, their derivatives. */
void bc_efforts_end (const BcEfforts *efforts, const BcMotion motions[2], bool derivatives,
                     BcForceResult *result);

/* A stop that only pushes: force = k depth^n + c(depth) rate, where the damping grows smoothly over
 * the first `ramp` of depth so that the force starts from zero. */
typedef struct
{
  double stiffness, exponent, damping, ramp;
} BcStop;

/* `depth` is how far the stop is pressed in, `rate` how fast. */
double bc_stop_force (const BcStop *stop, double depth, double rate, double *by_depth,
                      double *by_rate, double *energy);
