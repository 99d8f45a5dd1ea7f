import type { FieldDefinition } from '../world/field';
import { lengthOf, springField } from './spring-field';

/** l/L₀ − 1; a spring without a rest length has none. */
export const springStrain: FieldDefinition = springField(
  {
    id: 'spring-strain',
    label: 'strain of the springs',
    unit: '%',
    summary: 'How much longer than at rest the springs of a particle are, on average; below zero they are shorter.',
    diverging: true,
  },
  'mean',
  (model, state, j) => (model.restLengths[j] === 0 ? 0 : 100 * (lengthOf(model, state, j) / model.restLengths[j] - 1)),
);
