/* Any text as an expression: compiling must end in an expression or in a message with a place. */
#include "model/expression.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char *text = malloc (size + 1);
  if (text == NULL)
    return 0;
  if (size > 0)
    memcpy (text, data, size);
  text[size] = '\0';

  BcArena *arena = bc_arena_new ();
  BcExpressionContext context = { "t", NULL, NULL };
  BcExpressionError error;
  BcDimension dimension;
  BcExpression *expression = bc_expression_compile (arena, text, &context, &dimension, &error);
  if (expression == NULL && (error.column < 1 || error.column > (int) strlen (text) + 1))
    abort ();
  for (int i = -2; i <= 2 && expression != NULL; i++)
    {
      bc_expression_evaluate (expression, 0.7 * i);
      bc_expression_check (expression, 0.7 * i, &error);
    }
  bc_arena_free (arena);
  free (text);
  return 0;
}
