#include "forces/effort.h"

#include <string.h>

static void
put (double *to, BcVec3 v)
{
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

/* The wrench of a unit effort along a measure, both markers stacked. */
static void
stack_wrench (const BcMotion motions[2], const BcPlace gradient[2], double *wrench)
{
  for (int k = 0; k < 2; k++)
    {
      BcVec3 force, torque;
      bc_place_wrench (&motions[k].place, &gradient[k], &force, &torque);
      put (wrench + 6 * k, force);
      put (wrench + 6 * k + 3, torque);
    }
}

static void
stack_velocity (const BcMotion motions[2], double velocity[BC_WRENCH_SIZE])
{
  for (int k = 0; k < 2; k++)
    {
      put (velocity + 6 * k, motions[k].v);
      put (velocity + 6 * k + 3, motions[k].w);
    }
}

static double
dot12 (const double *a, const double *b)
{
  double sum = 0.0;
  for (int i = 0; i < BC_WRENCH_SIZE; i++)
    sum += a[i] * b[i];
  return sum;
}

void
bc_efforts_begin (BcEfforts *efforts, int n, const BcMeasure *measures, const BcMotion motions[2])
{
  double velocity[BC_WRENCH_SIZE];
  stack_velocity (motions, velocity);
  memset (efforts, 0, sizeof *efforts);
  efforts->n = n;
  for (int i = 0; i < n; i++)
    {
      BcPlace gradient[2];
      efforts->measures[i] = measures[i];
      efforts->q[i] = bc_measure_value (&measures[i], &motions[0].place, &motions[1].place);
      bc_measure_gradient (&measures[i], &motions[0].place, &motions[1].place, &gradient[0],
                           &gradient[1]);
      stack_wrench (motions, gradient, efforts->gradient[i]);
      efforts->rate[i] = dot12 (efforts->gradient[i], velocity);
    }
}

/* ∂G/∂x of one measure, column by column: move one freedom of one marker at unit rate. */
static void
gradient_derivative (const BcMeasure *measure, const BcMotion motions[2],
                     double derivative[BC_WRENCH_SIZE][BC_WRENCH_SIZE])
{
  BcPlace gradient[2];
  bc_measure_gradient (measure, &motions[0].place, &motions[1].place, &gradient[0], &gradient[1]);
  for (int column = 0; column < BC_WRENCH_SIZE; column++)
    {
      int marker = column / 6, axis = column % 3;
      bool turns = column % 6 >= 3;
      BcVec3 unit = bc_unit_axis (axis), none = bc_vec3 (0, 0, 0);
      BcPlace moved[2] = { 0 }, rate[2];
      moved[marker] =
          bc_place_rates (&motions[marker].place, turns ? none : unit, turns ? unit : none);
      bc_measure_gradient_rate (measure, &motions[0].place, &motions[1].place, &moved[0], &moved[1],
                                &rate[0], &rate[1]);
      for (int k = 0; k < 2; k++)
        {
          /* torque = Σ e × g, so both factors change */
          BcVec3 force, torque;
          bc_place_wrench (&motions[k].place, &rate[k], &force, &torque);
          for (int i = 0; i < 3; i++)
            torque = bc_add (torque, bc_cross (moved[k].e[i], gradient[k].e[i]));
          double part[6];
          put (part, force);
          put (part + 3, torque);
          for (int row = 0; row < 6; row++)
            derivative[6 * k + row][column] = part[row];
        }
    }
}

void
bc_efforts_end (const BcEfforts *efforts, const BcMotion motions[2], bool derivatives,
                BcForceResult *result)
{
  for (int i = 0; i < efforts->n; i++)
    for (int row = 0; row < BC_WRENCH_SIZE; row++)
      result->wrench[row] += efforts->effort[i] * efforts->gradient[i][row];
  if (!derivatives)
    return;

  double velocity[BC_WRENCH_SIZE], by_x[BC_MAX_EFFORTS][BC_WRENCH_SIZE] = { { 0 } };
  stack_velocity (motions, velocity);
  for (int i = 0; i < efforts->n; i++)
    {
      double turn[BC_WRENCH_SIZE][BC_WRENCH_SIZE];
      gradient_derivative (&efforts->measures[i], motions, turn);
      for (int column = 0; column < BC_WRENCH_SIZE; column++)
        for (int row = 0; row < BC_WRENCH_SIZE; row++)
          {
            result->by_position[row][column] += efforts->effort[i] * turn[row][column];
            by_x[i][column] += velocity[row] * turn[row][column];
          }
    }
  for (int i = 0; i < efforts->n; i++)
    for (int j = 0; j < efforts->n; j++)
      {
        double by_q = efforts->by_q[i][j], by_rate = efforts->by_rate[i][j];
        if (by_q == 0.0 && by_rate == 0.0)
          continue;
        for (int row = 0; row < BC_WRENCH_SIZE; row++)
          for (int column = 0; column < BC_WRENCH_SIZE; column++)
            {
              double g = efforts->gradient[i][row];
              result->by_position[row][column] +=
                  g * (by_q * efforts->gradient[j][column] + by_rate * by_x[j][column]);
              result->by_velocity[row][column] += g * by_rate * efforts->gradient[j][column];
            }
      }
}

double
bc_stop_force (const BcStop *stop, double depth, double rate, double *by_depth, double *by_rate,
               double *energy)
{
  *by_depth = *by_rate = *energy = 0.0;
  if (depth <= 0.0)
    return 0.0;
  double n = stop->exponent;
  double push = stop->stiffness * pow (depth, n);
  double u = fmin (depth / stop->ramp, 1.0), blend = u * u * (3.0 - 2.0 * u);
  double blend_rate = u < 1.0 ? 6.0 * u * (1.0 - u) / stop->ramp : 0.0;
  *energy = push * depth / (n + 1.0);
  double force = push + stop->damping * blend * rate;
  if (force <= 0.0)
    return 0.0; /* never pulls */
  *by_depth = n * push / depth + stop->damping * blend_rate * rate;
  *by_rate = stop->damping * blend;
  return force;
}
