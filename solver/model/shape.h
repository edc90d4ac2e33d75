/* Shapes: what a body looks like, and, with a density or a mass, where its inertia comes from. */
#pragma once

#include "base/arena.h"
#include "base/rotation.h"
#include "model/field.h"
#include "model/mesh.h"

typedef struct BcShape BcShape;

typedef struct
{
  const char *name, *about;
  const BcField *fields; /* of BcShape, ended by a field without key */
  bool slender;          /* has no volume: mass comes from "mass", not a density */
  BcVolume (*volume) (const BcShape *shape); /* in the shape's own axes */
} BcShapeType;

struct BcShape
{
  const BcShapeType *type;
  BcVec3 at;    /* body axes */
  BcMat3 triad; /* columns in body axes */
  BcVec3 size;  /* box */
  double radius, length;
  BcVec3 from, to; /* rod, link: ends in body axes */
  double width, thickness;
  const char *file;
  double scale;
  const BcMesh *mesh;
  double density, mass; /* NAN: not given */
  const char *color;
};

/* All types, ended by NULL. */
extern const BcShapeType *const bc_shape_types[];
const BcShapeType *bc_shape_type_find (const char *name);

/* Whether the shape is placed by its ends (rod, link) rather than by a frame. */
bool bc_shape_has_ends (const BcShapeType *type);

/* Places a rod or link between its ends: sets at, triad and length.  False when they coincide. */
bool bc_shape_span (BcShape *shape);

/* Mass, centre and inertia about that centre of one shape, in body axes; false when the shape says
 * neither density nor mass and `density` is NAN. */
bool bc_shape_mass (const BcShape *shape, double density, double *mass, BcVec3 *com,
                    BcMat3 *inertia);
