#include "model/mesh.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES ((size_t) 512 << 20)
#define LONGEST_LINE ((size_t) 1 << 20)

/* In metres.  Beyond these a unit is wrong; within them no power here over- or underflows. */
#define FARTHEST 1e12
#define SMALLEST 1e-15

/* A file being read, and what it has told: points may still repeat.  No count leaves the range of
 * int, for a point or triangle takes at least two of the MOST_BYTES. */
typedef struct
{
  BcVec3 *points;
  int (*triangles)[3];
  size_t n_points, n_triangles;
  double scale;
  const char *unit; /* where we are, for the messages: "line" 12, "triangle" 5, or NULL */
  size_t place, next_line;
  char *next; /* text not yet read, ends in a zero byte */
  int step;   /* text STL: how far the triangle is */
  bool ended; /* text STL: the last word was endsolid */
  char *fault;
  size_t fault_size;
} Reader;

/* Always false, so that a reading function can return it. */
__attribute__ ((format (printf, 2, 3))) static bool
refuse (Reader *reader, const char *format, ...)
{
  int n = 0; /* far below the 200 bytes we are promised */
  if (reader->unit != NULL)
    n = snprintf (reader->fault, reader->fault_size, "%s %zu: ", reader->unit, reader->place);
  va_list values;
  va_start (values, format);
  vsnprintf (reader->fault + n, reader->fault_size - (size_t) n, format, values);
  va_end (values);
  return false;
}

/* Room for one more item after n; the room doubles whenever n is a power of two. */
static void *
grow (void *items, size_t n, size_t item_size)
{
  if ((n & (n - 1)) != 0)
    return items;
  items = realloc (items, (n == 0 ? 1 : 2 * n) * item_size);
  if (items == NULL)
    abort (); /* as the arena does */
  return items;
}

static bool
add_point (Reader *reader, BcVec3 p)
{
  p = bc_scale (reader->scale, p);
  if (!(fabs (p.x) + fabs (p.y) + fabs (p.z) <= FARTHEST)) /* also when not a number */
    return refuse (reader, "a coordinate is not finite, or beyond %g m; check the unit", FARTHEST);
  reader->points = grow (reader->points, reader->n_points, sizeof *reader->points);
  reader->points[reader->n_points++] = p;
  return true;
}

static void
add_triangle (Reader *reader, int a, int b, int c)
{
  reader->triangles = grow (reader->triangles, reader->n_triangles, sizeof *reader->triangles);
  memcpy (reader->triangles[reader->n_triangles++], (int[3]){ a, b, c }, sizeof (int[3]));
}

/* ---- binary STL ----
 *
 * 80 bytes of anything, the number of triangles, then 50 bytes each: normal and three corners as
 * floats, little end first, and two bytes more.  The order of the corners says which way a triangle
 * faces; the normal is not read, it often is zero. */

static uint32_t
little_endian (const unsigned char *b)
{
  return (uint32_t) b[0] | (uint32_t) b[1] << 8 | (uint32_t) b[2] << 16 | (uint32_t) b[3] << 24;
}

static BcVec3
floats_at (const unsigned char *b)
{
  float x[3];
  for (size_t i = 0; i < 3; i++)
    memcpy (&x[i], &(uint32_t){ little_endian (b + 4 * i) }, sizeof x[i]);
  return bc_vec3 ((double) x[0], (double) x[1], (double) x[2]);
}

static bool
read_binary_stl (Reader *reader, const unsigned char *bytes, size_t n)
{
  reader->unit = "triangle";
  for (reader->place = 1; reader->place <= n; reader->place++)
    {
      const unsigned char *normal = bytes + 84 + 50 * (reader->place - 1);
      for (size_t k = 1; k <= 3; k++)
        if (!add_point (reader, floats_at (normal + 12 * k)))
          return false;
      int end = (int) reader->n_points;
      add_triangle (reader, end - 3, end - 2, end - 1);
    }
  return true;
}

/* ---- lines of text ---- */

