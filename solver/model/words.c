/* Words for messages: lists, and the known word with the fewest changed letters. */
#include "model/words.h"

#include <stdlib.h>
#include <string.h>

static int
edit_distance (const char *a, const char *b)
{
  size_t n = strlen (a), m = strlen (b);
  if (n > 60 || m > 60)
    return 100;
  int row[64];
  for (size_t j = 0; j <= m; j++)
    row[j] = (int) j;
  for (size_t i = 1; i <= n; i++)
    {
      int corner = row[0];
      row[0] = (int) i;
      for (size_t j = 1; j <= m; j++)
        {
          int change = corner + (g_ascii_tolower (a[i - 1]) != g_ascii_tolower (b[j - 1]));
          corner = row[j];
          row[j] = MIN (change, 1 + MIN (row[j], row[j - 1]));
        }
    }
  return row[m];
}

char *
bc_suggest (const char *word, const char *const *known, int n_known)
{
  const char *best = NULL;
  int best_distance = (int) MAX (2, strlen (word) / 3) + 1;
  for (int i = 0; i < n_known; i++)
    {
      int distance = edit_distance (word, known[i]);
      if (distance < best_distance)
        {
          best = known[i];
          best_distance = distance;
        }
    }
  return best != NULL ? g_strdup_printf ("Did you mean \"%s\"?", best) : NULL;
}

static gint
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
bc_suggest_key (const char *word, GHashTable *known)
{
  guint n = 0;
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (known, &n);
  /* sorted, so that ties always fall the same way */
  qsort (keys, n, sizeof (gpointer), compare_words);
  return bc_suggest (word, (const char *const *) keys, (int) n);
}

char *
bc_join (const char *const *words, int n_words)
{
  GString *all = g_string_new (NULL);
  for (int i = 0; i < n_words; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", words[i]);
  return g_string_free (all, FALSE);
}
