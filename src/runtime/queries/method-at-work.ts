import { INTEGRATORS, type Simulation } from '../../physics/core';

export function methodAtWork({ integrator }: Simulation) {
  return INTEGRATORS.find(({ id }) => id === integrator) ?? INTEGRATORS[0];
}
