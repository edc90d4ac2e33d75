/* Frames: what a simulation emits, the same for every formulation, and the recording they go to. */
#pragma once

#include "formulations/system.h"

/* Reaction on the second body of a joint, at its marker, in the marker's axes. */
typedef struct
{
  BcVec3 force, torque;
  bool open[6]; /* components that redundant constraints leave undetermined: the least is given */
} BcReaction;

typedef struct
{
  double time;
  BcBodyMotion *bodies;
  BcReaction *reactions; /* per joint */
  double *efforts;       /* per driver, along +q */
  double *coordinates;   /* joint coordinates, [joint * BC_MAX_COORDINATES + k], unwrapped */
  double *rates;         /* and their first … */
  double *accelerations; /* … and second derivatives */
  double *force_values;  /* per force: value, length, rate */
  double kinetic, potential, elastic, dissipated, work;
  double load_power, element_power,
      driver_power;         /* of loads, of springs and the like, of drivers */
  double phi, phi_v, phi_a; /* largest constraint violations */
  int iterations;
  double step;
  double acceleration_error; /* largest difference to the accelerations of the reaction solve */
} BcFrame;

/* A frame with its arrays in one piece of memory, for free(). */
BcFrame *bc_frame_new (const BcModel *model);
void bc_frame_copy (const BcModel *model, BcFrame *to, const BcFrame *from);

/* T + V + elastic + dissipated - work: constant along a correct motion. */
double bc_frame_energy (const BcFrame *frame);

/* Frames one after another; grows, never changes what is there. */
typedef struct BcRecording BcRecording;

BcRecording *bc_recording_new (const BcModel *model);
void bc_recording_free (BcRecording *recording);

/* A new frame at the end, zeroed, for the caller to fill in. */
BcFrame *bc_recording_append (BcRecording *recording);
int bc_recording_length (const BcRecording *recording);
const BcFrame *bc_recording_frame (const BcRecording *recording, int index);
