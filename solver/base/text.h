/* Text helpers that do not depend on the user's locale. */
#pragma once

#include <stdbool.h>

/* A decimal number with a point; false unless the whole text is one.  May give infinity. */
bool bc_text_to_number (const char *text, double *number);
