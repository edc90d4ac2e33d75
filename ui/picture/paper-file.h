/* A drawing in a file of its own. */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

typedef void (*BcPaperDraw) (cairo_t *cr, const void *what, double width, double height);

/* Writes .svg, .png or .pdf, told by the file's ending; sizes in pixels (points for .pdf).  The
 * same drawing gives the same bytes in every run of a program; within one, cairo counts up the id of
 * an .svg's outermost group.  False with a message in `fault` when the ending is another one or the
 * file cannot be written. */
bool bc_paper_file_write (BcPaperDraw draw, const void *what, int width, int height,
                          const char *file, char *fault, size_t fault_size);
