import type { FieldDefinition } from '../world/field';
import { contract, membraneField } from './membrane-field';

/** ½ σ:ν, times the thickness; σ the viscous stress. Twice as much turns to heat.
 *  Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems (damping potential). */
export const membraneDamping: FieldDefinition = membraneField(
  {
    id: 'membrane-damping',
    label: 'damping potential density',
    unit: 'W/m²',
    summary: 'Damping potential of the membrane, half of the power that its viscosity turns to heat, per area at rest.',
    diverging: false,
  },
  ({ viscous, rate, params }) => 0.5 * params.membraneThickness * contract(viscous, rate),
);
