import type { Model, State } from '../../model/model';

/** Largest |l/L₀ − 1| of all uncut springs. */
export function largestStrain(model: Model, { positions: x }: State): number {
  const { springs, restLengths, stiffness } = model;
  let largest = 0;
  for (let j = 0; j < model.springCount; j++) {
    if (stiffness[j] === 0 || restLengths[j] === 0) continue;
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const strain = Math.abs(Math.sqrt(dx * dx + dy * dy + dz * dz) / restLengths[j] - 1);
    if (strain > largest) largest = strain;
  }
  return largest;
}
