/* A bushing: six springs and dampers between two markers.
 * q = the slides along x, y, z of the first marker and the rotation vector of the second in it;
 * efforts = -(K q + C q̇).  With a symmetric K they derive from the potential ½ qᵀKq. */
#include "forces/effort.h"
#include "model/model.h"

typedef struct
{
  int from, to;
  BcNumbers stiffness, damping; /* 6 (diagonal) or 36 (by rows) */
} Bushing;

static const BcField fields[] = {
  { .key = "from",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (Bushing, from),
    .flags = BC_REQUIRED,
    .about = "first marker: the axes of the bushing" },
  { .key = "to",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (Bushing, to),
    .flags = BC_REQUIRED,
    .about = "second marker" },
  { .key = "stiffness",
    .kind = BC_FIELD_NUMBERS,
    .offset = offsetof (Bushing, stiffness),
    .dimension = BC_DIM_BARE,
    .flags = BC_REQUIRED,
    .least = 6,
    .most = 36,
    .about = "six numbers (three along x, y, z, three about them), or 36 by rows" },
  { .key = "damping",
    .kind = BC_FIELD_NUMBERS,
    .offset = offsetof (Bushing, damping),
    .dimension = BC_DIM_BARE,
    .least = 6,
    .most = 36,
    .about = "likewise" },
  { 0 },
};

static const BcMeasure measures[6] = {
  { BC_MEASURE_SLIDE, 0, 0 },    { BC_MEASURE_SLIDE, 1, 0 },    { BC_MEASURE_SLIDE, 2, 0 },
  { BC_MEASURE_ROTATION, 0, 0 }, { BC_MEASURE_ROTATION, 1, 0 }, { BC_MEASURE_ROTATION, 2, 0 },
};

static const char *
connect (void *data, const BcModel *model, BcForce *force)
{
  const Bushing *bushing = data;
  force->n_markers = 2;
  force->markers[0] = bushing->from;
  force->markers[1] = bushing->to;
  if (model->markers[bushing->from].body == model->markers[bushing->to].body)
    return "both ends are on the same body, so it does nothing";
  if (bushing->stiffness.n != 6 && bushing->stiffness.n != 36)
    return "\"stiffness\" has neither 6 nor 36 numbers";
  if (bushing->damping.n != 0 && bushing->damping.n != 6 && bushing->damping.n != 36)
    return "\"damping\" has neither 6 nor 36 numbers";
  return NULL;
}

static double
entry (const BcNumbers *numbers, int i, int j)
{
  if (numbers->n == 36)
    return numbers->at[6 * i + j];
  return numbers->n == 6 && i == j ? numbers->at[i] : 0.0;
}

static void
evaluate (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
          BcForceResult *result)
{
  (void) time;
  const Bushing *bushing = force->data;
  BcEfforts efforts;
  bc_efforts_begin (&efforts, 6, measures, motions);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      {
        double k = entry (&bushing->stiffness, i, j), c = entry (&bushing->damping, i, j);
        efforts.effort[i] -= k * efforts.q[j] + c * efforts.rate[j];
        efforts.by_q[i][j] = -k;
        efforts.by_rate[i][j] = -c;
        result->energy += 0.5 * efforts.q[i] * k * efforts.q[j];
      }
  bc_efforts_end (&efforts, motions, derivatives, result);
  result->value = bc_norm (bc_vec3 (efforts.effort[0], efforts.effort[1], efforts.effort[2]));
  result->length = bc_norm (bc_vec3 (efforts.q[0], efforts.q[1], efforts.q[2]));
  result->rate = bc_norm (bc_vec3 (efforts.rate[0], efforts.rate[1], efforts.rate[2]));
}

const BcForceType bc_force_bushing = {
  .name = "bushing",
  .title = "Bushing",
  .about = "Six springs and dampers hold the second marker to the first.",
  .fields = fields,
  .size = sizeof (Bushing),
  .connect = connect,
  .evaluate = evaluate,
};
