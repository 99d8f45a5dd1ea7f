import { describe, expect, test } from 'vitest';
import { createSimulation, diagonal, type Replay, type SceneFile, type Simulation } from '../../../src/physics';
import { isFiniteState } from '../../../src/physics/model/state';

/** Steps until it blows up, at most this many. */
function stepToBlowUp(simulation: Simulation, most = 20_000): Simulation {
  expect(simulation.step(most).ok).toBe(false);
  expect(simulation.blowUp).not.toBeNull();
  return simulation;
}

/** Forty times that of the default cloth, well beyond the stability limit. */
const STIFFNESS = 8000;

/** The default cloth after some steps, with a stiffness that is too high for its dt. */
function tooStiff(precision: Simulation['precision'] = 'single', params: Record<string, number> = {}): Simulation {
  const simulation = createSimulation({ params: { rows: 16, columns: 16, ...params }, precision });
  simulation.step(160);
  simulation.apply({ type: 'set', key: 'stiffness', value: STIFFNESS });
  return simulation;
}

describe('a parameter that a hand moves past the limit, step by step', () => {
  const DRAGS = [
    ['dt', 1.01],
    ['stiffness', 1.02],
    ['damping', 1.03],
    ['mass', 0.98],
  ] as const;
  const cases = DRAGS.flatMap(([key, factor]) => [1, 3, 11].map((every) => [key, factor, every] as const));

  test.each(cases)('%s times %d every %d steps: the blow-up is found before it can be seen', (key, factor, every) => {
    const simulation = createSimulation({ params: { rows: 16, columns: 16 } });
    simulation.step(160);
    const sizeOf = ({ state, particleCount }: Simulation) => diagonal(state, particleCount);
    const size = sizeOf(simulation);
    let largest = size;
    while (!simulation.blowUp && simulation.stepCount < 5000) {
      largest = Math.max(largest, sizeOf(simulation));
      simulation.apply({ type: 'set', key, value: factor * simulation.params[key] });
      simulation.step(every);
    }
    const { blowUp } = simulation;
    expect(blowUp).not.toBeNull();
    expect(largest).toBeLessThan(1.15 * size);
    expect(sizeOf(simulation)).toBeLessThan(1.1 * size);
    // Later commands change the run, and neither the report nor the replay.
    const again = simulation.rerun(simulation.stepCount);
    while (again.stepCount < (blowUp?.step ?? 0)) again.step();
    expect(again.params[key]).toBe(blowUp?.params[key]);
    const before = { ...blowUp?.params };
    const hash = simulation.hash();
    simulation.apply({ type: 'set', key, value: 2 * simulation.params[key] });
    expect(simulation.blowUp?.params).toEqual(before);
    expect(simulation.hash()).toBe(hash);
  });
});