/* Empty at the end of the line. */
static char *
take_word (char **rest)
{
  static const char blank[] = " \t\r\v\f";
  char *word = *rest + strspn (*rest, blank);
  char *end = word + strcspn (word, blank);
  *rest = *end == '\0' ? end : end + 1;
  *end = '\0';
  return word;
}

/* Small and capital letters are the same; `name` is in small ones. */
static bool
is_word (const char *word, const char *name)
{
  while (*name != '\0' && (*word | 0x20) == *name)
    word++, name++;
  return *name == '\0' && *word == '\0';
}

/* With `joins` a backslash continues a line, but not a comment: that may end in a folder. */
static char *
take_line (Reader *reader, bool joins)
{
  char *line = reader->next, *end = line;
  reader->place = reader->next_line;
  for (;;)
    {
      end += strcspn (end, "\n");
      reader->next_line++;
      size_t n = (size_t) (end - line);
      n -= n > 0 && line[n - 1] == '\r';
      if (!joins || *end == '\0' || *line == '#' || n == 0 || line[n - 1] != '\\')
        break;
      line[n - 1] = *end = ' ';
    }
  reader->next = *end == '\0' ? end : end + 1;
  *end = '\0';
  return line;
}

/* Three numbers; OBJ may give a weight or a colour after them. */
static bool
read_point (Reader *reader, char *rest)
{
  double x[3];
  for (int i = 0; i < 3; i++)
    if (!bc_text_to_number (take_word (&rest), &x[i]))
      return refuse (reader, "a point needs three numbers, such as 0.5 0 -1e-3");
  return add_point (reader, bc_vec3 (x[0], x[1], x[2]));
}

/* Every triangle of a text STL takes the same seven lines. */
static bool
read_stl_line (Reader *reader, const char *word, char *rest)
{
  static const char *const steps[] = { "facet",  "outer",   "vertex",  "vertex",
                                       "vertex", "endloop", "endfacet" };
  int t = (int) reader->n_triangles;
  const char *expected = steps[reader->step];
  reader->ended = is_word (word, "endsolid");
  if (reader->step == 0 && (reader->ended || is_word (word, "solid")))
    return true;
  if (!is_word (word, expected))
    return refuse (reader, "%s is missing in triangle %d; export it again", expected, t + 1);
  if (*expected == 'v' && !read_point (reader, rest))
    return false;
  reader->step = (reader->step + 1) % 7;
  if (reader->step == 0)
    add_triangle (reader, 3 * t, 3 * t + 1, 3 * t + 2);
  return true;
}

/* i, i/j, i//k or i/j/k: point, texture, normal; 1 is the first point, -1 the last so far. */
static bool
read_corner (Reader *reader, const char *word, int *corner)
{
  char *end;
  long i = strtol (word, &end, 10), n = (long) reader->n_points;
  if (end == word || (*end != '\0' && *end != '/') || end[strspn (end, "/-0123456789")] != '\0')
    return refuse (reader, "a face needs point numbers, such as 1 2 3 or 1/1 2/2 3/3");
  if (i == 0 || i < -n || i > n)
    return refuse (reader, "it refers to point %ld, but the points before it are 1 to %ld", i, n);
  *corner = (int) (i < 0 ? n + i : i - 1);
  return true;
}

/* A fan about the first corner.  What of it lies outside a polygon with an inward corner is covered
 * once each way and cancels in volume and inertia. */
static bool
read_face (Reader *reader, char *rest)
{
  int n = 0, first = 0, last[2] = { 0 };
  for (const char *word; *(word = take_word (&rest)) != '\0'; n++)
    {
      if (!read_corner (reader, word, n == 0 ? &first : &last[n % 2]))
        return false;
      if (n > 1)
        add_triangle (reader, first, last[(n - 1) % 2], last[n % 2]);
    }
  return n >= 3 || refuse (reader, "a face needs at least three points, not %d", n);
}

static bool
read_line (Reader *reader, bool stl, char *line)
{
  if (strlen (line) > LONGEST_LINE)
    return refuse (reader, "it has over %zu characters; this is no STL or OBJ", LONGEST_LINE);
  line[strcspn (line, "#")] = '\0';
  const char *word = take_word (&line);
  if (stl)
    return *word == '\0' || read_stl_line (reader, word, line);
  if (strcmp (word, "v") == 0)
    return read_point (reader, line);
  return strcmp (word, "f") != 0 || read_face (reader, line);
}

