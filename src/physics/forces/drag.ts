import { sumByBlocks } from '../kernels/javascript/sum-by-blocks';
import type { Floats } from '../model/arena';
import type { ForceDefinition } from '../world/force';

/** Viscous drag: f = −c v, so ∂f/∂v = −c I. */
export const drag: ForceDefinition = {
  id: 'drag',
  label: 'Air drag',
  account: 'heat',
  summary: 'Slows every particle in proportion to its velocity.',
  create(world) {
    const { particleCount } = world.model;
    return {
      isLocal: true,
      addForce(f, state) {
        const c = world.params.drag;
        if (c !== 0) world.kernel.addScaled(f, -c, state.velocities);
      },
      addDerivative(y, p, _a, b) {
        const c = b * world.params.drag;
        if (c !== 0) world.kernel.axpy(y, -c, p);
      },
      addBounds(_k, c) {
        for (let i = 0; i < particleCount; i++) c[i] += world.params.drag;
        return true;
      },
      addDiagonal(blocks, _a, b) {
        const c = b * world.params.drag;
        for (let i = 0; i < particleCount; i++) {
          blocks[9 * i] -= c;
          blocks[9 * i + 4] -= c;
          blocks[9 * i + 8] -= c;
        }
      },
      heat({ velocities }) {
        const c = world.params.drag;
        return c === 0 ? 0 : c * sumByBlocks(particleCount, velocities, speedsSquared);
      },
    };
  },
};

/** Σ |v|², m²/s². */
function speedsSquared(v: Floats, from: number, to: number, start: number): number {
  let sum = start;
  for (let o = 4 * from; o < 4 * to; o += 4) sum += v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  return sum;
}
