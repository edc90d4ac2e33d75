/* Vectors and matrices of three.  Small enough to pass and return by value; everything inline. */
#pragma once

#include <math.h>
#include <stdbool.h>

typedef struct
{
  double x, y, z;
} BcVec3;

/* Stored by columns, so that the columns of a rotation are the axes of the turned frame. */
typedef struct
{
  BcVec3 col[3];
} BcMat3;

#define BC_PI 3.14159265358979323846

static inline BcVec3
bc_vec3 (double x, double y, double z)
{
  return (BcVec3){ x, y, z };
}

static inline BcVec3
bc_add (BcVec3 a, BcVec3 b)
{
  return bc_vec3 (a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline BcVec3
bc_sub (BcVec3 a, BcVec3 b)
{
  return bc_vec3 (a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline BcVec3
bc_scale (double s, BcVec3 a)
{
  return bc_vec3 (s * a.x, s * a.y, s * a.z);
}

/* a + s b */
static inline BcVec3
bc_add_scaled (BcVec3 a, double s, BcVec3 b)
{
  return bc_vec3 (a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double
bc_dot (BcVec3 a, BcVec3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline BcVec3
bc_cross (BcVec3 a, BcVec3 b)
{
  return bc_vec3 (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double
bc_norm (BcVec3 a)
{
  return sqrt (bc_dot (a, a));
}

static inline BcVec3
bc_unit (BcVec3 a)
{
  return bc_scale (1.0 / bc_norm (a), a);
}

static inline double
bc_component (BcVec3 a, int i)
{
  return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

static inline BcVec3
bc_unit_axis (int i)
{
  return bc_vec3 (i == 0, i == 1, i == 2);
}

static inline bool
bc_vec3_is_finite (BcVec3 a)
{
  return isfinite (a.x) && isfinite (a.y) && isfinite (a.z);
}

/* Some unit vector perpendicular to the unit vector `a`, the same one every time. */
BcVec3 bc_perpendicular (BcVec3 a);

static inline BcMat3
bc_identity (void)
{
  return (BcMat3){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
}

static inline BcVec3
bc_mat_vec (const BcMat3 *m, BcVec3 v)
{
  return bc_add (bc_add (bc_scale (v.x, m->col[0]), bc_scale (v.y, m->col[1])),
                 bc_scale (v.z, m->col[2]));
}

/* mᵀ v */
static inline BcVec3
bc_mat_trans_vec (const BcMat3 *m, BcVec3 v)
{
  return bc_vec3 (bc_dot (m->col[0], v), bc_dot (m->col[1], v), bc_dot (m->col[2], v));
}

static inline BcMat3
bc_mat_mul (const BcMat3 *a, const BcMat3 *b)
{
  return (BcMat3){ { bc_mat_vec (a, b->col[0]), bc_mat_vec (a, b->col[1]),
                     bc_mat_vec (a, b->col[2]) } };
}

static inline BcMat3
bc_mat_transpose (const BcMat3 *m)
{
  return (BcMat3){ { { m->col[0].x, m->col[1].x, m->col[2].x },
                     { m->col[0].y, m->col[1].y, m->col[2].y },
                     { m->col[0].z, m->col[1].z, m->col[2].z } } };
}

static inline BcMat3
bc_mat_add_scaled (BcMat3 a, double s, const BcMat3 *b)
{
  for (int j = 0; j < 3; j++)
    a.col[j] = bc_add_scaled (a.col[j], s, b->col[j]);
  return a;
}

/* ã, the matrix of the cross product: ã b = a × b */
static inline BcMat3
bc_skew (BcVec3 a)
{
  return (BcMat3){ { { 0, a.z, -a.y }, { -a.z, 0, a.x }, { a.y, -a.x, 0 } } };
}

/* a bᵀ */
static inline BcMat3
bc_outer (BcVec3 a, BcVec3 b)
{
  return (BcMat3){ { bc_scale (b.x, a), bc_scale (b.y, a), bc_scale (b.z, a) } };
}

/* Principal values of a symmetric matrix, ascending, and their unit vectors as columns (Jacobi
 * rotations).  `axes` may be NULL. */
void bc_symmetric_eigen (const BcMat3 *m, double values[3], BcMat3 *axes);
