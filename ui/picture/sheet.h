/* The sheet one picture is drawn on: the camera, the sizes everything is a multiple of, what each
 * body looks like from here, and what is already taken when labels look for room.  Private to this
 * folder; lives for one call of bc_picture_draw. */
#pragma once

#include "picture/paper.h"
#include "picture/picture.h"

/* An orthographic camera: the world point `centre` falls on the paper point `middle`. */
typedef struct
{
  BcVec3 right, up, toward; /* of the picture, world axes; `toward` points at the viewer */
  BcVec3 centre;
  BcPoint middle;
  double scale; /* paper units per metre */
} BcCamera;

/* A rectangle in the camera's right and up, in metres, that grows around what is put in. */
typedef struct
{
  bool any;
  double left, right, bottom, top;
} BcSpan;

typedef struct
{
  BcPoint centre, half;
} BcBox;

/* A shape as seen: its hull on paper. */
typedef struct
{
  const BcShape *shape;
  int n;
  BcPoint *points;
  BcBox bounds;
} BcOutline;

/* A body as points that hold it together: the markers that joints and forces use. */
typedef struct
{
  bool drawn; /* false: ground, or the pose is not finite */
  int n_points;
  int n_joined; /* of them, the first ones: where joints are */
  BcVec3 *points;
  BcVec3 com;
  int n_outlines;
  BcOutline *outlines; /* of the shapes; of the ground too */
  int n_hull;
  BcPoint *hull;  /* the outline on paper */
  BcPoint middle; /* of the hull */
  double depth;   /* towards the viewer */
  BcColor color;
} BcSkeleton;

typedef struct
{
  BcPoint a, b;
} BcSegment;

/* What labels keep away from, besides the outlines of shapes. */
typedef struct
{
  int n_boxes, n_segments;
  int room_boxes, room_segments;
  BcBox *boxes;
  BcSegment *segments;
} BcClutter;

typedef struct
{
  cairo_t *cr;
  const BcModel *model;
  const BcPose *poses;
  BcArena *arena;
  double width, height;
  BcCamera camera;
  double radius; /* of a pin */
  double bar;    /* width of a link */
  double base;   /* what ground symbols are multiples of: a pin radius, but not below what shows */
  double stroke; /* of outlines */
  double text;   /* font size; 0 on a sheet too small for words */
  double margin; /* blank edge */
  bool *body_is_finite;
  BcPlace *places; /* of the markers */
  BcSkeleton *skeletons;
  BcClutter clutter;
} BcSheet;

/* What a joint type looks like; one row of the table in symbols.c. */
typedef enum
{
  BC_SUPPORT_NONE,
  BC_SUPPORT_PIVOT, /* a triangle on hatched ground */
  BC_SUPPORT_RAILS, /* hatched guides on both sides */
  BC_SUPPORT_WALL,  /* hatched ground right behind the symbol */
} BcSupport;

typedef struct
{
  const char *type;
  int layer;       /* slides lie below pins */
  double reach;    /* half size in pin radii, for labels */
  double along;    /* half length along the joint's axis */
  bool coincident; /* the points of both markers are held together */
  bool shaped;     /* a fitting shape of the body that slides stands for the symbol */
  BcSupport support;
  void (*draw) (const BcSheet *sheet, const BcJoint *joint);
} BcSymbol;

const BcSymbol *bc_symbol_find (const BcJointType *type);
/* The half size of a joint's symbol as seen, on paper. */
double bc_symbol_reach (const BcSheet *sheet, const BcJoint *joint);

/* sheet.c */
void bc_sheet_open (BcSheet *sheet);
void bc_sheet_arrange (BcSheet *sheet, BcView view);
bool bc_sheet_shows_marker (const BcSheet *sheet, int marker);
bool bc_sheet_shows_joint (const BcSheet *sheet, const BcJoint *joint);
bool bc_sheet_is_ground (const BcSheet *sheet, int marker);
BcColor bc_sheet_marker_color (const BcSheet *sheet, int marker);
/* Where a joint's symbol stands: on the body that moves, for joints that slide along something. */
int bc_sheet_joint_marker (const BcSheet *sheet, const BcJoint *joint);
BcPoint bc_sheet_joint_point (const BcSheet *sheet, const BcJoint *joint);
void bc_sheet_block_box (BcSheet *sheet, BcPoint centre, double half_width, double half_height);
void bc_sheet_block_segment (BcSheet *sheet, BcPoint a, BcPoint b);

