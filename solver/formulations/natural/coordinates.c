#include "formulations/natural/natural.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "graph/mobility.h"

#include <string.h>

/* Relative to the size of the mechanism, things this near are the same. */
#define SAME 1e-8

/* A basis element must stand out of the span of the others by this much, for the sake of
 * conditioning. */
#define STANDS_OUT 0.02

/* ---- places on bodies that joints share ---- */

typedef struct
{
  int body;
  bool is_point;
  BcVec3 start;
  int leader; /* union–find */
} Spot;

typedef struct
{
  int n;
  Spot *list;
} Spots;

static int
leader_of (Spots *spots, int i)
{
  while (spots->list[i].leader != i)
    i = spots->list[i].leader = spots->list[spots->list[i].leader].leader;
  return i;
}

static void
unite (Spots *spots, int a, int b)
{
  a = leader_of (spots, a);
  b = leader_of (spots, b);
  spots->list[a > b ? a : b].leader = a > b ? b : a;
}

/* The spot of a body at this place, a new one if there is none. */
static int
spot_at (Spots *spots, int body, bool is_point, BcVec3 start, double size)
{
  for (int i = 0; i < spots->n; i++)
    {
      const Spot *spot = &spots->list[i];
      if (spot->body == body && spot->is_point == is_point
          && bc_norm (bc_sub (spot->start, start)) < SAME * size)
        return i;
    }
  spots->list[spots->n] = (Spot){ body, is_point, start, spots->n };
  return spots->n++;
}

/* In the plane only the coordinates within it count. */
static BcVec3
flatten (const BcCoordinates *c, BcVec3 x)
{
  return c->planar ? bc_add_scaled (x, -bc_dot (x, c->normal), c->normal) : x;
}

static void
share (Spots *spots, int body_a, int body_b, bool is_point, BcVec3 start, double size)
{
  int a = spot_at (spots, body_a, is_point, start, size);
  unite (spots, a, spot_at (spots, body_b, is_point, start, size));
}

/* What a joint's equations say about directions: nothing, z parallel, or no turn at all. */
typedef enum
{
  DIRECTIONS_OTHER,
  DIRECTIONS_Z,
  DIRECTIONS_ALL,
} Directions;

static Directions
directions_of (const BcJointType *type)
{
  int dots = 0, with_z = 0;
  for (int i = 0; i < type->n_equations; i++)
    if (type->equations[i].measure.kind == BC_MEASURE_DOT)
      {
        dots++;
        with_z += type->equations[i].measure.j == 2 && type->equations[i].measure.i != 2;
      }
  return dots == 3 ? DIRECTIONS_ALL : dots == 2 && with_z == 2 ? DIRECTIONS_Z : DIRECTIONS_OTHER;
}

static bool
is_parallel (BcVec3 a, BcVec3 b)
{
  return bc_norm (bc_cross (a, b)) < 1e-6;
}

/* Shares what a joint holds together, and notes which equations are met by that. */
static void
share_joint (BcCoordinates *c, Spots *spots, const BcPose *poses, int index)
{
  const BcModel *model = c->model;
  const BcJoint *joint = &model->joints[index];
  const BcMarker *from = &model->markers[joint->from], *to = &model->markers[joint->to];
  BcPlace place = bc_marker_place (from, &poses[from->body]);
  Directions directions = directions_of (joint->type);
  bool *met = c->shares + index * BC_MAX_EQUATIONS;
  bool point = false;
  for (int i = 0; i < joint->type->n_equations; i++)
    {
      BcMeasureKind kind = joint->type->equations[i].measure.kind;
      point |= kind == BC_MEASURE_OFFSET;
      met[i] =
          kind == BC_MEASURE_OFFSET || (kind == BC_MEASURE_DOT && directions != DIRECTIONS_OTHER);
    }
  if (point)
    share (spots, from->body, to->body, true, flatten (c, place.p), c->size);
  int first = directions == DIRECTIONS_ALL ? 0 : 2, last = directions == DIRECTIONS_OTHER ? -1 : 2;
  for (int k = first; k <= last; k++)
    {
      /* In the plane one vector within it tells the whole direction, and the normal tells nothing. */
      if (c->planar && is_parallel (place.e[k], c->normal))
        continue;
      BcVec3 vector = bc_unit (flatten (c, place.e[k]));
      share (spots, from->body, to->body, false, bc_scale (c->size, vector), c->size);
      if (c->planar)
        break;
    }
}

