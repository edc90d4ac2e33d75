/* bellcrank info: bodies, joints, closure, mobility; as text, as JSON, as a picture. */
#include "cli.h"

#include "analysis/assembly.h"
#include "graph/graph.h"
#include "graph/mobility.h"
#include "picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Everything the command found out. */
typedef struct
{
  const BcModel *model;
  BcConstraints *constraints;
  BcConfiguration *configuration;
  BcAssembly *assembly;
  BcMobility *mobility; /* NULL when the mechanism does not close */
  BcGraph *graph;
} Info;

/* Freedoms are listed up to this many; a chain of a thousand links would fill screens. */
#define MAX_LISTED 24

static const char *const body_coordinates[] = { "moves along x", "moves along y", "moves along z",
                                                "turns about x", "turns about y", "turns about z" };

/* ---- words ---- */

static const char *
owner_name (const BcModel *model, int joint, int driver)
{
  return joint >= 0 ? model->joints[joint].name : model->drivers[driver].name;
}

/* "crank, rod": the bodies that move in a freedom; all of them when they are few. */
static GPtrArray *
moving_bodies (const Info *info, const double *motion)
{
  GPtrArray *names = g_ptr_array_new ();
  double most = 0.0;
  for (int i = 0; i < info->constraints->n_columns; i++)
    most = MAX (most, fabs (motion[i]));
  for (int i = 0; i < info->model->n_bodies; i++)
    {
      int column = info->constraints->body_column[i];
      double here = 0.0;
      for (int k = 0; k < 6 && column >= 0; k++)
        here = MAX (here, fabs (motion[column + k]));
      if (here > 1e-6 * most)
        g_ptr_array_add (names, (gpointer) (guintptr) info->model->bodies[i].name);
    }
  return names;
}

static char *
freedom_name (const Info *info, const BcFreedom *freedom)
{
  if (freedom->joint >= 0)
    return g_strdup_printf ("%s.q%d", info->model->joints[freedom->joint].name,
                            freedom->coordinate + 1);
  return g_strdup_printf ("%s %s", info->model->bodies[freedom->body].name,
                          body_coordinates[freedom->coordinate]);
}

/* " of body/marker": whose axes a redundant direction means. */
static char *
direction_axes (const BcModel *model, const BcRedundancy *row)
{
  if (row->joint < 0 || model->joints[row->joint].type->couples)
    return g_strdup ("");
  const BcMarker *marker = &model->markers[model->joints[row->joint].from];
  return g_strdup_printf (" of %s/%s", model->bodies[marker->body].name, marker->name);
}

static char *
gap_text (const BcGap *gap)
{
  return gap->is_length ? g_strdup_printf ("%.4g m", gap->gap)
                        : g_strdup_printf ("%.4g deg", gap->gap * 180.0 / BC_PI);
}

/* ---- text ---- */

static void
print_assembly (const Info *info)
{
  const BcAssembly *assembly = info->assembly;
  const BcModel *model = info->model;
  if (!assembly->closed)
    {
      printf ("\nDoes not close; best configuration found:\n");
      for (int i = 0; i < assembly->n_gaps; i++)
        {
          const BcGap *gap = &assembly->gaps[i];
          g_autofree char *text = gap_text (gap);
          printf ("  %-6s %-20s %s apart\n", gap->joint >= 0 ? "joint" : "driver",
                  owner_name (model, gap->joint, gap->driver), text);
        }
      return;
    }
  printf ("\nCloses: largest gap %.1e m after %d iterations\n", assembly->residual,
          assembly->iterations);
  if (assembly->flipped)
    printf ("  joint %s closes only with its axes reversed: turn z of one of its markers around\n",
            model->joints[assembly->flipped_joint].name);
  int shown = 0;
  const double still = 1e-9 * info->constraints->size;
  for (int i = 0; i < model->n_bodies && shown < MAX_LISTED; i++)
    if (assembly->moved[i] > still || assembly->turned[i] > 1e-9)
      {
        printf ("  %-20s moved by %.4g m, turned by %.4g deg\n", model->bodies[i].name,
                assembly->moved[i] > still ? assembly->moved[i] : 0.0,
                assembly->turned[i] > 1e-9 ? assembly->turned[i] * 180.0 / BC_PI : 0.0);
        shown++;
      }
  if (assembly->velocity_body >= 0 && assembly->velocity_change > 1e-9)
    printf ("  the velocity given for %s was changed by up to %.3g m/s to fit the joints\n",
            model->bodies[assembly->velocity_body].name, assembly->velocity_change);
}

