import type { FieldDefinition } from '../world/field';
import { membraneField, principalValue } from './membrane-field';

/** ν = ½(ḞᵀF + FᵀḞ). */
export const membraneStrainRate: FieldDefinition = membraneField(
  {
    id: 'membrane-strain-rate',
    label: 'strain rate',
    unit: '1/s',
    summary: 'How fast the Green strain of the membrane changes, ν: the principal value that is farthest from zero.',
    diverging: true,
  },
  ({ rate }) => principalValue(rate),
);
