#include "model/problem.h"

static void
problem_free (gpointer data)
{
  BcProblem *problem = data;
  g_free (problem->path);
  g_free (problem->object);
  g_free (problem->text);
  g_free (problem->fix);
  g_free (problem);
}

BcProblems *
bc_problems_new (const char *file)
{
  BcProblems *problems = g_new0 (BcProblems, 1);
  problems->file = g_strdup (file);
  problems->list = g_ptr_array_new_with_free_func (problem_free);
  return problems;
}

void
bc_problems_free (BcProblems *problems)
{
  if (problems == NULL)
    return;
  g_free (problems->file);
  g_ptr_array_unref (problems->list);
  g_free (problems);
}

void
bc_problems_add (BcProblems *problems, BcSeverity severity, int line, int column, char *path,
                 char *object, char *text, char *fix)
{
  BcProblem *problem = g_new0 (BcProblem, 1);
  problem->severity = severity;
  problem->line = line;
  problem->column = column;
  problem->path = path != NULL ? path : g_strdup ("");
  problem->object = object != NULL ? object : g_strdup ("");
  problem->text = text != NULL ? text : g_strdup ("");
  problem->fix = fix != NULL ? fix : g_strdup ("");
  g_ptr_array_add (problems->list, problem);
}

const BcProblem *
bc_problems_get (const BcProblems *problems, guint index)
{
  return g_ptr_array_index (problems->list, index);
}

guint
bc_problems_count (const BcProblems *problems, BcSeverity severity)
{
  guint count = 0;
  for (guint i = 0; i < problems->list->len; i++)
    count += bc_problems_get (problems, i)->severity == severity;
  return count;
}

/* g_ptr_array_sort is stable: problems that share a place keep the order they were found in. */
static gint
compare_places (gconstpointer a, gconstpointer b)
{
  const BcProblem *p = *(BcProblem *const *) a, *q = *(BcProblem *const *) b;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  return (p->column > q->column) - (p->column < q->column);
}

void
bc_problems_sort (BcProblems *problems)
{
  g_ptr_array_sort (problems->list, compare_places);
}

char *
bc_problem_format (const BcProblems *problems, const BcProblem *problem)
{
  GString *out = g_string_new (problems->file);
  if (problem->line > 0)
    g_string_append_printf (out, ":%d:%d", problem->line, problem->column);
  g_string_append_printf (out, ": %s: ", problem->severity == BC_ERROR ? "error" : "warning");
  if (problem->path[0] != '\0')
    g_string_append (out, problem->path);
  if (problem->object[0] != '\0')
    g_string_append_printf (out, problem->path[0] != '\0' ? " (%s)" : "%s", problem->object);
  if (problem->path[0] != '\0' || problem->object[0] != '\0')
    g_string_append (out, ": ");
  g_string_append (out, problem->text);
  if (problem->fix[0] != '\0')
    g_string_append_printf (out, ". %s", problem->fix);
  return g_string_free (out, FALSE);
}

char *
bc_problems_format (const BcProblems *problems)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < problems->list->len; i++)
    {
      g_autofree char *line = bc_problem_format (problems, bc_problems_get (problems, i));
      g_string_append_printf (out, "%s\n", line);
    }
  return g_string_free (out, FALSE);
}