describe('a blow-up by energy', () => {
  for (const precision of ['single', 'double'] as const) {
    const simulation = stepToBlowUp(tooStiff(precision));
    const { blowUp } = simulation;

    test(`is found long before a value is not finite, in ${precision} precision`, () => {
      expect(blowUp?.cause).toBe('energy');
      expect(blowUp?.step).toBeLessThan(160 + 200);
      expect(blowUp?.step).toBeGreaterThan(160);
    });

    test(`names a spring and a particle of the scene, in ${precision} precision`, () => {
      expect(blowUp?.spring).toBeGreaterThanOrEqual(0);
      expect(blowUp?.spring).toBeLessThan(simulation.springCount);
      expect(blowUp?.particle).toBeGreaterThanOrEqual(0);
      expect(blowUp?.particle).toBeLessThan(simulation.particleCount);
    });

    test(`restores a good state, with its time and step count, in ${precision} precision`, () => {
      const { stepCount, time } = simulation;
      expect(isFiniteState(simulation.state)).toBe(true);
      expect(stepCount).toBeLessThan(blowUp?.step ?? 0);
      expect(time).toBeCloseTo(stepCount * simulation.params.dt, 12);
      expect(simulation.energy().kinetic).toBeLessThan(10);
      // The same state as a run that ends there.
      const again = tooStiff(precision);
      again.step(stepCount - 160);
      expect(again.hash()).toBe(simulation.hash());
      expect(again.time).toBe(time);
    });

    test(`stays at that state until a resume, in ${precision} precision`, () => {
      const before = simulation.hash();
      expect(simulation.step(100)).toMatchObject({ ok: false });
      expect(simulation.hash()).toBe(before);
    });
  }

  /** Steps both until the replay ends, and compares their bits. Returns the number of steps. */
  function sameBits(replay: Replay, again: Simulation, step: () => void): number {
    let count = 0;
    expect(replay.stepCount).toBe(again.stepCount);
    do {
      expect([...replay.state.positions]).toEqual([...again.state.positions]);
      expect([...replay.state.velocities]).toEqual([...again.state.velocities]);
      step();
      count++;
    } while (replay.step(1));
    return count;
  }

  test('is replayed from a quiet state with the bits of the run that blew up', () => {
    const simulation = stepToBlowUp(tooStiff());
    const replay = simulation.replay();
    if (!replay || !simulation.blowUp) throw new Error('no replay');
    expect(replay.from).toBeLessThanOrEqual(simulation.stepCount);
    expect(replay.to).toBe(simulation.blowUp.step);
    const again = tooStiff('single', { stopOnBlowUp: 0 });
    again.step(replay.from - 160);
    const before = again.energy().kinetic;
    expect(sameBits(replay, again, () => again.step())).toBeGreaterThan(8);
    expect(again.energy().kinetic).toBeGreaterThan(100 * before);
  });

  test('is replayed with the grab in between', () => {
    const stepWithGrab = (simulation: Simulation) => {
      const done = simulation.stepCount - 160;
      if (done === 1) simulation.apply({ type: 'grab', particle: 100, target: [0, 0.5, 0.5] });
      if (done === 5) simulation.apply({ type: 'move', target: [0.1, 0.5, 0.7] });
      return simulation.step();
    };
    const simulation = tooStiff();
    while (stepWithGrab(simulation).ok);
    const replay = simulation.replay();
    if (!replay) throw new Error('no replay');
    const again = tooStiff('single', { stopOnBlowUp: 0 });
    while (again.stepCount < replay.from) stepWithGrab(again);
    expect(sameBits(replay, again, () => stepWithGrab(again))).toBeGreaterThan(8);
    expect(again.held).toBe(100);
  });

  test('ends with resume after a remedy', () => {
    const simulation = stepToBlowUp(tooStiff());
    const { time, stepCount } = simulation;
    const before = simulation.hash();
    simulation.apply({ type: 'integrator', id: 'implicit-euler' });
    simulation.apply({ type: 'resume' });
    expect(simulation.blowUp).toBeNull();
    expect([simulation.hash(), simulation.time, simulation.stepCount]).toEqual([before, time, stepCount]);
    expect(simulation.step(500).ok).toBe(true);
    expect(simulation.stepCount).toBe(stepCount + 500);
  });

  test('ends with resume at a shorter dt, and time continues from the good state', () => {
    const simulation = stepToBlowUp(tooStiff());
    const { time } = simulation;
    simulation.apply({ type: 'set', key: 'dt', value: 2e-5 });
    expect(simulation.time).toBe(time);
    simulation.apply({ type: 'resume' });
    expect(simulation.step(1000).ok).toBe(true);
    expect(simulation.time).toBeCloseTo(time + 1000 * 2e-5, 12);
  });

  test('occurs again after resume without a remedy', () => {
    const simulation = stepToBlowUp(tooStiff());
    simulation.apply({ type: 'resume' });
    stepToBlowUp(simulation);
    expect(isFiniteState(simulation.state)).toBe(true);
  });

  test('ends with reset, which keeps the parameters', () => {
    const simulation = stepToBlowUp(tooStiff());
    simulation.apply({ type: 'reset' });
    expect([simulation.blowUp, simulation.time, simulation.stepCount]).toEqual([null, 0, 0]);
    expect(simulation.params.stiffness).toBe(STIFFNESS);
    expect(simulation.replay()).toBeNull();
    simulation.apply({ type: 'set', key: 'stiffness', value: 200 });
    expect(simulation.step(500).ok).toBe(true);
  });

  test('ends with another scene', () => {
    const simulation = stepToBlowUp(tooStiff());
    simulation.apply({ type: 'scene', scene: 'two-bodies' });
    expect(simulation.blowUp).toBeNull();
    expect(simulation.step(500).ok).toBe(true);
  });

  test('does not stop a run without stopOnBlowUp until a value is not finite', () => {
    const stopped = stepToBlowUp(tooStiff());
    const simulation = stepToBlowUp(tooStiff('single', { stopOnBlowUp: 0 }));
    expect(simulation.blowUp?.cause).toBe('non-finite');
    expect(simulation.blowUp?.step).toBeGreaterThan(stopped.blowUp?.step ?? Number.POSITIVE_INFINITY);
    expect(isFiniteState(simulation.state)).toBe(true);
  });
});

describe('a value that is not finite', () => {
  const scene: SceneFile = {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      masses: 1,
    },
    springs: {
      pairs: [
        [0, 1],
        [1, 2],
      ],
      stiffness: 1,
    },
    params: { gravity: 0, dt: 0.01 },
  };

  test('is the cause', () => {
    const simulation = createSimulation({ scene });
    simulation.step(16);
    simulation.state.positions[8] = Number.NaN;
    const report = simulation.step(16);
    expect(report.ok).toBe(false);
    expect(simulation.blowUp).toMatchObject({ cause: 'non-finite', step: 32 });
    expect(isFiniteState(simulation.state)).toBe(true);
    expect(simulation.stepCount).toBe(16);
  });

  test('is also searched for before every command', () => {
    const simulation = createSimulation({ scene });
    simulation.step(18);
    simulation.state.velocities[4] = Number.POSITIVE_INFINITY;
    simulation.apply({ type: 'set', key: 'gravity', value: 1 });
    expect(simulation.blowUp).toMatchObject({ cause: 'non-finite', step: 18 });
    expect(simulation.stepCount).toBe(16);
    expect(isFiniteState(simulation.state)).toBe(true);
  });
});

describe('jitter', () => {
  test('is found in the Taichi demo at 1.05e5 N/m, which stays finite', () => {
    const simulation = stepToBlowUp(createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.05e5 } }));
    expect(simulation.blowUp?.cause).toBe('jitter');
    expect(isFiniteState(simulation.state)).toBe(true);
  });
});
