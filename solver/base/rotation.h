/* Rotations: unit quaternions (scalar first) for storage, matrices for use, rotation vectors for
 * increments.  A rotation takes body components to world components. */
#pragma once

#include "base/vec.h"

typedef struct
{
  double w, x, y, z;
} BcQuat;

/* A body's frame in the world: origin and rotation. */
typedef struct
{
  BcVec3 at;
  BcQuat turn;
} BcPose;

static inline BcQuat
bc_quat_identity (void)
{
  return (BcQuat){ 1, 0, 0, 0 };
}

BcQuat bc_quat_mul (BcQuat a, BcQuat b);
BcQuat bc_quat_normalize (BcQuat q);
BcQuat bc_quat_conjugate (BcQuat q);
BcMat3 bc_quat_to_matrix (BcQuat q);
BcQuat bc_quat_from_matrix (const BcMat3 *a);

/* exp: the rotation by |v| about v; log: its inverse, with |v| <= pi. */
BcQuat bc_quat_exp (BcVec3 v);
BcVec3 bc_quat_log (BcQuat q);

/* The shortest rotation that takes the unit vector `from` to the unit vector `to`. */
BcQuat bc_quat_between (BcVec3 from, BcVec3 to);

/* The right-handed triad with the given z and with x as near to the given x as it can be.
 * False when one is zero or both are parallel. */
bool bc_triad (BcVec3 z, BcVec3 x, BcMat3 *triad);
