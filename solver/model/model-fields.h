/* The keys of a model file, section by section, with the structs they are read into before they
 * are compiled.  Joint, force and shape types add their own keys (see their tables). */
#pragma once

#include "model/model.h"

/* Where something sits and how it is turned, in the ways a user may say it. */
typedef struct
{
  BcVec3 at;
  BcNumbers quaternion; /* w, x, y, z */
  BcVec3 z, x;
  BcVec3 axis;
  double angle;
} BcFrameText;

typedef struct
{
  const char *name, *description, *color;
  int kind;
  double mass, density;
  BcVec3 com;
  BcNumbers inertia;
  BcFrameText pose;
  struct
  {
    BcVec3 linear, angular;
  } velocity;
} BcBodyText;

typedef struct
{
  const char *type, *color;
  BcFrameText frame;
  double density, mass;
} BcShapeText;

typedef struct
{
  const char *name, *type, *description;
  int from, to;
} BcJointText;

typedef struct
{
  const char *name, *description;
  bool active;
  int joint, coordinate, marker, axis;
  const BcFunction *position, *velocity, *acceleration;
  double start, start_rate;
} BcDriverText;

typedef struct
{
  int version, up;
  const char *name, *description;
  BcVec3 gravity;
  BcAnalysis analysis;
} BcModelText;

extern const BcField bc_model_fields[];    /* of BcModelText */
extern const BcField bc_body_fields[];     /* of BcBodyText */
extern const BcField bc_marker_fields[];   /* of BcFrameText */
extern const BcField bc_shape_fields[];    /* of BcShapeText */
extern const BcField bc_joint_fields[];    /* of BcJointText */
extern const BcField bc_coupling_fields[]; /* of BcJointText: gear, rack, coupler */
extern const BcField bc_force_fields[];    /* of BcJointText */
extern const BcField bc_driver_fields[];   /* of BcDriverText */
extern const BcField bc_analysis_fields[]; /* of BcAnalysis */
extern const BcField bc_plot_fields[];     /* of BcPlot */

extern const char *const bc_body_kinds[];
extern const char *const bc_analysis_kinds[];
extern const char *const bc_formulations[];
extern const char *const bc_integrators[];
