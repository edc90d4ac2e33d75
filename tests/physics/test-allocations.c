/* Our code allocates nothing inside a time step.  The linker leads every malloc and calloc of our
 * own objects through here; what SuiteSparse does in its libraries is its own affair. */
#include "runs.h"

static long allocations = 0;

void *__real_malloc (size_t size);
void *__real_calloc (size_t count, size_t size);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t count, size_t size);

void *
__wrap_malloc (size_t size)
{
  allocations++;
  return __real_malloc (size);
}

void *
__wrap_calloc (size_t count, size_t size)
{
  allocations++;
  return __real_calloc (count, size);
}

/* Steps without recording: only the last frame is kept. */
static void
test_example (gconstpointer data)
{
  g_autofree char *file =
      g_strdup_printf ("%s/examples/%s.bellcrank.json", BC_SOURCE_DATA_DIR, (const char *) data);
  g_autoptr (BcProblems) problems = bc_problems_new (file);
  BcModel *model = bc_model_load (file, NULL, problems);
  g_assert_nonnull (model);
  BcAnalysis options = model->analysis;
  BcRunFault fault;
  options.kind = BC_ANALYSIS_DYNAMICS;
  options.end = options.every = 200 * options.step;
  BcSimulation *simulation = bc_simulation_new (model, &options, &fault);
  g_assert_nonnull (simulation);
  g_assert_cmpint (bc_simulation_step (simulation, &fault), ==, BC_GOOD);
  long before = allocations;
  g_assert_cmpint (before, >, 0); /* the count itself works */
  g_assert_cmpint (bc_simulation_step (simulation, &fault), ==, BC_RETRY);
  g_assert_cmpint (bc_simulation_summary (simulation).steps, ==, 200);
  /* one frame for the recording */
  g_assert_cmpint (allocations - before, <=, 1);
  bc_simulation_free (simulation);
  bc_model_free (model);
}

int
main (int argc, char **argv)
{
  static const char *const examples[] = {
    "pendulum",         "double-four-bar", "flyball-governor",
    "stewart-platform", "n-four-bar",      "andrews-squeezer"
  };
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strdup_printf ("/physics/allocations/%s", examples[i]);
      g_test_add_data_func (path, examples[i], test_example);
    }
  return g_test_run ();
}
