import type { Model, State } from '../model/model';
import type { Params } from '../model/params';
import type { IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';

/** False for springs that are cut, switched off, or without a rest length. */
function isActive({ restLengths, stiffness, damping }: Model, j: number): boolean {
  return restLengths[j] > 0 && (stiffness[j] > 0 || damping[j] > 0);
}

/** Number of springs that can jitter. */
export function countActive(model: Model): number {
  let count = 0;
  for (let j = 0; j < model.springCount; j++) if (isActive(model, j)) count++;
  return count;
}

/** √(4d / (m · springs)) / L₀ with the most springs at a particle, the lightest mass and the shortest rest length. */
export function jitterScale({ model }: World): number {
  const { springs, restLengths, masses, particleCount } = model;
  const degrees = new Uint32Array(particleCount);
  let count = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (let j = 0; j < model.springCount; j++) {
    if (!isActive(model, j)) continue;
    count++;
    shortest = Math.min(shortest, restLengths[j]);
    degrees[springs[2 * j]]++;
    degrees[springs[2 * j + 1]]++;
  }
  let degree = 0;
  let lightest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < particleCount; i++) {
    degree = Math.max(degree, degrees[i]);
    lightest = Math.min(lightest, masses[i]);
  }
  return count === 0 ? 0 : Math.sqrt((4 * degree) / (lightest * count)) / shortest;
}

/** The time in which the jitter of springs is judged, s: a step, or one of its substeps where a method makes them. */
export function jitterTime({ solvesSprings }: IntegratorDefinition, { dt, substeps }: Params): number {
  return solvesSprings ? dt / substeps : dt;
}

/** Root mean square over the springs of h·u/L₀: the part of its length by which a spring changes in a step. */
export function springJitter({ model }: World, { positions: x, velocities: v }: State, h: number): number {
  const { springs, restLengths } = model;
  let sum = 0;
  let count = 0;
  for (let j = 0; j < model.springCount; j++) {
    const L0 = restLengths[j];
    if (!isActive(model, j)) continue;
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const along = (v[a] - v[b]) * dx + (v[a + 1] - v[b + 1]) * dy + (v[a + 2] - v[b + 2]) * dz;
    const l2 = dx * dx + dy * dy + dz * dz;
    if (l2 > 0) sum += (along * along) / (l2 * L0 * L0);
    count++;
  }
  return count > 0 ? h * Math.sqrt(sum / count) : 0;
}
