/* Pictures: a mechanism as a kinematic diagram, drawn with cairo, for reports, thumbnails and the
 * command line. */
#pragma once

#include "model/model.h"

#include <cairo.h>

typedef enum
{
  BC_VIEW_AUTO, /* along the common normal of a planar mechanism, else like BC_VIEW_ISO */
  BC_VIEW_ISO,
  BC_VIEW_FRONT,
  BC_VIEW_TOP,
  BC_VIEW_SIDE,
} BcView;

/* poses[i] is the pose of model->bodies[i]; bodies whose pose is not finite are left out.  Fills
 * the rectangle from (0, 0) to (width, height) of `cr`, background included. */
void bc_picture_draw (cairo_t *cr, const BcModel *model, const BcPose *poses, BcView view,
                      double width, double height);

/* Writes .svg, .png or .pdf, told by the file's ending; sizes in pixels (points for .pdf).  False
 * with a message in `fault` when the ending is another one or the file cannot be written. */
bool bc_picture_write (const BcModel *model, const BcPose *poses, BcView view, int width,
                       int height, const char *file, char *fault, size_t fault_size);
