/** Attraction summed over every pair: n²/2 of them. */
import type { Floats } from '../../model/arena';
import type { Force } from '../../world/force';
import { createTangent } from './tangent';

export function attractionByPairs(G: number, soft: number, particles: Uint32Array, masses: Floats): Force {
  const n = particles.length;
  /** 4n; where derivatives are computed, m, and the masses, kg. */
  const centers = new Float64Array(4 * n);
  const tangent = createTangent(G, soft);

  return {
    addForce(f, { positions: x }) {
      for (let p = 0; p < n; p++) {
        const a = 4 * particles[p];
        const strength = G * masses[particles[p]];
        for (let q = 0; q < p; q++) {
          const b = 4 * particles[q];
          const dx = x[a] - x[b];
          const dy = x[a + 1] - x[b + 1];
          const dz = x[a + 2] - x[b + 2];
          const s2 = dx * dx + dy * dy + dz * dz + soft;
          if (s2 === 0) continue;
          const g = (strength * masses[particles[q]]) / (s2 * Math.sqrt(s2));
          f[a] -= g * dx;
          f[a + 1] -= g * dy;
          f[a + 2] -= g * dz;
          f[b] += g * dx;
          f[b + 1] += g * dy;
          f[b + 2] += g * dz;
        }
      }
    },
    linearize({ positions: x }, clamp) {
      tangent.clamped = clamp;
      for (let p = 0; p < n; p++) {
        for (let axis = 0; axis < 3; axis++) centers[4 * p + axis] = x[4 * particles[p] + axis];
        centers[4 * p + 3] = masses[particles[p]];
      }
    },
    addDerivative(y, v, a) {
      for (let p = 0; p < n; p++) {
        for (let q = 0; q < p; q++)
          if (tangent.find(centers, p, q)) tangent.multiply(y, v, a, particles[p], particles[q]);
      }
    },
    addDiagonal(blocks, a) {
      for (let p = 0; p < n; p++) {
        for (let q = 0; q < p; q++) {
          if (!tangent.find(centers, p, q)) continue;
          tangent.addBlock(blocks, a, particles[p]);
          tangent.addBlock(blocks, a, particles[q]);
        }
      }
    },
    addBounds: () => false,
    energy({ positions: x }) {
      let sum = 0;
      for (let p = 0; p < n; p++) {
        const a = 4 * particles[p];
        for (let q = 0; q < p; q++) {
          const b = 4 * particles[q];
          const dx = x[a] - x[b];
          const dy = x[a + 1] - x[b + 1];
          const dz = x[a + 2] - x[b + 2];
          const s2 = dx * dx + dy * dy + dz * dz + soft;
          if (s2 > 0) sum -= (G * masses[particles[p]] * masses[particles[q]]) / Math.sqrt(s2);
        }
      }
      return sum;
    },
  };
}