/* ---- choosing a basis ---- */

/* What is left of an element's homogeneous vector beyond those already taken; adds it if enough. */
typedef struct
{
  BcVec3 centre;
  double extent;
  int n;
  double q[BC_MAX_BASIS][4];
} Span;

static bool
span_add (const BcCoordinates *c, Span *span, BcVec3 start, bool is_point)
{
  /* Positions count from the body's own centre and by its own extent, so that a small body far out
   * in a large mechanism is no different. */
  BcVec3 x = is_point ? bc_scale (1.0 / span->extent, bc_sub (start, span->centre))
                      : bc_scale (1.0 / c->size, start);
  double h[4] = { x.x, x.y, x.z, is_point }, length = 0.0;
  for (int i = 0; i < 4; i++)
    length += h[i] * h[i];
  length = sqrt (length);
  double left = 0.0;
  for (int i = 0; i < 4; i++)
    h[i] /= length;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < span->n; k++)
      {
        double along = 0.0;
        for (int i = 0; i < 4; i++)
          along += h[i] * span->q[k][i];
        for (int i = 0; i < 4; i++)
          h[i] -= along * span->q[k][i];
      }
  for (int i = 0; i < 4; i++)
    left += h[i] * h[i];
  left = sqrt (left);
  if (left < STANDS_OUT)
    return false;
  for (int i = 0; i < 4; i++)
    span->q[span->n][i] = h[i] / left;
  span->n++;
  return true;
}

static int
add_element (BcCoordinates *c, BcVec3 start, bool is_point, bool fixed)
{
  c->elements[c->n_elements] = (BcElement){ is_point, start, fixed ? -1 : c->n_coordinates };
  c->n_coordinates += fixed ? 0 : c->d;
  return c->n_elements++;
}

static void
take (BcCoordinates *c, int body, int element)
{
  BcNaturalBody *b = &c->bodies[body];
  b->basis[b->n_basis++] = element;
}

/* In space: fixed elements first, points before vectors, then private ones. */
static void
choose_spatial_basis (BcCoordinates *c, int body, const int *candidates, int n_candidates,
                      const BcPose *pose)
{
  Span span = { .centre = pose->at };
  bool has_point = false;
  for (int i = 0; i < n_candidates; i++)
    if (c->elements[candidates[i]].is_point)
      {
        if (!has_point)
          span.centre = c->elements[candidates[i]].start;
        has_point = true;
        span.extent =
            fmax (span.extent, bc_norm (bc_sub (c->elements[candidates[i]].start, span.centre)));
      }
  if (!(span.extent > SAME * c->size))
    span.extent = c->size;
  if (!has_point)
    {
      take (c, body, add_element (c, span.centre, true, false));
      span_add (c, &span, span.centre, true);
    }
  for (int order = 0; order < 4; order++)
    for (int i = 0; i < n_candidates && span.n < 4; i++)
      {
        const BcElement *element = &c->elements[candidates[i]];
        int rank = (element->first >= 0 ? 1 : 0) + (element->is_point ? 0 : 2);
        if (rank == order && span_add (c, &span, element->start, element->is_point))
          take (c, body, candidates[i]);
      }
  /* Complete with the vectors that are still missing: the body's own axes in turn, made
   * perpendicular to what is there. */
  for (int k = 0; k < 4 && span.n < 4; k++)
    {
      BcVec3 best = bc_vec3 (0, 0, 0);
      for (int axis = 0; axis < 3; axis++)
        {
          double h[4] = { axis == 0, axis == 1, axis == 2, 0.0 };
          for (int j = 0; j < span.n; j++)
            {
              double along = 0.0;
              for (int i = 0; i < 4; i++)
                along += h[i] * span.q[j][i];
              for (int i = 0; i < 4; i++)
                h[i] -= along * span.q[j][i];
            }
          BcVec3 rest = bc_vec3 (h[0], h[1], h[2]);
          if (bc_norm (rest) > bc_norm (best))
            best = rest;
        }
      BcVec3 vector = bc_scale (c->size, bc_unit (best));
      if (span_add (c, &span, vector, false))
        take (c, body, add_element (c, vector, false, false));
    }
}

