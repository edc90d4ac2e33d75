/* Messages of the reader. */
#include "model/read.h"

void
bc_reader_error (BcReader *reader, const BcValue *value, char *text, char *fix)
{
  bc_problems_add (reader->problems, BC_ERROR, value->line, value->column, bc_value_path (value),
                   g_strdup (reader->object), text, fix);
}

void
bc_reader_warning (BcReader *reader, const BcValue *value, char *text, char *fix)
{
  bc_problems_add (reader->problems, BC_WARNING, value->line, value->column, bc_value_path (value),
                   g_strdup (reader->object), text, fix);
}

void
bc_reader_enter (BcReader *reader, const char *kind, const BcValue *object)
{
  g_free (reader->object);
  const char *name = object != NULL ? bc_value_get_string (object, "name") : NULL;
  reader->object = name != NULL ? g_strdup_printf ("%s \"%s\"", kind, name) : g_strdup (kind);
}

void
bc_reader_unknown_type (BcReader *reader, const BcValue *value, const char *kind,
                        const char *const *names, int n_names)
{
  const char *word = value->kind == BC_VALUE_STRING ? value->text : NULL;
  char *fix = word != NULL ? bc_suggest (word, names, n_names) : NULL;
  if (fix == NULL)
    {
      g_autofree char *all = bc_join (names, n_names);
      fix = g_strdup_printf ("Types: %s", all);
    }
  bc_reader_error (reader, value,
                   word != NULL ? g_strdup_printf ("unknown type of %s \"%s\"", kind, word)
                                : g_strdup_printf ("the %s has no type", kind),
                   fix);
}
