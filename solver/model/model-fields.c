#include "model/model-fields.h"

#include <math.h>

const char *const bc_body_kinds[] = { "ground", "rigid", "flexible", "virtual", NULL };
const char *const bc_analysis_kinds[] = { "dynamics", "kinematics", "statics", "inverse", NULL };
const char *const bc_formulations[] = {
  "global", "topological", "cartesian", "chain-condensation", "chain-transfer", "groups", NULL
};
const char *const bc_integrators[] = { "trapezoidal", "generalized-alpha", "adaptive", NULL };

static const char *const axis_words[] = { "x", "y", "z", NULL };

#define FRAME_FIELDS(Type, member)                                                                 \
  { .key = "at",                                                                                   \
    .kind = BC_FIELD_VECTOR,                                                                       \
    .offset = offsetof (Type, member at),                                                          \
    .dimension = BC_DIM_LENGTH,                                                                    \
    .about = "position [x, y, z]" },                                                               \
      { .key = "quaternion",                                                                       \
        .kind = BC_FIELD_NUMBERS,                                                                  \
        .offset = offsetof (Type, member quaternion),                                              \
        .dimension = BC_DIM_NONE,                                                                  \
        .least = 4,                                                                                \
        .most = 4,                                                                                 \
        .about = "direction as a quaternion [w, x, y, z]" },                                       \
      { .key = "z",                                                                                \
        .kind = BC_FIELD_VECTOR,                                                                   \
        .offset = offsetof (Type, member z),                                                       \
        .dimension = BC_DIM_BARE,                                                                  \
        .fallback = NAN,                                                                           \
        .about = "direction of the z axis" },                                                      \
      { .key = "x",                                                                                \
        .kind = BC_FIELD_VECTOR,                                                                   \
        .offset = offsetof (Type, member x),                                                       \
        .dimension = BC_DIM_BARE,                                                                  \
        .fallback = NAN,                                                                           \
        .about = "direction of the x axis, made perpendicular to z" },                             \
      { .key = "angle",                                                                            \
        .kind = BC_FIELD_NUMBER,                                                                   \
        .offset = offsetof (Type, member angle),                                                   \
        .dimension = BC_DIM_ANGLE,                                                                 \
        .fallback = NAN,                                                                           \
        .about = "direction as a turn by this angle" },                                            \
  {                                                                                                \
    .key = "axis", .kind = BC_FIELD_VECTOR, .offset = offsetof (Type, member axis),                \
    .dimension = BC_DIM_BARE, .fallback = NAN, .about = "axis of that turn; [0, 0, 1] when absent" \
  }

#define NAME_FIELD(Type)                                                                           \
  {                                                                                                \
    .key = "name", .kind = BC_FIELD_NAME, .offset = offsetof (Type, name),                         \
    .about = "letters, digits, _ and -"                                                            \
  }

#define DESCRIPTION_FIELD                                                                          \
  {                                                                                                \
    .key = "description", .kind = BC_FIELD_ANY, .about = "a remark for the reader"                 \
  }

const BcField bc_marker_fields[] = {
  FRAME_FIELDS (BcFrameText, ),
  DESCRIPTION_FIELD,
  { 0 },
};

static const BcField velocity_fields[] = {
  { .key = "linear",
    .kind = BC_FIELD_VECTOR,
    .offset = offsetof (BcBodyText, velocity.linear) - offsetof (BcBodyText, velocity),
    .dimension = BC_DIM_VELOCITY,
    .about = "of the body's origin, world axes" },
  { .key = "angular",
    .kind = BC_FIELD_VECTOR,
    .offset = offsetof (BcBodyText, velocity.angular) - offsetof (BcBodyText, velocity),
    .dimension = BC_DIM_ANGULAR_VELOCITY,
    .about = "world axes" },
  { 0 },
};

