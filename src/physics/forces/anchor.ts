import type { Vec3 } from '../model/model';
import { type Force, type ForceDefinition, OF_PARTICLES } from '../world/force';

const FIELDS = {
  point: {
    kind: 'vector',
    label: 'point',
    unit: 'm',
    default: [0, 1, 0],
    required: true,
    help: 'The point that the particles are pulled to.',
  },
  stiffness: {
    label: 'stiffness',
    unit: 'N/m',
    default: 0.1,
    required: true,
    accepts: 'non-negative',
    range: [1e-4, 100],
    help: 'Stiffness of the spring from each particle to the point; its rest length is 0.',
  },
  damping: {
    label: 'damping',
    unit: 'N·s/m',
    default: 0,
    accepts: 'non-negative',
    range: [1e-6, 1],
    help: 'Resists the motion of each particle, in every direction.',
  },
} as const;

/** Hooke's law about a point x̄: f = −k(x − x̄) − c v, V = ½k|x − x̄|²; ∂f/∂x = −k I and ∂f/∂v = −c I exactly.
 *  Source: lecture slides Particle Dynamics, the quiz on phase space. */
export const anchor: ForceDefinition<typeof FIELDS> = {
  id: 'anchor',
  label: 'Anchor',
  summary: 'Pulls particles to a point, each by a spring of its own.',
  account: 'elastic',
  listed: {
    particles: 'any',
    fields: FIELDS,
    create: (_world, { point, stiffness, damping }, particles) => pullTo(point, stiffness, damping, particles),
  },
};

/** −k(x − point) − c v on some particles, with the energy ½k|x − point|² and the heat c|v|². */
export function pullTo(point: Vec3, k: number, c: number, particles: Uint32Array): Force {
  return {
    derivatives: OF_PARTICLES,
    addForce(f, { positions: x, velocities: v }) {
      for (let i = 0; i < particles.length; i++) {
        const o = 4 * particles[i];
        for (let axis = 0; axis < 3; axis++) f[o + axis] -= k * (x[o + axis] - point[axis]) + c * v[o + axis];
      }
    },
    addDerivative(y, p, a, b) {
      const slope = a * k + b * c;
      for (let i = 0; i < particles.length; i++) {
        const o = 4 * particles[i];
        for (let axis = 0; axis < 3; axis++) y[o + axis] -= slope * p[o + axis];
      }
    },
    addDiagonal(blocks, a, b) {
      const slope = a * k + b * c;
      for (let i = 0; i < particles.length; i++) {
        for (let axis = 0; axis < 3; axis++) blocks[9 * particles[i] + 4 * axis] -= slope;
      }
    },
    addBounds(stiff, damped) {
      for (let i = 0; i < particles.length; i++) {
        stiff[particles[i]] += k;
        damped[particles[i]] += c;
      }
      return true;
    },
    energy({ positions: x }) {
      let squared = 0;
      for (let i = 0; i < particles.length; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const d = x[4 * particles[i] + axis] - point[axis];
          squared += d * d;
        }
      }
      return 0.5 * k * squared;
    },
    heat({ velocities: v }) {
      let sum = 0;
      for (let i = 0; i < particles.length; i++) {
        const o = 4 * particles[i];
        sum += v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
      }
      return c * sum;
    },
  };
}
