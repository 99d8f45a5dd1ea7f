import type { Floats } from '../model/arena';

/** Σ |v|² of some particles, m²/s². */
export function speedsSquared(v: Floats, particles: Uint32Array): number {
  let sum = 0;
  for (let k = 0; k < particles.length; k++) {
    const o = 4 * particles[k];
    sum += v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  }
  return sum;
}