const BcField bc_body_fields[] = {
  NAME_FIELD (BcBodyText),
  { .key = "kind",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (BcBodyText, kind),
    .flags = BC_REQUIRED,
    .fallback = NAN,
    .choices = bc_body_kinds,
    .about = "what sort of body it is" },
  DESCRIPTION_FIELD,
  { .key = "mass",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcBodyText, mass),
    .dimension = BC_DIM_MASS,
    .flags = BC_NOT_NEGATIVE,
    .fallback = NAN,
    .about = "mass; when absent, it comes from the shapes" },
  { .key = "com",
    .kind = BC_FIELD_VECTOR,
    .offset = offsetof (BcBodyText, com),
    .dimension = BC_DIM_LENGTH,
    .fallback = NAN,
    .about = "centre of mass in body axes" },
  { .key = "inertia",
    .kind = BC_FIELD_NUMBERS,
    .offset = offsetof (BcBodyText, inertia),
    .dimension = BC_DIM_INERTIA,
    .least = 3,
    .most = 6,
    .about =
        "[Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] about the centre of mass, body axes" },
  { .key = "density",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcBodyText, density),
    .dimension = BC_DIM_DENSITY,
    .flags = BC_POSITIVE,
    .fallback = NAN,
    .about = "of those shapes that give none themselves" },
  { .key = "pose",
    .kind = BC_FIELD_OBJECT,
    .offset = offsetof (BcBodyText, pose),
    .fields = bc_marker_fields,
    .about = "where the body's frame is, roughly; assembly closes the joints" },
  { .key = "velocity",
    .kind = BC_FIELD_OBJECT,
    .offset = offsetof (BcBodyText, velocity),
    .fields = velocity_fields,
    .about = "at the start; bodies without it follow the others" },
  { .key = "markers", .kind = BC_FIELD_ANY, .about = "points with a triad, by name" },
  { .key = "shapes", .kind = BC_FIELD_ANY, .about = "what the body looks like" },
  { .key = "color",
    .kind = BC_FIELD_TEXT,
    .offset = offsetof (BcBodyText, color),
    .about = "as \"#3366cc\"" },
  { 0 },
};

const BcField bc_shape_fields[] = {
  { .key = "type",
    .kind = BC_FIELD_TEXT,
    .offset = offsetof (BcShapeText, type),
    .flags = BC_REQUIRED,
    .about = "box, cylinder, sphere, rod, link or mesh" },
  FRAME_FIELDS (BcShapeText, frame.),
  { .key = "density",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcShapeText, density),
    .dimension = BC_DIM_DENSITY,
    .flags = BC_NOT_NEGATIVE,
    .fallback = NAN,
    .about = "gives the shape a mass; 0 for what is only drawn" },
  { .key = "mass",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcShapeText, mass),
    .dimension = BC_DIM_MASS,
    .flags = BC_POSITIVE,
    .fallback = NAN,
    .about = "the same, given directly" },
  { .key = "color",
    .kind = BC_FIELD_TEXT,
    .offset = offsetof (BcShapeText, color),
    .about = "as \"#3366cc\"" },
  { 0 },
};

#define TYPE_FIELD(text)                                                                           \
  {                                                                                                \
    .key = "type", .kind = BC_FIELD_TEXT, .offset = offsetof (BcJointText, type),                  \
    .flags = BC_REQUIRED, .about = text                                                            \
  }

const BcField bc_joint_fields[] = {
  NAME_FIELD (BcJointText),
  TYPE_FIELD ("a type of the joint table"),
  DESCRIPTION_FIELD,
  { .key = "from",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (BcJointText, from),
    .flags = BC_REQUIRED,
    .about = "marker F on the first body: its z is the axis" },
  { .key = "to",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (BcJointText, to),
    .flags = BC_REQUIRED,
    .about = "marker T on the second body" },
  { 0 },
};

const BcField bc_coupling_fields[] = {
  NAME_FIELD (BcJointText),
  TYPE_FIELD ("a type of the joint table"),
  DESCRIPTION_FIELD,
  { 0 },
};

const BcField bc_force_fields[] = {
  NAME_FIELD (BcJointText),
  TYPE_FIELD ("a type of the force table"),
  DESCRIPTION_FIELD,
  { 0 },
};

const BcField bc_driver_fields[] = {
  NAME_FIELD (BcDriverText),
  DESCRIPTION_FIELD,
  { .key = "active",
    .kind = BC_FIELD_BOOLEAN,
    .offset = offsetof (BcDriverText, active),
    .fallback = 1.0,
    .about = "false keeps it in the file without effect" },
  { .key = "joint",
    .kind = BC_FIELD_JOINT,
    .offset = offsetof (BcDriverText, joint),
    .about = "the joint it drives" },
  { .key = "coordinate",
    .kind = BC_FIELD_COORDINATE,
    .offset = offsetof (BcDriverText, coordinate),
    .about = "which freedom of the joint, counted from 1" },
  { .key = "marker",
    .kind = BC_FIELD_MARKER,
    .offset = offsetof (BcDriverText, marker),
    .about = "instead of a joint: the point whose coordinate it drives" },
  { .key = "axis",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (BcDriverText, axis),
    .fallback = NAN,
    .choices = axis_words,
    .about = "which world coordinate of the marker" },
  { .key = "position",
    .kind = BC_FIELD_FUNCTION,
    .offset = offsetof (BcDriverText, position),
    .dimension = BC_DIM_BARE,
    .variable = "t",
    .about = "the coordinate as a function of time" },
  { .key = "velocity",
    .kind = BC_FIELD_FUNCTION,
    .offset = offsetof (BcDriverText, velocity),
    .dimension = BC_DIM_BARE,
    .variable = "t",
    .about = "or its velocity" },
  { .key = "acceleration",
    .kind = BC_FIELD_FUNCTION,
    .offset = offsetof (BcDriverText, acceleration),
    .dimension = BC_DIM_BARE,
    .variable = "t",
    .about = "or its acceleration" },
  { .key = "start",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcDriverText, start),
    .dimension = BC_DIM_BARE,
    .fallback = NAN,
    .about =
        "coordinate at t = 0 when driven by velocity or acceleration; else the assembled one" },
  { .key = "start_rate",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcDriverText, start_rate),
    .dimension = BC_DIM_BARE,
    .fallback = NAN,
    .about = "its rate at t = 0 when driven by acceleration; else the given velocities decide" },
  { 0 },
};