static void
print_redundant (const Info *info)
{
  const BcMobility *mobility = info->mobility;
  for (int i = 0; i < mobility->n_redundant && i < MAX_LISTED; i++)
    {
      const BcRedundancy *row = &mobility->redundant[i];
      g_autofree char *axes = direction_axes (info->model, row);
      printf ("  redundant: %-6s %-20s %s%s\n", row->joint >= 0 ? "joint" : "driver",
              owner_name (info->model, row->joint, row->driver), row->direction, axes);
    }
  if (mobility->n_redundant > MAX_LISTED)
    printf ("  … and %d more\n", mobility->n_redundant - MAX_LISTED);
}

static void
print_freedoms (const Info *info)
{
  const BcMobility *mobility = info->mobility;
  for (int i = 0; i < mobility->n_described && i < MAX_LISTED; i++)
    {
      const BcFreedom *freedom = &mobility->described[i];
      g_autofree char *name = freedom_name (info, freedom);
      g_autoptr (GPtrArray) bodies = moving_bodies (info, freedom->motion);
      g_autoptr (GString) list = g_string_new (NULL);
      for (guint k = 0; k < bodies->len && k < 8; k++)
        g_string_append_printf (list, "%s%s", k > 0 ? ", " : "",
                                (const char *) g_ptr_array_index (bodies, k));
      if (bodies->len > 8)
        g_string_append_printf (list, " and %u more", bodies->len - 8);
      printf ("  freedom %d: %-24s moves %s\n", i + 1, name, list->str);
    }
  if (mobility->n_described > MAX_LISTED)
    printf ("  … and %d more\n", mobility->n_described - MAX_LISTED);
}

static void
print_mobility (const Info *info)
{
  const BcMobility *mobility = info->mobility;
  printf ("\nMobility\n  Grübler count        %d", mobility->gruebler);
  if (mobility->planar)
    printf (" in space, %d in the plane", mobility->gruebler_planar);
  printf ("\n  equations            %d, %d independent, %d redundant\n", mobility->n_equations,
          mobility->rank, mobility->n_equations - mobility->rank);
  printf ("  freedoms             %d", mobility->freedoms);
  if (mobility->n_drivers > 0)
    printf (", %d driven, %d free", mobility->driven, mobility->freedoms - mobility->driven);
  printf ("\n");
  if (mobility->singular)
    printf ("  singular position    here %d freedoms, %d in the neighbourhood\n",
            mobility->freedoms, 6 * mobility->n_moving - mobility->rank_nearby);
  print_redundant (info);
  print_freedoms (info);
}

static void
print_parts (const Info *info)
{
  const BcGraph *graph = info->graph;
  const BcModel *model = info->model;
  const struct
  {
    int n;
    const char *one, *many;
  } counts[] = { { model->n_bodies, "body", "bodies" },
                 { model->n_joints, "joint", "joints" },
                 { model->n_forces, "force", "forces" },
                 { model->n_drivers, "driver", "drivers" },
                 { graph->n_loops, "loop", "loops" } };
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    printf ("%s%d %s", i > 0 ? ", " : "", counts[i].n,
            counts[i].n == 1 ? counts[i].one : counts[i].many);
  printf ("\n");
  for (int part = 0; part < graph->n_parts; part++)
    {
      if (graph->grounded[part])
        continue;
      printf ("  not tied to the ground:");
      for (int i = 0; i < model->n_bodies; i++)
        if (graph->part[i] == part)
          printf (" %s", model->bodies[i].name);
      printf ("\n");
    }
}

static void
print_text (const Info *info)
{
  const BcModel *model = info->model;
  printf ("%s\n", model->name);
  if (model->description[0] != '\0')
    printf ("%s\n", model->description);
  printf ("\n");
  print_parts (info);
  printf ("\n  %-20s %-8s %12s\n", "body", "kind", "mass");
  for (int i = 0; i < model->n_bodies && i < MAX_LISTED; i++)
    if (model->bodies[i].kind == BC_BODY_GROUND)
      printf ("  %-20s %-8s\n", model->bodies[i].name, "ground");
    else
      printf ("  %-20s %-8s %9.4g kg\n", model->bodies[i].name, "rigid", model->bodies[i].mass);
  if (model->n_bodies > MAX_LISTED)
    printf ("  … and %d more\n", model->n_bodies - MAX_LISTED);
  printf ("\n  %-20s %-15s %s\n", "joint", "type", "between");
  for (int i = 0; i < model->n_joints && i < MAX_LISTED; i++)
    {
      const BcJoint *joint = &model->joints[i];
      printf ("  %-20s %-15s ", joint->name, joint->type->name);
      if (joint->type->couples)
        for (int k = 0; k < joint->of.n; k++)
          printf ("%s%s", k > 0 ? ", " : "", model->joints[joint->of.at[k]].name);
      else
        printf ("%s, %s", model->bodies[model->markers[joint->from].body].name,
                model->bodies[model->markers[joint->to].body].name);
      printf ("\n");
    }
  if (model->n_joints > MAX_LISTED)
    printf ("  … and %d more\n", model->n_joints - MAX_LISTED);
  print_assembly (info);
  if (info->mobility != NULL)
    print_mobility (info);
}

