/* A point that rests on a plane: pushes while the point, or a ball of the given radius around it,
 * is below the plane, and rubs along it.
 *
 * q = slides of the point along x, y, z of the plane's marker; depth = radius - q_z.  The normal
 * force N is that of a stop.  Friction is smoothed so that it has a derivative at rest:
 *   e_x = -mu N q̇_x / s,  e_y likewise,  s = √(q̇_x² + q̇_y² + v_s²). */
#include "forces/effort.h"
#include "model/model.h"

typedef struct
{
  int plane, point;
  double radius, friction, slip;
  BcStop stop;
} Contact;

static const BcField fields[] = {
  { .key = "plane",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (Contact, plane),
    .flags = BC_REQUIRED,
    .about = "marker whose x, y plane is the surface; z points out of it" },
  { .key = "point",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (Contact, point),
    .flags = BC_REQUIRED,
    .about = "marker whose point touches" },
  { .key = "radius",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, radius),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_NOT_NEGATIVE,
    .about = "of a ball around the point" },
  { .key = "stiffness",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, stop.stiffness),
    .dimension = BC_DIM_BARE,
    .flags = BC_REQUIRED | BC_POSITIVE,
    .about = "force = stiffness · depth^exponent" },
  { .key = "exponent",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, stop.exponent),
    .dimension = BC_DIM_NONE,
    .flags = BC_POSITIVE,
    .fallback = 1.5,
    .about = "1 for a linear spring, 1.5 for a ball (Hertz)" },
  { .key = "damping",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, stop.damping),
    .dimension = BC_DIM_DAMPING,
    .flags = BC_NOT_NEGATIVE,
    .about = "once the depth exceeds the ramp" },
  { .key = "ramp",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, stop.ramp),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_POSITIVE,
    .fallback = 1e-4,
    .about = "depth over which the damping grows from zero" },
  { .key = "friction",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, friction),
    .dimension = BC_DIM_NONE,
    .flags = BC_NOT_NEGATIVE,
    .about = "coefficient of friction" },
  { .key = "slip",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (Contact, slip),
    .dimension = BC_DIM_VELOCITY,
    .flags = BC_POSITIVE,
    .fallback = 1e-2,
    .about = "sliding velocity at which friction has grown to 70 percent" },
  { 0 },
};

static const BcMeasure measures[3] = { { BC_MEASURE_SLIDE, 0, 0 },
                                       { BC_MEASURE_SLIDE, 1, 0 },
                                       { BC_MEASURE_SLIDE, 2, 0 } };

static const char *
connect (void *data, const BcModel *model, BcForce *force)
{
  const Contact *contact = data;
  force->n_markers = 2;
  force->markers[0] = contact->plane;
  force->markers[1] = contact->point;
  return model->markers[contact->plane].body == model->markers[contact->point].body
             ? "plane and point are on the same body, so they never touch"
             : NULL;
}

static void
evaluate (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
          BcForceResult *result)
{
  (void) time;
  const Contact *contact = force->data;
  BcEfforts efforts;
  bc_efforts_begin (&efforts, 3, measures, motions);
  double depth = contact->radius - efforts.q[2], by_depth, by_rate;
  double normal =
      bc_stop_force (&contact->stop, depth, -efforts.rate[2], &by_depth, &by_rate, &result->energy);
  efforts.effort[2] = normal;
  efforts.by_q[2][2] = -by_depth;
  efforts.by_rate[2][2] = -by_rate;

  const double *v = efforts.rate;
  double s = sqrt (v[0] * v[0] + v[1] * v[1] + contact->slip * contact->slip);
  for (int i = 0; i < 2; i++)
    {
      double share = -contact->friction * v[i] / s;
      efforts.effort[i] = share * normal;
      efforts.by_q[i][2] = -share * by_depth;
      efforts.by_rate[i][2] = -share * by_rate;
      for (int j = 0; j < 2; j++)
        efforts.by_rate[i][j] =
            -contact->friction * normal * ((i == j) - v[i] * v[j] / (s * s)) / s;
    }
  bc_efforts_end (&efforts, motions, derivatives, result);
  result->value = normal;
  result->length = depth;
  result->rate = -efforts.rate[2];
}

const BcForceType bc_force_contact = {
  .name = "contact",
  .title = "Contact of a point with a plane",
  .about = "Pushes a point, or a ball around it, out of a plane; with friction along it.",
  .fields = fields,
  .size = sizeof (Contact),
  .connect = connect,
  .evaluate = evaluate,
};
