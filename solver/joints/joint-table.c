/* The joint table (docs/theory.md §2; conventions as in docs/model-format.md).
 *
 * F is the first marker, T the second.  Two axes are parallel when one is perpendicular to two
 * others: the dot of parallel axes is 1 with a vanishing gradient and is never used. */
#include "joints/joint.h"

#include <math.h>
#include <string.h>

enum
{
  X,
  Y,
  Z
};

/* clang-format off */
#define OFFSET(axis, text) { { BC_MEASURE_OFFSET, axis, 0 }, BC_HOLD_ZERO, text }
#define SLIDE(axis, text) { { BC_MEASURE_SLIDE, axis, 0 }, BC_HOLD_ZERO, text }
#define SQUARE(f, t, text) { { BC_MEASURE_DOT, f, t }, BC_HOLD_ZERO, text }

#define COINCIDE OFFSET (X, "translation along x"), OFFSET (Y, "translation along y"), OFFSET (Z, "translation along z")
#define ON_Z_AXIS SLIDE (X, "translation along x"), SLIDE (Y, "translation along y")
#define Z_PARALLEL SQUARE (Y, Z, "rotation about x"), SQUARE (X, Z, "rotation about y")
#define NO_TURN SQUARE (Y, Z, "rotation about x"), SQUARE (Z, X, "rotation about y"), SQUARE (X, Y, "rotation about z")

#define ALONG(axis) { BC_MEASURE_SLIDE, axis, 0 }
#define ANGLE { BC_MEASURE_ANGLE, 0, X }
#define ROTATION { BC_MEASURE_ROTATION, X, 0 }, { BC_MEASURE_ROTATION, Y, 0 }, { BC_MEASURE_ROTATION, Z, 0 }
/* clang-format on */

#define OFFSET_FIELD                                                                               \
  {                                                                                                \
    .key = "offset", .kind = BC_FIELD_NUMBER, .offset = offsetof (BcJoint, offset),                \
    .dimension = BC_DIM_BARE, .fallback = NAN,                                                     \
    .about = "the constant of the relation; when absent, its value in the sketched position"       \
  }

#define OF_FIELD(text, count_least, count_most)                                                    \
  {                                                                                                \
    .key = "joints", .kind = BC_FIELD_JOINTS, .offset = offsetof (BcJoint, of),                    \
    .flags = BC_REQUIRED, .about = text, .least = count_least, .most = count_most                  \
  }

#define COORDINATES_FIELD                                                                          \
  {                                                                                                \
    .key = "coordinates", .kind = BC_FIELD_COORDINATES, .offset = offsetof (BcJoint, coordinates), \
    .about = "which freedom of each joint, counted from 1; when absent, the first of each"         \
  }

static const BcField screw_fields[] = {
  { .key = "pitch",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcJoint, pitch),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_REQUIRED,
    .fallback = NAN,
    .about = "advance per turn; negative for a left-hand thread" },
  OFFSET_FIELD,
  { 0 },
};

static const BcField distance_fields[] = {
  { .key = "length",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcJoint, length),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_POSITIVE,
    .fallback = NAN,
    .about = "length of the rod; when absent, the distance in the sketched position" },
  { 0 },
};

static const BcField gear_fields[] = {
  OF_FIELD ("the two joints a and b", 2, 2),
  COORDINATES_FIELD,
  { .key = "ratio",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcJoint, ratio),
    .dimension = BC_DIM_NONE,
    .flags = BC_REQUIRED,
    .fallback = NAN,
    .about =
        "ratio · q_a + q_b = constant: teeth of a over teeth of b, negative for an inner gear" },
  OFFSET_FIELD,
  { 0 },
};

static const BcField rack_fields[] = {
  OF_FIELD ("the turning joint a and the sliding joint b", 2, 2),
  COORDINATES_FIELD,
  { .key = "radius",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcJoint, radius),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_REQUIRED,
    .fallback = NAN,
    .about = "radius · q_a + q_b = constant: the pinion's radius, its sign the sense" },
  OFFSET_FIELD,
  { 0 },
};

