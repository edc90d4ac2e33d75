#include "joints/driver.h"

BcDriverStart
bc_driver_start (const BcDriver *driver)
{
  BcJet jet = bc_function_evaluate (driver->function, 0.0);
  switch (driver->level)
    {
    case BC_DRIVE_POSITION:
      return (BcDriverStart){ jet.v, jet.d };
    case BC_DRIVE_VELOCITY:
      return (BcDriverStart){ driver->start, jet.v };
    case BC_DRIVE_ACCELERATION:
      break;
    }
  return (BcDriverStart){ driver->start, driver->start_rate };
}

BcJet
bc_driver_evaluate (const BcDriver *driver, BcDriverStart start, double time)
{
  const BcFunction *f = driver->function;
  BcJet jet = bc_function_evaluate (f, time);
  switch (driver->level)
    {
    case BC_DRIVE_POSITION:
      return jet;
    case BC_DRIVE_VELOCITY:
      return (BcJet){ start.position + bc_function_integral (f, 0.0, time), jet.v, jet.d };
    case BC_DRIVE_ACCELERATION:
      break;
    }
  return (BcJet){ start.position + start.rate * time + bc_function_double_integral (f, 0.0, time),
                  start.rate + bc_function_integral (f, 0.0, time), jet.v };
}
