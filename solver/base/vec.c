#include "base/vec.h"

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
bc_symmetric_eigenvalues (const BcMat3 *m, double values[3])
{
  double a[3][3];
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
              double kp = a[k][p], kq = a[k][q];
              a[k][p] = c * kp - s * kq;
              a[k][q] = s * kp + c * kq;
            }
          for (int k = 0; k < 3; k++)
            {
              double pk = a[p][k], qk = a[q][k];
              a[p][k] = c * pk - s * qk;
              a[q][k] = s * pk + c * qk;
            }
        }

  for (int i = 0; i < 3; i++)
    values[i] = a[i][i];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (values[j] > values[j + 1])
        {
          double swap = values[j];
          values[j] = values[j + 1];
          values[j + 1] = swap;
        }
}
