/* How a numerical function ended.  > 0: try again with something smaller; 0: good; < 0: stop. */
#pragma once

typedef enum
{
  BC_STOP = -1,
  BC_GOOD = 0,
  BC_RETRY = 1,
} BcStatus;
