/* Meshes: the front filled lightly, and only the edges a draughtsman would draw: the outline, where
 * the surface turns away from the viewer, and creases on the side that faces the viewer. */
#include "picture/sheet.h"

#include <stdlib.h>

/* Up to here triangles are filled as vectors, beyond through a mask of pixels. */
#define MAX_FILLED 8000
#define MASK_SIDE 2400.0
/* Enough edges for a good picture; more would only make the file large. */
#define MAX_TRIANGLES 500000
#define MAX_EDGES 12000
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

static void
trace_triangle (const View *view, cairo_t *cr, int i)
{
  const int *t = view->mesh->triangles[i];
  BcPoint corners[3] = { view->points[t[0]], view->points[t[1]], view->points[t[2]] };
  bc_paper_polygon (cr, corners, 3);
}

/* Triangle by triangle into a mask, then one coat of paint through it. */
static void
fill_through_mask (const View *view)
{
  const BcSheet *sheet = view->sheet;
  double scale = fmin (2.0, MASK_SIDE / fmax (sheet->width, sheet->height));
  cairo_surface_t *mask = cairo_image_surface_create (
      CAIRO_FORMAT_A8, (int) ceil (scale * sheet->width), (int) ceil (scale * sheet->height));
  cairo_surface_set_device_scale (mask, scale, scale);
  cairo_t *cr = cairo_create (mask);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (int i = 0; i < view->mesh->n_triangles; i++)
    if (faces_viewer (view, i))
      {
        trace_triangle (view, cr, i);
        cairo_fill (cr);
      }
  cairo_destroy (cr);
  cairo_mask_surface (sheet->cr, mask, 0.0, 0.0);
  cairo_surface_destroy (mask);
}

/* All front triangles turn the same way, so that one winding fill paints each spot once. */
static void
fill_front (const View *view, BcColor color)
{
  cairo_t *cr = view->sheet->cr;
  bc_paper_color (cr, bc_color_mix (color, BC_WHITE, 0.72), 0.72);
  cairo_new_path (cr);
  if (view->mesh->n_triangles > MAX_FILLED)
    {
      fill_through_mask (view);
      return;
    }
  for (int i = 0; i < view->mesh->n_triangles; i++)
    if (faces_viewer (view, i))
      trace_triangle (view, cr, i);
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
  qsort (edges, 3 * (size_t) mesh->n_triangles, sizeof *edges, by_ends);
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
  fill_front (&view, color);
  if (mesh->n_triangles > MAX_TRIANGLES)
    return;
  const Edge *edges = sorted_edges (&view);
  if (trace_edges (&view, edges, true) == MAX_EDGES)
    trace_edges (&view, edges, false);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, 0.6 * sheet->stroke);
  bc_paper_color (cr, bc_color_mix (color, BC_INK, 0.25), 0.8);
  cairo_stroke (cr);
}
