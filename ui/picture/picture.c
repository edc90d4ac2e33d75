#include "picture/picture.h"

#include "picture/paper-file.h"
#include "picture/sheet.h"

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

typedef struct
{
  const BcModel *model;
  const BcPose *poses;
  BcView view;
} Scene;

static void
draw_scene (cairo_t *cr, const void *what, double width, double height)
{
  const Scene *scene = what;
  bc_picture_draw (cr, scene->model, scene->poses, scene->view, width, height);
}

bool
bc_picture_write (const BcModel *model, const BcPose *poses, BcView view, int width, int height,
                  const char *file, char *fault, size_t fault_size)
{
  const Scene scene = { model, poses, view };
  return bc_paper_file_write (draw_scene, &scene, width, height, file, fault, fault_size);
}