/* In the plane: two points, or a point and a vector. */
static void
choose_planar_basis (BcCoordinates *c, int body, const int *candidates, int n_candidates,
                     const BcPose *pose, BcVec3 com)
{
  /* The first point, one on the ground if there is one, and the point farthest from it. */
  int point = -1, other = -1;
  double farthest = 1e-4 * c->size;
  for (int i = 0; i < n_candidates; i++)
    {
      const BcElement *element = &c->elements[candidates[i]];
      if (element->is_point && (point < 0 || (element->first < 0 && c->elements[point].first >= 0)))
        point = candidates[i];
    }
  for (int i = 0; i < n_candidates; i++)
    {
      const BcElement *element = &c->elements[candidates[i]];
      double away =
          element->is_point ? bc_norm (bc_sub (element->start, c->elements[point].start)) : 0.0;
      if (away > farthest)
        {
          farthest = away;
          other = candidates[i];
        }
    }
  for (int i = 0; i < n_candidates && other < 0; i++)
    if (!c->elements[candidates[i]].is_point)
      other = candidates[i];
  if (point < 0)
    point = add_element (c, flatten (c, com), true, false);
  if (other < 0)
    {
      BcMat3 a = bc_quat_to_matrix (pose->turn);
      BcVec3 along = flatten (c, bc_sub (com, c->elements[point].start));
      for (int k = 0; k < 3 && bc_norm (along) < 1e-6 * c->size; k++)
        along = flatten (c, a.col[k]);
      other = add_element (c, bc_scale (c->size, bc_unit (along)), false, false);
    }
  take (c, body, point);
  take (c, body, other);
}

/* ---- features ---- */

typedef struct
{
  double re, im;
} Complex;

static Complex
in_plane (const BcCoordinates *c, BcVec3 x)
{
  return (Complex){ bc_dot (x, c->ex), bc_dot (x, c->ey) };
}

static Complex
divide (Complex a, Complex b)
{
  double r = b.re * b.re + b.im * b.im;
  return (Complex){ (a.re * b.re + a.im * b.im) / r, (a.im * b.re - a.re * b.im) / r };
}

/* Coefficients over the whole basis. */
static void
planar_shares (const BcCoordinates *c, const BcNaturalBody *body, BcVec3 start, bool is_point,
               Complex z[BC_MAX_BASIS])
{
  const BcElement *one = &c->elements[body->basis[0]], *two = &c->elements[body->basis[1]];
  BcVec3 base = two->is_point ? bc_sub (two->start, one->start) : two->start;
  z[1] = divide (in_plane (c, is_point ? bc_sub (start, one->start) : start), in_plane (c, base));
  z[0] = (Complex){ is_point, 0.0 };
  if (two->is_point)
    z[0] = (Complex){ z[0].re - z[1].re, -z[1].im };
}

static void
spatial_shares (const BcCoordinates *c, const BcNaturalBody *body, BcVec3 start, bool is_point,
                Complex z[BC_MAX_BASIS])
{
  /* Gauss elimination with pivoting on the 4 × 4 system, positions in units of the size. */
  double a[4][5];
  BcVec3 centre = c->elements[body->basis[0]].start;
  for (int k = 0; k < 5; k++)
    {
      bool point = k < 4 ? c->elements[body->basis[k]].is_point : is_point;
      BcVec3 x = k < 4 ? c->elements[body->basis[k]].start : start;
      x = bc_scale (1.0 / c->size, point ? bc_sub (x, centre) : x);
      a[0][k] = x.x;
      a[1][k] = x.y;
      a[2][k] = x.z;
      a[3][k] = point;
    }
  for (int k = 0; k < 4; k++)
    {
      int pivot = k;
      for (int i = k + 1; i < 4; i++)
        if (fabs (a[i][k]) > fabs (a[pivot][k]))
          pivot = i;
      for (int j = 0; j < 5 && pivot != k; j++)
        {
          double swap = a[k][j];
          a[k][j] = a[pivot][j];
          a[pivot][j] = swap;
        }
      for (int i = 0; i < 4; i++)
        if (i != k)
          {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < 5; j++)
              a[i][j] -= f * a[k][j];
          }
    }
  for (int k = 0; k < 4; k++)
    z[k] = (Complex){ a[k][4] / a[k][k], 0.0 };
}