static const BcField coupler_fields[] = {
  OF_FIELD ("the joints whose coordinates are related", 1, 64),
  COORDINATES_FIELD,
  { .key = "factors",
    .kind = BC_FIELD_NUMBERS,
    .offset = offsetof (BcJoint, factors),
    .dimension = BC_DIM_BARE,
    .flags = BC_REQUIRED,
    .least = 1,
    .most = 64,
    .about = "one factor for each joint" },
  OFFSET_FIELD,
  { 0 },
};

static const BcJointType fixed = {
  .name = "fixed",
  .title = "Fixed",
  .about = "Holds both markers together in place and direction.",
  .freedoms = 0,
  .aligned = true,
  .planar = BC_PLANAR_ALWAYS,
  .n_equations = 6,
  .equations = { COINCIDE, NO_TURN },
};

static const BcJointType revolute = {
  .name = "revolute",
  .title = "Revolute",
  .about = "A hinge: turns about z of the first marker. q1 is the angle from x to x.",
  .freedoms = 1,
  .aligned = true,
  .planar = BC_PLANAR_AXIS_NORMAL,
  .n_equations = 5,
  .equations = { COINCIDE, Z_PARALLEL },
  .n_coordinates = 1,
  .coordinates = { ANGLE },
};

static const BcJointType prismatic = {
  .name = "prismatic",
  .title = "Prismatic",
  .about = "A slide along z of the first marker. q1 is the distance along it.",
  .freedoms = 1,
  .aligned = true,
  .planar = BC_PLANAR_AXIS_WITHIN,
  .n_equations = 5,
  .equations = { ON_Z_AXIS, NO_TURN },
  .n_coordinates = 1,
  .coordinates = { ALONG (Z) },
};

static const BcJointType screw = {
  .name = "screw",
  .title = "Screw",
  .about = "Turns about z and advances by the pitch with each turn. q1 is the angle.",
  .freedoms = 1,
  .aligned = true,
  .planar = BC_PLANAR_NEVER,
  .n_equations = 5,
  .equations = { ON_Z_AXIS,
                 Z_PARALLEL,
                 { { BC_MEASURE_SLIDE, Z, 0 }, BC_HOLD_PITCH, "advance along z" } },
  .n_coordinates = 1,
  .coordinates = { ANGLE },
  .fields = screw_fields,
};

static const BcJointType cylindrical = {
  .name = "cylindrical",
  .title = "Cylindrical",
  .about = "Slides along and turns about z of the first marker. q1 is the slide, q2 the angle.",
  .freedoms = 2,
  .aligned = true,
  .planar = BC_PLANAR_NEVER,
  .n_equations = 4,
  .equations = { ON_Z_AXIS, Z_PARALLEL },
  .n_coordinates = 2,
  .coordinates = { ALONG (Z), ANGLE },
};

static const BcJointType universal = {
  .name = "universal",
  .title = "Universal",
  .about = "A cardan joint: z of both markers are the arms of the cross. q1 turns about the first "
           "arm (from x of the first marker to the second arm), q2 about the second arm (from the "
           "first arm to x of the second marker).",
  .freedoms = 2,
  .planar = BC_PLANAR_NEVER,
  .n_equations = 4,
  .equations = { COINCIDE, SQUARE (Z, Z, "rotation about the normal of the cross") },
  .n_coordinates = 2,
  .coordinates = { { BC_MEASURE_ANGLE, 0, Z }, { BC_MEASURE_ANGLE_BACK, 0, Z } },
};

static const BcJointType spherical = {
  .name = "spherical",
  .title = "Spherical",
  .about = "A ball: the points coincide. q1 to q3 are the rotation vector of the second marker in "
           "the axes of the first.",
  .freedoms = 3,
  .planar = BC_PLANAR_ALWAYS,
  .n_equations = 3,
  .equations = { COINCIDE },
  .n_coordinates = 3,
  .coordinates = { ROTATION },
};

