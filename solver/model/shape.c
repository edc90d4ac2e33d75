/* The shapes and their inertia for unit density (for a rod: per metre), in their own axes:
 *   box       V = a b c             Ixx = V (b² + c²)/12
 *   cylinder  V = π r² l            Izz = V r²/2,  Ixx = V (3r² + l²)/12,  axis z
 *   sphere    V = 4/3 π r³          I = 2/5 V r²
 *   rod       V = l                 Ixx = l³/12, no inertia about itself
 *   link      a bar with round ends: a rectangle and two half discs, extruded */
#include "model/shape.h"

#include <string.h>

static BcMat3
diagonal (double x, double y, double z)
{
  return (BcMat3){ { { x, 0, 0 }, { 0, y, 0 }, { 0, 0, z } } };
}

static BcVolume
box_volume (const BcShape *shape)
{
  double a = shape->size.x, b = shape->size.y, c = shape->size.z, v = a * b * c;
  return (BcVolume){ v,
                     { 0, 0, 0 },
                     diagonal (v * (b * b + c * c) / 12.0, v * (a * a + c * c) / 12.0,
                               v * (a * a + b * b) / 12.0) };
}

static BcVolume
cylinder_volume (const BcShape *shape)
{
  double r = shape->radius, l = shape->length, v = BC_PI * r * r * l;
  double across = v * (3.0 * r * r + l * l) / 12.0;
  return (BcVolume){ v, { 0, 0, 0 }, diagonal (across, across, 0.5 * v * r * r) };
}

static BcVolume
sphere_volume (const BcShape *shape)
{
  double r = shape->radius, v = 4.0 / 3.0 * BC_PI * r * r * r, i = 0.4 * v * r * r;
  return (BcVolume){ v, { 0, 0, 0 }, diagonal (i, i, i) };
}

static BcVolume
rod_volume (const BcShape *shape)
{
  double l = shape->length, i = l * l * l / 12.0;
  return (BcVolume){ l, { 0, 0, 0 }, diagonal (i, i, 0.0) };
}

/* Along z from end to end, width in x, thickness in y.  Second moments of the flat figure: the
 * rectangle l × w, and two half discs of radius r = w/2, whose centroids lie 4r/3π beyond the pins. */
static BcVolume
link_volume (const BcShape *shape)
{
  double l = shape->length, w = shape->width, t = shape->thickness, r = 0.5 * w;
  double disc = BC_PI * r * r, area = l * w + disc;
  double c = 4.0 * r / (3.0 * BC_PI), arm = 0.5 * l + c;
  double half_own = BC_PI * r * r * r * r / 8.0 - 0.5 * disc * c * c;
  double xx = l * w * w * w / 12.0 + BC_PI * r * r * r * r / 4.0;               /* ∫ x² */
  double zz = w * l * l * l / 12.0 + 2.0 * (half_own + 0.5 * disc * arm * arm); /* ∫ z² */
  double yy = area * t * t / 12.0;                                              /* ∫ y² per t */
  return (
      BcVolume){ area * t, { 0, 0, 0 }, diagonal (t * (yy + zz), t * (xx + zz), t * (xx + yy)) };
}

static BcVolume
mesh_volume (const BcShape *shape)
{
  return bc_mesh_volume (shape->mesh);
}

#define NUMBER(name, text)                                                                         \
  {                                                                                                \
    .key = #name, .kind = BC_FIELD_NUMBER, .offset = offsetof (BcShape, name),                     \
    .dimension = BC_DIM_LENGTH, .flags = BC_REQUIRED | BC_POSITIVE, .about = text                  \
  }

#define ENDS                                                                                       \
  { .key = "from",                                                                                 \
    .kind = BC_FIELD_POINT,                                                                        \
    .offset = offsetof (BcShape, from),                                                            \
    .dimension = BC_DIM_LENGTH,                                                                    \
    .flags = BC_REQUIRED,                                                                          \
    .about = "one end: coordinates, or the name of a marker of this body" },                       \
  {                                                                                                \
    .key = "to", .kind = BC_FIELD_POINT, .offset = offsetof (BcShape, to),                         \
    .dimension = BC_DIM_LENGTH, .flags = BC_REQUIRED, .about = "the other end"                     \
  }

