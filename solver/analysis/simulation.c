#include "analysis/simulation.h"

#include "analysis/reactions.h"
#include "base/memory.h"
#include "formulations/natural/natural.h"
#include "graph/mobility.h"
#include "integrators/ali3p.h"

#include <stdio.h>
#include <string.h>

struct BcSimulation
{
  const BcModel *model;
  BcAnalysis options;
  BcSystem *system;
  BcAli3p *integrator;
  BcReactions *reactions;
  BcRecording *recording;
  BcFrame *now; /* the state after the last step, for the energy balance */
  long step;    /* steps taken */
  bool watches_power;
  double elastic0;                                         /* at the start */
  double done_by_loads, done_by_elements, done_by_drivers; /* integrals of the powers */
  double last_load, last_element, last_driver;             /* powers one step ago */
  double energy0, worst_energy, most_kinetic;
  BcRunSummary summary;
};

/* ---- beginning ---- */

static void
say_gaps (const BcModel *model, const BcAssembly *assembly, BcRunFault *fault)
{
  int used = snprintf (fault->text, sizeof fault->text, "the mechanism does not close:");
  for (int i = 0; i < assembly->n_gaps && i < 3; i++)
    {
      const BcGap *gap = &assembly->gaps[i];
      used += snprintf (fault->text + used, sizeof fault->text - (size_t) used, "%s %s by %.3g %s",
                        i > 0 ? "," : "",
                        gap->joint >= 0 ? model->joints[gap->joint].name
                                        : model->drivers[gap->driver].name,
                        gap->gap, gap->is_length ? "m" : "rad");
      if (used >= (int) sizeof fault->text)
        return;
    }
}

/* Whether the analysis fits the mechanism: kinematics needs every freedom driven. */
static bool
check_freedoms (const BcConstraints *c, const BcConfiguration *closed, BcAnalysisKind kind,
                BcRunFault *fault)
{
  if (kind != BC_ANALYSIS_KINEMATICS && kind != BC_ANALYSIS_INVERSE)
    return true;
  BcMobility *mobility = bc_mobility_new (c, closed);
  int left = mobility->freedoms - mobility->driven;
  bc_mobility_free (mobility);
  if (left == 0)
    return true;
  snprintf (fault->text, sizeof fault->text,
            "%d freedom%s not driven, so the motion is not determined. Add drivers or run dynamics",
            left, left == 1 ? " is" : "s are");
  return false;
}

static BcSystem *
close_and_build (const BcModel *model, BcAnalysisKind kind, BcRunFault *fault)
{
  BcConstraints *c = bc_constraints_new (model);
  BcConfiguration *configuration = bc_configuration_new (c);
  BcAssembly *assembly = bc_assemble (c, configuration);
  BcSystem *system = NULL;
  if (!assembly->closed)
    say_gaps (model, assembly, fault);
  else if (check_freedoms (c, configuration, kind, fault))
    system = bc_global_new (model, configuration->poses, assembly->linear, assembly->angular);
  bc_assembly_free (assembly);
  bc_configuration_free (configuration);
  bc_constraints_free (c);
  return system;
}

BcSimulation *
bc_simulation_new (const BcModel *model, const BcAnalysis *options, BcRunFault *fault)
{
  *fault = (BcRunFault){ 0 };
  BcSystem *system = close_and_build (model, (BcAnalysisKind) options->kind, fault);
  if (system == NULL)
    return NULL;
  BcSimulation *s = bc_new_array (BcSimulation, 1);
  s->model = model;
  s->options = *options;
  s->system = system;
  BcAli3pOptions rule = bc_ali3p_defaults ();
  if (options->integrator == BC_INTEGRATOR_GENERALIZED_ALPHA)
    rule.spectral_radius = 0.8;
  s->integrator = bc_ali3p_new (system, rule);
  s->reactions =
      bc_reactions_new (bc_global_constraints (system), bc_global_driver_starts (system));
  s->recording = bc_recording_new (model);
  s->now = bc_frame_new (model);
  s->watches_power =
      model->n_forces > 0
      || bc_global_constraints (system)->n_rows > bc_global_constraints (system)->n_joint_rows;
  s->summary.coordinates = system->n;
  s->summary.equations = system->m;
  return s;
}

void
bc_simulation_free (BcSimulation *s)
{
  if (s == NULL)
    return;
  bc_ali3p_free (s->integrator);
  bc_reactions_free (s->reactions);
  bc_recording_free (s->recording);
  free (s->now);
  s->system->type->free (s->system);
  free (s);
}

/* ---- frames ---- */

static bool
is_static (const BcSimulation *s)
{
  return s->options.kind == BC_ANALYSIS_STATICS;
}

/* Fills `now` from the integrator's state. */
static void
look (BcSimulation *s)
{
  const BcRunState *state = bc_ali3p_state (s->integrator);
  BcFrame *frame = s->now;
  frame->time = state->time;
  frame->iterations = state->iterations;
  frame->step = state->step;
  frame->phi = state->phi;
  frame->phi_v = state->phi_v;
  frame->phi_a = state->phi_a;
  s->system->type->set (s->system, state->time, state->q, state->v);
  s->system->type->motions (s->system, state->a, frame->bodies);
  bc_reactions_evaluate (s->reactions, is_static (s), frame);
}

