#include "forces/force.h"

#include <string.h>

extern const BcForceType bc_force_load, bc_force_torque, bc_force_spring, bc_force_torsion_spring,
    bc_force_bushing, bc_force_contact, bc_force_joint_spring, bc_force_joint_limit;

const BcForceType *const bc_force_types[] = {
  &bc_force_load,           &bc_force_torque,      &bc_force_spring,
  &bc_force_torsion_spring, &bc_force_bushing,     &bc_force_contact,
  &bc_force_joint_spring,   &bc_force_joint_limit, NULL,
};

const BcForceType *
bc_force_type_find (const char *name)
{
  for (int i = 0; bc_force_types[i] != NULL; i++)
    if (strcmp (bc_force_types[i]->name, name) == 0)
      return bc_force_types[i];
  return NULL;
}

void
bc_force_evaluate (const BcForce *force, double time, const BcMotion motions[2], bool derivatives,
                   BcForceResult *result)
{
  memset (result, 0, sizeof *result);
  force->type->evaluate (force, time, motions, derivatives, result);
}
