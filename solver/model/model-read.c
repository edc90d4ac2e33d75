#include "model/model-read.h"

#include "model/model-fields.h"
#include "model/read.h"

#include <math.h>

static void
read_plots (BcReader *reader, const BcValue *list)
{
  g_autoptr (GPtrArray) items = bc_read_items (reader, list, "plots");
  BcModel *model = reader->model;
  model->plots = bc_arena_array (reader->arena, BcPlot, items->len);
  for (guint i = 0; i < items->len; i++)
    model->n_plots += bc_read_fields (reader, g_ptr_array_index (items, i), bc_plot_fields,
                                      &model->plots[model->n_plots]);
}

static void
read_top (BcReader *reader, const BcValue *root)
{
  BcModelText text;
  BcModel *model = reader->model;
  bc_reader_enter (reader, "model", NULL);
  bc_read_fields (reader, root, bc_model_fields, &text);
  const BcValue *version = bc_value_get (root, "bellcrank");
  if (version != NULL && text.version != 1 && text.version != -1)
    bc_reader_error (reader, version,
                     g_strdup_printf ("format version %d is not known", text.version),
                     g_strdup ("This program reads version 1"));
  model->name = text.name != NULL ? text.name : "";
  model->description = text.description != NULL ? text.description : "";
  model->up = text.up;
  model->gravity = isnan (text.gravity.x) ? bc_scale (-9.81, bc_unit_axis (text.up)) : text.gravity;
  model->analysis = text.analysis;
}

/* A body without mass can only follow others: something must hold it. */
static void
check_masses (BcReader *reader, const BcValue *bodies)
{
  const BcModel *model = reader->model;
  bool *held = bc_arena_array (reader->arena, bool, model->n_bodies);
  for (int i = 0; i < model->n_joints; i++)
    if (!model->joints[i].type->couples && model->joints[i].type->n_equations > 0)
      held[model->markers[model->joints[i].from].body] =
          held[model->markers[model->joints[i].to].body] = true;
  for (int i = 0; i < model->n_bodies; i++)
    {
      const BcBody *body = &model->bodies[i];
      if (body->kind != BC_BODY_RIGID || body->mass > 0.0)
        continue;
      const BcValue *value = bc_value_at (bodies, (guint) i);
      bc_reader_enter (reader, "body", value);
      char *fix = g_strdup ("Give \"mass\", or shapes with a \"density\"");
      if (held[i])
        bc_reader_warning (reader, value, g_strdup ("it has no mass"), fix);
      else
        bc_reader_error (reader, value, g_strdup ("it has no mass and no joint holds it"), fix);
    }
}

static BcModel *
compile (BcReader *reader, const BcValue *tree)
{
  if (tree->kind != BC_VALUE_OBJECT)
    {
      bc_reader_error (
          reader, tree,
          g_strdup_printf ("a model is an object, this is %s", bc_value_kind_name (tree)),
          g_strdup ("Write {\"bellcrank\": 1, …}"));
      return NULL;
    }
  bc_read_parameters (reader, tree);
  g_autoptr (BcValue) root = bc_read_expand (reader, tree);
  if (root == NULL)
    return NULL;
  read_top (reader, root);
  const BcValue *bodies = bc_value_get (root, "bodies");
  bc_read_bodies (reader, bodies);
  bc_read_joints (reader, bc_value_get (root, "joints"));
  bc_read_drivers (reader, bc_value_get (root, "drivers"));
  bc_read_forces (reader, bc_value_get (root, "forces"));
  read_plots (reader, bc_value_get (root, "plots"));
  if (bc_problems_count (reader->problems, BC_ERROR) > 0)
    return NULL;
  check_masses (reader, bodies);
  return bc_problems_count (reader->problems, BC_ERROR) == 0 ? reader->model : NULL;
}

BcModel *
bc_model_read (const BcValue *tree, const char *folder, BcProblems *problems)
{
  BcArena *arena = bc_arena_new ();
  BcModel *model = bc_arena_alloc (arena, sizeof *model);
  model->arena = arena;
  model->folder = bc_arena_text (arena, folder);
  BcReader reader = { .problems = problems, .arena = arena, .model = model };
  reader.parameters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reader.markers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.joints = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.marker_list = g_array_new (FALSE, TRUE, sizeof (BcMarker));

  BcModel *result = compile (&reader, tree);
  if (result == NULL)
    bc_model_free (model);
  bc_problems_sort (problems);

  g_hash_table_unref (reader.parameters);
  g_hash_table_unref (reader.markers);
  g_hash_table_unref (reader.joints);
  g_array_unref (reader.marker_list);
  g_free (reader.object);
  return result;
}

BcModel *
bc_model_load (const char *file, const char *const *overrides, BcProblems *problems)
{
  g_autoptr (BcValue) tree = bc_value_load (file, problems);
  if (tree == NULL)
    return NULL;
  for (int i = 0; overrides != NULL && overrides[i] != NULL; i++)
    if (!bc_value_override (tree, overrides[i], problems))
      return NULL;
  g_autofree char *folder = g_path_get_dirname (file);
  return bc_model_read (tree, folder, problems);
}
