import { expect, test, vi } from 'vitest';
import { createSimulation } from '../../../../src/physics';
import { bending } from '../../../../src/physics/forces';
import { javascriptKernel } from '../../../../src/physics/kernels/javascript';
import type { NetBending } from '../../../../src/physics/kernels/net-bending';
import { randomNet } from '../../../fixtures/net';

const D = 1e-3;

/** The bending of a crumpled net with holes. */
function crumpled(rows: number, columns: number, crumple: number) {
  const scene = randomNet(5, { rows, columns, crumple, missing: 0.1, bending: D, stiffness: 10 });
  const { world, state } = createSimulation({ scene, kernel: 'simd', integrator: 'symplectic-euler' });
  const force = world.forces[world.forceDefinitions.indexOf(bending)];
  const net = force.netBending?.(1, 0) as NetBending;
  expect(net.factor).toBe(D);
  return { world, state, force, net, size: 4 * rows * columns };
}

test.each([
  [4, 4],
  [2, 3],
  [3, 2],
  [21, 18],
  [9, 130],
])(
  'the compiled loop gives the forces of bending to the rounding of a position, on %i × %i particles',
  (rows, columns) => {
    for (const crumple of [0, 1e-3, 0.5]) {
      const { world, state, force, net, size } = crumpled(rows, columns, crumple);
      const [f, p, after] = [size, size, 8].map((count) => world.arena.floats(count));
      p.set(state.positions);
      // A difference of weight 0 that leads there must not be computed.
      after.fill(Number.NaN);
      const exact = new Float64Array(size);
      world.kernel.addNetBending(net, f, p);
      force.addForce?.(exact, state);
      const [k, c] = [new Float64Array(size / 4), new Float64Array(size / 4)];
      force.addBounds?.(k, c);
      const largest = Math.max(...state.positions.map(Math.abs));
      for (let i = 0; i < size; i++) {
        expect(Math.abs(f[i] - exact[i])).toBeLessThanOrEqual(Math.max(...k) * 2 ** -24 * largest);
      }
      if (crumple > 0.1) expect(Math.max(...exact)).toBeGreaterThan(0.01 * 0.1 * Math.max(...k));
    }
  },
);

test('vectors outside the kernel memory are left to the JavaScript loops', () => {
  const { state, force, size } = crumpled(5, 5, 0.3);
  const plain = vi.spyOn(javascriptKernel, 'addNetBending');
  force.addForce?.(new Float32Array(size), state);
  expect(plain).toHaveBeenCalledTimes(1);
  plain.mockRestore();
});
