/* Physical dimensions and the units a number may carry in a model file ("25 mm", "124.8 rad/s"). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Exponents of metre, kilogram, second and radian.  `bare` marks a plain number, which fits every
 * dimension and then counts in SI units; `open` what depends on a variable, whose dimension nobody
 * knows, so that it fits everywhere and so does what it is combined with. */
typedef struct
{
  int m, kg, s, rad;
  bool bare, open;
} BcDimension;

/* Initialisers: in an expression write (BcDimension) BC_DIM_LENGTH. */
#define BC_DIM_NONE                                                                                \
  {                                                                                                \
    0, 0, 0, 0, false                                                                              \
  }
#define BC_DIM_BARE                                                                                \
  {                                                                                                \
    0, 0, 0, 0, true                                                                               \
  }
#define BC_DIM_OPEN                                                                                \
  {                                                                                                \
    0, 0, 0, 0, true, true                                                                         \
  }
#define BC_DIM_LENGTH                                                                              \
  {                                                                                                \
    1, 0, 0, 0, false                                                                              \
  }
#define BC_DIM_MASS                                                                                \
  {                                                                                                \
    0, 1, 0, 0, false                                                                              \
  }
#define BC_DIM_TIME                                                                                \
  {                                                                                                \
    0, 0, 1, 0, false                                                                              \
  }
#define BC_DIM_ANGLE                                                                               \
  {                                                                                                \
    0, 0, 0, 1, false                                                                              \
  }
#define BC_DIM_VELOCITY                                                                            \
  {                                                                                                \
    1, 0, -1, 0, false                                                                             \
  }
#define BC_DIM_ACCELERATION                                                                        \
  {                                                                                                \
    1, 0, -2, 0, false                                                                             \
  }
#define BC_DIM_ANGULAR_VELOCITY                                                                    \
  {                                                                                                \
    0, 0, -1, 1, false                                                                             \
  }
#define BC_DIM_FREQUENCY                                                                           \
  {                                                                                                \
    0, 0, -1, 0, false                                                                             \
  }
#define BC_DIM_FORCE                                                                               \
  {                                                                                                \
    1, 1, -2, 0, false                                                                             \
  }
#define BC_DIM_TORQUE                                                                              \
  {                                                                                                \
    2, 1, -2, 0, false                                                                             \
  }
#define BC_DIM_STIFFNESS                                                                           \
  {                                                                                                \
    0, 1, -2, 0, false                                                                             \
  }
#define BC_DIM_DAMPING                                                                             \
  {                                                                                                \
    0, 1, -1, 0, false                                                                             \
  }
#define BC_DIM_TORSION_STIFFNESS                                                                   \
  {                                                                                                \
    2, 1, -2, -1, false                                                                            \
  }
#define BC_DIM_TORSION_DAMPING                                                                     \
  {                                                                                                \
    2, 1, -1, -1, false                                                                            \
  }
#define BC_DIM_INERTIA                                                                             \
  {                                                                                                \
    2, 1, 0, 0, false                                                                              \
  }
#define BC_DIM_DENSITY                                                                             \
  {                                                                                                \
    -3, 1, 0, 0, false                                                                             \
  }

typedef struct
{
  const char *name;
  double factor; /* to SI */
  BcDimension dimension;
} BcUnit;

/* All units, ended by one whose name is NULL. */
const BcUnit *bc_units (void);
const BcUnit *bc_unit_find (const char *name, size_t length);

/* Whether `found` can stand where `expected` is wanted.  A radian is a ratio, so it is only
 * compared between quantities without length and mass, where it tells rad/s from Hz. */
bool bc_dimension_fits (BcDimension expected, BcDimension found);

BcDimension bc_dimension_combine (BcDimension a, BcDimension b, int sign);

/* "a length", or the exponents when the quantity has no common name. */
const char *bc_dimension_name (BcDimension dimension, char *buffer, size_t size);

/* The SI unit as a text, for example "kg*m^2"; "" when there is none. */
const char *bc_dimension_unit (BcDimension dimension, char *buffer, size_t size);
