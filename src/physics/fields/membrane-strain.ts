import type { FieldDefinition } from '../world/field';
import { membraneField, principalValue } from './membrane-field';

/** ε = ½(FᵀF − I). */
export const membraneStrain: FieldDefinition = membraneField(
  {
    id: 'membrane-strain',
    label: 'Green strain',
    unit: '%',
    summary: 'Green strain ε = ½(FᵀF − I) of the membrane: the principal value that is farthest from zero.',
    diverging: true,
  },
  ({ strain }) => 100 * principalValue(strain),
);
