import type { State } from '../model/model';
import type { World } from '../world/world';
import type { BlowUp } from './blow-up-detector';

/** The spring with the largest relative change of length, and the fastest particle. A non-finite value counts as the largest. */
export function findWorstOffender(
  { model }: World,
  { positions: x, velocities: v }: State,
): Pick<BlowUp, 'spring' | 'particle' | 'speed'> {
  const speedOf = (i: number) => {
    const o = 4 * i;
    const speed = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
    return Number.isFinite(speed + x[o] + x[o + 1] + x[o + 2]) ? speed : Number.POSITIVE_INFINITY;
  };
  let particle = 0;
  for (let i = 1; i < model.particleCount; i++) if (speedOf(i) > speedOf(particle)) particle = i;

  let spring: number | null = null;
  let largest = -1;
  for (let j = 0; j < model.springCount; j++) {
    if (model.cut[j] === 1) continue;
    const a = model.springs[2 * j];
    const b = model.springs[2 * j + 1];
    const dx = x[4 * a] - x[4 * b];
    const dy = x[4 * a + 1] - x[4 * b + 1];
    const dz = x[4 * a + 2] - x[4 * b + 2];
    const stretch =
      Math.abs(Math.sqrt(dx * dx + dy * dy + dz * dz) - model.restLengths[j]) / (model.restLengths[j] || 1);
    const value = Number.isFinite(stretch) ? stretch : Number.POSITIVE_INFINITY;
    if (value > largest) {
      largest = value;
      spring = j;
    }
  }
  return { spring, particle, speed: Math.sqrt(speedOf(particle)) };
}
