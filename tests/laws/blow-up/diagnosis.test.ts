import { expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, stabilityLimit } from '../../../src/physics';
import { diagnose } from '../../../src/physics/blow-up/diagnosis/investigate';
import type { Cause } from '../../../src/physics/blow-up/diagnosis/suspects';

/** A cloth small enough to be looked into quickly, hanging quietly. */
function cloth(params: Record<string, number> = {}, integrator = 'symplectic-euler'): Simulation {
  const simulation = createSimulation({ integrator, params: { rows: 10, columns: 10, ...params } });
  simulation.step(100);
  return simulation;
}

const change = (simulation: Simulation, key: string, value: number) => {
  simulation.apply({ type: 'set', key, value });
  return simulation;
};

/** 20 × 20, all six directions, compressed as it falls: its true matrix loses definiteness at 1/30 s. */
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
      params: { dt: 1 / 30, clamp: 0 },
    },
  });
}

/** A chain on whose end hangs one particle more, in the same place, by a spring of next to no length. */
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

/** How each was staged; what the verdict must be, and where it began if that was staged too. */
const STAGED: Record<string, { stage(): Simulation; cause: Cause; particle?: number; spring?: number }> = {
  'too stiff, by a command': { stage: () => change(cloth(), 'stiffness', 30000), cause: 'stiffness' },
  'too stiff from the start': { stage: () => cloth({ stiffness: 30000 }), cause: 'stiffness' },
  'too stiff, in the Taichi demo that passes 100 m at step 21': {
    stage: () => createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.5e5 } }),
    cause: 'stiffness',
  },
  'too stiff by far, in the Taichi demo': {
    stage: () => createSimulation({ scene: 'taichi-grid', params: { stiffness: 2e5 } }),
    cause: 'stiffness',
  },
  'too stiff, in the Taichi demo that jitters for ever': {
    stage: () => createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.05e5 } }),
    cause: 'stiffness',
  },
  'too long a step, by a command': { stage: () => change(cloth(), 'dt', 0.004), cause: 'step' },
  'too long a step from the start': { stage: () => cloth({ dt: 0.004 }), cause: 'step' },
  'too long a step for Bender’s cloth': {
    stage: () => createSimulation({ scene: 'bender-cloth', params: { dt: 0.0058 } }),
    cause: 'step',
  },
  'too long a step under RK4': { stage: () => change(cloth({}, 'rk4'), 'dt', 0.008), cause: 'step' },
  'a method that holds no step': {
    stage: () => cloth({ drag: 0, damping: 0, dt: 0.0015 }, 'midpoint'),
    cause: 'method',
  },
  'too much damping, symplectic Euler': { stage: () => change(cloth(), 'damping', 3), cause: 'damping' },
  'too much damping, RK4': { stage: () => change(cloth({}, 'rk4'), 'damping', 6), cause: 'damping' },
  'too much drag, velocity Verlet': { stage: () => change(cloth({}, 'velocity-verlet'), 'drag', 20), cause: 'damping' },
  'one particle too light': {
    stage() {
      const simulation = cloth();
      simulation.apply({ type: 'particle', particle: 47, mass: 1e-5 });
      return simulation;
    },
    cause: 'mass',
    particle: 47,
  },
  'all particles too light': { stage: () => change(cloth(), 'mass', 1e-5), cause: 'mass' },
  'a spring of zero length': { stage: zeroLength, cause: 'zero-length', spring: 2 },
  'a pull by too stiff a hand': {
    stage() {
      const simulation = change(cloth(), 'grabStiffness', 1e6);
      simulation.apply({ type: 'grab', particle: 55, target: [0, 0.3, 0.3] });
      return simulation;
    },
    cause: 'pull',
    particle: 55,
  },
  'a pull too far': {
    stage() {
      const simulation = change(cloth(), 'grabStiffness', 2000);
      simulation.apply({ type: 'grab', particle: 95, target: [0, -60, 30] });
      return simulation;
    },
    cause: 'pull',
  },
  'a push too strong': {
    stage() {
      const simulation = createSimulation({ scene: 'taichi-grid' });
      simulation.step(10);
      simulation.apply({ type: 'push', force: [5e5, 0, 0] });
      return simulation;
    },
    cause: 'pull',
  },
  'an unclamped matrix': { stage: unclamped, cause: 'clamp' },
};

test.each(Object.entries(STAGED))('the detective finds it: %s', (_, { stage, cause, particle, spring }) => {
  const simulation = stage();
  for (let i = 0; i < 400 && !simulation.blowUp; i++) simulation.step(16);
  const { blowUp } = simulation;
  if (!blowUp) throw new Error('it was to blow up');
  const hash = simulation.hash();
  const verdict = diagnose(simulation);
  expect(verdict?.cause).toBe(cause);
  if (particle !== undefined) expect(verdict?.particle).toBe(particle);
  if (spring !== undefined) expect(verdict?.spring).toBe(spring);
  // It began before it was seen, after whatever was done, and with a mode that there is.
  expect(verdict?.step).toBeLessThanOrEqual(blowUp.step);
  expect(verdict?.step).toBeGreaterThan(simulation.recorded.at(-1)?.stepCount ?? 0);
  expect(verdict?.omega).toBeLessThanOrEqual(1.001 * (verdict?.omegaMax ?? 0));
  // To look changes nothing.
  expect(simulation.hash()).toBe(hash);
  expect(simulation.blowUp).toEqual(blowUp);
  // What it offers first would have held, and holds from here on too, unless motion as violent as that is left over.
  const [remedy] = verdict?.remedies ?? [];
  expect(remedy.holds).toBe(true);
  if (blowUp.cause === 'jitter') return;
  for (const command of remedy.commands) simulation.apply(command);
  simulation.apply({ type: 'resume' });
  simulation.step(500);
  expect(simulation.blowUp).toBeNull();
});

test('what it says of the limit at that time is the limit at that time', () => {
  const simulation = change(cloth(), 'dt', 0.004);
  while (!simulation.blowUp) simulation.step(16);
  const verdict = diagnose(simulation);
  const then = simulation.rerun(verdict?.step ?? 0);
  expect(verdict?.limitThen).toBeCloseTo(stabilityLimit(then).dt, 5);
  expect(verdict?.dt).toBe(0.004);
  expect(verdict?.before.map(({ command }) => command)).toEqual([{ type: 'set', key: 'dt', value: 0.004 }]);
});

test('without a blow-up there is nothing to investigate', () => {
  expect(diagnose(cloth())).toBeNull();
});
