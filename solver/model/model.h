/* The compiled model: everything a user can name, in SI units, references resolved, constant once
 * built.  A running simulation owns one.  The editable side is the BcValue tree. */
#pragma once

#include "base/arena.h"
#include "base/rotation.h"
#include "forces/force.h"
#include "joints/joint.h"
#include "model/field.h"
#include "model/function.h"
#include "model/shape.h"

typedef enum
{
  BC_BODY_GROUND,
  BC_BODY_RIGID,
  BC_BODY_FLEXIBLE,
  BC_BODY_VIRTUAL,
} BcBodyKind;

typedef struct
{
  const char *name;
  BcBodyKind kind;
  double mass;
  BcVec3 com;     /* centre of mass in body axes */
  BcMat3 inertia; /* about the centre of mass, body axes */
  BcPose pose;    /* as sketched by the user: assembly closes the joints */
  bool linear_given, angular_given;
  BcVec3 linear, angular; /* of the body's origin, world axes */
  int first_marker, n_markers;
  int com_marker; /* the marker every body with mass has: body/com */
  int n_shapes;
  const BcShape *shapes;
  const char *color;
} BcBody;

typedef struct
{
  const char *name;
  int body;
  BcVec3 at;    /* body axes */
  BcMat3 triad; /* columns x, y, z in body axes */
} BcMarker;

typedef enum
{
  BC_DRIVE_POSITION,
  BC_DRIVE_VELOCITY,
  BC_DRIVE_ACCELERATION,
} BcDriveLevel;

typedef struct
{
  const char *name;
  bool active;
  int joint, coordinate; /* drives this freedom of a joint … */
  int marker, axis;      /* … or, where joint < 0, this world coordinate of a marker */
  BcDriveLevel level;
  const BcFunction *function;
  double start, start_rate; /* NAN: from the assembled position (only used below its own level) */
} BcDriver;

typedef struct
{
  const char *title;
  BcTexts quantities;
} BcPlot;

typedef struct
{
  int kind, formulation, integrator; /* indices into the words of model-fields.c */
  double end, step, tolerance, every, horizon;
} BcAnalysis;

typedef struct BcModel BcModel;
struct BcModel
{
  BcArena *arena; /* owns everything below */
  const char *name, *description, *folder;
  BcVec3 gravity;
  int up;     /* 0, 1, 2: the world axis that points up */
  int ground; /* index of the ground body, or -1 */
  int n_bodies, n_markers, n_joints, n_forces, n_drivers, n_plots;
  BcBody *bodies;
  BcMarker *markers;
  BcJoint *joints;
  BcForce *forces;
  BcDriver *drivers;
  BcPlot *plots;
  BcAnalysis analysis;
};

void bc_model_free (BcModel *model);

/* Index by name, or -1.  A marker is named body/marker. */
int bc_model_find_body (const BcModel *model, const char *name);
int bc_model_find_joint (const BcModel *model, const char *name);
int bc_model_find_marker (const BcModel *model, const char *name);

/* A length that tells how large the mechanism is: the diagonal of the box around the markers and
 * body origins as sketched; 1 when all of them coincide. */
double bc_model_size (const BcModel *model);

/* Where a marker stands in the world when its body has the given pose. */
BcPlace bc_marker_place (const BcMarker *marker, const BcPose *pose);
