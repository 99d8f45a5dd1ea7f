import type { FieldDefinition } from '../world/field';
import { contract, membraneField, principalValue } from './membrane-field';

/** ε = ½(FᵀF − I). */
export const membraneStrain: FieldDefinition = membraneField(
  {
    id: 'membrane-strain',
    label: 'Green strain',
    unit: '%',
    summary: 'Green strain ε = ½(FᵀF − I) of the membrane: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ strain }) => 100 * principalValue(strain),
);

/** ν = ½(ḞᵀF + FᵀḞ). */
export const membraneStrainRate: FieldDefinition = membraneField(
  {
    id: 'membrane-strain-rate',
    label: 'strain rate',
    unit: '1/s',
    summary: 'Rate of change ν of the membrane’s Green strain: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ rate }) => principalValue(rate),
);

/** λ tr(ε) I + 2μ ε, the second Piola–Kirchhoff stress. */
export const membraneElasticStress: FieldDefinition = membraneField(
  {
    id: 'membrane-elastic-stress',
    label: 'elastic stress',
    unit: 'Pa',
    summary: 'Elastic stress of the membrane, λ tr(ε) I + 2μ ε: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ elastic }) => principalValue(elastic),
);

/** φ tr(ν) I + 2ψ ν. */
export const membraneViscousStress: FieldDefinition = membraneField(
  {
    id: 'membrane-viscous-stress',
    label: 'viscous stress',
    unit: 'Pa',
    summary: 'Viscous stress of the membrane, φ tr(ν) I + 2ψ ν: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ viscous }) => principalValue(viscous),
);

/** √(σ₁₁² − σ₁₁σ₂₂ + σ₂₂² + 3σ₁₂²), of plane stress. */
export const membraneVonMises: FieldDefinition = membraneField(
  {
    id: 'membrane-von-mises',
    label: 'von Mises stress',
    unit: 'Pa',
    summary:
      'The von Mises stress of the membrane: elastic and viscous stress in one number, as strength is judged by.',
    diverging: false,
  },
  ({ elastic, viscous }) => {
    const x = elastic[0] + viscous[0];
    const y = elastic[1] + viscous[1];
    const xy = elastic[2] + viscous[2];
    return Math.sqrt(x * x - x * y + y * y + 3 * xy * xy);
  },
);

/** ½ σ:ε times the thickness, with the elastic stress σ. */
export const membraneEnergy: FieldDefinition = membraneField(
  {
    id: 'membrane-energy',
    label: 'elastic energy density',
    unit: 'J/m²',
    summary: 'Elastic energy of the membrane per area at rest.',
    diverging: false,
  },
  ({ elastic, strain, params }) => 0.5 * params.membraneThickness * contract(elastic, strain),
);

/** ½ σ:ν times the thickness, with the viscous stress σ. Twice as much turns to heat.
 *  Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems (damping potential). */
export const membraneDamping: FieldDefinition = membraneField(
  {
    id: 'membrane-damping',
    label: 'damping potential density',
    unit: 'W/m²',
    summary: 'Damping potential of the membrane per area at rest: half of the power that its viscosity turns to heat.',
    diverging: false,
  },
  ({ viscous, rate, params }) => 0.5 * params.membraneThickness * contract(viscous, rate),
);
