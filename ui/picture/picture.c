#include "picture/picture.h"

#include "picture/sheet.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void
bc_picture_draw (cairo_t *cr, const BcModel *model, const BcPose *poses, BcView view, double width,
                 double height)
{
  BcArena *arena = bc_arena_new ();
  BcSheet sheet = {
    .cr = cr, .model = model, .poses = poses, .arena = arena, .width = width, .height = height
  };
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  bc_paper_color (cr, BC_WHITE, 1.0);
  cairo_paint (cr);
  cairo_select_font_face (cr, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);

  bc_sheet_open (&sheet);
  bc_sheet_arrange (&sheet, view);
  bc_draw_couplings (&sheet);
  bc_draw_bodies (&sheet);
  bc_draw_forces (&sheet);
  bc_draw_joints (&sheet);
  bc_draw_drivers (&sheet);
  if (sheet.text > 0.0)
    {
      bc_draw_frame (&sheet);
      bc_draw_labels (&sheet);
    }
  cairo_restore (cr);
  bc_arena_free (arena);
}

static cairo_status_t
write_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  return fwrite (data, 1, length, closure) == length ? CAIRO_STATUS_SUCCESS
                                                     : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *
new_svg (FILE *stream, int width, int height)
{
  cairo_surface_t *surface =
      cairo_svg_surface_create_for_stream (write_bytes, stream, width, height);
  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

static cairo_surface_t *
new_pdf (FILE *stream, int width, int height)
{
  return cairo_pdf_surface_create_for_stream (write_bytes, stream, width, height);
}

static cairo_surface_t *
new_image (FILE *stream, int width, int height)
{
  (void) stream;
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
}

static cairo_status_t
write_image (cairo_surface_t *surface, FILE *stream)
{
  return cairo_surface_write_to_png_stream (surface, write_bytes, stream);
}

typedef struct
{
  const char *ending;
  cairo_surface_t *(*create) (FILE *stream, int width, int height);
  cairo_status_t (*save) (cairo_surface_t *surface, FILE *stream); /* NULL: written while drawn */
} Format;

static const Format formats[] = {
  { ".svg", new_svg, NULL },
  { ".png", new_image, write_image },
  { ".pdf", new_pdf, NULL },
};

static const Format *
find_format (const char *file)
{
  size_t length = strlen (file);
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    {
      size_t tail = strlen (formats[i].ending);
      if (length > tail && strcasecmp (file + length - tail, formats[i].ending) == 0)
        return &formats[i];
    }
  return NULL;
}

static cairo_status_t
draw_and_save (const Format *format, FILE *stream, const BcModel *model, const BcPose *poses,
               BcView view, int width, int height)
{
  cairo_surface_t *surface = format->create (stream, width, height);
  cairo_t *cr = cairo_create (surface);
  bc_picture_draw (cr, model, poses, view, width, height);
  cairo_status_t status = cairo_status (cr);
  if (status == CAIRO_STATUS_SUCCESS && format->save != NULL)
    status = format->save (surface, stream);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

bool
bc_picture_write (const BcModel *model, const BcPose *poses, BcView view, int width, int height,
                  const char *file, char *fault, size_t fault_size)
{
  const Format *format = find_format (file);
  if (format == NULL)
    {
      snprintf (fault, fault_size, "%s: a picture's name ends in .svg, .png or .pdf", file);
      return false;
    }
  if (width < 16 || height < 16 || width > 30000 || height > 30000)
    {
      snprintf (fault, fault_size, "%s: a picture is 16 to 30000 pixels wide and high, not %d×%d",
                file, width, height);
      return false;
    }
  FILE *stream = fopen (file, "wb");
  if (stream == NULL)
    {
      snprintf (fault, fault_size, "%s: cannot write: %s", file, strerror (errno));
      return false;
    }
  cairo_status_t status = draw_and_save (format, stream, model, poses, view, width, height);
  if (ferror (stream) != 0 && status == CAIRO_STATUS_SUCCESS)
    status = CAIRO_STATUS_WRITE_ERROR; /* cairo overlooks some */
  bool closed = fclose (stream) == 0;
  if (status != CAIRO_STATUS_SUCCESS)
    snprintf (fault, fault_size, "%s: cannot write: %s", file, cairo_status_to_string (status));
  else if (!closed)
    snprintf (fault, fault_size, "%s: cannot write: %s", file, strerror (errno));
  return closed && status == CAIRO_STATUS_SUCCESS;
}