static bool
read_text (Reader *reader, char *text)
{
  reader->next = strncmp (text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text; /* byte order mark */
  reader->unit = "line";
  char first[6] = "";
  strncpy (first, reader->next + strspn (reader->next, " \t\r\n\v\f"), 5);
  bool stl = is_word (first, "solid");
  while (*reader->next != '\0')
    if (!read_line (reader, stl, take_line (reader, !stl)))
      return false;
  return !stl || reader->ended || refuse (reader, "endsolid is missing after it; export it again");
}

/* ---- whole files, with a zero byte after them ---- */

static unsigned char *
read_file (Reader *reader, BcArena *scratch, const char *file, size_t *size)
{
  struct stat about;
  FILE *stream = NULL;
  if (!(isfinite (reader->scale) && reader->scale > 0.0))
    refuse (reader, "the scale of a mesh must be a number above zero, such as 0.001 for mm");
  else if (stat (file, &about) != 0)
    refuse (reader, "the file cannot be read: %s", strerror (errno));
  else if (!S_ISREG (about.st_mode) || about.st_size > (off_t) MOST_BYTES) /* a pipe would block */
    refuse (reader, "this is no file of up to %zu MB; export a coarser mesh", MOST_BYTES >> 20);
  else if ((stream = fopen (file, "rb")) == NULL)
    refuse (reader, "the file cannot be opened: %s", strerror (errno));
  if (stream == NULL)
    return NULL;
  unsigned char *bytes = bc_arena_alloc (scratch, (size_t) about.st_size + 1);
  *size = fread (bytes, 1, (size_t) about.st_size, stream);
  fclose (stream);
  return bytes;
}

/* Some binary STL begin with "solid" like those in text, so only the size tells.  No text has that
 * size by chance: four of its characters as a number ask for gigabytes. */
static bool
read_bytes (Reader *reader, unsigned char *bytes, size_t size)
{
  uint32_t n = size < 84 ? 0 : little_endian (bytes + 80);
  if (size == 84 + 50 * (uint64_t) n)
    return read_binary_stl (reader, bytes, n);
  if (memchr (bytes, '\0', size) == NULL)
    return read_text (reader, (char *) bytes);
  return refuse (reader, "%zu bytes do not hold a binary STL of %.0f triangles; export it again",
                 size, (double) n);
}

/* ---- one index for points that coincide ----
 *
 * Cells four tolerances wide are hashed into buckets, each a chain of points.  Those kept are more
 * than a tolerance apart, so a cell holds few; p coincides only with points in the cells about the
 * corners of the cube p ± tolerance.  It is 1e-9 of the diagonal: above what ten printed digits
 * lose, far below the 6e-8 that tell two floats apart. */

typedef struct
{
  const BcVec3 *points;
  BcVec3 origin;
  double tolerance;
  size_t n_buckets;
  int n_kept;  /* in what follows these are counted from one, and zero is none */
  int *bucket; /* by hash: the last one put in */
  int *before; /* by kept point: the one put into its bucket before it */
  int *source; /* by kept point: which point it is */
} Grid;

/* Over the points of triangles only: a forgotten point far away must not widen the tolerance. */
static Grid
make_grid (const Reader *reader, BcArena *scratch)
{
  BcVec3 low = bc_vec3 (FARTHEST, FARTHEST, FARTHEST), high = bc_scale (-1.0, low);
  for (size_t i = 0; i < 3 * reader->n_triangles; i++)
    {
      BcVec3 p = reader->points[reader->triangles[i / 3][i % 3]];
      low = bc_vec3 (fmin (low.x, p.x), fmin (low.y, p.y), fmin (low.z, p.z));
      high = bc_vec3 (fmax (high.x, p.x), fmax (high.y, p.y), fmax (high.z, p.z));
    }
  double t = 1e-9 * fmax (bc_norm (bc_sub (high, low)), SMALLEST);
  size_t n = reader->n_points + 1;
  return (Grid){ .points = reader->points,
                 .origin = bc_add_scaled (low, -2.0 * t, bc_vec3 (1.0, 1.0, 1.0)),
                 .tolerance = t,
                 .n_buckets = n,
                 .bucket = bc_arena_array (scratch, int, n),
                 .before = bc_arena_array (scratch, int, n),
                 .source = bc_arena_array (scratch, int, n) };
}

static int *
bucket_at (const Grid *grid, BcVec3 p)
{
  uint64_t hash = 0;
  for (int axis = 0; axis < 3; axis++)
    {
      double along = bc_component (p, axis) - bc_component (grid->origin, axis);
      hash += (uint64_t) fmax (along / (4.0 * grid->tolerance), 0.0);
      hash *= UINT64_C (0x9E3779B97F4A7C15); /* 2^64 over the golden ratio, spreads well */
      hash ^= hash >> 32;
    }
  return &grid->bucket[hash % grid->n_buckets];
}

static int
find_kept (const Grid *grid, BcVec3 p)
{
  double t = grid->tolerance;
  for (int i = -1; i < 8; i++) /* first the cell of p itself, where most are found */
    {
      BcVec3 corner = bc_vec3 (i & 1 ? t : -t, i & 2 ? t : -t, i & 4 ? t : -t);
      for (int k = *bucket_at (grid, i < 0 ? p : bc_add (p, corner)); k != 0; k = grid->before[k])
        if (bc_norm (bc_sub (grid->points[grid->source[k]], p)) <= t)
          return k;
    }
  return 0;
}

static int
keep (Grid *grid, int point)
{
  BcVec3 p = grid->points[point];
  int k = find_kept (grid, p);
  if (k == 0)
    {
      int *bucket = bucket_at (grid, p);
      k = ++grid->n_kept;
      grid->source[k] = point;
      grid->before[k] = *bucket;
      *bucket = k;
    }
  return k - 1;
}

/* Renumbers the corners and drops the triangles that have become lines or points. */
static BcMesh *
weld (Reader *reader, BcArena *scratch, BcArena *arena)
{
  Grid grid = make_grid (reader, scratch);
  size_t n = 0;
  for (size_t i = 0; i < reader->n_triangles; i++)
    {
      const int *corners = reader->triangles[i];
      int a = keep (&grid, corners[0]), b = keep (&grid, corners[1]), c = keep (&grid, corners[2]);
      if (a != b && b != c && c != a)
        memcpy (reader->triangles[n++], (int[3]){ a, b, c }, sizeof (int[3]));
    }
  if (n == 0)
    return NULL;
  BcVec3 *points = bc_arena_array (arena, BcVec3, grid.n_kept);
  for (int i = 0; i < grid.n_kept; i++)
    points[i] = reader->points[grid.source[i + 1]];
  BcMesh mesh = { grid.n_kept, (int) n, points, NULL };
  mesh.triangles = bc_arena_copy (arena, reader->triangles, n * sizeof (int[3]));
  return bc_arena_copy (arena, &mesh, sizeof mesh);
}

BcMesh *
bc_mesh_load (BcArena *arena, const char *file, double scale, char *fault, size_t fault_size)
{
  Reader reader = { .scale = scale, .fault = fault, .fault_size = fault_size, .next_line = 1 };
  BcArena *scratch = bc_arena_new ();
  BcMesh *mesh = NULL;
  size_t size = 0;
  unsigned char *bytes = read_file (&reader, scratch, file, &size);
  if (bytes != NULL && read_bytes (&reader, bytes, size))
    {
      reader.unit = NULL;
      mesh = weld (&reader, scratch, arena);
      if (mesh == NULL)
        refuse (&reader, "the file has no triangle with an area; is it an STL or OBJ, or empty?");
    }
  bc_arena_free (scratch);
  free (reader.points);
  free (reader.triangles);
  return mesh;
}

/* ---- closed or not ----
 *
 * An edge from a to b becomes the number (lower point, higher point, whether a is the higher), the
 * first most significant.  Sorted, the uses of an edge follow one another. */

static int
compare_edges (const void *a, const void *b)
{
  uint64_t left = *(const uint64_t *) a, right = *(const uint64_t *) b;
  return (left > right) - (left < right);
}

bool
bc_mesh_is_closed (const BcMesh *mesh, char *fault, size_t fault_size)
{
  size_t n = 3 * (size_t) mesh->n_triangles, n_open = 0;
  BcArena *scratch = bc_arena_new ();
  uint64_t *edges = bc_arena_array (scratch, uint64_t, n), first = 0;
  for (size_t i = 0; i < n; i++)
    {
      const int *corners = mesh->triangles[i / 3];
      uint64_t a = (uint64_t) corners[i % 3], b = (uint64_t) corners[(i + 1) % 3];
      edges[i] = a < b ? a << 32 | b << 1 : b << 32 | a << 1 | 1;
    }
  qsort (edges, n, sizeof *edges, compare_edges);
  for (size_t i = 0, uses; i < n; i += uses)
    {
      for (uses = 1; i + uses < n && edges[i + uses] >> 1 == edges[i] >> 1;)
        uses++;
      if ((uses != 2 || edges[i] == edges[i + 1]) && n_open++ == 0)
        first = edges[i];
    }
  bc_arena_free (scratch);
  BcVec3 a = mesh->points[first >> 32], b = mesh->points[(first & UINT32_MAX) >> 1];
  if (n_open > 0)
    snprintf (fault, fault_size,
              "open edges: %zu, the first from (%.4g %.4g %.4g) to (%.4g %.4g %.4g) m; "
              "each edge needs two triangles facing the same side",
              n_open, a.x, a.y, a.z, b.x, b.y, b.z);
  return n_open == 0;
}

/* ---- volume, centre, inertia ----
 *
 * Each triangle (a, b, c) spans a tetrahedron with a point o, negative if it faces o; over a closed
 * surface they add up to the body.  With a, b, c from o, d = a · (b × c), s = a + b + c, the map
 * x = u a + v b + w c from the unit tetrahedron, where ∫1 = 1/6, ∫u = 1/24, ∫u² = 1/60 and
 * ∫uv = 1/120, gives
 *   V = Σ d/6,   ∫x = Σ d/24 s,   ∫x xᵀ = Σ d/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ):
 * the inertia is that of masses d/120 at a, b, c, s; a mass -V at the centre r = ∫x / V moves it
 * there from o.  o is the mean of the points: from a world origin at distance L a body of size h
 * would lose up to 5 log10(L/h) digits.  Facing inwards turns the signs of V and J. */

/* J - m x̃ x̃ */
static BcMat3
add_mass (BcMat3 J, double m, BcVec3 x)
{
  BcMat3 skew = bc_skew (x), square = bc_mat_mul (&skew, &skew);
  return bc_mat_add_scaled (J, -m, &square);
}

BcVolume
bc_mesh_volume (const BcMesh *mesh)
{
  BcVec3 o = { 0 }, first = { 0 };
  for (int i = 0; i < mesh->n_points; i++)
    o = bc_add_scaled (o, 1.0 / mesh->n_points, mesh->points[i]);
  double V = 0.0;
  BcMat3 J = { 0 };
  for (int i = 0; i < mesh->n_triangles; i++)
    {
      const int *corners = mesh->triangles[i];
      BcVec3 a = bc_sub (mesh->points[corners[0]], o), b = bc_sub (mesh->points[corners[1]], o);
      BcVec3 c = bc_sub (mesh->points[corners[2]], o), s = bc_add (a, bc_add (b, c));
      double d = bc_dot (a, bc_cross (b, c));
      V += d / 6.0;
      first = bc_add_scaled (first, d / 24.0, s);
      J = add_mass (add_mass (J, d / 120.0, a), d / 120.0, b);
      J = add_mass (add_mass (J, d / 120.0, c), d / 120.0, s);
    }
  BcVec3 r = bc_scale (V == 0.0 ? 0.0 : 1.0 / V, first); /* without volume o is as good as any */
  return (BcVolume){ V, bc_add (o, r), add_mass (J, -V, r) };
}
