/* A simulation: a model closed, a formulation built, stepped through time, recorded. */
#pragma once

#include "analysis/assembly.h"
#include "record/frame.h"

typedef enum
{
  BC_ANALYSIS_DYNAMICS,
  BC_ANALYSIS_KINEMATICS,
  BC_ANALYSIS_STATICS,
  BC_ANALYSIS_INVERSE,
} BcAnalysisKind;

typedef enum
{
  BC_INTEGRATOR_TRAPEZOIDAL,
  BC_INTEGRATOR_GENERALIZED_ALPHA,
  BC_INTEGRATOR_ADAPTIVE,
} BcIntegratorKind;

/* Why a simulation could not begin or go on. */
typedef struct
{
  double time;
  char text[300];
} BcRunFault;

typedef struct BcSimulation BcSimulation;

/* Takes kind, integrator, step and end from `options` (the model's own, or changed ones).  NULL with
 * a fault when the mechanism does not close or the analysis does not fit it. */
BcSimulation *bc_simulation_new (const BcModel *model, const BcAnalysis *options,
                                 BcRunFault *fault);
void bc_simulation_free (BcSimulation *simulation);

/* Goes to the next frame and records it; the first call records the start.  BC_GOOD: there is more
 * to come.  BC_RETRY: this was the last.  BC_STOP: it cannot go on, see the fault. */
BcStatus bc_simulation_step (BcSimulation *simulation, BcRunFault *fault);

const BcRecording *bc_simulation_recording (const BcSimulation *simulation);

/* What a whole run comes to. */
typedef struct
{
  double time;
  long steps, iterations;
  int coordinates, equations;
  double phi, phi_v, phi_a;      /* worst violations, */
  double phi_v_time, phi_a_time; /* and when; */
  long phi_v_over, phi_a_over;   /* steps with more than 1e-9 and 1e-7 */
  double energy_drift;           /* max |E - E0| / max T */
  double acceleration_error;     /* largest difference to the reaction solve */
} BcRunSummary;

BcRunSummary bc_simulation_summary (const BcSimulation *simulation);