/* camera.c */
void bc_camera_look (BcSheet *sheet, BcView view);
void bc_camera_fit (BcSheet *sheet, const BcSpan *span, double border);
BcPoint bc_camera_point (const BcCamera *camera, BcVec3 world);
/* A direction on paper, shortened as the camera sees it: unit length when square to the view. */
BcPoint bc_camera_direction (const BcCamera *camera, BcVec3 world);
void bc_span_add (BcSpan *span, const BcCamera *camera, BcVec3 world, double radius);

/* solids.c: a round or square piece of a symbol, with its axis anywhere in space; in pin radii */
void bc_draw_barrel (const BcSheet *sheet, BcPoint at, BcVec3 axis, double radius,
                     double half_length, BcColor color);
void bc_draw_block (const BcSheet *sheet, BcPoint at, const BcVec3 axes[3], const double half[3],
                    BcColor color);
/* The part of a plane around `at`, square to x × y. */
void bc_draw_tile (const BcSheet *sheet, BcPoint at, BcVec3 x, BcVec3 y, double half, BcColor color,
                   bool hatched);
/* A circle about an axis as seen, tilted where it would be seen as a line; `share` of its radius. */
typedef struct
{
  BcPoint at, u, v;
} BcRing;
BcRing bc_ring (const BcSheet *sheet, BcPoint at, BcVec3 axis, double radius);
BcPoint bc_ring_point (const BcRing *ring, double angle, double share);
/* An arc about an axis that ends in an arrow head, or begins in one too, and leaves a gap in the
 * direction `gap`. */
void bc_draw_turn_arrow (const BcSheet *sheet, BcPoint at, BcVec3 axis, double radius, BcPoint gap,
                         bool both);
/* A straight arrow along a direction in space; end-on where the camera looks along it. */
void bc_draw_push_arrow (const BcSheet *sheet, BcPoint tail, BcVec3 direction, double length,
                         double stroke, bool both);

/* One layer of the picture each, from back to front. */
void bc_draw_bodies (BcSheet *sheet);
void bc_draw_couplings (BcSheet *sheet);
void bc_draw_forces (BcSheet *sheet);
void bc_draw_joints (BcSheet *sheet);
void bc_draw_drivers (BcSheet *sheet);
void bc_draw_labels (BcSheet *sheet);
void bc_draw_frame (BcSheet *sheet);

/* The parts of these layers that others need. */
void bc_shapes_draw (const BcSheet *sheet, int body);
void bc_shapes_span (const BcSheet *sheet, int body, BcSpan *span);
/* Whether a point in body axes lies in the shape, or in the box around a mesh. */
bool bc_shape_holds (const BcShape *shape, BcVec3 p, double slack);
void bc_shapes_outline (BcSheet *sheet, int body);
void bc_mesh_draw (const BcSheet *sheet, const BcMesh *mesh, const BcMat3 *turn, BcVec3 at,
                   BcColor color);
void bc_couplings_span (const BcSheet *sheet, BcSpan *span);
void bc_forces_span (const BcSheet *sheet, BcSpan *span);

/* What joints on the ground stand on: part of the bodies' layer. */
void bc_draw_supports (BcSheet *sheet);
/* The way a support points from a joint on ground: where no body is, down if it can. */
BcPoint bc_support_direction (const BcSheet *sheet, BcPoint at);

/* The box or cylinder of a sliding body that stands for the slide's block, and how far it reaches
 * from the joint's point on paper: along the unit vector `d` and back, to `side` and across. */
typedef struct
{
  const BcOutline *outline;
  BcPoint d, side;
  double ahead, back, reach[2];
} BcBlock;
bool bc_slide_block (const BcSheet *sheet, const BcJoint *joint, BcBlock *block);
/* What the slide of two moving bodies runs on. */
void bc_draw_slide_bar (const BcSheet *sheet, const BcJoint *joint);
/* All shapes that stand for blocks, over the bodies they slide on. */
void bc_draw_slide_blocks (const BcSheet *sheet);
