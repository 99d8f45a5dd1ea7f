// @module-tag chooses-kernels
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation } from '../../../src/physics';
import { createImplicitSystem } from '../../../src/physics/solvers/implicit-system';
import { contactsOf } from '../../../src/physics/world/force';
import { randomNet } from '../../fixtures/net';

/** s. */
const H = 1 / 60;
/** Solver tolerances for solves in single precision. */
const TOLERANCES = [1e-2, 1e-3, 1e-4, 1e-5];
/** s; layers of a wrung cloth then touch. */
const WRUNG = 6;
/** N·m; by seed. */
const BENDING = [0, 0, 1e-3, 1];

/** A flat horizontal cloth of 1 m² and 0.2 kg, pinned at two corners. */
function levelCloth(n: number, stiffness: number): Simulation {
  const params = { rows: n, columns: n, mass: 0.2 / n ** 2, drag: 0.1 / n ** 2, stiffness, dt: H, cgTolerance: 1e-3 };
  const simulation = createSimulation({ scene: 'cloth', integrator: 'implicit-euler', kernel: 'simd', params });
  const positions = new Float64Array(4 * n * n);
  for (let i = 0; i < n * n; i++) {
    positions[4 * i] = (i % n) / (n - 1) - 0.5;
    positions[4 * i + 1] = 1;
    positions[4 * i + 2] = Math.floor(i / n) / (n - 1);
  }
  simulation.apply({ type: 'place', positions, velocities: new Float64Array(4 * n * n), time: 0 });
  return simulation;
}

/** The linear system of the next step. */
function nextStep({ world, state }: Simulation) {
  const size = state.positions.length;
  const { doubles, floats } = world.arena;
  const system = createImplicitSystem(world);
  const [b, x, Ax, f] = [doubles(size), doubles(size), doubles(size), floats(size)];
  world.computeForces(state, f);
  world.linearize(state);
  system.assemble(H * H, H);
  for (let i = 0; i < size; i++) b[i] = H * f[i];
  world.filter(b);
  const residual = () => {
    system.multiply(Ax, x);
    return Math.hypot(...b.map((value, i) => value - Ax[i])) / Math.hypot(...b);
  };
  const solve = (tolerance: number) => {
    const report = { converged: false, iterations: 0, residual: 0 };
    return { converged: system.solve?.(x, b, tolerance, 200, report) ?? false, report };
  };
  return { x, residual, solve };
}

/** A crumpled cloth with cuts, pins, a grab, an anchor and drag. */
function anyCloth(seed: number, more: object[] = [], bending = 0): Simulation {
  const some = { missing: 0.1, pinned: 0.02, damping: 0.02, bending };
  const net = randomNet(seed, { rows: 21, columns: 18, stiffness: 1000, ...some });
  const forces = [
    { type: 'anchor', particles: [40, 41], point: [0, 1, 0], stiffness: 30, damping: 0.1 },
    { type: 'drag', particles: [60], coefficient: 0.2 },
    ...more,
  ];
  const params = { ...net.params, dt: H, drag: 1e-3 };
  const simulation = createSimulation({
    scene: { ...net, forces } as SceneFile,
    // An explicit method leaves kernel memory for the system of `nextStep`.
    integrator: 'symplectic-euler',
    kernel: 'simd',
    params,
  });
  simulation.apply({ type: 'grab', particle: 100, target: [0.2, 1, 0.3] });
  return simulation;
}

describe('conjugate gradients in single precision on a net', () => {
  test.each(TOLERANCES)('reach the tolerance, by the residual in double precision: %s', (tolerance) => {
    for (const seed of [1, 2, 3]) {
      const simulation = anyCloth(seed, [], BENDING[seed]);
      simulation.apply({ type: 'set', key: 'bendingDamping', value: 0.02 * BENDING[seed] });
      const { solve, residual } = nextStep(simulation);
      const { converged, report } = solve(tolerance);
      expect(converged).toBe(true);
      expect(report.iterations).toBeGreaterThan(1);
      expect(residual()).toBeLessThan(1.1 * tolerance + 2e-6);
    }
  });

  test('reach the tolerance where layers of a wrung cloth touch', () => {
    const wrung = createSimulation({ scene: 'twisted-cloth', params: { rows: 20, columns: 18 } });
    while (wrung.state.time < WRUNG) wrung.step();
    const simulation = createSimulation({ scene: wrung.save(), integrator: 'symplectic-euler', kernel: 'simd' });
    const { solve, residual } = nextStep(simulation);
    expect(contactsOf(simulation.world.forces)?.count).toBeGreaterThan(50);
    for (const tolerance of TOLERANCES) {
      expect(solve(tolerance).converged).toBe(true);
      expect(residual()).toBeLessThan(1.1 * tolerance + 2e-6);
    }
  });

  test('do not run below the tolerance that single precision can reach, and leave the first guess unchanged', () => {
    const { solve, x } = nextStep(anyCloth(1));
    expect(solve(1e-7).converged).toBe(false);
    expect(x.every((value) => value === 0)).toBe(true);
  });

  test('do not run if a force has more than the springs of the net and diagonal blocks', () => {
    const joined = anyCloth(1, [{ type: 'spring', particles: [0, 100], restLength: 0.1, stiffness: 10 }]);
    expect(nextStep(joined).solve(1e-3).converged).toBe(false);
    const unclamped = anyCloth(1);
    unclamped.apply({ type: 'set', key: 'clamp', value: 0 });
    expect(nextStep(unclamped).solve(1e-3).converged).toBe(false);
  });

  test.each([1e3, 1e5])('need no fallback on a flat cloth of %s N/m', (stiffness) => {
    const simulation = levelCloth(65, stiffness);
    expect(nextStep(simulation).solve(1e-3).converged).toBe(true);
    for (let step = 0; step < 12; step++) {
      expect(simulation.step()).toMatchObject({ ok: true, converged: true, fellBack: undefined });
    }
  });
});

test('vectors for which the memory of the kernel is too small are not used, and overwrite nothing', () => {
  const simulation = levelCloth(33, 1000);
  const springs = simulation.model.springs.slice();
  const solved = Array.from({ length: 5 }, () => nextStep(simulation).solve(1e-3).converged);
  expect(solved.at(-1)).toBe(false);
  expect(simulation.model.springs).toEqual(springs);
  expect(simulation.step()).toMatchObject({ ok: true, converged: true });
});

test('the derivative of a force that couples no particles consists of its diagonal blocks', () => {
  const { world, state } = anyCloth(1);
  const p = Float64Array.from(state.positions, (value, i) => (i % 4 === 3 ? 0 : Math.sin(9 * value + i)));
  const local = world.forces.filter(
    ({ derivatives, addDerivative }) => derivatives?.of === 'particles' && addDerivative,
  );
  const acting = local.filter((force) => {
    const y = new Float64Array(p.length);
    const blocks = new Float64Array(9 * world.model.particleCount);
    const byBlocks = new Float64Array(p.length);
    force.linearize?.(state, true);
    force.addDerivative?.(y, p, 0.3, 0.7);
    force.addDiagonal?.(blocks, 0.3, 0.7);
    world.kernel.multiplyBlocks(byBlocks, blocks, p);
    for (let i = 0; i < p.length; i++) expect(Math.abs(y[i] - byBlocks[i])).toBeLessThan(1e-12);
    return y.some((value) => value !== 0);
  });
  // Grab, drag, anchor, and the drag of one particle.
  expect(acting).toHaveLength(4);
});
