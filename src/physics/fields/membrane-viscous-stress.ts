import type { FieldDefinition } from '../world/field';
import { membraneField, principalValue } from './membrane-field';

/** φ tr(ν) I + 2ψ ν. */
export const membraneViscousStress: FieldDefinition = membraneField(
  {
    id: 'membrane-viscous-stress',
    label: 'viscous stress',
    unit: 'Pa',
    summary: 'Viscous stress of the membrane, φ tr(ν) I + 2ψ ν: the principal value that is farthest from zero.',
    diverging: true,
  },
  ({ viscous }) => principalValue(viscous),
);
