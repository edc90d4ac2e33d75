#include "base/vec.h"

#include <stddef.h>

BcVec3
bc_perpendicular (BcVec3 a)
{
  /* Project the world axis that `a` leans on least; x wins ties, so that a marker whose z is the
   * world's z gets the world's x. */
  double ax = fabs (a.x), ay = fabs (a.y), az = fabs (a.z);
  BcVec3 axis = ax <= ay && ax <= az ? bc_unit_axis (0)
                : ay <= az           ? bc_unit_axis (1)
                                     : bc_unit_axis (2);
  return bc_unit (bc_add_scaled (axis, -bc_dot (axis, a), a));
}

void
bc_symmetric_eigen (const BcMat3 *m, double values[3], BcMat3 *axes)
{
  double a[3][3], v[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = bc_component (m->col[j], i);

  /* Five sweeps bring a 3×3 to working precision; ten are a safe bound. */
  for (int sweep = 0; sweep < 10; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++)
        {
          if (a[p][q] == 0.0)
            continue;
          double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
          double t = copysign (1.0, theta) / (fabs (theta) + hypot (theta, 1.0));
          double c = 1.0 / hypot (t, 1.0), s = t * c;
          for (int k = 0; k < 3; k++)
            {
              double kp = a[k][p], kq = a[k][q], vp = v[k][p], vq = v[k][q];
              a[k][p] = c * kp - s * kq;
              a[k][q] = s * kp + c * kq;
              v[k][p] = c * vp - s * vq;
              v[k][q] = s * vp + c * vq;
            }
          for (int k = 0; k < 3; k++)
            {
              double pk = a[p][k], qk = a[q][k];
              a[p][k] = c * pk - s * qk;
              a[q][k] = s * pk + c * qk;
            }
        }

  int order[3] = { 0, 1, 2 };
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (a[order[j]][order[j]] > a[order[j + 1]][order[j + 1]])
        {
          int swap = order[j];
          order[j] = order[j + 1];
          order[j + 1] = swap;
        }
  for (int i = 0; i < 3; i++)
    {
      values[i] = a[order[i]][order[i]];
      if (axes != NULL)
        axes->col[i] = bc_vec3 (v[0][order[i]], v[1][order[i]], v[2][order[i]]);
    }
}
