/* Mobility: how many freedoms a mechanism has, by counting (Grübler) and by the rank of its
 * constraint equations; which equations are redundant; what moves in each freedom. */
#pragma once

#include "joints/constraints.h"

/* An equation that follows from others. */
typedef struct
{
  int joint, driver;
  const char *direction; /* in the axes of the joint's first marker */
} BcRedundancy;

/* One freedom, described by the coordinate that moves at unit rate while those that describe the
 * other freedoms rest: a joint's, or a body's own (0-2 along, 3-5 about the world axes). */
typedef struct
{
  int joint, coordinate; /* joint = -1: body */
  int body;
  double *motion; /* scaled changes of the poses, n_columns numbers */
} BcFreedom;

typedef struct
{
  int n_moving;    /* bodies that can move */
  int n_equations; /* of the joints */
  int gruebler;    /* 6 bodies - equations */
  bool planar;
  BcVec3 normal;
  int gruebler_planar; /* 3 bodies - equations within the plane */
  int rank;            /* independent equations of the joints */
  int freedoms;        /* 6 bodies - rank */
  int n_drivers;       /* active */
  int driven;          /* freedoms the drivers take */
  bool singular;       /* the rank is larger in the neighbourhood: a special position */
  int rank_nearby;
  int n_redundant;
  BcRedundancy *redundant;
  int n_described; /* freedoms with a description: none for very large models */
  BcFreedom *described;
} BcMobility;

/* At a closed configuration. */
BcMobility *bc_mobility_new (const BcConstraints *constraints,
                             const BcConfiguration *configuration);
void bc_mobility_free (BcMobility *mobility);

/* Whether the mechanism not only fits into a plane but is held in it: all its freedoms are motions
 * in the plane with this normal. */
bool bc_moves_in_plane (const BcConstraints *constraints, const BcConfiguration *configuration,
                        BcVec3 *normal);
