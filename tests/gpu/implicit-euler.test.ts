// @module-tag sampled
import { Matrix, solve } from 'ml-matrix';
import { expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../src/physics';
import { randomNet } from '../fixtures/net';
import { everyNth } from '../fixtures/run-length';
import { describeGpu } from '../setup/gpu-browser';

const cloth = (n: number, params: Record<string, number> = {}) => ({
  scene: 'cloth',
  integrator: 'implicit-euler',
  params: { rows: n, columns: n, mass: 0.2 / (n * n), drag: 0.1 / (n * n), dt: 1 / 60, cgTolerance: 1e-3, ...params },
});
const WITHOUT_FLOOR = { 0: [{ type: 'planes' as const, planes: [] }] };

/** A net whose strips are wound about its middle line. */
function twisted(stiffness: number): SceneFile {
  const net = randomNet(3, { rows: 9, columns: 20, stiffness, damping: 1e-3, crumple: 0, speed: 0, pinned: 0.02 });
  for (const x of net.particles.positions) {
    const angle = 4 * x[0];
    [x[1], x[2]] = [1 + 0.5 * (x[1] - 1) * Math.cos(angle), 0.5 * (x[1] - 1) * Math.sin(angle)];
  }
  return net;
}

/** Solves (M − hD − h²K⁺) Δv = h (f + h K⁺ v) of a net of springs with a dense matrix, pinned particles left out. */
function denseChange(scene: SceneFile, h: number): { change: number[]; norm: (v: number[]) => number } {
  const { model, state, params } = createSimulation({ scene, precision: 'double', kernel: 'js' });
  const n = 3 * model.particleCount;
  const A = Matrix.zeros(n, n);
  const b = Matrix.zeros(n, 1);
  const add = (i: number, j: number, factor: number, block: number[][]) => {
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) A.set(3 * i + r, 3 * j + c, A.get(3 * i + r, 3 * j + c) + factor * block[r][c]);
  };
  const IDENTITY = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let i = 0; i < model.particleCount; i++) {
    add(i, i, model.masses[i] + h * params.drag, IDENTITY);
    for (let axis = 0; axis < 3; axis++) {
      const gravity = axis === 1 ? -model.masses[i] * params.gravity : 0;
      b.set(3 * i + axis, 0, h * (gravity - params.drag * state.velocities[4 * i + axis]));
    }
  }
  for (let s = 0; s < model.springCount; s++) {
    const [i, j] = [model.springs[2 * s], model.springs[2 * s + 1]];
    const [k, c] = [model.stiffness[s], model.damping[s]];
    const d = [0, 1, 2].map((axis) => state.positions[4 * j + axis] - state.positions[4 * i + axis]);
    const q = [0, 1, 2].map((axis) => state.velocities[4 * j + axis] - state.velocities[4 * i + axis]);
    const l = Math.hypot(...d);
    const unit = d.map((x) => x / l);
    const across = k * Math.max(0, 1 - model.restLengths[s] / l);
    const K = unit.map((x, r) => unit.map((y, at) => (k - across) * x * y + (r === at ? across : 0)));
    const B = unit.map((x, r) => unit.map((y, at) => h * h * K[r][at] + h * c * x * y));
    for (const [p, o] of [
      [i, j],
      [j, i],
    ]) {
      add(p, p, 1, B);
      add(p, o, -1, B);
    }
    const u = unit.reduce((sum, x, axis) => sum + x * q[axis], 0);
    for (let axis = 0; axis < 3; axis++) {
      const force = (k * (l - model.restLengths[s]) + c * u) * unit[axis];
      const impulse = h * (force + h * K[axis].reduce((sum, x, at) => sum + x * q[at], 0));
      b.set(3 * i + axis, 0, b.get(3 * i + axis, 0) + impulse);
      b.set(3 * j + axis, 0, b.get(3 * j + axis, 0) - impulse);
    }
  }
  const free = Array.from({ length: n }, (_, at) => at).filter((at) => model.inverseMasses[Math.floor(at / 3)] > 0);
  const within = A.selection(free, free);
  const side = b.selection(free, [0]);
  const solution = solve(within, side);
  const change = new Array<number>(n).fill(0);
  free.forEach((at, row) => {
    change[at] = solution.get(row, 0);
  });
  /** ‖A v‖ / ‖b‖. */
  const norm = (v: number[]) => within.mmul(Matrix.columnVector(free.map((at) => v[at]))).norm() / side.norm();
  return { change, norm };
}

