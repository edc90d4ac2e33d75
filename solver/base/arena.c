#include "base/arena.h"

#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

typedef struct Block Block;
struct Block
{
  Block *next;
  size_t used, size;
  alignas (max_align_t) unsigned char bytes[];
};

struct BcArena
{
  Block *blocks;
};

#define BLOCK_SIZE ((size_t) 16 * 1024)

BcArena *
bc_arena_new (void)
{
  return bc_new_array (BcArena, 1);
}

void
bc_arena_free (BcArena *arena)
{
  if (arena == NULL)
    return;
  for (Block *block = arena->blocks, *next; block != NULL; block = next)
    {
      next = block->next;
      free (block);
    }
  free (arena);
}

void *
bc_arena_alloc (BcArena *arena, size_t size)
{
  size_t align = alignof (max_align_t);
  size = (size + align - 1) / align * align;
  Block *block = arena->blocks;
  if (block == NULL || block->size - block->used < size)
    {
      size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
      block = bc_allocate (1, sizeof *block + room);
      block->size = room;
      block->next = arena->blocks;
      arena->blocks = block;
    }
  void *memory = block->bytes + block->used;
  block->used += size;
  return memory;
}

char *
bc_arena_text (BcArena *arena, const char *text)
{
  return text == NULL ? NULL : bc_arena_copy (arena, text, strlen (text) + 1);
}

void *
bc_arena_copy (BcArena *arena, const void *data, size_t size)
{
  void *copy = bc_arena_alloc (arena, size);
  if (size > 0)
    memcpy (copy, data, size);
  return copy;
}