/* ---- JSON ---- */

static void
set_number (BcValue *object, const char *key, double number)
{
  bc_value_set (object, key, bc_value_new_number (number));
}

static BcValue *
json_assembly (const Info *info)
{
  const BcAssembly *assembly = info->assembly;
  BcValue *object = bc_value_new (BC_VALUE_OBJECT), *gaps = bc_value_new (BC_VALUE_ARRAY);
  BcValue *moved = bc_value_new (BC_VALUE_OBJECT);
  bc_value_set (object, "closed", bc_value_new_boolean (assembly->closed));
  set_number (object, "iterations", assembly->iterations);
  set_number (object, "residual", assembly->residual);
  if (assembly->flipped)
    bc_value_set (object, "flipped",
                  bc_value_new_string (info->model->joints[assembly->flipped_joint].name));
  for (int i = 0; i < assembly->n_gaps; i++)
    {
      const BcGap *gap = &assembly->gaps[i];
      BcValue *item = bc_value_new (BC_VALUE_OBJECT);
      bc_value_set (item, gap->joint >= 0 ? "joint" : "driver",
                    bc_value_new_string (owner_name (info->model, gap->joint, gap->driver)));
      set_number (item, gap->is_length ? "gap_m" : "gap_rad", gap->gap);
      bc_value_append (gaps, item);
    }
  bc_value_set (object, "gaps", gaps);
  for (int i = 0; i < info->model->n_bodies; i++)
    if (assembly->moved[i] > 1e-9 * info->constraints->size || assembly->turned[i] > 1e-9)
      {
        BcValue *item = bc_value_new (BC_VALUE_OBJECT);
        set_number (item, "moved_m", assembly->moved[i]);
        set_number (item, "turned_rad", assembly->turned[i]);
        bc_value_set (moved, info->model->bodies[i].name, item);
      }
  bc_value_set (object, "moved", moved);
  set_number (object, "velocity_change", assembly->velocity_change);
  return object;
}

static BcValue *
json_freedom (const Info *info, const BcFreedom *freedom)
{
  BcValue *item = bc_value_new (BC_VALUE_OBJECT), *moves = bc_value_new (BC_VALUE_ARRAY);
  g_autofree char *name = freedom_name (info, freedom);
  g_autoptr (GPtrArray) bodies = moving_bodies (info, freedom->motion);
  bc_value_set (item, "coordinate", bc_value_new_string (name));
  for (guint k = 0; k < bodies->len; k++)
    bc_value_append (moves, bc_value_new_string (g_ptr_array_index (bodies, k)));
  bc_value_set (item, "moves", moves);
  return item;
}

static void
json_mobility (const Info *info, BcValue *object)
{
  const BcMobility *mobility = info->mobility;
  BcValue *redundant = bc_value_new (BC_VALUE_ARRAY), *freedoms = bc_value_new (BC_VALUE_ARRAY);
  set_number (object, "gruebler", mobility->gruebler);
  bc_value_set (object, "planar", bc_value_new_boolean (mobility->planar));
  if (mobility->planar)
    set_number (object, "gruebler_planar", mobility->gruebler_planar);
  set_number (object, "equations", mobility->n_equations);
  set_number (object, "rank", mobility->rank);
  set_number (object, "freedoms", mobility->freedoms);
  set_number (object, "driven", mobility->driven);
  bc_value_set (object, "singular", bc_value_new_boolean (mobility->singular));
  set_number (object, "freedoms_nearby", 6 * mobility->n_moving - mobility->rank_nearby);
  for (int i = 0; i < mobility->n_redundant; i++)
    {
      const BcRedundancy *row = &mobility->redundant[i];
      BcValue *item = bc_value_new (BC_VALUE_OBJECT);
      bc_value_set (item, row->joint >= 0 ? "joint" : "driver",
                    bc_value_new_string (owner_name (info->model, row->joint, row->driver)));
      bc_value_set (item, "direction", bc_value_new_string (row->direction));
      bc_value_append (redundant, item);
    }
  bc_value_set (object, "redundant", redundant);
  for (int i = 0; i < mobility->n_described; i++)
    bc_value_append (freedoms, json_freedom (info, &mobility->described[i]));
  bc_value_set (object, "freedom", freedoms);
}

