/* What stands around the mechanism: title, axes, gravity, scale. */
#include "picture/sheet.h"

#include <stdio.h>
#include <string.h>

#define TITLE_SIZE 200

/* Bytes of the character at `text`, or 0 when they are not proper UTF-8 or not printable: cairo
 * gives up the whole picture over one wrong byte. */
static size_t
character_size (const char *text)
{
  static const struct
  {
    size_t size;
    unsigned char first, last;               /* of the first byte */
    unsigned char second_least, second_most; /* of the second byte */
  } kinds[] = {
    { 1, 0x20, 0x7e, 0, 0 },       { 2, 0xc2, 0xdf, 0x80, 0xbf }, { 3, 0xe0, 0xe0, 0xa0, 0xbf },
    { 3, 0xe1, 0xec, 0x80, 0xbf }, { 3, 0xed, 0xed, 0x80, 0x9f }, { 3, 0xee, 0xef, 0x80, 0xbf },
    { 4, 0xf0, 0xf0, 0x90, 0xbf }, { 4, 0xf1, 0xf3, 0x80, 0xbf }, { 4, 0xf4, 0xf4, 0x80, 0x8f },
  };
  const unsigned char *c = (const unsigned char *) text;
  size_t k = 0, n = sizeof kinds / sizeof kinds[0];
  while (k < n && (c[0] < kinds[k].first || c[0] > kinds[k].last))
    k++;
  if (k == n)
    return 0;
  if (kinds[k].size > 1 && (c[1] < kinds[k].second_least || c[1] > kinds[k].second_most))
    return 0;
  for (size_t i = 2; i < kinds[k].size; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return kinds[k].size;
}

/* As much of the text as fits into the title and the sheet's width. */
static void
fit_title (const BcSheet *sheet, const char *text, char title[TITLE_SIZE])
{
  size_t n = 0;
  double room = sheet->width - 2.0 * sheet->margin - bc_paper_text_size (sheet->cr, "…").x;
  title[0] = '\0';
  while (*text != '\0' && n + 8 < TITLE_SIZE)
    {
      size_t size = character_size (text), before = n;
      if (size > 0)
        memcpy (title + n, text, size);
      else
        title[n] = ' ';
      n += size > 0 ? size : 1;
      text += size > 0 ? size : 1;
      title[n] = '\0';
      if (bc_paper_text_size (sheet->cr, title).x > room)
        {
          snprintf (title + before, TITLE_SIZE - before, "…");
          return;
        }
    }
}

static void
draw_title (BcSheet *sheet)
{
  char title[TITLE_SIZE];
  if (sheet->model->name == NULL)
    return;
  cairo_select_font_face (sheet->cr, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (sheet->cr, 1.45 * sheet->text);
  fit_title (sheet, sheet->model->name, title);
  BcPoint size = bc_paper_text_size (sheet->cr, title);
  bc_paper_text (sheet->cr, title,
                 bc_point (sheet->margin + 0.5 * size.x, sheet->margin + 0.5 * size.y), BC_INK,
                 false);
  cairo_select_font_face (sheet->cr, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  bc_sheet_block_box (sheet, bc_point (sheet->margin, sheet->margin), size.x, 2.0 * sheet->text);
}

/* An arrow along `direction` with a letter at its tip. */
static void
draw_lettered_arrow (const BcSheet *sheet, BcPoint tail, BcVec3 direction, double length,
                     const char *letter, BcColor color)
{
  BcPoint d = bc_camera_direction (&sheet->camera, direction);
  double seen = bc_point_length (d), stroke = 0.11 * sheet->text;
  bool end_on = seen < 0.2;
  BcPoint side = bc_point_unit (d, bc_point (-0.8, 0.6));
  if (end_on)
    side = bc_point (-0.8, 0.6);
  bc_paper_color (sheet->cr, color, 1.0);
  if (end_on)
    bc_paper_arrow_end_on (sheet->cr, tail, 0.32 * sheet->text,
                           bc_dot (direction, sheet->camera.toward) > 0.0);
  else
    bc_paper_arrow (sheet->cr, tail, bc_point_along (tail, length, d), stroke, false);
  double reach = end_on ? 0.95 * sheet->text : length * seen + 0.6 * sheet->text;
  bc_paper_text (sheet->cr, letter, bc_point_along (tail, reach, side), color, false);
}

/* The axes in the order they are drawn: the one that points away from the viewer first. */
static void
axes_back_to_front (const BcSheet *sheet, int order[3])
{
  for (int i = 0; i < 3; i++)
    {
      double depth = bc_component (sheet->camera.toward, i);
      int k = i;
      for (; k > 0 && bc_component (sheet->camera.toward, order[k - 1]) > depth; k--)
        order[k] = order[k - 1];
      order[k] = i;
    }
}

/* The three world axes in the lower left corner; returns where they end on the right. */
static double
draw_triad (const BcSheet *sheet)
{
  static const char *const letters[3] = { "x", "y", "z" };
  static const BcColor colors[3] = { { 0.72, 0.25, 0.25 },
                                     { 0.20, 0.52, 0.25 },
                                     { 0.20, 0.38, 0.70 } };
  double length = 2.6 * sheet->text, pad = 1.1 * sheet->text;
  double left = 0.0, right = 0.0, low = 0.0;
  int order[3];
  for (int i = 0; i < 3; i++)
    {
      BcPoint d = bc_camera_direction (&sheet->camera, bc_unit_axis (i));
      left = fmin (left, length * d.x);
      right = fmax (right, length * d.x);
      low = fmax (low, length * d.y);
    }
  BcPoint origin = bc_point (sheet->margin + pad - left, sheet->height - sheet->margin - pad - low);
  axes_back_to_front (sheet, order);
  for (int k = 0; k < 3; k++)
    draw_lettered_arrow (sheet, origin, bc_unit_axis (order[k]), length, letters[order[k]],
                         colors[order[k]]);
  return origin.x + right + pad;
}

static void
draw_gravity (const BcSheet *sheet, double left)
{
  BcVec3 g = sheet->model->gravity;
  double size = bc_norm (g);
  if (!(size > 0.0) || !isfinite (size))
    return;
  BcVec3 direction = bc_scale (1.0 / size, g);
  double length = 2.2 * sheet->text;
  BcPoint d = bc_camera_direction (&sheet->camera, direction);
  BcPoint middle = bc_point (left + 1.6 * sheet->text + 0.5 * length * fabs (d.x),
                             sheet->height - sheet->margin - 2.2 * sheet->text);
  draw_lettered_arrow (sheet, bc_point_along (middle, -0.5 * length, d), direction, length, "g",
                       BC_GREY);
}

/* 1, 2 or 5 times a power of ten, in the unit that leaves it readable. */
static void
scale_text (double length, char text[32])
{
  static const struct
  {
    const char *unit;
    double size;
  } units[] = { { "km", 1e3 }, { "m", 1.0 }, { "mm", 1e-3 }, { "µm", 1e-6 }, { "nm", 1e-9 } };
  int k = 0;
  while (k < 4 && length < (k == 1 ? 0.0999 : 0.999) * units[k].size)
    k++;
  double count = length / units[k].size;
  if (count > 0.999 && count < 1e6)
    snprintf (text, 32, "%.0f %s", count, units[k].unit);
  else if (count > 0.0999 && count < 1e6)
    snprintf (text, 32, "0.%.0f %s", 10.0 * count, units[k].unit);
  else
    snprintf (text, 32, "%.0e m", length);
}

static void
draw_scale (const BcSheet *sheet)
{
  double most = 0.17 * sheet->width / sheet->camera.scale;
  double power = pow (10.0, floor (log10 (most)));
  double length = most >= 5.0 * power ? 5.0 * power : most >= 2.0 * power ? 2.0 * power : power;
  double on_paper = length * sheet->camera.scale, tick = 0.28 * sheet->text;
  BcPoint end = bc_point (sheet->width - sheet->margin - 0.4 * sheet->text,
                          sheet->height - sheet->margin - 0.9 * sheet->text);
  BcPoint start = bc_point (end.x - on_paper, end.y);
  char text[32];
  scale_text (length, text);
  cairo_set_line_width (sheet->cr, 0.11 * sheet->text);
  cairo_set_line_cap (sheet->cr, CAIRO_LINE_CAP_SQUARE);
  bc_paper_color (sheet->cr, BC_GREY, 1.0);
  bc_paper_line (sheet->cr, start, end);
  bc_paper_line (sheet->cr, bc_point (start.x, start.y - tick), bc_point (start.x, start.y + tick));
  bc_paper_line (sheet->cr, bc_point (end.x, end.y - tick), bc_point (end.x, end.y + tick));
  cairo_stroke (sheet->cr);
  bc_paper_text (sheet->cr, text, bc_point (0.5 * (start.x + end.x), start.y - 0.95 * sheet->text),
                 BC_GREY, false);
}

void
bc_draw_frame (BcSheet *sheet)
{
  draw_title (sheet);
  cairo_set_font_size (sheet->cr, sheet->text);
  draw_gravity (sheet, draw_triad (sheet));
  draw_scale (sheet);
  double across = sheet->margin + 7.0 * sheet->text, high = sheet->margin + 4.5 * sheet->text;
  bc_sheet_block_box (sheet, bc_point (0.0, sheet->height), across, high);
  bc_sheet_block_box (sheet, bc_point (sheet->width, sheet->height),
                      0.17 * sheet->width + sheet->margin, sheet->margin + 2.0 * sheet->text);
}
