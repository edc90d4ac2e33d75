/* The structural graph: bodies are vertices, joints between two markers are edges (paper 001 §2). */
#pragma once

#include "model/model.h"

typedef struct
{
  int n_parts;    /* connected pieces */
  int *part;      /* per body: which piece; the ground's piece is 0 when there is a ground */
  bool *grounded; /* per piece: whether it is tied to the ground */
  int n_loops;    /* independent loops: edges - vertices + pieces */
} BcGraph;

BcGraph *bc_graph_new (const BcModel *model);
void bc_graph_free (BcGraph *graph);

/* Whether the mechanism moves in one plane, by the rules of the joint table, and its normal. */
bool bc_graph_is_planar (const BcModel *model, const BcPose *poses, BcVec3 *normal);
