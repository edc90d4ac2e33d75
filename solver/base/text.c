#define _GNU_SOURCE
#include "base/text.h"

#include <locale.h>
#include <stdlib.h>

bool
bc_text_to_number (const char *text, double *number)
{
  /* In glibc the "C" locale is a constant object: nothing is allocated here. */
  locale_t c_locale = newlocale (LC_ALL_MASK, "C", (locale_t) 0);
  char *end = NULL;
  *number = strtod_l (text, &end, c_locale);
  freelocale (c_locale);
  return end != text && *end == '\0';
}
