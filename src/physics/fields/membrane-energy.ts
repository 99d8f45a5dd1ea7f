import type { FieldDefinition } from '../world/field';
import { contract, membraneField } from './membrane-field';

/** ½ σ:ε, times the thickness; σ the elastic stress. */
export const membraneEnergy: FieldDefinition = membraneField(
  {
    id: 'membrane-energy',
    label: 'elastic energy density',
    unit: 'J/m²',
    summary: 'Elastic energy that the membrane stores, per area at rest.',
    diverging: false,
  },
  ({ elastic, strain, params }) => 0.5 * params.membraneThickness * contract(elastic, strain),
);