const BcField bc_analysis_fields[] = {
  { .key = "kind",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (BcAnalysis, kind),
    .choices = bc_analysis_kinds,
    .about = "what to compute" },
  { .key = "formulation",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (BcAnalysis, formulation),
    .choices = bc_formulations,
    .about = "how to compute it" },
  { .key = "integrator",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (BcAnalysis, integrator),
    .choices = bc_integrators,
    .about = "how to step through time" },
  { .key = "end",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcAnalysis, end),
    .dimension = BC_DIM_TIME,
    .flags = BC_NOT_NEGATIVE,
    .fallback = 1.0,
    .about = "when to stop" },
  { .key = "step",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcAnalysis, step),
    .dimension = BC_DIM_TIME,
    .flags = BC_POSITIVE,
    .fallback = 1e-3,
    .about = "time step" },
  { .key = "tolerance",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcAnalysis, tolerance),
    .dimension = BC_DIM_NONE,
    .flags = BC_POSITIVE,
    .fallback = 1e-6,
    .about = "of the adaptive integrator" },
  { .key = "every",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcAnalysis, every),
    .dimension = BC_DIM_TIME,
    .flags = BC_POSITIVE,
    .fallback = NAN,
    .about = "time between recorded frames; when absent, every step" },
  { .key = "horizon",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcAnalysis, horizon),
    .dimension = BC_DIM_TIME,
    .flags = BC_POSITIVE,
    .fallback = NAN,
    .about = "how far formulations can be compared; short for chaotic motions" },
  { 0 },
};

const BcField bc_plot_fields[] = {
  { .key = "title",
    .kind = BC_FIELD_TEXT,
    .offset = offsetof (BcPlot, title),
    .about = "above the plot" },
  { .key = "quantities",
    .kind = BC_FIELD_TEXTS,
    .offset = offsetof (BcPlot, quantities),
    .flags = BC_REQUIRED,
    .about = "what to plot over time" },
  { 0 },
};

const BcField bc_model_fields[] = {
  { .key = "bellcrank",
    .kind = BC_FIELD_INTEGER,
    .offset = offsetof (BcModelText, version),
    .flags = BC_REQUIRED,
    .fallback = NAN,
    .about = "version of the format: 1" },
  { .key = "name",
    .kind = BC_FIELD_TEXT,
    .offset = offsetof (BcModelText, name),
    .about = "title of the model" },
  { .key = "description",
    .kind = BC_FIELD_TEXT,
    .offset = offsetof (BcModelText, description),
    .about = "what it shows" },
  { .key = "gravity",
    .kind = BC_FIELD_VECTOR,
    .offset = offsetof (BcModelText, gravity),
    .dimension = BC_DIM_ACCELERATION,
    .fallback = NAN,
    .about = "acceleration of free fall; when absent, 9.81 m/s^2 downwards" },
  { .key = "up",
    .kind = BC_FIELD_CHOICE,
    .offset = offsetof (BcModelText, up),
    .fallback = 1.0,
    .choices = axis_words,
    .about = "the axis that points up in pictures; y when absent" },
  { .key = "parameters", .kind = BC_FIELD_ANY, .about = "named numbers for use in all others" },
  { .key = "bodies", .kind = BC_FIELD_ANY, .about = "list of bodies", .flags = BC_REQUIRED },
  { .key = "joints", .kind = BC_FIELD_ANY, .about = "list of joints" },
  { .key = "forces", .kind = BC_FIELD_ANY, .about = "list of forces" },
  { .key = "drivers", .kind = BC_FIELD_ANY, .about = "list of drivers" },
  { .key = "analysis",
    .kind = BC_FIELD_OBJECT,
    .offset = offsetof (BcModelText, analysis),
    .fields = bc_analysis_fields,
    .about = "what to compute and how" },
  { .key = "plots", .kind = BC_FIELD_ANY, .about = "what is worth plotting" },
  { .key = "graph", .kind = BC_FIELD_ANY, .about = "layout of the graph editor" },
  { 0 },
};
