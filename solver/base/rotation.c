#include "base/rotation.h"

BcQuat
bc_quat_mul (BcQuat a, BcQuat b)
{
  return (BcQuat){ a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                   a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
}

BcQuat
bc_quat_normalize (BcQuat q)
{
  double s = 1.0 / sqrt (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return (BcQuat){ s * q.w, s * q.x, s * q.y, s * q.z };
}

BcQuat
bc_quat_conjugate (BcQuat q)
{
  return (BcQuat){ q.w, -q.x, -q.y, -q.z };
}

BcMat3
bc_quat_to_matrix (BcQuat q)
{
  double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return (BcMat3){ { { 1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy) },
                     { 2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx) },
                     { 2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy) } } };
}

BcQuat
bc_quat_from_matrix (const BcMat3 *a)
{
  /* Take the largest of the four components from the diagonal, the others from the off-diagonal
   * sums, so that nothing small is divided by. */
  double xx = a->col[0].x, yy = a->col[1].y, zz = a->col[2].z;
  double t[4] = { xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy };
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (t[i] > t[k])
      k = i;
  double c = 0.5 * sqrt (1.0 + t[k]), s = 0.25 / c;

  double yz = a->col[1].z - a->col[2].y, yz_sum = a->col[1].z + a->col[2].y;
  double zx = a->col[2].x - a->col[0].z, zx_sum = a->col[2].x + a->col[0].z;
  double xy = a->col[0].y - a->col[1].x, xy_sum = a->col[0].y + a->col[1].x;
  BcQuat q = k == 0   ? (BcQuat){ c, s * yz, s * zx, s * xy }
             : k == 1 ? (BcQuat){ s * yz, c, s * xy_sum, s * zx_sum }
             : k == 2 ? (BcQuat){ s * zx, s * xy_sum, c, s * yz_sum }
                      : (BcQuat){ s * xy, s * zx_sum, s * yz_sum, c };
  return bc_quat_normalize (q);
}

BcQuat
bc_quat_exp (BcVec3 v)
{
  double angle = bc_norm (v);
  /* sin(a/2)/a, by its series where the quotient would lose digits */
  double s = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : sin (0.5 * angle) / angle;
  return (BcQuat){ cos (0.5 * angle), s * v.x, s * v.y, s * v.z };
}

BcVec3
bc_quat_log (BcQuat q)
{
  if (q.w < 0.0)
    q = (BcQuat){ -q.w, -q.x, -q.y, -q.z };
  BcVec3 v = bc_vec3 (q.x, q.y, q.z);
  double s = bc_norm (v);
  /* 2 atan2(s, w) / s → 2/w (1 - s²/3w²) as s → 0 */
  double k = s < 1e-5 ? 2.0 / q.w * (1.0 - s * s / (3.0 * q.w * q.w)) : 2.0 * atan2 (s, q.w) / s;
  return bc_scale (k, v);
}

BcQuat
bc_quat_between (BcVec3 from, BcVec3 to)
{
  double c = bc_dot (from, to);
  if (c < -1.0 + 1e-12)
    {
      BcVec3 axis = bc_perpendicular (from);
      return (BcQuat){ 0, axis.x, axis.y, axis.z };
    }
  BcVec3 axis = bc_cross (from, to);
  return bc_quat_normalize ((BcQuat){ 1.0 + c, axis.x, axis.y, axis.z });
}

bool
bc_triad (BcVec3 z, BcVec3 x, BcMat3 *triad)
{
  double length = bc_norm (z);
  if (!(length > 0.0) || !isfinite (length))
    return false;
  z = bc_scale (1.0 / length, z);
  BcVec3 across = bc_add_scaled (x, -bc_dot (x, z), z);
  double left = bc_norm (across);
  if (!(left > 1e-9 * bc_norm (x)) || !isfinite (left))
    return false;
  x = bc_scale (1.0 / left, across);
  *triad = (BcMat3){ { x, bc_cross (z, x), z } };
  return true;
}
