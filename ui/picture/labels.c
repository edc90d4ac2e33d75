/* Labels: each name tries a few places and takes the one with the least in its way; a name that
 * finds no room is left out.  Names of bodies go first, they matter more. */
#include "picture/sheet.h"

#include <stdio.h>

/* More names than these only make a picture grey. */
#define MAX_LABELS 40

/* Costs of a place: names must not touch names nor leave the sheet. */
#define FORBIDDEN 1000.0
#define ON_SYMBOL 30.0
#define ON_LINE 8.0
#define ON_OUTLINE 6.0

void
bc_sheet_block_box (BcSheet *sheet, BcPoint centre, double half_width, double half_height)
{
  BcClutter *clutter = &sheet->clutter;
  if (clutter->n_boxes == clutter->room_boxes)
    {
      int room = 2 * clutter->room_boxes + 64;
      BcBox *more = bc_arena_array (sheet->arena, BcBox, room);
      for (int i = 0; i < clutter->n_boxes; i++)
        more[i] = clutter->boxes[i];
      clutter->boxes = more;
      clutter->room_boxes = room;
    }
  clutter->boxes[clutter->n_boxes++] = (BcBox){ centre, { half_width, half_height } };
}

void
bc_sheet_block_segment (BcSheet *sheet, BcPoint a, BcPoint b)
{
  BcClutter *clutter = &sheet->clutter;
  if (clutter->n_segments == clutter->room_segments)
    {
      int room = 2 * clutter->room_segments + 64;
      BcSegment *more = bc_arena_array (sheet->arena, BcSegment, room);
      for (int i = 0; i < clutter->n_segments; i++)
        more[i] = clutter->segments[i];
      clutter->segments = more;
      clutter->room_segments = room;
    }
  clutter->segments[clutter->n_segments++] = (BcSegment){ a, b };
}

static bool
boxes_meet (const BcBox *a, const BcBox *b)
{
  return fabs (a->centre.x - b->centre.x) < a->half.x + b->half.x
         && fabs (a->centre.y - b->centre.y) < a->half.y + b->half.y;
}

/* Liang and Barsky: the part of the segment between all four edges is not empty. */
static bool
segment_meets (const BcSegment *segment, const BcBox *box)
{
  BcPoint p = bc_point_from_to (box->centre, segment->a);
  BcPoint d = bc_point_from_to (segment->a, segment->b);
  double start = 0.0, stop = 1.0;
  double from[2] = { p.x, p.y }, step[2] = { d.x, d.y }, half[2] = { box->half.x, box->half.y };
  for (int k = 0; k < 2; k++)
    {
      if (fabs (step[k]) < 1e-9)
        {
          if (fabs (from[k]) > half[k])
            return false;
          continue;
        }
      double t0 = (-half[k] - from[k]) / step[k], t1 = (half[k] - from[k]) / step[k];
      start = fmax (start, fmin (t0, t1));
      stop = fmin (stop, fmax (t0, t1));
    }
  return start < stop;
}

static bool
outline_meets (const BcOutline *outline, const BcBox *box)
{
  if (!boxes_meet (&outline->bounds, box))
    return false;
  for (int k = 0; k < outline->n; k++)
    if (segment_meets (&(BcSegment){ outline->points[k], outline->points[(k + 1) % outline->n] },
                       box))
      return true;
  return false;
}

static double
cost_of_outlines (const BcSheet *sheet, const BcBox *box)
{
  double cost = 0.0;
  for (int i = 0; i < sheet->model->n_bodies; i++)
    for (int k = 0; k < sheet->skeletons[i].n_outlines; k++)
      if (outline_meets (&sheet->skeletons[i].outlines[k], box))
        cost += ON_OUTLINE;
  return cost;
}

/* Boxes from `first_label` on are labels. */
static double
cost_of_place (const BcSheet *sheet, const BcBox *box, int first_label)
{
  const BcClutter *clutter = &sheet->clutter;
  double cost = 0.0, edge = 0.5 * sheet->margin;
  if (box->centre.x - box->half.x < edge || box->centre.x + box->half.x > sheet->width - edge
      || box->centre.y - box->half.y < edge || box->centre.y + box->half.y > sheet->height - edge)
    cost += FORBIDDEN;
  for (int i = 0; i < clutter->n_boxes; i++)
    if (boxes_meet (box, &clutter->boxes[i]))
      cost += i >= first_label ? FORBIDDEN : ON_SYMBOL;
  double slack = 0.15 * sheet->text;
  BcBox loose = { box->centre, { box->half.x + slack, box->half.y + 0.5 * slack } };
  BcBox wide = { box->centre, { box->half.x + 0.5 * sheet->bar, box->half.y + 0.5 * sheet->bar } };
  for (int i = 0; i < clutter->n_segments; i++)
    if (segment_meets (&clutter->segments[i], &wide))
      cost += ON_LINE;
  return cost + cost_of_outlines (sheet, &loose);
}