static void
print_json (const Info *info)
{
  g_autoptr (BcValue) object = bc_value_new (BC_VALUE_OBJECT);
  const BcModel *model = info->model;
  BcValue *bodies = bc_value_new (BC_VALUE_OBJECT), *floating = bc_value_new (BC_VALUE_ARRAY);
  bc_value_set (object, "name", bc_value_new_string (model->name));
  for (int i = 0; i < model->n_bodies; i++)
    {
      BcValue *body = bc_value_new (BC_VALUE_OBJECT);
      const BcPose *pose = &info->configuration->poses[i];
      BcValue *at = bc_value_new (BC_VALUE_ARRAY), *turn = bc_value_new (BC_VALUE_ARRAY);
      set_number (body, "mass", model->bodies[i].mass);
      for (int k = 0; k < 3; k++)
        bc_value_append (at, bc_value_new_number (bc_component (pose->at, k)));
      const double q[4] = { pose->turn.w, pose->turn.x, pose->turn.y, pose->turn.z };
      for (int k = 0; k < 4; k++)
        bc_value_append (turn, bc_value_new_number (q[k]));
      bc_value_set (body, "at", at);
      bc_value_set (body, "quaternion", turn);
      bc_value_set (bodies, model->bodies[i].name, body);
      if (!info->graph->grounded[info->graph->part[i]])
        bc_value_append (floating, bc_value_new_string (model->bodies[i].name));
    }
  bc_value_set (object, "bodies", bodies);
  set_number (object, "joints", model->n_joints);
  set_number (object, "loops", info->graph->n_loops);
  set_number (object, "parts", info->graph->n_parts);
  bc_value_set (object, "floating", floating);
  bc_value_set (object, "assembly", json_assembly (info));
  if (info->mobility != NULL)
    json_mobility (info, object);
  g_autofree char *text = bc_value_write (object);
  fputs (text, stdout);
}

/* ---- the command ---- */

static Info
gather (const BcModel *model)
{
  Info info = { .model = model };
  info.graph = bc_graph_new (model);
  info.constraints = bc_constraints_new (model);
  info.configuration = bc_configuration_new (info.constraints);
  info.assembly = bc_assemble (info.constraints, info.configuration);
  if (info.assembly->closed)
    info.mobility = bc_mobility_new (info.constraints, info.configuration);
  return info;
}

static void
info_clear (Info *info)
{
  bc_mobility_free (info->mobility);
  bc_assembly_free (info->assembly);
  bc_configuration_free (info->configuration);
  bc_constraints_free (info->constraints);
  bc_graph_free (info->graph);
}

static gboolean
write_picture (const Info *info, const char *file, const char *view_word)
{
  static const char *const views[] = { "auto", "iso", "front", "top", "side", NULL };
  int view = 0;
  while (view_word != NULL && views[view] != NULL && strcmp (views[view], view_word) != 0)
    view++;
  if (views[view] == NULL)
    {
      fprintf (stderr, "bellcrank: there is no view \"%s\". Use auto, iso, front, top or side\n",
               view_word);
      return FALSE;
    }
  char fault[300];
  if (bc_picture_write (info->model, info->configuration->poses, (BcView) view, 1200, 800, file,
                        fault, sizeof fault))
    return TRUE;
  fprintf (stderr, "bellcrank: %s\n", fault);
  return FALSE;
}

int
bc_cli_info (int argc, char **argv)
{
  gboolean json = FALSE;
  g_autofree char *picture = NULL, *view = NULL;
  g_auto (GStrv) overrides = NULL;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture, "draw the mechanism (.svg, .png or .pdf)",
      "FILE" },
    { "view", 0, 0, G_OPTION_ARG_STRING, &view, "auto, iso, front, top or side", "VIEW" },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &overrides, "override a value of the model",
      "PATH=VALUE" },
    G_OPTION_ENTRY_NULL,
  };
  if (!bc_cli_options (&argc, &argv, "info MODEL",
                       "Checks a model, closes its joints, and tells how it can move.", entries))
    return BC_EXIT_WRONG_INPUT;
  if (argc != 2)
    {
      fputs ("usage: bellcrank info MODEL [--json] [--picture FILE] [--set PATH=VALUE]\n", stderr);
      return BC_EXIT_WRONG_INPUT;
    }
  BcModel *model = bc_cli_load (argv[1], overrides);
  if (model == NULL)
    return BC_EXIT_WRONG_INPUT;

  Info info = gather (model);
  if (json)
    print_json (&info);
  else
    print_text (&info);
  int status = info.assembly->closed ? BC_EXIT_GOOD : BC_EXIT_CANNOT_GO_ON;
  if (picture != NULL && !write_picture (&info, picture, view))
    status = BC_EXIT_WRONG_INPUT;
  info_clear (&info);
  bc_model_free (model);
  return status;
}
