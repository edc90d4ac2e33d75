/* Heap memory that is never NULL: running out of it aborts, as in GLib. */
#pragma once

#include <stdlib.h>

static inline void *
bc_allocate (size_t count, size_t size)
{
  void *memory = calloc (count > 0 ? count : 1, size);
  if (memory == NULL)
    abort ();
  return memory;
}

/* A zeroed array, to be freed with free(). */
#define bc_new_array(Type, n) ((Type *) bc_allocate ((size_t) (n), sizeof (Type)))
