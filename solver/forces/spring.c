/* Springs with dampers along one measure: between two points, about an axis, or on a joint
 * coordinate.  With x = q - rest:
 *   effort = -(k x + c q̇ + law(x) + damper(q̇) + preload)
 * A spring's value is its tension, positive when it pulls the markers together. */
#include "forces/effort.h"
#include "model/model.h"

typedef struct
{
  int from, to, joint, coordinate;
  BcMeasure measure;
  double stiffness, damping, rest, preload;
  const BcFunction *law, *damper;
} Spring;

#define SPRING_FIELDS(stiffness_dimension, damping_dimension, rest_key, rest_dimension,            \
                      effort_dimension, rest_about)                                                \
  { .key = "stiffness",                                                                            \
    .kind = BC_FIELD_NUMBER,                                                                       \
    .offset = offsetof (Spring, stiffness),                                                        \
    .dimension = stiffness_dimension,                                                              \
    .flags = BC_NOT_NEGATIVE,                                                                      \
    .about = "of the linear spring" },                                                             \
      { .key = "damping",                                                                          \
        .kind = BC_FIELD_NUMBER,                                                                   \
        .offset = offsetof (Spring, damping),                                                      \
        .dimension = damping_dimension,                                                            \
        .flags = BC_NOT_NEGATIVE,                                                                  \
        .about = "of the linear damper" },                                                         \
      { .key = rest_key,                                                                           \
        .kind = BC_FIELD_NUMBER,                                                                   \
        .offset = offsetof (Spring, rest),                                                         \
        .dimension = rest_dimension,                                                               \
        .fallback = NAN,                                                                           \
        .about = rest_about },                                                                     \
      { .key = "preload",                                                                          \
        .kind = BC_FIELD_NUMBER,                                                                   \
        .offset = offsetof (Spring, preload),                                                      \
        .dimension = effort_dimension,                                                             \
        .about = "added to the pull of the spring" },                                              \
      { .key = "law",                                                                              \
        .kind = BC_FIELD_FUNCTION,                                                                 \
        .offset = offsetof (Spring, law),                                                          \
        .dimension = effort_dimension,                                                             \
        .variable = "x",                                                                           \
        .about = "pull as a function of the elongation x, added to the linear spring" },           \
      { .key = "damper",                                                                           \
        .kind = BC_FIELD_FUNCTION,                                                                 \
        .offset = offsetof (Spring, damper),                                                       \
        .dimension = effort_dimension,                                                             \
        .variable = "v",                                                                           \
        .about = "pull as a function of the rate v, added to the linear damper" },                 \
  {                                                                                                \
    0                                                                                              \
  }

#define BETWEEN_FIELDS                                                                             \
  { .key = "from",                                                                                 \
    .kind = BC_FIELD_MARKER,                                                                       \
    .offset = offsetof (Spring, from),                                                             \
    .flags = BC_REQUIRED,                                                                          \
    .about = "first marker" },                                                                     \
  {                                                                                                \
    .key = "to", .kind = BC_FIELD_MARKER, .offset = offsetof (Spring, to), .flags = BC_REQUIRED,   \
    .about = "second marker"                                                                       \
  }

static const BcField spring_fields[] = {
  BETWEEN_FIELDS,
  SPRING_FIELDS (BC_DIM_STIFFNESS, BC_DIM_DAMPING, "length", BC_DIM_LENGTH, BC_DIM_FORCE,
                 "free length; when absent, the length in the sketched position"),
};

static const BcField torsion_fields[] = {
  BETWEEN_FIELDS,
  SPRING_FIELDS (BC_DIM_TORSION_STIFFNESS, BC_DIM_TORSION_DAMPING, "angle", BC_DIM_ANGLE,
                 BC_DIM_TORQUE, "free angle; when absent, the angle in the sketched position"),
};