typedef struct
{
  BcSheet *sheet;
  const char *text;
  int first_label;
  BcPoint half;
  BcPoint best;
  double least;
} Search;

static void
begin_search (Search *search, BcSheet *sheet, const char *text, int first_label)
{
  BcPoint size = bc_paper_text_size (sheet->cr, text);
  *search = (Search){ .sheet = sheet,
                      .text = text,
                      .first_label = first_label,
                      .half = { 0.5 * size.x, 0.5 * size.y },
                      .least = HUGE_VAL };
}

static void
try_place (Search *search, BcPoint centre, double reluctance)
{
  BcBox box = { centre, search->half };
  double cost = cost_of_place (search->sheet, &box, search->first_label) + reluctance;
  if (cost < search->least)
    {
      search->least = cost;
      search->best = centre;
    }
}

/* How far the box has to go along the unit vector `d` until it is `gap` away from where it was
 * centred. */
static double
way_out (BcPoint half, BcPoint d, double gap)
{
  double near_end = 0.0, far_end = half.x + half.y + gap;
  for (int i = 0; i < 20; i++)
    {
      double reach = 0.5 * (near_end + far_end);
      double left =
          hypot (fmax (fabs (d.x) * reach - half.x, 0.0), fmax (fabs (d.y) * reach - half.y, 0.0));
      if (left < gap)
        near_end = reach;
      else
        far_end = reach;
    }
  return far_end;
}

/* All around a symbol, nearest first: upper right, upper left, right, left, above, … */
static void
try_around (Search *search, BcPoint at, double gap)
{
  static const double angles[] = { -45, -135, 0,    180, -90, 45,  135,
                                   90,  -22,  -158, 22,  158, -68, -112 };
  for (int ring = 0; ring < 4; ring++)
    for (int k = 0; k < (int) (sizeof angles / sizeof angles[0]); k++)
      {
        double t = angles[k] * BC_PI / 180.0;
        BcPoint d = bc_point (cos (t), sin (t));
        double reach = way_out (search->half, d, gap + 1.2 * ring * search->sheet->radius);
        try_place (search, bc_point_along (at, reach, d), 0.2 * k + 2.5 * ring);
      }
}

/* Along both sides of a line, the middle first. */
static void
try_beside (Search *search, BcPoint a, BcPoint b, double gap, double reluctance)
{
  BcPoint d = bc_point_from_to (a, b);
  BcPoint side = bc_point_normal (bc_point_unit (d, bc_point (1.0, 0.0)));
  side = side.y > 0.0 ? bc_point (-side.x, -side.y) : side;
  double reach = fabs (side.x) * search->half.x + fabs (side.y) * search->half.y + gap;
  for (int step = 0; step < 14; step++)
    {
      int place = step / 2, away = (place + 1) / 2; /* 0, 1, -1, 2, -2, … from the middle */
      double shift = place % 2 == 0 ? 0.08 * away : -0.08 * away;
      BcPoint anchor = bc_point_along (a, 0.5 + shift, d);
      try_place (search, bc_point_along (anchor, step % 2 == 0 ? reach : -reach, side),
                 reluctance + 0.3 * step);
    }
}

/* Whether a label lies on something, so that it needs a white glow. */
static bool
lies_on_shapes (const BcSheet *sheet, const BcBox *box)
{
  for (int i = 0; i < sheet->model->n_bodies; i++)
    for (int k = 0; k < sheet->skeletons[i].n_outlines; k++)
      if (outline_meets (&sheet->skeletons[i].outlines[k], box)
          || bc_hull_contains (sheet->skeletons[i].outlines[k].points,
                               sheet->skeletons[i].outlines[k].n, box->centre))
        return true;
  return false;
}

static void
end_search (const Search *search, BcColor color)
{
  BcBox box = { search->best, search->half };
  if (search->least >= 3.0 * ON_SYMBOL)
    return;
  bool glow = search->least >= ON_OUTLINE || lies_on_shapes (search->sheet, &box);
  bc_paper_text (search->sheet->cr, search->text, search->best, color, glow);
  bc_sheet_block_box (search->sheet, search->best, search->half.x + 0.3 * search->sheet->text,
                      search->half.y);
}

