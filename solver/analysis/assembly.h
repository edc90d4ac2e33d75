/* Assembly: the nearest configuration in which every joint closes, and velocities that fit it. */
#pragma once

#include "joints/constraints.h"

/* How far one joint or driver is from closing. */
typedef struct
{
  int joint, driver; /* one of them is -1 */
  double gap;        /* metres; for directions: radians */
  bool is_length;
} BcGap;

typedef struct
{
  bool closed;
  bool flipped; /* closed, but the axes of `flipped_joint` point in opposite directions */
  int flipped_joint;
  int iterations;
  double residual; /* largest scaled violation left, metres */
  int n_gaps;      /* what does not close, worst first; empty when closed */
  BcGap *gaps;
  double *moved;  /* per body: how far its origin was moved, metres */
  double *turned; /* per body: by what angle it was turned, radians */
  BcVec3 *linear; /* per body: consistent velocity of the origin, world axes */
  BcVec3 *angular;
  double velocity_change; /* largest change of a given velocity, m/s (angular × size) */
  int velocity_body;      /* where, or -1 */
} BcAssembly;

/* Starts from `configuration` and leaves the closed (or the best found) one there. */
BcAssembly *bc_assemble (const BcConstraints *constraints, BcConfiguration *configuration);
void bc_assembly_free (BcAssembly *assembly);

/* Only brings a nearly closed configuration onto the first n_rows equations, by the shortest way.
 * False when it does not converge. */
bool bc_project (const BcConstraints *constraints, int n_rows, BcConfiguration *configuration);

/* All gaps are below this fraction of the mechanism's size when it counts as closed. */
#define BC_CLOSED 1e-10
