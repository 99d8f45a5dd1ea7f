import { expect, test, vi } from 'vitest';
import { createSimulation } from '../../../../src/physics';
import { bending } from '../../../../src/physics/forces';
import { netRows } from '../../../../src/physics/forces/bending/net-rows';
import type { CurvatureRows, NetBending } from '../../../../src/physics/kernels/curvature-rows';
import { javascriptKernel } from '../../../../src/physics/kernels/javascript';
import { createCurvatureLoops } from '../../../../src/physics/kernels/javascript/curvature-loops';
import type { CurvatureDerivatives } from '../../../../src/physics/world/force';
import { randomNet } from '../../../fixtures/net';
import { randomNumbers } from '../../../fixtures/random';

const D = 1e-3;

/** The bending of a crumpled net with holes. */
function crumpled(rows: number, columns: number, crumple: number) {
  const scene = randomNet(5, { rows, columns, crumple, missing: 0.1, bending: D, stiffness: 10 });
  const { world, state } = createSimulation({ scene, kernel: 'simd', integrator: 'symplectic-euler' });
  const force = world.forces[world.forceDefinitions.indexOf(bending)];
  const { onNet } = force.derivatives as CurvatureDerivatives;
  const net = onNet(1, 0) as NetBending;
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
      const stiffest = Math.max(...k);
      const most = stiffest * 2 ** -24 * Math.max(...state.positions.map(Math.abs));
      for (let i = 0; i < size; i++) {
        expect(Math.abs(f[i] - exact[i])).toBeLessThanOrEqual(most);
      }
      if (crumple > 0.1) expect(Math.max(...exact)).toBeGreaterThan(1e-3 * stiffest);
    }
  },
);

test.each([0, 0.5])('the loops over a net give the damping of its rows, crumpled by %d cells', (crumple) => {
  const { world, state, net, size } = crumpled(9, 14, crumple);
  const { surface, membrane } = world.model;
  const rows = netRows(world.model, surface, membrane?.rest as Float64Array) as CurvatureRows;
  expect(new Set(Array.from(net.weights).filter((_, i) => i % 4 === 3))).toEqual(new Set([0, 1, 2, 3]));
  const expected = new Float64Array(size);
  createCurvatureLoops(rows, rows.places.length).addForce(expected, state.positions, state.velocities, 0, 1e-6);
  net.dampingFactor = 1e-6 * rows.perArea[0] ** 2;
  const exact = new Float64Array(size);
  javascriptKernel.addNetDamping(net, exact, state.positions, state.velocities);
  const fast = world.arena.floats(size);
  world.kernel.addNetDamping(net, fast, state.positions, state.velocities);
  const largest = Math.max(...expected.map(Math.abs));
  expect(largest).toBeGreaterThan(1e-9);
  for (let i = 0; i < size; i++) {
    // The weights are in single precision.
    expect(Math.abs(exact[i] - expected[i])).toBeLessThan(1e-6 * largest);
    expect(Math.abs(fast[i] - exact[i])).toBeLessThan(3e-6 * largest);
  }
});

test.each([0, 1e-3, 0.5])(
  'products in double precision are those of the JavaScript loops, crumpled by %d cells',
  (crumple) => {
    const { world, state, net, size } = crumpled(9, 14, crumple);
    const random = randomNumbers(7);
    const p = world.arena.doubles(size).map((_, i) => (i % 4 === 3 ? 0 : random() - 0.5));
    const [inMemory, ours] = [world.arena.doubles(size), world.arena.doubles(size)];
    inMemory.set(p);
    net.positions.set(state.positions);
    net.dampingFactor = 1e-3;
    const plain = vi.spyOn(javascriptKernel, 'addNetDamping');
    for (const [loop, most] of [
      ['addNetBending', 1e-14],
      ['addNetDamping', 1e-6],
    ] as const) {
      const exact = new Float64Array(size);
      ours.fill(0);
      if (loop === 'addNetBending') {
        world.kernel.addNetBending(net, ours, inMemory);
        javascriptKernel.addNetBending(net, exact, p);
      } else {
        world.kernel.addNetDamping(net, ours, net.positions, inMemory);
        expect(plain).not.toHaveBeenCalled();
        javascriptKernel.addNetDamping(net, exact, net.positions, p);
      }
      const largest = Math.max(...exact.map(Math.abs));
      expect(largest).toBeGreaterThan(0);
      for (let i = 0; i < size; i++) expect(Math.abs(ours[i] - exact[i])).toBeLessThan(most * largest);
    }
    plain.mockRestore();
  },
);

test('vectors outside the kernel memory are left to the JavaScript loops', () => {
  const { state, force, net, size } = crumpled(5, 5, 0.3);
  const plain = [vi.spyOn(javascriptKernel, 'addNetBending'), vi.spyOn(javascriptKernel, 'addNetDamping')];
  force.addForce?.(new Float32Array(size), state);
  const { kernel } = createSimulation({ kernel: 'simd' }).world;
  kernel.addNetDamping(net, new Float32Array(size), state.positions, state.velocities);
  for (const one of plain) {
    expect(one).toHaveBeenCalledTimes(1);
    one.mockRestore();
  }
});
