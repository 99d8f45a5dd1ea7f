import { openMembrane, setCut } from '../model/cuts';
import type { Model, State } from '../model/model';
import type { ConstraintDefinition } from '../world/constraint';

/** Springs with l/L₀ − 1 > strain break after a step, and open the membrane triangles that they are edges of. */
export const tearing: ConstraintDefinition = {
  id: 'tearing',
  label: 'Tearing',
  summary: 'Cuts springs whose strain is too large.',
  account: 'parameters',
  params: {
    tearStrain: {
      label: 'tears at strain',
      unit: 'm/m',
      default: 0,
      range: [0, 1],
      scale: 'linear',
      accepts: 'non-negative',
      group: 'Material',
      help: 'A spring breaks when its strain exceeds this value; 0: never.',
    },
  },
  create: (world) => ({
    afterStep(state) {
      const { tearStrain } = world.params;
      if (tearStrain > 0 && tear(world.model, state, tearStrain)) openMembrane(world.model);
      return 0;
    },
  }),
};

/** Cuts the springs that are stretched too far; their energy is lost. @returns true if a spring broke */
function tear(model: Model, { positions: x }: State, strain: number): boolean {
  const { springs, springCount, restLengths, stiffness } = model;
  let torn = false;
  for (let j = 0; j < springCount; j++) {
    if (stiffness[j] === 0 || restLengths[j] === 0) continue;
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const longest = (1 + strain) * restLengths[j];
    if (!(dx * dx + dy * dy + dz * dz > longest * longest)) continue;
    setCut(model, j, true);
    torn = true;
  }
  return torn;
}
