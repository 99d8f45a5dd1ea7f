import type { Floats } from '../../model/arena';
import type { Force, ForceDefinition } from '../../world/force';
import { attractionByTree } from './by-tree';
import { createTangent } from './tangent';

/** Most particles whose pairs are summed one by one: a tree of more is faster. */
const MAX_BY_PAIRS = 512;

const FIELDS = {
  G: {
    label: 'G',
    unit: 'N·m²/kg²',
    default: 1,
    required: true,
    accepts: 'any',
    range: [1e-3, 100],
    help: 'Force of a pair = G × both masses / distance²; 6.674e-11 in nature; negative: the particles repel each other.',
  },
  softening: {
    label: 'softening ε',
    unit: 'm',
    default: 0,
    accepts: 'non-negative',
    range: [0, 0.2],
    help: 'Below this distance the force decreases instead of growing; 0: Newton’s law, for which close particles need short steps.',
  },
} as const;

/** Newton's attraction between every two of the particles, softened as by Plummer. With l = x_p − x_q and s² = |l|² + ε²
 *    f_p = −G m_p m_q l/s³,  f_q = −f_p,  V = −G m_p m_q/s
 *    ∂f_p/∂x_p = −g(I − 3 l lᵀ/s²),  g = G m_p m_q/s³:
 *  −g across l, and −g(1 − 3|l|²/s²) along it, which has the opposite sign unless |l| < ε/√2. So the matrix of an implicit
 *  step is indefinite for long steps and strong attraction; the clamp keeps each of the two only where it resists motion.
 *  Two particles at the same position do not attract each other. Up to 512 particles are summed over all pairs, more by a tree.
 *  Sources: lecture slides Particle Dynamics, attraction; Aarseth, Gravitational N-Body Simulations (the softening). */
export const attraction: ForceDefinition<typeof FIELDS> = {
  id: 'attraction',
  label: 'Attraction',
  summary:
    'Particles attract each other by Newton’s law of gravitation: each pair by the inverse square of its distance. Of more than 512 particles, distant groups act as one, with an error of at most 1 % (rms).',
  isRelative: true,
  account: 'gravity',
  listed: {
    particles: 'any',
    fields: FIELDS,
    create(world, { G, softening }, particles) {
      const attraction = particles.length > MAX_BY_PAIRS ? attractionByTree : attractionByPairs;
      return attraction(G, softening * softening, particles, world.model.masses);
    },
  },
};

// Attraction summed over every pair: n²/2 of them.

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
