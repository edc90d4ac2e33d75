/* Natural coordinates: points and vectors that bodies share (paper 000 §2; docs/theory.md §7).
 *
 * An *element* is a point or a vector.  Vectors are as long as the mechanism is large, so that all
 * coordinates are metres.  A body is spanned by a basis of elements — four of them in space, two in
 * the plane — and everything on it is a constant linear function of these, found from the closed
 * start position, because affine relations survive rigid motion:
 *   in space  x = Σ c_k q_k,   c from  [b_1 … b_4; 1 or 0] c = [x; 1 or 0];
 *   in the plane, with complex numbers, x = q_1 + z (q_2 - q_1), z = (x - b_1)/(b_2 - b_1). */
#pragma once

#include "formulations/system.h"
#include "joints/constraints.h"

#define BC_MAX_BASIS 4

typedef struct
{
  bool is_point;
  BcVec3 start; /* world, at the start */
  int first;    /* its first coordinate, or -1 where it belongs to the ground */
} BcElement;

/* A point or vector of a body: rest + Σ c_k q_k over the body's moving elements; in the plane c is
 * complex. */
typedef struct
{
  BcVec3 rest;
  double re[BC_MAX_BASIS], im[BC_MAX_BASIS];
} BcFeature;

typedef struct
{
  int n_basis, basis[BC_MAX_BASIS];   /* elements */
  int n_moving, moving[BC_MAX_BASIS]; /* first coordinates of those that are unknown */
  BcFeature origin, axes[3];          /* of the body's frame; axes are unit vectors */
} BcNaturalBody;

/* The four features of a marker. */
typedef struct
{
  int body;
  BcFeature p, e[3];
} BcNaturalMarker;

/* A shared element on a body. */
typedef struct
{
  int body, element;
} BcBodySpot;

/* The coordinates of a model. */
typedef struct
{
  const BcModel *model;
  bool planar;
  BcVec3 ex, ey, normal; /* axes of the plane */
  int d;                 /* coordinates of an element: 3, or 2 in the plane */
  double size;
  int n_elements, n_coordinates;
  BcElement *elements;
  BcNaturalBody *bodies;
  BcNaturalMarker *markers;
  int n_body_spots;
  BcBodySpot *body_spots; /* which shared elements lie on which bodies */
  bool *shares;           /* [joint * BC_MAX_EQUATIONS + i]: equation i is met by sharing */
} BcCoordinates;

/* `planar`: in the plane with this normal. */
BcCoordinates *bc_coordinates_new (const BcConstraints *constraints, const BcPose *poses,
                                   bool planar, BcVec3 normal);
void bc_coordinates_free (BcCoordinates *coordinates);

/* The feature of a body that stands at `start` (world) at the start. */
BcFeature bc_coordinates_feature (const BcCoordinates *coordinates, int body, BcVec3 start,
                                  bool is_point);

/* Value of a feature, or its rate (without the constant part). */
BcVec3 bc_feature_value (const BcCoordinates *c, const BcNaturalBody *body,
                         const BcFeature *feature, const double *q);
BcVec3 bc_feature_rate (const BcCoordinates *c, const BcNaturalBody *body, const BcFeature *feature,
                        const double *v);

/* The closed position in these coordinates. */
void bc_coordinates_start (const BcCoordinates *coordinates, double *q);

/* The global formulation of a model at its closed position with fitting velocities. */
BcSystem *bc_global_new (const BcModel *model, const BcPose *poses, const BcVec3 *linear,
                         const BcVec3 *angular);

/* What the reactions need: the equations over poses, and where the drivers start. */
const BcConstraints *bc_global_constraints (const BcSystem *system);
const BcDriverStart *bc_global_driver_starts (const BcSystem *system);
