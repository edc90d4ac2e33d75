/* What the physics tests share: examples, whole runs, values by name. */
#pragma once

#include "support.h"

#include "analysis/simulation.h"
#include "record/quantity.h"

static inline BcModel *
load_example (const char *name)
{
  g_autofree char *file =
      g_strdup_printf ("%s/examples/%s.bellcrank.json", BC_SOURCE_DATA_DIR, name);
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  BcModel *model = bc_model_load (file, NULL, problems);
  g_assert_nonnull (model);
  return model;
}

/* A run to its end; one that cannot go on ends the test with its message. */
static inline BcSimulation *
simulate (const BcModel *model, BcAnalysisKind kind, double step, double end, double every)
{
  BcAnalysis options = model->analysis;
  BcRunFault fault;
  options.kind = (int) kind;
  options.step = step;
  options.end = end;
  options.every = every;
  BcSimulation *simulation = bc_simulation_new (model, &options, &fault);
  if (simulation == NULL)
    g_error ("%s", fault.text);
  BcStatus status;
  while ((status = bc_simulation_step (simulation, &fault)) == BC_GOOD)
    ;
  if (status == BC_STOP)
    g_error ("%s", fault.text);
  return simulation;
}

static inline double
value_at (const BcSimulation *simulation, const BcModel *model, const char *name, int frame)
{
  char *fault = NULL;
  BcQuantity *quantity = bc_quantity_parse (model, name, &fault);
  if (quantity == NULL)
    g_error ("%s", fault);
  double value = bc_quantity_value (
      quantity, model, bc_recording_frame (bc_simulation_recording (simulation), frame));
  bc_quantity_free (quantity);
  return value;
}
