/* Joints: each type is a row of the joint table, a list of measures that are held and of measures
 * that stay free.  Adding a joint = one entry in joint-table.c. */
#pragma once

#include "joints/measure.h"
#include "model/field.h"

/* What an equation of a joint holds its measure at. */
typedef enum
{
  BC_HOLD_ZERO,
  BC_HOLD_LENGTH, /* the joint's length (distance) */
  BC_HOLD_PITCH,  /* pitch / 2π · angle + offset (screw) */
} BcHold;

typedef struct
{
  BcMeasure measure;
  BcHold hold;
  const char *direction; /* what it prevents, in the axes of the first marker */
} BcEquation;

/* How a joint fits into a mechanism that moves in one plane. */
typedef enum
{
  BC_PLANAR_NEVER,
  BC_PLANAR_AXIS_NORMAL, /* z of the first marker is the plane's normal */
  BC_PLANAR_AXIS_WITHIN, /* z of the first marker lies in the plane */
  BC_PLANAR_LINE_WITHIN, /* the line between the markers lies in the plane */
  BC_PLANAR_ALWAYS,
} BcPlanarRule;

#define BC_MAX_EQUATIONS 6
#define BC_MAX_COORDINATES 6

typedef struct
{
  const char *name, *title, *about;
  int freedoms;
  bool
      couples; /* relates coordinates of other joints instead of two markers: removes one freedom */
  bool aligned; /* z of both markers point the same way: equations alone also admit opposite ones */
  BcPlanarRule planar;
  int n_equations;
  BcEquation equations[BC_MAX_EQUATIONS];
  int n_coordinates;
  BcMeasure coordinates[BC_MAX_COORDINATES];
  const BcField *fields; /* of BcJoint, beyond name, type, from and to; may be NULL */
} BcJointType;

typedef struct
{
  const char *name;
  const BcJointType *type;
  int from, to; /* markers; -1 where the type couples */
  double length, pitch;
  double offset;         /* screw and couplings: NAN takes it from the sketched position */
  BcIndices of;          /* couplings: which joints … */
  BcIndices coordinates; /* … which of their freedoms … */
  BcNumbers factors;     /* … times what */
  double ratio, radius;
} BcJoint;

/* All types, ended by NULL. */
extern const BcJointType *const bc_joint_types[];
const BcJointType *bc_joint_type_find (const char *name);