/* C q for one element: complex multiplication in the plane, scaling in space. */
static BcVec3
apply (const BcCoordinates *c, double re, double im, BcVec3 x)
{
  if (!c->planar)
    return bc_scale (re, x);
  Complex p = in_plane (c, x);
  return bc_add (bc_scale (re * p.re - im * p.im, c->ex), bc_scale (im * p.re + re * p.im, c->ey));
}

BcFeature
bc_coordinates_feature (const BcCoordinates *c, int index, BcVec3 start, bool is_point)
{
  const BcNaturalBody *body = &c->bodies[index];
  BcFeature feature = { 0 };
  if (body->n_basis == 0) /* the ground */
    {
      feature.rest = start;
      return feature;
    }
  Complex z[BC_MAX_BASIS] = { { 0, 0 } };
  if (c->planar)
    {
      planar_shares (c, body, start, is_point, z);
      feature.rest = bc_scale (bc_dot (start, c->normal), c->normal);
    }
  else
    spatial_shares (c, body, start, is_point, z);
  int moving = 0;
  for (int k = 0; k < body->n_basis; k++)
    {
      const BcElement *element = &c->elements[body->basis[k]];
      if (element->first < 0)
        feature.rest = bc_add (feature.rest, apply (c, z[k].re, z[k].im, element->start));
      else
        {
          feature.re[moving] = z[k].re;
          feature.im[moving++] = z[k].im;
        }
    }
  return feature;
}

static BcVec3
element_vector (const BcCoordinates *c, const double *q)
{
  if (!c->planar)
    return bc_vec3 (q[0], q[1], q[2]);
  return bc_add (bc_scale (q[0], c->ex), bc_scale (q[1], c->ey));
}

BcVec3
bc_feature_rate (const BcCoordinates *c, const BcNaturalBody *body, const BcFeature *f,
                 const double *v)
{
  if (!c->planar)
    {
      BcVec3 sum = bc_vec3 (0, 0, 0);
      for (int k = 0; k < body->n_moving; k++)
        sum = bc_add_scaled (sum, f->re[k], element_vector (c, v + body->moving[k]));
      return sum;
    }
  double x = 0.0, y = 0.0;
  for (int k = 0; k < body->n_moving; k++)
    {
      const double *e = v + body->moving[k];
      x += f->re[k] * e[0] - f->im[k] * e[1];
      y += f->im[k] * e[0] + f->re[k] * e[1];
    }
  return bc_add (bc_scale (x, c->ex), bc_scale (y, c->ey));
}

BcVec3
bc_feature_value (const BcCoordinates *c, const BcNaturalBody *body, const BcFeature *f,
                  const double *q)
{
  return bc_add (f->rest, bc_feature_rate (c, body, f, q));
}

void
bc_coordinates_start (const BcCoordinates *c, double *q)
{
  for (int i = 0; i < c->n_elements; i++)
    {
      const BcElement *element = &c->elements[i];
      if (element->first < 0)
        continue;
      for (int k = 0; k < c->d; k++)
        q[element->first + k] = c->planar ? bc_dot (element->start, k == 0 ? c->ex : c->ey)
                                          : bc_component (element->start, k);
    }
}

/* ---- all together ---- */

