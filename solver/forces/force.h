/* Force elements: each type is one file that exports one descriptor, listed in force-table.c. */
#pragma once

#include "joints/measure.h"
#include "model/field.h"

typedef struct BcForceType BcForceType;
struct BcModel;

/* How a marker moves: place, velocity of its point, angular velocity. */
typedef struct
{
  BcPlace place;
  BcVec3 v, w;
} BcMotion;

typedef struct
{
  const char *name;
  const BcForceType *type;
  const void *data; /* the struct that type->fields describe */
  int n_markers;
  int markers[2];
} BcForce;

/* Wrenches are stacked: force and torque on the first marker, then on the second; likewise the
 * displacements (translation of the point, rotation vector) they are differentiated by. */
#define BC_WRENCH_SIZE 12

typedef struct
{
  double wrench[BC_WRENCH_SIZE];
  double by_position[BC_WRENCH_SIZE][BC_WRENCH_SIZE];
  double by_velocity[BC_WRENCH_SIZE][BC_WRENCH_SIZE];
  double value, length, rate; /* what the user plots */
  double energy;              /* stored, where there is a potential */
} BcForceResult;

struct BcForceType
{
  const char *name, *title, *about;
  const BcField *fields;
  size_t size;
  /* Fills in what was left out and finds the markers it acts on.  NULL when good, else what is
   * wrong, worded for the user. */
  const char *(*connect) (void *data, const struct BcModel *model, BcForce *force);
  /* The result comes zeroed; derivatives are filled only when asked for. */
  void (*evaluate) (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
                    BcForceResult *result);
};

/* All types, ended by NULL. */
extern const BcForceType *const bc_force_types[];
const BcForceType *bc_force_type_find (const char *name);

void bc_force_evaluate (const BcForce *force, double time, const BcMotion motions[2],
                        bool derivatives, BcForceResult *result);
