/* An arena: many allocations, one free.  Compiled models and workspaces live in one each. */
#pragma once

#include <stddef.h>

typedef struct BcArena BcArena;

BcArena *bc_arena_new (void);
void bc_arena_free (BcArena *arena);

/* Zeroed, aligned for any type, never NULL: running out of memory aborts, as in GLib. */
void *bc_arena_alloc (BcArena *arena, size_t size);
char *bc_arena_text (BcArena *arena, const char *text);
void *bc_arena_copy (BcArena *arena, const void *data, size_t size);

#define bc_arena_array(arena, Type, n)                                                             \
  ((Type *) bc_arena_alloc ((arena), sizeof (Type) * (size_t) (n)))
