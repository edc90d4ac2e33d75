/* Words for messages. */
#pragma once

#include <glib.h>

/* "Did you mean …?" for a word that is not among `known`; NULL when nothing is near. */
char *bc_suggest (const char *word, const char *const *known, int n_known);
char *bc_suggest_key (const char *word, GHashTable *known);

/* "a, b, c" */
char *bc_join (const char *const *words, int n_words);