/* Inside a body that is large enough, or beside one of its edges; a body without extent is named
 * like a joint. */
static void
label_body (BcSheet *sheet, int i, int first_label)
{
  const BcSkeleton *skeleton = &sheet->skeletons[i];
  int n = skeleton->n_hull;
  double extent = 0.0, gap = 0.5 * sheet->bar + 0.3 * sheet->text;
  Search search;
  begin_search (&search, sheet, sheet->model->bodies[i].name, first_label);
  for (int k = 0; k < n; k++)
    extent = fmax (extent, bc_point_distance (skeleton->middle, skeleton->hull[k]));
  if (n > 2)
    try_place (&search, skeleton->middle, 0.0);
  for (int k = 0; k < (n > 2 ? n : 1) && extent > 2.0 * sheet->radius; k++)
    for (int step = 0; step < 12; step++) /* outwards, until off the shapes */
      try_beside (&search, skeleton->hull[k], skeleton->hull[(k + 1) % n],
                  gap + 0.3 * step * sheet->text, 0.35 * step);
  if (extent <= 4.0 * sheet->radius)
    try_around (&search, skeleton->middle, 1.3 * sheet->radius);
  end_search (&search, bc_color_mix (skeleton->color, BC_INK, 0.55));
}

static bool
wants_label (const BcSheet *sheet, const BcJoint *joint)
{
  return !joint->type->couples && joint->type->n_equations > 0 && joint->name != NULL
         && bc_sheet_shows_joint (sheet, joint);
}

/* Joints in one spot share a label; slides and what is pinned to them do not. */
static bool
share_label (const BcSheet *sheet, const BcJoint *a, const BcJoint *b)
{
  return wants_label (sheet, a) && wants_label (sheet, b)
         && bc_symbol_find (a->type)->layer == bc_symbol_find (b->type)->layer
         && bc_point_distance (bc_sheet_joint_point (sheet, a), bc_sheet_joint_point (sheet, b))
                < 0.5 * sheet->radius;
}

/* "A1, A2": the names of the joints in the spot of joint i, as many as fit.  False when an earlier
 * one has the label. */
static bool
joined_names (const BcSheet *sheet, int i, char *names, size_t size)
{
  const BcJoint *joints = sheet->model->joints;
  size_t used = 0;
  for (int k = 0; k < sheet->model->n_joints; k++)
    {
      if (!share_label (sheet, &joints[i], &joints[k]))
        continue;
      int more = snprintf (names + used, size - used, "%s%s", used > 0 ? ", " : "", joints[k].name);
      if (k < i || more < 0)
        return false;
      if ((size_t) more >= size - used)
        break;
      used += (size_t) more;
    }
  names[used] = '\0';
  return used > 0;
}

static void
label_joint (BcSheet *sheet, int i, int first_label)
{
  const BcJoint *joint = &sheet->model->joints[i];
  char names[100];
  Search search;
  if (!joined_names (sheet, i, names, sizeof names))
    return;
  begin_search (&search, sheet, names, first_label);
  try_around (&search, bc_sheet_joint_point (sheet, joint),
              bc_symbol_reach (sheet, joint) + 0.2 * sheet->text);
  end_search (&search, BC_GREY);
}

void
bc_draw_labels (BcSheet *sheet)
{
  const BcModel *model = sheet->model;
  int n_bodies = 0, n_joints = 0, first_label = sheet->clutter.n_boxes;
  for (int i = 0; i < model->n_bodies; i++)
    n_bodies += sheet->skeletons[i].drawn;
  for (int i = 0; i < model->n_joints; i++)
    n_joints += wants_label (sheet, &model->joints[i]);

  cairo_set_font_size (sheet->cr, sheet->text);
  for (int i = 0; i < model->n_bodies && n_bodies <= MAX_LABELS; i++)
    if (sheet->skeletons[i].drawn && model->bodies[i].name != NULL)
      label_body (sheet, i, first_label);
  cairo_set_font_size (sheet->cr, 0.88 * sheet->text);
  for (int i = 0; i < model->n_joints && n_bodies + n_joints <= MAX_LABELS; i++)
    if (wants_label (sheet, &model->joints[i]))
      label_joint (sheet, i, first_label);
}
