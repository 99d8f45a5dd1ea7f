import { expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Simulation, stabilityLimit } from '../../../src/physics';
import type { Cause } from '../../../src/physics/blow-up/diagnosis/candidate-causes';
import { diagnose } from '../../../src/physics/blow-up/diagnosis/diagnose';
import { jitters } from '../../../src/physics/blow-up/diagnosis/instability-onset';
import { everyNth } from '../../fixtures/run-length';

/** A small hanging cloth, nearly at rest. */
function cloth(params: Record<string, number> = {}, integrator = 'symplectic-euler'): Simulation {
  const simulation = createSimulation({ integrator, params: { rows: 10, columns: 10, ...params } });
  simulation.step(100);
  return simulation;
}

const change = (simulation: Simulation, key: string, value: number) => {
  simulation.apply({ type: 'set', key, value });
  return simulation;
};

/** 20 × 20 with springs in six directions, compressed as it falls: its exact matrix is indefinite at dt = 1/30 s. Without the
 *  line search, which corrects such steps. */
function unclamped(): Simulation {
  const n = 20;
  const positions: SceneFile['particles']['positions'] = [];
  const pairs: [number, number][] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      positions.push([0.05 * j, 0, 0.05 * i]);
      for (const [a, b] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
        [0, 2],
        [2, 0],
      ]) {
        if (i + a < n && j + b < n && j + b >= 0) pairs.push([n * i + j, n * (i + a) + j + b]);
      }
    }
  }
  return createSimulation({
    scene: {
      hooke: 1,
      name: 'unclamped',
      particles: { positions, masses: 0.0025, pinned: [0, n * n - 1] },
      springs: { pairs, stiffness: 5000 },
      integrator: 'implicit-euler',
      params: { dt: 1 / 30, clamp: 0, lineSearch: 0 },
    },
  });
}

/** A chain with another particle at the position of its end, on a spring of nearly zero length. */
function zeroLength(): Simulation {
  return createSimulation({
    scene: {
      hooke: 1,
      name: 'zero length',
      particles: {
        positions: [
          [0, 0, 0],
          [0.1, 0, 0],
          [0.2, 0, 0],
          [0.2, 0, 0],
        ],
        masses: 0.01,
        pinned: [0],
      },
      springs: {
        pairs: [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
        restLengths: [0.1, 0.1, 1e-9],
        stiffness: 100,
      },
      params: { dt: 0.005 },
    },
  });
}

/** How to create each blow-up, its cause, and where it begins if that is known. */
const BLOW_UPS: Record<string, { create(): Simulation; cause: Cause; particle?: number; spring?: number }> = {
  'too stiff, by a command': { create: () => change(cloth(), 'stiffness', 30000), cause: 'stiffness' },
  'too stiff from the start': { create: () => cloth({ stiffness: 30000 }), cause: 'stiffness' },
  'too stiff, in the Taichi demo that passes 100 m at step 21': {
    create: () => createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.5e5 } }),
    cause: 'stiffness',
  },
  'far too stiff, in the Taichi demo': {
    create: () => createSimulation({ scene: 'taichi-grid', params: { stiffness: 2e5 } }),
    cause: 'stiffness',
  },
  'too stiff, in the Taichi demo with endless jitter': {
    create: () => createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.05e5 } }),
    cause: 'stiffness',
  },
  'too long a step, by a command': { create: () => change(cloth(), 'dt', 0.004), cause: 'step' },
  'too long a step from the start': { create: () => cloth({ dt: 0.004 }), cause: 'step' },
  'too long a step for Bender’s cloth': {
    create: () => createSimulation({ scene: 'bender-cloth', params: { dt: 0.0058 } }),
    cause: 'step',
  },
  'too long a step under RK4': { create: () => change(cloth({}, 'rk4'), 'dt', 0.008), cause: 'step' },
  'a method that is unstable at every dt': {
    create: () => cloth({ drag: 0, damping: 0, dt: 0.0015 }, 'midpoint'),
    cause: 'method',
  },
  'too much damping, symplectic Euler': { create: () => change(cloth(), 'damping', 3), cause: 'damping' },
  'too much damping, RK4': { create: () => change(cloth({}, 'rk4'), 'damping', 6), cause: 'damping' },
  'too much drag, velocity Verlet': {
    create: () => change(cloth({}, 'velocity-verlet'), 'drag', 20),
    cause: 'damping',
  },
  'one particle too light': {
    create() {
      const simulation = cloth();
      simulation.apply({ type: 'particle', particle: 47, mass: 1e-5 });
      return simulation;
    },
    cause: 'mass',
    particle: 47,
  },
  'all particles too light': { create: () => change(cloth(), 'mass', 1e-5), cause: 'mass' },
  'a spring of zero length': { create: zeroLength, cause: 'zero-length', spring: 2 },
  'a grab that is too stiff': {
    create() {
      const simulation = change(cloth(), 'grabStiffness', 1e6);
      simulation.apply({ type: 'grab', particle: 55, target: [0, 0.3, 0.3] });
      return simulation;
    },
    cause: 'pull',
    particle: 55,
  },
  'a grab with a target too far away': {
    create() {
      const simulation = change(cloth(), 'grabStiffness', 2000);
      simulation.apply({ type: 'grab', particle: 95, target: [0, 60, 30] });
      return simulation;
    },
    cause: 'pull',
  },
  'a push too strong': {
    create() {
      const simulation = createSimulation({ scene: 'taichi-grid' });
      simulation.step(10);
      simulation.apply({ type: 'push', force: [5e5, 0, 0] });
      return simulation;
    },
    cause: 'pull',
  },
  'an unclamped matrix': { create: unclamped, cause: 'clamp' },
};

