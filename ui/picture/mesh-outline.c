/* Meshes: the front filled lightly, and only the edges a draughtsman would draw: the outline, where
 * the surface turns away from the viewer, and creases on the side that faces the viewer. */
#include "picture/sheet.h"

#include <stdlib.h>

/* Enough for a good picture; more would only make the file large. */
#define MAX_TRIANGLES 300000
#define MAX_FILLED 8000
#define MAX_EDGES 12000
/* Cells across the sheet that filled triangles of a fine mesh are snapped to. */
#define CELLS 150.0
#define CREASE_COSINE 0.82 /* 35 degrees */

typedef struct
{
  int low, high; /* points */
  int triangle;
} Edge;

typedef struct
{
  const BcSheet *sheet;
  const BcMesh *mesh;
  BcPoint *points;
  BcVec3 *normals; /* of the triangles, in the world */
} View;

static void
look (View *view, const BcMat3 *turn, BcVec3 at)
{
  const BcMesh *mesh = view->mesh;
  BcArena *arena = view->sheet->arena;
  view->points = bc_arena_array (arena, BcPoint, mesh->n_points + 1);
  view->normals = bc_arena_array (arena, BcVec3, mesh->n_triangles + 1);
  for (int i = 0; i < mesh->n_points; i++)
    view->points[i] =
        bc_camera_point (&view->sheet->camera, bc_add (at, bc_mat_vec (turn, mesh->points[i])));
  for (int i = 0; i < mesh->n_triangles; i++)
    {
      const int *t = mesh->triangles[i];
      BcVec3 a = bc_sub (mesh->points[t[1]], mesh->points[t[0]]);
      BcVec3 n = bc_mat_vec (turn, bc_cross (a, bc_sub (mesh->points[t[2]], mesh->points[t[0]])));
      double size = bc_norm (n);
      view->normals[i] = size > 0.0 ? bc_scale (1.0 / size, n) : n;
    }
}

static bool
faces_viewer (const View *view, int triangle)
{
  return bc_dot (view->normals[triangle], view->sheet->camera.toward) > 0.0;
}

static BcPoint
snapped (BcPoint p, double cell)
{
  return cell > 0.0 ? bc_point (cell * round (p.x / cell), cell * round (p.y / cell)) : p;
}

/* All front triangles turn the same way, so that one winding fill paints each spot once.  In a fine
 * mesh most triangles vanish when their corners snap to a grid. */
static void
fill_front (const View *view, BcColor color)
{
  cairo_t *cr = view->sheet->cr;
  double cell = view->mesh->n_triangles > MAX_FILLED ? fmax (view->sheet->width, 1.0) / CELLS : 0.0;
  cairo_new_path (cr);
  for (int i = 0; i < view->mesh->n_triangles; i++)
    {
      BcPoint p[3];
      for (int k = 0; k < 3; k++)
        p[k] = snapped (view->points[view->mesh->triangles[i][k]], cell);
      BcPoint u = bc_point_from_to (p[0], p[1]), v = bc_point_from_to (p[0], p[2]);
      if (faces_viewer (view, i) && u.x * v.y != u.y * v.x)
        bc_paper_polygon (cr, p, 3);
    }
  bc_paper_color (cr, bc_color_mix (color, BC_WHITE, 0.72), 0.72);
  cairo_fill (cr);
}

static int
by_ends (const void *left, const void *right)
{
  const Edge *a = left, *b = right;
  if (a->low != b->low)
    return a->low < b->low ? -1 : 1;
  if (a->high != b->high)
    return a->high < b->high ? -1 : 1;
  return a->triangle - b->triangle;
}

static Edge *
sorted_edges (const View *view)
{
  const BcMesh *mesh = view->mesh;
  Edge *edges = bc_arena_array (view->sheet->arena, Edge, 3 * mesh->n_triangles + 1);
  for (int i = 0; i < mesh->n_triangles; i++)
    for (int k = 0; k < 3; k++)
      {
        int a = mesh->triangles[i][k], b = mesh->triangles[i][(k + 1) % 3];
        edges[3 * i + k] = (Edge){ a < b ? a : b, a < b ? b : a, i };
      }
  qsort (edges, (size_t)(3 * mesh->n_triangles), sizeof *edges, by_ends);
  return edges;
}

/* An edge of one triangle, or of two. */
static bool
is_worth_drawing (const View *view, const Edge *edge, bool paired, bool creases)
{
  bool front = faces_viewer (view, edge[0].triangle);
  if (!paired)
    return true;
  if (front != faces_viewer (view, edge[1].triangle))
    return true;
  return creases && front
         && bc_dot (view->normals[edge[0].triangle], view->normals[edge[1].triangle])
                < CREASE_COSINE;
}

static int
trace_edges (const View *view, const Edge *edges, bool creases)
{
  int n = 3 * view->mesh->n_triangles, drawn = 0;
  cairo_new_path (view->sheet->cr);
  for (int i = 0, used; i < n && drawn < MAX_EDGES; i += used)
    {
      bool paired =
          i + 1 < n && edges[i].low == edges[i + 1].low && edges[i].high == edges[i + 1].high;
      used = paired ? 2 : 1;
      if (!is_worth_drawing (view, &edges[i], paired, creases))
        continue;
      bc_paper_line (view->sheet->cr, view->points[edges[i].low], view->points[edges[i].high]);
      drawn++;
    }
  return drawn;
}

void
bc_mesh_draw (const BcSheet *sheet, const BcMesh *mesh, const BcMat3 *turn, BcVec3 at,
              BcColor color)
{
  View view = { .sheet = sheet, .mesh = mesh };
  cairo_t *cr = sheet->cr;
  look (&view, turn, at);
  BcPoint *hull = bc_arena_array (sheet->arena, BcPoint, mesh->n_points + 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 0.6 * sheet->stroke);
  if (mesh->n_triangles > MAX_TRIANGLES)
    {
      cairo_new_path (cr);
      bc_paper_polygon (cr, hull, bc_hull (view.points, mesh->n_points, hull));
    }
  else
    {
      fill_front (&view, color);
      Edge *edges = sorted_edges (&view);
      if (trace_edges (&view, edges, true) == MAX_EDGES)
        trace_edges (&view, edges, false);
    }
  bc_paper_color (cr, bc_color_mix (color, BC_INK, 0.25), 0.8);
  cairo_stroke (cr);
}
