/* From a value tree or a file to a compiled model. */
#pragma once

#include "model/model.h"
#include "model/value.h"

/* NULL when the tree is no sound model; `problems` then holds every mistake found.  Warnings may be
 * there in any case.  `folder` is where files named in the model are looked for. */
BcModel *bc_model_read (const BcValue *tree, const char *folder, BcProblems *problems);

/* Loads a file, applies overrides ("bodies.rod.mass=2"; NULL-terminated, may be NULL), compiles. */
BcModel *bc_model_load (const char *file, const char *const *overrides, BcProblems *problems);
