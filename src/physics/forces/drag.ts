import type { Floats } from '../model/arena';
import { exp } from '../model/deterministic-math';
import { type ForceDefinition, OF_PARTICLES } from '../world/force';
import { pullTo } from './anchor';

const FIELDS = {
  coefficient: {
    label: 'coefficient',
    unit: 'N·s/m',
    default: 1e-3,
    required: true,
    accepts: 'non-negative',
    range: [1e-6, 0.1],
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
    // An anchor without stiffness, which has no energy.
    create: (_world, { coefficient }, particles) => ({
      ...pullTo([0, 0, 0], 0, coefficient, particles),
      energy: undefined,
    }),
  },
};

/** Σ |v|² of all particles, m²/s². */
function sumOfSquares(v: Floats): number {
  let sum = 0;
  for (let o = 0; o < v.length; o += 4) sum += v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  return sum;
}

/** Exponential decay: v ← v·e^(−h·r) before a step of h seconds, whatever the method.
 *  Not a force but an operator on the state: the exact solution of v̇ = −r v.
 *  Source: the mass–spring demo for Taichi, 物理模拟学习01 (Mass-Spring Systems). */
export const decay: ForceDefinition = {
  id: 'decay',
  label: 'Velocity decay',
  account: 'heat',
  summary: 'Multiplies every velocity by the same factor before each step.',
  isRelative: true,
  create(world) {
    return {
      beforeStep(state, h) {
        const rate = world.params.decay;
        if (rate === 0) return;
        world.kernel.scale(state.velocities, exp(-h * rate));
      },
    };
  },
};
