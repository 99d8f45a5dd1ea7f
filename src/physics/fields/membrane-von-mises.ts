import type { FieldDefinition } from '../world/field';
import { membraneField } from './membrane-field';

/** √(σ₁₁² − σ₁₁σ₂₂ + σ₂₂² + 3σ₁₂²), of plane stress. */
export const membraneVonMises: FieldDefinition = membraneField(
  {
    id: 'membrane-von-mises',
    label: 'von Mises stress',
    unit: 'Pa',
    summary:
      'Elastic and viscous stress of the membrane in one number, as strength is judged by: the von Mises stress.',
    diverging: false,
  },
  ({ elastic, viscous }) => {
    const x = elastic[0] + viscous[0];
    const y = elastic[1] + viscous[1];
    const xy = elastic[2] + viscous[2];
    return Math.sqrt(x * x - x * y + y * y + 3 * xy * xy);
  },
);
