import type { Floats } from '../model/arena';
import { type ForceDefinition, OF_PARTICLES } from '../world/force';

const FIELDS = {
  coefficient: {
    kind: 'number',
    label: 'coefficient',
    unit: 'N·s/m',
    default: 1e-3,
    required: true,
    accepts: 'non-negative',
    range: [1e-6, 0.1],
    scale: 'logarithmic',
    help: 'Drag coefficient c of each particle.',
  },
} as const;

/** Viscous drag: f = −c v, so ∂f/∂v = −c I. On all particles by the parameter `drag`, on selected ones where it is listed.
 *  Source: lecture slides Particle Dynamics, viscous drag, with the minus sign that its code lacks. */
export const drag: ForceDefinition<typeof FIELDS> = {
  id: 'drag',
  label: 'Particle drag',
  summary: 'Slows every particle in proportion to its velocity.',
  isRelative: true,
  account: 'heat',
  create(world) {
    const { particleCount } = world.model;
    return {
      derivatives: OF_PARTICLES,
      addForce(f, state) {
        const { drag: c } = world.params;
        if (c !== 0) world.kernel.addScaled(f, -c, state.velocities);
      },
      addDerivative(y, p, _a, b) {
        const c = b * world.params.drag;
        if (c !== 0) world.kernel.axpy(y, -c, p);
      },
      addDiagonal(blocks, _a, b) {
        const c = b * world.params.drag;
        for (let i = 0; i < particleCount; i++) {
          blocks[9 * i] -= c;
          blocks[9 * i + 4] -= c;
          blocks[9 * i + 8] -= c;
        }
      },
      addBounds(_k, c, least) {
        for (let i = 0; i < particleCount; i++) {
          c[i] += world.params.drag;
          if (least) least[i] += world.params.drag;
        }
        return true;
      },
      heat({ velocities }) {
        const c = world.params.drag;
        return c === 0 ? 0 : c * sumOfSquares(velocities);
      },
    };
  },
  listed: {
    label: 'Drag',
    summary: 'Slows particles in proportion to their velocity.',
    particles: 'any',
    fields: FIELDS,
    create: (_world, { coefficient: c }, particles) => ({
      derivatives: OF_PARTICLES,
      addForce(f, { velocities: v }) {
        for (let k = 0; k < particles.length; k++) {
          const o = 4 * particles[k];
          for (let axis = 0; axis < 3; axis++) f[o + axis] -= c * v[o + axis];
        }
      },
      addDerivative(y, p, _a, b) {
        for (let k = 0; k < particles.length; k++) {
          const o = 4 * particles[k];
          for (let axis = 0; axis < 3; axis++) y[o + axis] -= b * c * p[o + axis];
        }
      },
      addDiagonal(blocks, _a, b) {
        for (let k = 0; k < particles.length; k++) {
          for (let axis = 0; axis < 3; axis++) blocks[9 * particles[k] + 4 * axis] -= b * c;
        }
      },
      addBounds(_k, damping) {
        for (let k = 0; k < particles.length; k++) damping[particles[k]] += c;
        return true;
      },
      heat: ({ velocities }) => c * sumOfSquaredSpeeds(velocities, particles),
    }),
  },
};

/** Σ |v|² of all particles, m²/s². */
function sumOfSquares(v: Floats): number {
  let sum = 0;
  for (let o = 0; o < v.length; o += 4) sum += v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  return sum;
}

/** Σ |v|² of some particles, m²/s². */
export function sumOfSquaredSpeeds(v: Floats, particles: Uint32Array): number {
  let sum = 0;
  for (let k = 0; k < particles.length; k++) {
    const o = 4 * particles[k];
    sum += v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  }
  return sum;
}