test.each(everyNth(2, Object.entries(BLOW_UPS)))(
  'the diagnosis finds the cause: %s',
  { tags: ['sampled'] },
  (_, { create, cause, particle, spring }) => {
    const simulation = create();
    for (let i = 0; i < 400 && !simulation.blowUp; i++) simulation.step(16);
    const { blowUp } = simulation;
    if (!blowUp) throw new Error('no blow-up');
    const hash = simulation.hash();
    const diagnosis = diagnose(simulation);
    expect(diagnosis?.cause).toBe(cause);
    if (particle !== undefined) expect(diagnosis?.particle).toBe(particle);
    if (spring !== undefined) expect(diagnosis?.spring).toBe(spring);
    // It began before the detector found it, after the last command, and with a mode of the system.
    expect(diagnosis?.step).toBeLessThanOrEqual(blowUp.step);
    expect(diagnosis?.step).toBeGreaterThan(simulation.recorded.at(-1)?.stepCount ?? 0);
    expect(diagnosis?.omega).toBeLessThanOrEqual(1.001 * (diagnosis?.omegaMax ?? 0));
    // It is plain data, which a worker can post.
    expect(structuredClone(diagnosis)).toEqual(diagnosis);
    // The diagnosis changes nothing.
    expect(simulation.hash()).toBe(hash);
    expect(simulation.blowUp).toEqual(blowUp);
    // Its first remedy would have prevented the blow-up, and works from here on, unless too fast a motion remains.
    const [remedy] = diagnosis?.remedies ?? [];
    expect(remedy.holds).toBe(true);
    if (blowUp.cause === 'jitter') return;
    for (const command of remedy.commands) simulation.apply(command);
    simulation.apply({ type: 'resume' });
    simulation.step(500);
    expect(simulation.blowUp).toBeNull();
  },
);

test('its stability limit is the limit at that time', () => {
  const simulation = change(cloth(), 'dt', 0.004);
  while (!simulation.blowUp) simulation.step(16);
  const diagnosis = diagnose(simulation);
  const then = simulation.rerun(diagnosis?.step ?? 0);
  expect(diagnosis?.limitThen).toBeCloseTo(stabilityLimit(then).dt, 5);
  expect(diagnosis?.dt).toBe(0.004);
  expect(diagnosis?.before.map(({ command }) => command)).toEqual([{ type: 'set', key: 'dt', value: 0.004 }]);
});

test.each(['trapezoidal', 'implicit-midpoint'])(
  'of a blow-up under %s, which may gain energy, the remedies include implicit Euler, which holds',
  { tags: ['long'] },
  (integrator) => {
    const simulation = cloth({ dt: 1 / 60, stiffness: 1000 }, integrator);
    expect(simulation.blowUp).not.toBeNull();
    const commands = [{ type: 'integrator', id: 'implicit-euler' }];
    expect(diagnose(simulation)?.remedies).toContainEqual(expect.objectContaining({ commands, holds: true }));
  },
);

test('there is no diagnosis without a blow-up', () => {
  expect(diagnose(cloth())).toBeNull();
});

test.each(INTEGRATORS.filter(({ solvesSprings }) => solvesSprings).map(({ id }) => id))(
  'springs of %s that change by less than their length in each substep do not jitter, as in a run',
  (integrator) => {
    const jittersIn = (substeps: number) => {
      const simulation = createSimulation({ scene: 'cloth', integrator, params: { rows: 4, columns: 4, substeps } });
      const { positions, velocities } = simulation.state;
      // All springs grow by three times their length in a step.
      const rate = 3 / simulation.params.dt;
      velocities.set(positions.map((x) => rate * x));
      return jitters(simulation);
    };
    expect([jittersIn(1), jittersIn(2), jittersIn(10)]).toEqual([true, true, false]);
  },
);
