/* What an integrator sees of a formulation: equations of motion with constraints,
 *   M(q) a + Φ_qᵀ λ = Q(t, q, v),   Φ(t, q) = 0,
 * in coordinates of its own choice.  `set` comes first; the others refer to what was set. */
#pragma once

#include "base/status.h"
#include "model/model.h"

typedef struct BcSystem BcSystem;

/* What a formulation tells about a body, in world axes. */
typedef struct
{
  BcPose pose;
  BcVec3 v, w; /* of the body's origin; angular */
  BcVec3 acceleration, alpha;
} BcBodyMotion;

typedef struct
{
  const char *name;
  void (*free) (BcSystem *system);

  /* The state at which everything below is evaluated. */
  void (*set) (BcSystem *system, double time, const double *q, const double *v);
  /* A step was accepted at q: angles have reached this turn. */
  void (*accept) (BcSystem *system, const double *q);
  /* r = M a - Q */
  void (*residual) (BcSystem *system, const double *a, double *r);
  /* Φ; Φ_t; what Φ̈ has beyond Φ_q a */
  void (*constraints) (BcSystem *system, double *phi);
  void (*constraint_rates) (BcSystem *system, double *phi_t);
  void (*constraint_accelerations) (BcSystem *system, double *gamma);
  /* y = Φ_q x;  y += scale Φ_qᵀ x */
  void (*jacobian_times) (BcSystem *system, const double *x, double *y);
  void (*jacobian_transpose_add) (BcSystem *system, double scale, const double *x, double *y);
  /* Factors M + c C + k K + w Φ_qᵀΦ_q, with C = -∂Q/∂v and K = -∂Q/∂q. */
  BcStatus (*factor) (BcSystem *system, double c, double k, double w);
  void (*solve) (BcSystem *system, double *x);

  /* The motion of all bodies for the state and these accelerations. */
  void (*motions) (BcSystem *system, const double *a, BcBodyMotion *motions);
  /* The joint or driver an equation comes from, for messages. */
  const char *(*row_owner) (const BcSystem *system, int row);
} BcSystemType;

struct BcSystem
{
  const BcSystemType *type;
  const BcModel *model;
  int n, m;          /* coordinates, constraint equations */
  double size;       /* a typical length */
  double mass;       /* a typical entry of the mass matrix */
  bool hold_drivers; /* statics: drivers stay where they start */
  double *start_q;   /* closed position and fitting velocities to start from */
  double *start_v;
};
