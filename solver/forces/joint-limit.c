/* Stops at the ends of a joint coordinate's range: one-sided springs with damping. */
#include "forces/effort.h"
#include "model/model.h"

typedef struct
{
  int joint, coordinate;
  double lower, upper;
  BcMeasure measure;
  BcStop stop;
} Limit;

static const BcField fields[] = {
  { .key = "joint",
    .kind = BC_FIELD_JOINT,
    .offset = offsetof (Limit, joint),
    .flags = BC_REQUIRED,
    .about = "the joint it acts on" },
  { .key = "coordinate",
    .kind = BC_FIELD_COORDINATE,
    .offset = offsetof (Limit, coordinate),
    .about = "which freedom of the joint, counted from 1" },
  { .key = "lower",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Limit, lower),
    .dimension = BC_DIM_BARE,
    .fallback = NAN,
    .about = "lower end of the range; when absent, there is none" },
  { .key = "upper",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Limit, upper),
    .dimension = BC_DIM_BARE,
    .fallback = NAN,
    .about = "upper end of the range; when absent, there is none" },
  { .key = "stiffness",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Limit, stop.stiffness),
    .dimension = BC_DIM_BARE,
    .flags = BC_REQUIRED | BC_POSITIVE,
    .about = "of the stops" },
  { .key = "exponent",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Limit, stop.exponent),
    .dimension = BC_DIM_NONE,
    .flags = BC_POSITIVE,
    .fallback = 1.0,
    .about = "effort = stiffness · depth^exponent" },
  { .key = "damping",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Limit, stop.damping),
    .dimension = BC_DIM_BARE,
    .flags = BC_NOT_NEGATIVE,
    .about = "of the stops, once the depth exceeds the ramp" },
  { .key = "ramp",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Limit, stop.ramp),
    .dimension = BC_DIM_BARE,
    .flags = BC_POSITIVE,
    .fallback = 1e-3,
    .about = "depth over which the damping grows from zero" },
  { 0 },
};

static const char *
connect (void *data, const BcModel *model, BcForce *force)
{
  Limit *limit = data;
  const BcJoint *joint = &model->joints[limit->joint];
  force->n_markers = 2;
  force->markers[0] = joint->from;
  force->markers[1] = joint->to;
  limit->measure = joint->type->coordinates[limit->coordinate];
  if (isnan (limit->lower) && isnan (limit->upper))
    return "it has neither \"lower\" nor \"upper\", so it never acts";
  if (limit->lower >= limit->upper)
    return "\"lower\" is not below \"upper\"";
  return NULL;
}

static void
evaluate (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
          BcForceResult *result)
{
  (void) time;
  const Limit *limit = force->data;
  BcEfforts efforts;
  bc_efforts_begin (&efforts, 1, &limit->measure, motions);
  /* An angle is taken on the turn nearest to the middle of the range. */
  double middle = isnan (limit->lower)   ? limit->upper
                  : isnan (limit->upper) ? limit->lower
                                         : 0.5 * (limit->lower + limit->upper);
  double q = bc_measure_unwrap (&limit->measure, efforts.q[0], middle), rate = efforts.rate[0];
  double energy, by_depth, by_rate;
  for (int side = -1; side <= 1; side += 2)
    {
      double end = side < 0 ? limit->lower : limit->upper;
      if (isnan (end))
        continue;
      double push =
          bc_stop_force (&limit->stop, side * (q - end), side * rate, &by_depth, &by_rate, &energy);
      efforts.effort[0] -= side * push;
      efforts.by_q[0][0] -= by_depth;
      efforts.by_rate[0][0] -= by_rate;
      result->energy += energy;
    }
  bc_efforts_end (&efforts, motions, derivatives, result);
  result->value = efforts.effort[0];
  result->length = q;
  result->rate = rate;
}

const BcForceType bc_force_joint_limit = {
  .name = "joint-limit",
  .title = "Limits of a joint",
  .about = "One-sided springs at the ends of a joint coordinate's range.",
  .fields = fields,
  .size = sizeof (Limit),
  .connect = connect,
  .evaluate = evaluate,
};
