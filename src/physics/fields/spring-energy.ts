import type { FieldDefinition } from '../world/field';
import { lengthOf, springField } from './spring-field';

/** ½k(l − L₀)², half of it at either end: over all particles they add up to the springs' energy. */
export const springEnergy: FieldDefinition = springField(
  {
    id: 'spring-energy',
    label: 'energy of the springs',
    unit: 'J',
    summary: 'Elastic energy of the springs of each particle, half of every spring at either end.',
    diverging: false,
  },
  'half',
  (model, state, j) => {
    const stretch = lengthOf(model, state, j) - model.restLengths[j];
    return 0.5 * model.stiffness[j] * stretch * stretch;
  },
);
