#include "record/frame.h"

#include "base/memory.h"

#include <string.h>

double
bc_frame_energy (const BcFrame *frame)
{
  return frame->kinetic + frame->potential + frame->elastic + frame->dissipated - frame->work;
}

struct BcRecording
{
  const BcModel *model;
  int n, room;
  BcFrame **frames;
};

BcRecording *
bc_recording_new (const BcModel *model)
{
  BcRecording *recording = bc_new_array (BcRecording, 1);
  recording->model = model;
  return recording;
}

void
bc_recording_free (BcRecording *recording)
{
  if (recording == NULL)
    return;
  for (int i = 0; i < recording->n; i++)
    free (recording->frames[i]);
  free (recording->frames);
  free (recording);
}

/* A frame and its arrays lie in one piece of memory. */
static BcFrame *
frame_new (const BcModel *model)
{
  size_t coordinates = (size_t) model->n_joints * BC_MAX_COORDINATES;
  size_t doubles = (size_t) model->n_drivers + 3 * coordinates + 3 * (size_t) model->n_forces;
  size_t bytes = sizeof (BcFrame) + (size_t) model->n_bodies * sizeof (BcBodyMotion)
                 + (size_t) model->n_joints * sizeof (BcReaction) + doubles * sizeof (double);
  char *memory = bc_allocate (1, bytes);
  BcFrame *frame = (BcFrame *) (void *) memory;
  memory += sizeof (BcFrame);
  frame->bodies = (BcBodyMotion *) (void *) memory;
  memory += (size_t) model->n_bodies * sizeof (BcBodyMotion);
  frame->efforts = (double *) (void *) memory;
  frame->coordinates = frame->efforts + model->n_drivers;
  frame->rates = frame->coordinates + coordinates;
  frame->accelerations = frame->rates + coordinates;
  frame->force_values = frame->accelerations + coordinates;
  frame->reactions = (BcReaction *) (void *) (frame->efforts + doubles);
  return frame;
}

BcFrame *
bc_recording_append (BcRecording *recording)
{
  if (recording->n == recording->room)
    {
      int room = recording->room > 0 ? 2 * recording->room : 256;
      BcFrame **frames = bc_new_array (BcFrame *, room);
      if (recording->n > 0)
        memcpy (frames, recording->frames, (size_t) recording->n * sizeof (BcFrame *));
      free (recording->frames);
      recording->frames = frames;
      recording->room = room;
    }
  return recording->frames[recording->n++] = frame_new (recording->model);
}

int
bc_recording_length (const BcRecording *recording)
{
  return recording->n;
}

const BcFrame *
bc_recording_frame (const BcRecording *recording, int index)
{
  return recording->frames[index];
}