describeGpu('implicit Euler on the GPU', (call) => {
  test('solves for Δv as a dense matrix does, to the residual that is asked for', { tags: ['long'] }, async () => {
    const scene = randomNet(5, { rows: 7, columns: 9, stiffness: 200, damping: 0.01, missing: 0.1, pinned: 0.05 });
    const params = { dt: 1 / 60, cgTolerance: 1e-4, lineSearch: 0 };
    const { gpu, velocities } = await call('solves', { scene, integrator: 'implicit-euler', params }, 1);
    const before = createSimulation({ scene }).state.velocities;
    const { change, norm } = denseChange(scene, 1 / 60);
    const error = change.map((exact, at) => {
      const o = 4 * Math.floor(at / 3) + (at % 3);
      return velocities[o] - before[o] - exact;
    });
    expect(gpu[0].converged).toBe(true);
    expect(norm(error)).toBeLessThan(1.05e-4);
    expect(norm(change)).toBeCloseTo(1, 6);
  });

  const SWINGS = [
    { n: 17, stiffness: 1e3 },
    { n: 17, stiffness: 1e5 },
    { n: 20, stiffness: 1e3 },
    { n: 33, stiffness: 1e3 },
    { n: 33, stiffness: 1e5 },
    { n: 65, stiffness: 1e3 },
    { n: 65, stiffness: 1e5 },
    // The GPU's cycle repeats from the second level on, of 25 × 9 nodes, the kernel's own from the first.
    { n: 97, columns: 33, stiffness: 1e5, repeatsFrom: 2 },
    { n: 97, columns: 33, stiffness: 1e6, repeatsFrom: 2 },
  ];
  test.each(everyNth(SWINGS.length, SWINGS))(
    'takes as many iterations as the SIMD kernel with the same cycle, and goes where it goes: %o',
    async ({ n, columns = n, stiffness, repeatsFrom }) => {
      const setup = cloth(n, { columns, stiffness, lineSearch: 0 });
      const { gpu, simd, apart } = await call('solves', setup, 12, WITHOUT_FLOOR, repeatsFrom);
      const mean = (steps: typeof gpu) => steps.reduce((sum, { iterations }) => sum + iterations, 0) / steps.length;
      expect(Math.abs(mean(gpu) - mean(simd))).toBeLessThanOrEqual(1);
      expect(mean(gpu)).toBeGreaterThan(2);
      expect(gpu.every(({ converged }) => converged)).toBe(true);
      // Both solve to 1e-3 only.
      expect(apart).toBeLessThan(2e-3);
    },
  );

  const STARTS = [1e3, 1e4, 1e5].flatMap((stiffness) => [1 / 60, 1 / 30].map((dt) => ({ stiffness, dt })));
  test.each(STARTS)('makes no energy from a twisted start: %o', { tags: ['long'] }, async ({ stiffness, dt }) => {
    const params = { dt, cgTolerance: 1e-3, gravity: 0, drag: 0 };
    const { gpu } = await call('solves', { scene: twisted(stiffness), integrator: 'implicit-euler', params }, 15);
    for (let k = 1; k < gpu.length; k++) expect(gpu[k].energy).toBeLessThan(gpu[k - 1].energy * 1.01);
  });

  test('corrects a step that would create energy as the CPU does', { tags: ['long'] }, async () => {
    // Springs that are very stiff for their mass and dt, as those of fine nets are, in a level sheet that begins to fall.
    const n = 17;
    const positions = Array.from({ length: n * n }, (_, i) => [(i % n) / (n - 1), 1, Math.floor(i / n) / (n - 1), 0]);
    const place = {
      type: 'place' as const,
      positions: positions.flat(),
      velocities: new Array(4 * n * n).fill(0),
      time: 0,
    };
    const setup = cloth(n, { stiffness: 3e6 });
    const { gpu, simd, apart } = await call('solves', setup, 4, { 0: [...WITHOUT_FLOOR[0], place] });
    const corrections = (steps: typeof gpu) => steps.map(({ correction }) => correction);
    expect(corrections(gpu)).toEqual(corrections(simd));
    expect(corrections(gpu)).toContain('repeated');
    expect(apart).toBeLessThan(1e-3);
  });

  test('holds pins and follows a grab as the CPU does, and repeats its bits', { tags: ['long'] }, async () => {
    const script = {
      0: [...WITHOUT_FLOOR[0], { type: 'pin' as const, particle: 100, pinned: true }],
      2: [{ type: 'grab' as const, particle: 150, target: [0.3, 1, 0.4] as [number, number, number] }],
      5: [{ type: 'pin' as const, particle: 100, pinned: false }],
      7: [{ type: 'cut' as const, spring: [10, 11, 12, 300] }],
      9: [{ type: 'release' as const }],
    };
    const setup = cloth(17, { stiffness: 1e3, cgTolerance: 1e-4 });
    const first = await call('solves', setup, 12, script);
    expect(first.apart).toBeLessThan(1e-3);
    expect((await call('solves', setup, 12, script)).hash).toBe(first.hash);
  });
});
