// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, SCENES, type Simulation } from '../../../src/physics';
import { stabilityLimitOf } from '../../../src/physics/analysis/stability/longest-step';
import { findStabilityLimit } from '../../../src/physics/analysis/stability/stability-limit';
import { methodOf } from '../../../src/physics/registry';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { everyNth } from '../../fixtures/run-length';

/** s; the limit on dt in the present state. */
function limitOf({ world, state, integrator, definitions }: Simulation): number {
  return findStabilityLimit(world, state, methodOf(integrator, definitions)).dt;
}

/** Grabs, moves and releases one particle after another. */
function disturb(simulation: Simulation, seconds: number): void {
  const { particleCount, params } = simulation;
  const every = Math.max(1, Math.round(0.05 / params.dt));
  const start = simulation.time;
  for (let turn = 0; simulation.time - start < seconds && !simulation.blowUp; turn++) {
    const particle = (turn * 37) % particleCount;
    const [x, y, z] = simulation.particle(particle).position;
    if (turn % 6 === 0) simulation.apply({ type: 'grab', particle, target: [x, y, z] });
    else if (turn % 6 === 5) simulation.apply({ type: 'release' });
    else simulation.apply({ type: 'move', target: [x + 0.2 * (turn % 3), y + 0.3 - 0.1 * (turn % 5), z + 0.3] });
    simulation.step(every);
  }
}

describe('a stable run with many grabs', () => {
  eachMethodInTurn(1, (method, sample) => {
    for (const scene of sample(2, ['cloth', 'cloth-floating', 'chain', 'two-bodies', 'taichi-grid'])) {
      test(`has no blow-up in ${scene}`, { tags: ['sampled'] }, () => {
        const grid = scene.startsWith('cloth') ? { rows: 10, columns: 10 } : {};
        const simulation = createSimulation({ scene, integrator: method.id, params: grid });
        const { params } = simulation;
        simulation.apply({ type: 'grab', particle: 0, target: simulation.particle(0).position });
        const { dt: limit, omegaMax } = findStabilityLimit(simulation.world, simulation.state, method);
        simulation.apply({ type: 'release' });
        // Motion across springs is undamped: a method that is unstable there gets a dt at which the motion hardly grows.
        const hasLimit = stabilityLimitOf(method, 0) > 0;
        // Strongly stretched springs oscillate up to 1.4 times faster than at rest.
        const explicit = hasLimit ? Math.min(params.dt, 0.5 * limit) : 0.015 / omegaMax;
        // A method without any limit takes at least 1 ms: a false alarm is more likely with a longer dt.
        const dt = limit === Number.POSITIVE_INFINITY ? Math.max(params.dt, 1e-3) : explicit;
        simulation.apply({ type: 'set', key: 'dt', value: dt });
        disturb(simulation, Math.min(2, 6000 * dt));
        expect(simulation.blowUp).toBeNull();
      });
    }
  });

  for (const id of ['symplectic-euler', 'velocity-verlet']) {
    test(`has no blow-up at 0.98 of the limit of ${id}, undamped`, { tags: ['long'] }, () => {
      // One oscillation along a line: λ is exactly 2k/m.
      const [k, m] = [100, 0.5];
      const simulation = createSimulation({
        scene: {
          hooke: 1,
          particles: {
            positions: [
              [0, 0, 0],
              [1, 0, 0],
            ],
            velocities: [
              [-1, 0, 0],
              [1, 0, 0],
            ],
            masses: m,
          },
          springs: { pairs: [[0, 1]], restLengths: [1], stiffness: k },
          integrator: id,
          params: { gravity: 0, dt: (0.98 * 2) / Math.sqrt((2 * k) / m) },
        },
      });
      let most = 0;
      for (let i = 0; i < 20_000; i++) {
        expect(simulation.step().ok).toBe(true);
        most = Math.max(most, simulation.energy().total);
      }
      // Its energy exceeds the initial one by more than 10 times: a threshold of 10 would be a false alarm.
      expect(most / (m * 1)).toBeGreaterThan(10);
    });
  }
});

