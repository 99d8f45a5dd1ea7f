import type { FieldDefinition } from '../world/field';
import { membraneField, principalValue } from './membrane-field';

/** λ tr(ε) I + 2μ ε, the second Piola–Kirchhoff stress. */
export const membraneElasticStress: FieldDefinition = membraneField(
  {
    id: 'membrane-elastic-stress',
    label: 'elastic stress',
    unit: 'Pa',
    summary: 'Elastic stress of the membrane, λ tr(ε) I + 2μ ε: the principal value that is farthest from zero.',
    diverging: true,
  },
  ({ elastic }) => principalValue(elastic),
);
