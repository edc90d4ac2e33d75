/* The schema in data/ is the one the program prints, and the manual names every key. */
#include "support.h"

#include "model/model-fields.h"
#include "model/schema.h"

static char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;
  g_autoptr (GError) error = NULL;
  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);
  return text;
}

static void
test_file_is_current (void)
{
  g_autofree char *file = read_file (BC_SOURCE_DATA_DIR, "bellcrank.schema.json");
  g_autoptr (BcValue) schema = bc_schema_new ();
  g_autofree char *text = bc_value_write (schema);
  g_assert_cmpstr (text, ==, file);
}

static void
check_keys (const char *manual, const BcField *fields)
{
  for (const BcField *field = fields; field != NULL && field->key != NULL; field++)
    {
      g_autofree char *quoted = g_strdup_printf ("`%s`", field->key);
      g_autofree char *in_example = g_strdup_printf ("\"%s\"", field->key);
      if (strstr (manual, quoted) == NULL && strstr (manual, in_example) == NULL)
        g_error ("docs/model-format.md does not mention %s", quoted);
      if (field->kind == BC_FIELD_OBJECT)
        check_keys (manual, field->fields);
    }
}

static void
test_manual_names_every_key (void)
{
  g_autofree char *manual = read_file (BC_DOCS_DIR, "model-format.md");
  check_keys (manual, bc_model_fields);
  check_keys (manual, bc_body_fields);
  check_keys (manual, bc_shape_fields);
  check_keys (manual, bc_joint_fields);
  check_keys (manual, bc_driver_fields);
  check_keys (manual, bc_plot_fields);
  for (int i = 0; bc_joint_types[i] != NULL; i++)
    {
      g_autofree char *row = g_strdup_printf ("| `%s` |", bc_joint_types[i]->name);
      g_assert_nonnull (strstr (manual, row));
      check_keys (manual, bc_joint_types[i]->fields);
    }
  for (int i = 0; bc_force_types[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("`%s`", bc_force_types[i]->name);
      g_assert_nonnull (strstr (manual, name));
      check_keys (manual, bc_force_types[i]->fields);
    }
  for (int i = 0; bc_shape_types[i] != NULL; i++)
    check_keys (manual, bc_shape_types[i]->fields);
  for (size_t i = 0; bc_expression_function_name (i) != NULL; i++)
    g_assert_nonnull (strstr (manual, bc_expression_function_name (i)));
  for (const BcUnit *unit = bc_units (); unit->name != NULL; unit++)
    g_assert_nonnull (strstr (manual, unit->name));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/schema/file-is-current", test_file_is_current);
  g_test_add_func ("/model/schema/manual-names-every-key", test_manual_names_every_key);
  return g_test_run ();
}
