/* A force or a torque on a marker, given by components as functions of time, in world axes or in
 * the marker's axes, which move with the body.  A follower load f = E c turns with the marker:
 * ∂f/∂θ = -f̃. */
#include "model/model.h"

typedef struct
{
  int at, axes;
  const BcFunction *components[3];
} Load;

static const char *const axes_words[] = { "world", "body", NULL };

#define LOAD_FIELDS(vector_key, vector_dimension, vector_about)                                    \
  {                                                                                                \
    { .key = "at",                                                                                 \
      .kind = BC_FIELD_MARKER,                                                                     \
      .offset = offsetof (Load, at),                                                               \
      .flags = BC_REQUIRED,                                                                        \
      .about = "the marker it acts on" },                                                          \
        { .key = vector_key,                                                                       \
          .kind = BC_FIELD_FUNCTIONS,                                                              \
          .offset = offsetof (Load, components),                                                   \
          .dimension = vector_dimension,                                                           \
          .flags = BC_REQUIRED,                                                                    \
          .variable = "t",                                                                         \
          .about = vector_about },                                                                 \
        { .key = "axes",                                                                           \
          .kind = BC_FIELD_CHOICE,                                                                 \
          .offset = offsetof (Load, axes),                                                         \
          .choices = axes_words,                                                                   \
          .about =                                                                                 \
              "components in world axes, or in the marker's axes, which move with the body" },     \
    {                                                                                              \
      0                                                                                            \
    }                                                                                              \
  }

static const BcField load_fields[] =
    LOAD_FIELDS ("force", BC_DIM_FORCE, "three components, each a function of time");
static const BcField torque_fields[] =
    LOAD_FIELDS ("torque", BC_DIM_TORQUE, "three components, each a function of time");

static const char *
connect (void *data, const BcModel *model, BcForce *force)
{
  (void) model;
  force->n_markers = 1;
  force->markers[0] = ((const Load *) data)->at;
  return NULL;
}

/* `first` is the row of the wrench the vector goes to: 0 for a force, 3 for a torque. */
static void
evaluate (const BcForce *force, double time, const BcMotion *motion, bool derivatives, int first,
          BcForceResult *result)
{
  const Load *load = force->data;
  double c[3];
  BcVec3 f = bc_vec3 (0, 0, 0);
  for (int i = 0; i < 3; i++)
    {
      c[i] = bc_function_evaluate (load->components[i], time).v;
      f = bc_add_scaled (f, c[i], load->axes == 0 ? bc_unit_axis (i) : motion->place.e[i]);
    }
  result->value = bc_norm (f);
  BcMat3 turn = bc_skew (bc_scale (-1.0, f));
  for (int i = 0; i < 3; i++)
    {
      result->wrench[first + i] = bc_component (f, i);
      if (derivatives && load->axes != 0)
        for (int j = 0; j < 3; j++)
          result->by_position[first + i][3 + j] = bc_component (turn.col[j], i);
    }
}

static void
evaluate_load (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
               BcForceResult *result)
{
  evaluate (force, time, &motions[0], derivatives, 0, result);
}

static void
evaluate_torque (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
                 BcForceResult *result)
{
  evaluate (force, time, &motions[0], derivatives, 3, result);
}

const BcForceType bc_force_load = {
  .name = "force",
  .title = "Force",
  .about = "A force on a marker.",
  .fields = load_fields,
  .size = sizeof (Load),
  .connect = connect,
  .evaluate = evaluate_load,
};

const BcForceType bc_force_torque = {
  .name = "torque",
  .title = "Torque",
  .about = "A torque on the body of a marker.",
  .fields = torque_fields,
  .size = sizeof (Load),
  .connect = connect,
  .evaluate = evaluate_torque,
};
