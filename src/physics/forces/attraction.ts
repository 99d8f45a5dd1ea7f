import type { Floats } from '../model/arena';
import type { ForceDefinition } from '../world/force';

const FIELDS = {
  G: {
    kind: 'number',
    label: 'G',
    unit: 'N·m²/kg²',
    default: 1,
    required: true,
    accepts: 'any',
    range: [1e-3, 100],
    scale: 'logarithmic',
    help: 'Force of a pair = G × both masses / distance²; 6.674e-11 in nature; negative: the particles repel each other.',
  },
  softening: {
    kind: 'number',
    label: 'softening ε',
    unit: 'm',
    default: 0,
    accepts: 'non-negative',
    range: [0, 0.2],
    scale: 'linear',
    help: 'Below this distance the force decreases instead of growing; 0: Newton’s law, for which close particles need short steps.',
  },
} as const;

/** Newton's attraction between every two of the particles, softened as by Plummer. With l = x_p − x_q and s² = |l|² + ε²
 *    f_p = −G m_p m_q l/s³,  f_q = −f_p,  V = −G m_p m_q/s
 *    ∂f_p/∂x_p = −g(I − 3 l lᵀ/s²),  g = G m_p m_q/s³:
 *  −g across l, and −g(1 − 3|l|²/s²) along it, which has the opposite sign unless |l| < ε/√2. So the matrix of an implicit
 *  step is indefinite for long steps and strong attraction; the clamp keeps each of the two only where it resists motion.
 *  Two particles at the same position do not attract each other. The cost is n²/2 pairs.
 *  Sources: lecture slides Particle Dynamics, attraction; Aarseth, Gravitational N-Body Simulations (the softening). */
export const attraction: ForceDefinition<typeof FIELDS> = {
  id: 'attraction',
  label: 'Attraction',
  summary:
    'Particles attract each other by Newton’s law of gravitation: each pair by the inverse square of its distance.',
  isRelative: true,
  account: 'gravity',
  listed: {
    particles: 'any',
    fields: FIELDS,
    create(world, { G, softening }, particles) {
      const { masses } = world.model;
      const n = particles.length;
      const soft = softening * softening;
      /** 3n; m; the positions about which derivatives are computed. */
      const at = new Float64Array(3 * n);
      const tangent: Tangent = { x: 0, y: 0, z: 0, across: 0, along: 0 };
      let clamped = false;

      /** The pair's −∂f_p/∂x_p = across·I + along·l lᵀ, N/m and N/m³; false if the two are at the same position. */
      function findTangent(p: number, q: number): boolean {
        const x = at[3 * p] - at[3 * q];
        const y = at[3 * p + 1] - at[3 * q + 1];
        const z = at[3 * p + 2] - at[3 * q + 2];
        const l2 = x * x + y * y + z * z;
        const s2 = l2 + soft;
        if (s2 === 0) return false;
        const g = (G * masses[particles[p]] * masses[particles[q]]) / (s2 * Math.sqrt(s2));
        const lengthwise = g * (1 - (3 * l2) / s2);
        tangent.x = x;
        tangent.y = y;
        tangent.z = z;
        tangent.across = clamped ? Math.max(0, g) : g;
        tangent.along = l2 === 0 ? 0 : ((clamped ? Math.max(0, lengthwise) : lengthwise) - tangent.across) / l2;
        return true;
      }

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
          clamped = clamp;
          for (let p = 0; p < n; p++) {
            for (let axis = 0; axis < 3; axis++) at[3 * p + axis] = x[4 * particles[p] + axis];
          }
        },
        addDerivative(y, v, a) {
          for (let p = 0; p < n; p++) {
            for (let q = 0; q < p; q++) if (findTangent(p, q)) multiply(tangent, y, v, a, particles[p], particles[q]);
          }
        },
        addDiagonal(blocks, a) {
          for (let p = 0; p < n; p++) {
            for (let q = 0; q < p; q++) {
              if (!findTangent(p, q)) continue;
              subtract(tangent, blocks, a, particles[p]);
              subtract(tangent, blocks, a, particles[q]);
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
    },
  },
};

/** −∂f_p/∂x_p = across·I + along·l lᵀ. */
interface Tangent {
  /** l, m. */
  x: number;
  y: number;
  z: number;
  /** N/m. */
  across: number;
  /** N/m³. */
  along: number;
}

/** y += a·(∂f/∂x)v of a pair. */
function multiply({ x, y, z, across, along }: Tangent, out: Floats, v: Floats, a: number, p: number, q: number): void {
  const i = 4 * p;
  const j = 4 * q;
  const ux = v[i] - v[j];
  const uy = v[i + 1] - v[j + 1];
  const uz = v[i + 2] - v[j + 2];
  const lengthwise = along * (x * ux + y * uy + z * uz);
  const gx = a * (across * ux + lengthwise * x);
  const gy = a * (across * uy + lengthwise * y);
  const gz = a * (across * uz + lengthwise * z);
  out[i] -= gx;
  out[i + 1] -= gy;
  out[i + 2] -= gz;
  out[j] += gx;
  out[j + 1] += gy;
  out[j + 2] += gz;
}

/** blocks += a·∂f_p/∂x_p of a pair, in the block of one particle. */
function subtract({ x, y, z, across, along }: Tangent, blocks: Floats, a: number, particle: number): void {
  const o = 9 * particle;
  blocks[o] -= a * (across + along * x * x);
  blocks[o + 1] -= a * along * x * y;
  blocks[o + 2] -= a * along * x * z;
  blocks[o + 3] -= a * along * y * x;
  blocks[o + 4] -= a * (across + along * y * y);
  blocks[o + 5] -= a * along * y * z;
  blocks[o + 6] -= a * along * z * x;
  blocks[o + 7] -= a * along * z * y;
  blocks[o + 8] -= a * (across + along * z * z);
}
