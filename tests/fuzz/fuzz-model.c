/* Any bytes as a model file: reading must end in a model or in messages, and what was read must
 * survive being written and read again. */
#include "joints/constraints.h"
#include "model/model-read.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (BcProblems) problems = bc_problems_new ("input");
  g_autoptr (BcValue) tree = bc_value_parse ((const char *) data, size, problems);
  if (tree == NULL)
    {
      g_assert (bc_problems_count (problems, BC_ERROR) > 0);
      return 0;
    }
  g_autofree char *once = bc_value_write (tree);
  g_autoptr (BcValue) again = bc_value_parse (once, strlen (once), problems);
  g_assert (again != NULL);
  g_autofree char *twice = bc_value_write (again);
  g_assert_cmpstr (once, ==, twice);

  BcModel *model = bc_model_read (tree, "/nonexistent", problems);
  g_assert (model != NULL || bc_problems_count (problems, BC_ERROR) > 0);
  if (model != NULL)
    {
      BcConstraints *constraints = bc_constraints_new (model);
      bc_constraints_free (constraints);
    }
  g_autofree char *text = bc_problems_format (problems);
  bc_model_free (model);
  return 0;
}
