/* Reactions, energies and joint coordinates of a frame, once for all formulations (docs/theory.md §9). */
#pragma once

#include "joints/constraints.h"
#include "record/frame.h"

typedef struct BcReactions BcReactions;

/* `driver_starts` by driver, may be NULL when the model has none; both are borrowed. */
BcReactions *bc_reactions_new (const BcConstraints *constraints,
                               const BcDriverStart *driver_starts);
void bc_reactions_free (BcReactions *reactions);

/* `held`: drivers rest where they start (statics).  The frame's bodies, time and step are filled in; the rest follows from them. */
void bc_reactions_evaluate (BcReactions *reactions, bool held, BcFrame *frame);