static const BcField box_fields[] = {
  { .key = "size",
    .kind = BC_FIELD_VECTOR,
    .offset = offsetof (BcShape, size),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_REQUIRED | BC_POSITIVE,
    .about = "lengths along x, y, z" },
  { 0 },
};

static const BcField cylinder_fields[] = {
  NUMBER (radius, "radius"),
  NUMBER (length, "length along z, half on either side"),
  { 0 },
};

static const BcField sphere_fields[] = { NUMBER (radius, "radius"), { 0 } };

static const BcField rod_fields[] = {
  ENDS,
  { .key = "radius",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcShape, radius),
    .dimension = BC_DIM_LENGTH,
    .flags = BC_NOT_NEGATIVE,
    .about = "only drawn: a rod is slender and has no inertia about itself" },
  { 0 },
};

static const BcField link_fields[] = {
  ENDS,
  NUMBER (width, "width; the ends are half discs"),
  NUMBER (thickness, "thickness along y of the link"),
  { 0 },
};

static const BcField mesh_fields[] = {
  { .key = "file",
    .kind = BC_FIELD_FILE,
    .offset = offsetof (BcShape, file),
    .flags = BC_REQUIRED,
    .about = "STL or OBJ file, beside the model" },
  { .key = "scale",
    .kind = BC_FIELD_NUMBER,
    .offset = offsetof (BcShape, scale),
    .dimension = BC_DIM_NONE,
    .flags = BC_POSITIVE,
    .fallback = 1.0,
    .about = "takes the file's unit to metres, 0.001 for millimetres" },
  { 0 },
};

static const BcShapeType box = { "box", "A box around its centre.", box_fields, false, box_volume };
static const BcShapeType cylinder = { "cylinder", "A cylinder along z around its centre.",
                                      cylinder_fields, false, cylinder_volume };
static const BcShapeType sphere = { "sphere", "A ball around its centre.", sphere_fields, false,
                                    sphere_volume };
static const BcShapeType rod = { "rod", "A slender rod between two points.", rod_fields, true,
                                 rod_volume };
static const BcShapeType link_shape = { "link", "A flat bar with round ends between two points.",
                                        link_fields, false, link_volume };
static const BcShapeType mesh = { "mesh", "A closed surface from an STL or OBJ file.", mesh_fields,
                                  false, mesh_volume };

const BcShapeType *const bc_shape_types[] = { &box,        &cylinder, &sphere, &rod,
                                              &link_shape, &mesh,     NULL };

const BcShapeType *
bc_shape_type_find (const char *name)
{
  for (int i = 0; bc_shape_types[i] != NULL; i++)
    if (strcmp (bc_shape_types[i]->name, name) == 0)
      return bc_shape_types[i];
  return NULL;
}

bool
bc_shape_has_ends (const BcShapeType *type)
{
  return type == &rod || type == &link_shape;
}

bool
bc_shape_span (BcShape *shape)
{
  BcVec3 along = bc_sub (shape->to, shape->from);
  shape->length = bc_norm (along);
  if (!(shape->length > 0.0))
    return false;
  /* A flat link lies in the body's x, y plane where it can: its thickness points along body z. */
  BcVec3 z = bc_scale (1.0 / shape->length, along), x = bc_cross (bc_unit_axis (2), z);
  if (bc_norm (x) < 1e-6)
    x = bc_perpendicular (z);
  shape->at = bc_scale (0.5, bc_add (shape->from, shape->to));
  return bc_triad (z, x, &shape->triad);
}

bool
bc_shape_mass (const BcShape *shape, double density, double *mass, BcVec3 *com, BcMat3 *inertia)
{
  if (!isnan (shape->density))
    density = shape->density;
  if (isnan (shape->mass) && (isnan (density) || shape->type->slender))
    return false;

  BcVolume volume = shape->type->volume (shape);
  double per_volume = isnan (shape->mass) ? density : shape->mass / volume.volume;
  *mass = per_volume * volume.volume;
  *com = bc_add (shape->at, bc_mat_vec (&shape->triad, volume.com));
  /* T I Tᵀ takes the inertia to body axes. */
  BcMat3 transposed = bc_mat_transpose (&shape->triad);
  BcMat3 half = bc_mat_mul (&volume.inertia, &transposed),
         whole = bc_mat_mul (&shape->triad, &half);
  *inertia = bc_mat_add_scaled ((BcMat3){ 0 }, per_volume, &whole);
  return true;
}
