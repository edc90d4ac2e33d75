#include "model/dimension.h"

#include "base/vec.h"

#include <stdio.h>
#include <string.h>

static const BcUnit units[] = {
  { "m", 1.0, { 1, 0, 0, 0, false, false } },
  { "mm", 1e-3, { 1, 0, 0, 0, false, false } },
  { "cm", 1e-2, { 1, 0, 0, 0, false, false } },
  { "km", 1e3, { 1, 0, 0, 0, false, false } },
  { "um", 1e-6, { 1, 0, 0, 0, false, false } },
  { "in", 0.0254, { 1, 0, 0, 0, false, false } },
  { "ft", 0.3048, { 1, 0, 0, 0, false, false } },
  { "kg", 1.0, { 0, 1, 0, 0, false, false } },
  { "g", 1e-3, { 0, 1, 0, 0, false, false } },
  { "t", 1e3, { 0, 1, 0, 0, false, false } },
  { "lb", 0.45359237, { 0, 1, 0, 0, false, false } },
  { "s", 1.0, { 0, 0, 1, 0, false, false } },
  { "ms", 1e-3, { 0, 0, 1, 0, false, false } },
  { "us", 1e-6, { 0, 0, 1, 0, false, false } },
  { "min", 60.0, { 0, 0, 1, 0, false, false } },
  { "h", 3600.0, { 0, 0, 1, 0, false, false } },
  { "rad", 1.0, { 0, 0, 0, 1, false, false } },
  { "deg", BC_PI / 180.0, { 0, 0, 0, 1, false, false } },
  { "rev", 2.0 * BC_PI, { 0, 0, 0, 1, false, false } },
  { "rpm", BC_PI / 30.0, { 0, 0, -1, 1, false, false } },
  { "Hz", 1.0, { 0, 0, -1, 0, false, false } },
  { "kHz", 1e3, { 0, 0, -1, 0, false, false } },
  { "N", 1.0, { 1, 1, -2, 0, false, false } },
  { "kN", 1e3, { 1, 1, -2, 0, false, false } },
  { "mN", 1e-3, { 1, 1, -2, 0, false, false } },
  { "MN", 1e6, { 1, 1, -2, 0, false, false } },
  { "lbf", 4.4482216152605, { 1, 1, -2, 0, false, false } },
  { "Nm", 1.0, { 2, 1, -2, 0, false, false } },
  { "J", 1.0, { 2, 1, -2, 0, false, false } },
  { "kJ", 1e3, { 2, 1, -2, 0, false, false } },
  { "W", 1.0, { 2, 1, -3, 0, false, false } },
  { "kW", 1e3, { 2, 1, -3, 0, false, false } },
  { "Pa", 1.0, { -1, 1, -2, 0, false, false } },
  { "kPa", 1e3, { -1, 1, -2, 0, false, false } },
  { "MPa", 1e6, { -1, 1, -2, 0, false, false } },
  { "GPa", 1e9, { -1, 1, -2, 0, false, false } },
  { NULL, 0.0, { 0, 0, 0, 0, false, false } },
};

static const struct
{
  const char *name;
  BcDimension dimension;
} names[] = {
  { "a plain number", { 0, 0, 0, 0, false, false } },
  { "a length", { 1, 0, 0, 0, false, false } },
  { "an area", { 2, 0, 0, 0, false, false } },
  { "a volume", { 3, 0, 0, 0, false, false } },
  { "a mass", { 0, 1, 0, 0, false, false } },
  { "a time", { 0, 0, 1, 0, false, false } },
  { "an angle", { 0, 0, 0, 1, false, false } },
  { "a velocity", { 1, 0, -1, 0, false, false } },
  { "an acceleration", { 1, 0, -2, 0, false, false } },
  { "an angular velocity", { 0, 0, -1, 1, false, false } },
  { "an angular acceleration", { 0, 0, -2, 1, false, false } },
  { "a frequency", { 0, 0, -1, 0, false, false } },
  { "a force", { 1, 1, -2, 0, false, false } },
  { "a torque", { 2, 1, -2, 0, false, false } },
  { "a stiffness", { 0, 1, -2, 0, false, false } },
  { "a damping constant", { 0, 1, -1, 0, false, false } },
  { "a torsional stiffness", { 2, 1, -2, -1, false, false } },
  { "a torsional damping constant", { 2, 1, -1, -1, false, false } },
  { "a moment of inertia", { 2, 1, 0, 0, false, false } },
  { "a density", { -3, 1, 0, 0, false, false } },
  { "a power", { 2, 1, -3, 0, false, false } },
  { "a pressure", { -1, 1, -2, 0, false, false } },
};

const BcUnit *
bc_units (void)
{
  return units;
}

const BcUnit *
bc_unit_find (const char *name, size_t length)
{
  for (const BcUnit *unit = units; unit->name != NULL; unit++)
    if (strlen (unit->name) == length && memcmp (unit->name, name, length) == 0)
      return unit;
  return NULL;
}

static bool
same (BcDimension a, BcDimension b)
{
  return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

bool
bc_dimension_fits (BcDimension expected, BcDimension found)
{
  if (expected.bare || found.bare)
    return true;
  /* A ratio may be given as an angle and the other way round. */
  if (expected.m != 0 || expected.kg != 0 || (expected.s == 0 && found.s == 0))
    found.rad = expected.rad;
  return same (expected, found);
}

BcDimension
bc_dimension_combine (BcDimension a, BcDimension b, int sign)
{
  if (a.open || b.open)
    return (BcDimension) BC_DIM_OPEN;
  return (BcDimension){ a.m + sign * b.m,     a.kg + sign * b.kg, a.s + sign * b.s,
                        a.rad + sign * b.rad, a.bare && b.bare,   false };
}

const char *
bc_dimension_unit (BcDimension dimension, char *buffer, size_t size)
{
  const struct
  {
    const char *unit;
    int power;
  } parts[] = {
    { "kg", dimension.kg }, { "m", dimension.m }, { "rad", dimension.rad }, { "s", dimension.s }
  };
  size_t used = 0;
  buffer[0] = '\0';
  for (int sign = 1; sign >= -1; sign -= 2)
    for (size_t i = 0; i < 4; i++)
      {
        int power = sign * parts[i].power;
        if (power <= 0)
          continue;
        const char *join = sign < 0 ? (used == 0 ? "1/" : "/") : (used == 0 ? "" : "*");
        int n = power == 1
                    ? snprintf (buffer + used, size - used, "%s%s", join, parts[i].unit)
                    : snprintf (buffer + used, size - used, "%s%s^%d", join, parts[i].unit, power);
        if (n < 0 || (size_t) n >= size - used)
          return buffer;
        used += (size_t) n;
      }
  return buffer;
}

const char *
bc_dimension_name (BcDimension dimension, char *buffer, size_t size)
{
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (same (names[i].dimension, dimension))
      return names[i].name;
  char unit[80];
  snprintf (buffer, size, "a quantity in %s", bc_dimension_unit (dimension, unit, sizeof unit));
  return buffer;
}