describe('a method that solves springs, with too few iterations', () => {
  const methods = INTEGRATORS.filter(({ solvesSprings }) => solvesSprings).map(({ id }) => id);

  test.each(everyNth(4, methods))(
    'is no blow-up in the twisted cloth, whose pins stretch it, under %s',
    { tags: ['sampled'] },
    (integrator) => {
      const simulation = createSimulation({ scene: 'twisted-cloth', integrator });
      expect(simulation.step(320).ok).toBe(true);
      expect(simulation.energy().kinetic).toBeLessThan(0.01);
    },
  );

  test.each(methods)(
    'is no blow-up in a cloth that its iterations leave long under %s',
    { tags: ['long'] },
    (integrator) => {
      const simulation = createSimulation({
        scene: 'cloth',
        integrator,
        params: { rows: 50, columns: 50, stiffness: 1e5, dt: 1 / 60 },
      });
      expect(simulation.step(240).ok).toBe(true);
      expect(simulation.energy().kinetic).toBeLessThan(0.01);
    },
  );

  /** Where it is one, and what limits dt there. The springs of the last one never rest under XPBD. */
  const stoppedUnder = (integrator: string): Record<string, string[]> => ({
    'membrane-cloth': ['Membrane'],
    'membrane-strip': ['Membrane'],
    ...(integrator === 'xpbd' ? { 'paper-sheet': ['Bending'], 'denim-drape': ['Bending'] } : {}),
  });

  test.each(methods)(
    'stops no built-in scene under %s but by forces that it names',
    { tags: ['long'] },
    (integrator) => {
      const stopped = new Map<string, readonly string[]>();
      for (const { id } of SCENES) {
        const simulation = createSimulation({ scene: id, integrator });
        const seconds = simulation.particleCount <= 600 ? 2 : 0;
        simulation.step(Math.max(64, Math.ceil(seconds / simulation.params.dt)));
        const { blowUp } = simulation;
        if (!blowUp) continue;
        stopped.set(id, blowUp.limitedBy);
        expect(blowUp.speed).toBeGreaterThan(1);
        const limit = limitOf(simulation);
        expect(simulation.params.dt).toBeGreaterThan(1.4 * limit);
        // The remedy that the page offers.
        const substeps = Math.ceil(simulation.params.dt / (0.9 * limit));
        const remedied = createSimulation({ scene: id, integrator, params: { substeps } });
        expect(limitOf(remedied) / limit / substeps).toBeCloseTo(1, 1);
        expect(remedied.step(64).ok, `${id} in ${substeps} substeps`).toBe(true);
      }
      expect(Object.fromEntries(stopped)).toEqual(stoppedUnder(integrator));
    },
  );
});

describe('wind', () => {
  const blow = (scene: string, integrator: string, speed: number, params = {}) => {
    const simulation = createSimulation({ scene, integrator, params: { dt: 1 / 60, ...params } });
    simulation.apply({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, speed] }] });
    return simulation;
  };

  // A blow of wind moves a cloth from rest to its own speed within the 16 steps between two checks.
  test.each(['cloth', 'flag'])('of 200 m/s on %s from rest is no blow-up', (scene) => {
    expect(blow(scene, 'implicit-euler', 200).step(32).ok).toBe(true);
  });

  // Taken at the start of a step, it had a limit on dt: at 50 m/s and 1/60 s all of these were no longer finite within 16 steps.
  const methods = INTEGRATORS.filter(({ solvesSprings }) => solvesSprings).map(({ id }) => id);
  test.each(everyNth(4, methods))('has no limit on dt under %s', { tags: ['sampled'] }, (integrator) => {
    for (const [scene, speed, dt] of [
      ['cloth', 50, 1 / 60],
      ['cloth', 100, 1 / 240],
      ['flag', 50, 1 / 60],
      ['cloth-top-edge', 100, 1 / 60],
    ] as const) {
      const simulation = blow(scene, integrator, speed, { dt, rows: 16, columns: 16 });
      expect(simulation.step(Math.round(1 / dt)).ok, `${scene}, ${speed} m/s`).toBe(true);
      // Nothing is faster than the air.
      const { kinetic } = simulation.energy();
      const mass = Array.from(simulation.model.masses).reduce((sum, m) => sum + m, 0);
      expect(kinetic).toBeLessThan(0.5 * mass * speed ** 2);
      expect(limitOf(simulation)).toBe(Number.POSITIVE_INFINITY);
    }
  });

  // In one step of 10 iterations the springs end stretched far beyond what they carry, and throw particles at 260 to 540 m/s, but under vertex block descent.
  test.each(methods)('of 200 m/s makes no energy in 10 substeps of %s', { tags: ['long'] }, (integrator) => {
    for (const scene of ['cloth', 'flag']) {
      const simulation = blow(scene, integrator, 200, { rows: 16, columns: 16, substeps: 10, iterations: 1 });
      const mass = Array.from(simulation.model.masses).reduce((sum, m) => sum + m, 0);
      for (let step = 0; step < 120; step++) {
        expect(simulation.step().ok, scene).toBe(true);
        const { kinetic, elastic } = simulation.energy();
        expect(kinetic).toBeLessThan(0.6 * 0.5 * mass * 200 ** 2);
        expect(elastic).toBeLessThan(2 * 0.5 * mass * 200 ** 2);
      }
    }
  });

  test('does not hide the blow-up of a step beyond the limit', () => {
    const simulation = blow('cloth', 'symplectic-euler', 20, { dt: 5e-3, stiffness: 2000 });
    simulation.step(160);
    expect(simulation.blowUp?.step).toBeLessThanOrEqual(32);
  });
});