static const BcJointType planar = {
  .name = "planar",
  .title = "Planar",
  .about = "Moves in the x, y plane of the first marker. q1 and q2 are the slides, q3 the angle.",
  .freedoms = 3,
  .aligned = true,
  .planar = BC_PLANAR_AXIS_NORMAL,
  .n_equations = 3,
  .equations = { SLIDE (Z, "translation along z"), Z_PARALLEL },
  .n_coordinates = 3,
  .coordinates = { ALONG (X), ALONG (Y), ANGLE },
};

static const BcJointType point_on_line = {
  .name = "point-on-line",
  .title = "Point on line",
  .about =
      "The second point stays on the z axis of the first marker. q1 is the slide, q2 to q4 the "
      "rotation vector.",
  .freedoms = 4,
  .planar = BC_PLANAR_AXIS_WITHIN,
  .n_equations = 2,
  .equations = { ON_Z_AXIS },
  .n_coordinates = 4,
  .coordinates = { ALONG (Z), ROTATION },
};

static const BcJointType point_on_plane = {
  .name = "point-on-plane",
  .title = "Point on plane",
  .about =
      "The second point stays in the x, y plane of the first marker. q1 and q2 are the slides, "
      "q3 to q5 the rotation vector.",
  .freedoms = 5,
  .planar = BC_PLANAR_AXIS_WITHIN,
  .n_equations = 1,
  .equations = { SLIDE (Z, "translation along z") },
  .n_coordinates = 5,
  .coordinates = { ALONG (X), ALONG (Y), ROTATION },
};

static const BcJointType distance = {
  .name = "distance",
  .title = "Distance",
  .about = "A massless rod with balls at both ends keeps the points at its length. It has no "
           "coordinate that could be driven.",
  .freedoms = 5,
  .planar = BC_PLANAR_LINE_WITHIN,
  .n_equations = 1,
  .equations = { { { BC_MEASURE_DISTANCE, 0, 0 }, BC_HOLD_LENGTH, "length" } },
  .fields = distance_fields,
};

static const BcJointType gear = {
  .name = "gear",
  .title = "Gear",
  .about = "Couples two joint coordinates: ratio · q_a + q_b stays constant.",
  .couples = true,
  .planar = BC_PLANAR_ALWAYS,
  .fields = gear_fields,
};

static const BcJointType rack = {
  .name = "rack",
  .title = "Rack",
  .about = "Couples an angle and a slide: radius · q_a + q_b stays constant.",
  .couples = true,
  .planar = BC_PLANAR_ALWAYS,
  .fields = rack_fields,
};

static const BcJointType coupler = {
  .name = "coupler",
  .title = "Coupler",
  .about = "Couples any joint coordinates: the sum of factor · q stays constant.",
  .couples = true,
  .planar = BC_PLANAR_ALWAYS,
  .fields = coupler_fields,
};

static const BcJointType free_joint = {
  .name = "free",
  .title = "Free",
  .about = "Holds nothing: six coordinates of one body seen from another. q1 to q3 are the slides "
           "along x, y, z of the first marker, q4 to q6 the rotation vector.",
  .freedoms = 6,
  .planar = BC_PLANAR_NEVER,
  .n_coordinates = 6,
  .coordinates = { ALONG (X), ALONG (Y), ALONG (Z), ROTATION },
};

const BcJointType *const bc_joint_types[] = {
  &fixed,      &revolute,      &prismatic,      &screw,    &cylindrical, &universal, &spherical,
  &planar,     &point_on_line, &point_on_plane, &distance, &gear,        &rack,      &coupler,
  &free_joint, NULL,
};

const BcJointType *
bc_joint_type_find (const char *name)
{
  for (int i = 0; bc_joint_types[i] != NULL; i++)
    if (strcmp (bc_joint_types[i]->name, name) == 0)
      return bc_joint_types[i];
  return NULL;
}