/* One element for each class of spots, then a basis for each body. */
static void
make_elements (BcCoordinates *c, Spots *spots, const BcPose *poses)
{
  const BcModel *model = c->model;
  int *element = bc_new_array (int, spots->n), *candidates = bc_new_array (int, spots->n);
  bool *grounded = bc_new_array (bool, spots->n);
  int most = spots->n + BC_MAX_BASIS * model->n_bodies;
  c->elements = bc_new_array (BcElement, most);
  c->body_spots = bc_new_array (BcBodySpot, spots->n);
  for (int i = 0; i < spots->n; i++)
    grounded[leader_of (spots, i)] |= spots->list[i].body == model->ground;
  for (int i = 0; i < spots->n; i++)
    {
      const Spot *spot = &spots->list[i];
      int leader = leader_of (spots, i);
      element[i] =
          leader == i ? add_element (c, spot->start, spot->is_point, grounded[i]) : element[leader];
      c->body_spots[c->n_body_spots++] = (BcBodySpot){ spot->body, element[i] };
    }
  for (int b = 0; b < model->n_bodies; b++)
    {
      int n = 0;
      if (model->bodies[b].kind == BC_BODY_GROUND)
        continue;
      for (int i = 0; i < spots->n; i++)
        if (spots->list[i].body == b)
          candidates[n++] = element[i];
      BcMat3 a = bc_quat_to_matrix (poses[b].turn);
      BcVec3 com = bc_add (poses[b].at, bc_mat_vec (&a, model->bodies[b].com));
      if (c->planar)
        choose_planar_basis (c, b, candidates, n, &poses[b], com);
      else
        choose_spatial_basis (c, b, candidates, n, &poses[b]);
    }
  free (element);
  free (candidates);
  free (grounded);
}

static void
make_features (BcCoordinates *c, const BcPose *poses)
{
  const BcModel *model = c->model;
  for (int b = 0; b < model->n_bodies; b++)
    {
      BcNaturalBody *body = &c->bodies[b];
      BcMat3 a = bc_quat_to_matrix (poses[b].turn);
      for (int k = 0; k < body->n_basis; k++)
        if (c->elements[body->basis[k]].first >= 0)
          body->moving[body->n_moving++] = c->elements[body->basis[k]].first;
      body->origin = bc_coordinates_feature (c, b, poses[b].at, true);
      for (int k = 0; k < 3; k++)
        body->axes[k] = bc_coordinates_feature (c, b, a.col[k], false);
    }
  c->markers = bc_new_array (BcNaturalMarker, model->n_markers);
  for (int i = 0; i < model->n_markers; i++)
    {
      int b = model->markers[i].body;
      BcPlace place = bc_marker_place (&model->markers[i], &poses[b]);
      c->markers[i].body = b;
      c->markers[i].p = bc_coordinates_feature (c, b, place.p, true);
      for (int k = 0; k < 3; k++)
        c->markers[i].e[k] = bc_coordinates_feature (c, b, place.e[k], false);
    }
}

BcCoordinates *
bc_coordinates_new (const BcConstraints *constraints, const BcPose *poses, bool planar,
                    BcVec3 normal)
{
  const BcModel *model = constraints->model;
  BcCoordinates *c = bc_new_array (BcCoordinates, 1);
  c->model = model;
  c->size = constraints->size;
  c->planar = planar;
  c->d = planar ? 2 : 3;
  c->normal = normal;
  c->ex = bc_perpendicular (planar ? normal : bc_unit_axis (2));
  c->ey = bc_cross (planar ? normal : bc_unit_axis (2), c->ex);
  c->bodies = bc_new_array (BcNaturalBody, model->n_bodies);
  c->shares = bc_new_array (bool, (size_t) model->n_joints *BC_MAX_EQUATIONS);
  Spots spots = { 0, bc_new_array (Spot, 8 * model->n_joints) };
  for (int i = 0; i < model->n_joints; i++)
    if (!model->joints[i].type->couples)
      share_joint (c, &spots, poses, i);
  make_elements (c, &spots, poses);
  make_features (c, poses);
  free (spots.list);
  return c;
}

void
bc_coordinates_free (BcCoordinates *c)
{
  if (c == NULL)
    return;
  free (c->elements);
  free (c->bodies);
  free (c->markers);
  free (c->body_spots);
  free (c->shares);
  free (c);
}
