/* Quantities: every number of a frame by name, for tables, plots and comparisons. */
#pragma once

#include "model/dimension.h"
#include "record/frame.h"

#include <glib.h>

typedef struct BcQuantity BcQuantity;

/* NULL with a message that names the nearest known word when there is no such quantity. */
BcQuantity *bc_quantity_parse (const BcModel *model, const char *name, char **fault);
void bc_quantity_free (BcQuantity *quantity);

const char *bc_quantity_name (const BcQuantity *quantity);
BcDimension bc_quantity_dimension (const BcQuantity *quantity, const BcModel *model);
double bc_quantity_value (const BcQuantity *quantity, const BcModel *model, const BcFrame *frame);

/* The names in a comma-separated list; commas inside distance:A,B and angle:A,B belong to them. */
GPtrArray *bc_quantity_split (const char *list);
