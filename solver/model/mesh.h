/* Triangle meshes from STL and OBJ files. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef struct
{
  int n_points, n_triangles;
  BcVec3 *points;
  int (*triangles)[3]; /* counter-clockwise seen from outside */
} BcMesh;

/* Volume, centre and inertia about the centre, for unit density. */
typedef struct
{
  double volume;
  BcVec3 com;
  BcMat3 inertia;
} BcVolume;

/* STL (text or binary) or OBJ, told apart by content; points that coincide become one; `scale`
 * takes the file's unit to metres.  NULL with a message in `fault` (at least 200 bytes) when the
 * file is not such a mesh; the message names line or triangle. */
BcMesh *bc_mesh_load (BcArena *arena, const char *file, double scale, char *fault,
                      size_t fault_size);

/* Whether every edge is used once in each direction: only then is there an inside.  When not, says
 * in `fault` how many edges are open and where the first one is. */
bool bc_mesh_is_closed (const BcMesh *mesh, char *fault, size_t fault_size);

/* By the divergence theorem; the volume is negative when the triangles face inwards. */
BcVolume bc_mesh_volume (const BcMesh *mesh);
