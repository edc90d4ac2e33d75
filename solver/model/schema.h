/* The JSON Schema of model files, made from the field lists. */
#pragma once

#include "model/value.h"

BcValue *bc_schema_new (void);