/* Work done since the start, by the trapezoidal rule over the steps. */
static void
balance_energy (BcSimulation *s, double h)
{
  BcFrame *frame = s->now;
  s->done_by_loads += 0.5 * h * (s->last_load + frame->load_power);
  s->done_by_elements += 0.5 * h * (s->last_element + frame->element_power);
  s->done_by_drivers += 0.5 * h * (s->last_driver + frame->driver_power);
  s->last_load = frame->load_power;
  s->last_element = frame->element_power;
  s->last_driver = frame->driver_power;
  if (s->step == 0)
    s->elastic0 = frame->elastic;
  frame->work = s->done_by_loads + s->done_by_drivers;
  /* what springs and dampers took in and did not store */
  frame->dissipated = -s->done_by_elements - (frame->elastic - s->elastic0);
  double energy = bc_frame_energy (frame);
  if (s->step == 0)
    s->energy0 = energy;
  s->worst_energy = fmax (s->worst_energy, fabs (energy - s->energy0));
  s->most_kinetic = fmax (s->most_kinetic, frame->kinetic);
}

static void
note_violations (BcSimulation *s)
{
  const BcRunState *state = bc_ali3p_state (s->integrator);
  BcRunSummary *sum = &s->summary;
  sum->time = state->time;
  sum->phi = fmax (sum->phi, state->phi);
  if (state->phi_v > sum->phi_v)
    {
      sum->phi_v = state->phi_v;
      sum->phi_v_time = state->time;
    }
  if (state->phi_a > sum->phi_a)
    {
      sum->phi_a = state->phi_a;
      sum->phi_a_time = state->time;
    }
  sum->phi_v_over += state->phi_v > 1e-9;
  sum->phi_a_over += state->phi_a > 1e-7;
}

static void
record (BcSimulation *s)
{
  bc_frame_copy (s->model, bc_recording_append (s->recording), s->now);
  s->summary.acceleration_error = fmax (s->summary.acceleration_error, s->now->acceleration_error);
}

/* ---- stepping ---- */

static BcStatus
fail (BcSimulation *s, const BcStepFault *step_fault, BcRunFault *fault)
{
  fault->time = bc_ali3p_state (s->integrator)->time;
  const char *owner =
      step_fault->row >= 0 ? s->system->type->row_owner (s->system, step_fault->row) : "?";
  snprintf (fault->text, sizeof fault->text,
            "the equations have no solution beyond t = %.6g s: worst at \"%s\", open by %.3g m. "
            "Try a smaller step; if it stays, the mechanism cannot move on",
            fault->time, owner, step_fault->violation);
  return BC_STOP;
}

static BcStatus
begin (BcSimulation *s, BcRunFault *fault)
{
  BcStepFault step_fault = { -1, 0.0 };
  BcStatus status = BC_GOOD;
  if (is_static (s))
    {
      double motion = 0.0;
      status = bc_ali3p_settle (s->integrator, &motion, &step_fault);
      if (status == BC_RETRY)
        {
          snprintf (fault->text, sizeof fault->text,
                    "no equilibrium was found: accelerations of %.3g m/s^2 are left", motion);
          return BC_STOP;
        }
    }
  else
    status = bc_ali3p_start (s->integrator, &step_fault);
  if (status != BC_GOOD)
    {
      snprintf (fault->text, sizeof fault->text,
                "the motion cannot start: some body can move but has no mass to resist");
      return BC_STOP;
    }
  if (s->options.kind == BC_ANALYSIS_KINEMATICS || s->options.kind == BC_ANALYSIS_INVERSE)
    status = bc_ali3p_follow (s->integrator, 0.0, &step_fault);
  look (s);
  balance_energy (s, 0.0);
  note_violations (s);
  record (s);
  return status == BC_GOOD ? BC_GOOD : fail (s, &step_fault, fault);
}

static BcStatus
one_step (BcSimulation *s, double time, BcStepFault *step_fault)
{
  bool follows =
      s->options.kind == BC_ANALYSIS_KINEMATICS || s->options.kind == BC_ANALYSIS_INVERSE;
  return (follows ? bc_ali3p_follow : bc_ali3p_advance) (s->integrator, time, step_fault);
}

BcStatus
bc_simulation_step (BcSimulation *s, BcRunFault *fault)
{
  const double h = s->options.step, end = s->options.end;
  if (bc_recording_length (s->recording) == 0)
    {
      BcStatus status = begin (s, fault);
      return status != BC_GOOD ? status : is_static (s) || end <= 0.0 ? BC_RETRY : BC_GOOD;
    }
  double every = isnan (s->options.every) ? h : s->options.every;
  int frames = bc_recording_length (s->recording);
  double next_frame = fmin (end, frames * every);
  for (bool done = false; !done;)
    {
      /* Times are multiples of the step, so that they do not drift by rounding. */
      double before = bc_ali3p_state (s->integrator)->time;
      double time = (double) (s->step + 1) * h;
      done = time >= next_frame - 1e-6 * h;
      if (time > end)
        time = end;
      BcStepFault step_fault = { -1, 0.0 };
      if (one_step (s, time, &step_fault) != BC_GOOD)
        return fail (s, &step_fault, fault);
      s->step++;
      s->summary.steps++;
      s->summary.iterations += bc_ali3p_state (s->integrator)->iterations;
      note_violations (s);
      if (done || s->watches_power)
        {
          look (s);
          balance_energy (s, time - before);
        }
    }
  record (s);
  return bc_ali3p_state (s->integrator)->time >= end - 1e-9 * h ? BC_RETRY : BC_GOOD;
}

const BcRecording *
bc_simulation_recording (const BcSimulation *s)
{
  return s->recording;
}

BcRunSummary
bc_simulation_summary (const BcSimulation *s)
{
  BcRunSummary summary = s->summary;
  summary.energy_drift = s->most_kinetic > 0.0 ? s->worst_energy / s->most_kinetic : 0.0;
  return summary;
}
