/* Drivers: a coordinate that follows a function of time, given by position, velocity or
 * acceleration. */
#pragma once

#include "model/model.h"

/* Where a driver starts and how fast: what the model says, else NAN until assembly tells. */
typedef struct
{
  double position, rate;
} BcDriverStart;

BcDriverStart bc_driver_start (const BcDriver *driver);

/* The coordinate the driver asks for at a time, with its two derivatives:
 * by velocity q0 + ∫v, by acceleration q0 + v0 t + ∫∫a. */
BcJet bc_driver_evaluate (const BcDriver *driver, BcDriverStart start, double time);