static const BcField joint_fields[] = {
  { .key = "joint",
    .kind = BC_FIELD_JOINT,
    .offset = offsetof (Spring, joint),
    .flags = BC_REQUIRED,
    .about = "the joint it acts on" },
  { .key = "coordinate",
    .kind = BC_FIELD_COORDINATE,
    .offset = offsetof (Spring, coordinate),
    .about = "which freedom of the joint, counted from 1" },
  SPRING_FIELDS (BC_DIM_BARE, BC_DIM_BARE, "rest", BC_DIM_BARE, BC_DIM_BARE,
                 "free coordinate; when absent, its value in the sketched position"),
};

static const char *
attach (Spring *spring, const BcModel *model, int a, int b, BcMeasure measure, BcForce *force)
{
  force->n_markers = 2;
  force->markers[0] = a;
  force->markers[1] = b;
  spring->measure = measure;
  if (model->markers[a].body == model->markers[b].body)
    return "both ends are on the same body, so it does nothing";
  if (isnan (spring->rest))
    {
      BcPlace from =
          bc_marker_place (&model->markers[a], &model->bodies[model->markers[a].body].pose);
      BcPlace to =
          bc_marker_place (&model->markers[b], &model->bodies[model->markers[b].body].pose);
      spring->rest = bc_measure_value (&measure, &from, &to);
    }
  return NULL;
}

static const char *
connect_spring (void *data, const BcModel *model, BcForce *force)
{
  Spring *spring = data;
  return attach (spring, model, spring->from, spring->to, (BcMeasure){ BC_MEASURE_DISTANCE, 0, 0 },
                 force);
}

static const char *
connect_torsion (void *data, const BcModel *model, BcForce *force)
{
  Spring *spring = data;
  return attach (spring, model, spring->from, spring->to, (BcMeasure){ BC_MEASURE_ANGLE, 0, 0 },
                 force);
}

static const char *
connect_joint (void *data, const BcModel *model, BcForce *force)
{
  Spring *spring = data;
  const BcJoint *joint = &model->joints[spring->joint];
  return attach (spring, model, joint->from, joint->to,
                 joint->type->coordinates[spring->coordinate], force);
}

static void
evaluate (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
          BcForceResult *result)
{
  (void) time;
  const Spring *spring = force->data;
  BcEfforts efforts;
  bc_efforts_begin (&efforts, 1, &spring->measure, motions);
  /* An angle is taken on the turn nearest to the free one: a torsion spring does not wind up. */
  double q = bc_measure_unwrap (&spring->measure, efforts.q[0], spring->rest);
  double x = q - spring->rest, rate = efforts.rate[0];
  BcJet law = spring->law != NULL ? bc_function_evaluate (spring->law, x) : (BcJet){ 0, 0, 0 };
  BcJet damper =
      spring->damper != NULL ? bc_function_evaluate (spring->damper, rate) : (BcJet){ 0, 0, 0 };

  double pull = spring->stiffness * x + spring->damping * rate + law.v + damper.v + spring->preload;
  efforts.effort[0] = -pull;
  efforts.by_q[0][0] = -(spring->stiffness + law.d);
  efforts.by_rate[0][0] = -(spring->damping + damper.d);
  bc_efforts_end (&efforts, motions, derivatives, result);

  result->value = pull;
  result->length = q;
  result->rate = rate;
  result->energy = 0.5 * spring->stiffness * x * x + spring->preload * x
                   + (spring->law != NULL ? bc_function_integral (spring->law, 0.0, x) : 0.0);
}

const BcForceType bc_force_spring = {
  .name = "spring",
  .title = "Spring and damper",
  .about = "Pulls two points together along their line.",
  .fields = spring_fields,
  .size = sizeof (Spring),
  .connect = connect_spring,
  .evaluate = evaluate,
};

const BcForceType bc_force_torsion_spring = {
  .name = "torsion-spring",
  .title = "Torsion spring and damper",
  .about = "Turns the second marker back about z of the first.",
  .fields = torsion_fields,
  .size = sizeof (Spring),
  .connect = connect_torsion,
  .evaluate = evaluate,
};

const BcForceType bc_force_joint_spring = {
  .name = "joint-spring",
  .title = "Spring and damper in a joint",
  .about = "Acts on one freedom of a joint; with damping alone it is viscous friction.",
  .fields = joint_fields,
  .size = sizeof (Spring),
  .connect = connect_joint,
  .evaluate = evaluate,
};
