#include "record/frame.h"

#include "base/memory.h"

#include <string.h>

typedef struct
{
  size_t bodies, reactions, numbers; /* bytes */
} Parts;

static Parts
parts_of (const BcModel *model)
{
  size_t coordinates = (size_t) model->n_joints * BC_MAX_COORDINATES;
  size_t numbers = (size_t) model->n_drivers + 3 * coordinates + 3 * (size_t) model->n_forces;
  return (Parts){ (size_t) model->n_bodies * sizeof (BcBodyMotion),
                  (size_t) model->n_joints * sizeof (BcReaction), numbers * sizeof (double) };
}

BcFrame *
bc_frame_new (const BcModel *model)
{
  Parts parts = parts_of (model);
  char *memory = bc_allocate (1, sizeof (BcFrame) + parts.bodies + parts.numbers + parts.reactions);
  BcFrame *frame = (BcFrame *) (void *) memory;
  size_t coordinates = (size_t) model->n_joints * BC_MAX_COORDINATES;
  frame->bodies = (BcBodyMotion *) (void *) (memory + sizeof (BcFrame));
  frame->efforts = (double *) (void *) (memory + sizeof (BcFrame) + parts.bodies);
  frame->coordinates = frame->efforts + model->n_drivers;
  frame->rates = frame->coordinates + coordinates;
  frame->accelerations = frame->rates + coordinates;
  frame->force_values = frame->accelerations + coordinates;
  frame->reactions =
      (BcReaction *) (void *) (memory + sizeof (BcFrame) + parts.bodies + parts.numbers);
  return frame;
}

void
bc_frame_copy (const BcModel *model, BcFrame *to, const BcFrame *from)
{
  Parts parts = parts_of (model);
  BcFrame keep = *to;
  *to = *from;
  to->bodies = keep.bodies;
  to->reactions = keep.reactions;
  to->efforts = keep.efforts;
  to->coordinates = keep.coordinates;
  to->rates = keep.rates;
  to->accelerations = keep.accelerations;
  to->force_values = keep.force_values;
  memcpy (to->bodies, from->bodies, parts.bodies);
  memcpy (to->efforts, from->efforts, parts.numbers);
  memcpy (to->reactions, from->reactions, parts.reactions);
}

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
  return recording->frames[recording->n++] = bc_frame_new (recording->model);
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
