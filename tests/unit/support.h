/* What the unit tests share: models from strings, and numbers that look random but repeat. */
#pragma once

#include "model/model-read.h"

#include <string.h>

/* The model in the text; a faulty one ends the test with its messages. */
static inline BcModel *
model_from_text (const char *text)
{
  g_autoptr (BcProblems) problems = bc_problems_new ("test");
  g_autoptr (BcValue) tree = bc_value_parse (text, strlen (text), problems);
  BcModel *model = tree != NULL ? bc_model_read (tree, ".", problems) : NULL;
  if (model == NULL)
    {
      g_autofree char *messages = bc_problems_format (problems);
      g_error ("%s\n%s", text, messages);
    }
  return model;
}

static inline BcVec3
random_vector (GRand *rand)
{
  double x = g_rand_double_range (rand, -1.0, 1.0), y = g_rand_double_range (rand, -1.0, 1.0);
  return bc_vec3 (x, y, g_rand_double_range (rand, -1.0, 1.0));
}

static inline void
assert_close (double found, double expected, double tolerance)
{
  if (!(fabs (found - expected) <= tolerance))
    g_error ("found %.17g, expected %.17g, off by %.3g", found, expected, found - expected);
}
