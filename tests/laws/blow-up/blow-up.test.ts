// @module-tag both-kernels
import { describe, expect, test } from 'vitest';
import { createSimulation, type Replay, type SceneFile, type Simulation } from '../../../src/physics';
import { isFiniteState } from '../../../src/physics/model/state';

/** Steps, at most so many, until it blows up. */
function burst(simulation: Simulation, most = 20_000): Simulation {
  expect(simulation.step(most).ok).toBe(false);
  expect(simulation.blowUp).not.toBeNull();
  return simulation;
}

/** Forty times what the default cloth is made of, a good way beyond the limit of its step. */
const STIFFNESS = 8000;

/** The default cloth, moved a little, at a stiffness that is too high for its step. */
function tooStiff(precision: Simulation['precision'] = 'single', params: Record<string, number> = {}): Simulation {
  const simulation = createSimulation({ params: { rows: 16, columns: 16, ...params }, precision });
  simulation.step(160);
  simulation.apply({ type: 'set', key: 'stiffness', value: STIFFNESS });
  return simulation;
}

describe('a blow-up by energy', () => {
  for (const precision of ['single', 'double'] as const) {
    const simulation = burst(tooStiff(precision));
    const { blowUp } = simulation;

    test(`is seen long before a number is no longer finite, in ${precision} precision`, () => {
      expect(blowUp?.cause).toBe('energy');
      expect(blowUp?.step).toBeLessThan(160 + 200);
      expect(blowUp?.step).toBeGreaterThan(160);
    });

    test(`names a spring and a particle that are there, in ${precision} precision`, () => {
      expect(blowUp?.spring).toBeGreaterThanOrEqual(0);
      expect(blowUp?.spring).toBeLessThan(simulation.springCount);
      expect(blowUp?.particle).toBeGreaterThanOrEqual(0);
      expect(blowUp?.particle).toBeLessThan(simulation.particleCount);
    });

    test(`rests at a good state, with its own time and step count, in ${precision} precision`, () => {
      const { stepCount, time } = simulation;
      expect(isFiniteState(simulation.state)).toBe(true);
      expect(stepCount).toBeLessThan(blowUp?.step ?? 0);
      expect(time).toBeCloseTo(stepCount * simulation.params.dt, 12);
      expect(simulation.energy().kinetic).toBeLessThan(10);
      // The very state that a run stopped there has.
      const again = tooStiff(precision);
      again.step(stepCount - 160);
      expect(again.hash()).toBe(simulation.hash());
      expect(again.time).toBe(time);
    });

    test(`stays where it rests until it is told to go on, in ${precision} precision`, () => {
      const before = simulation.hash();
      expect(simulation.step(100)).toMatchObject({ ok: false });
      expect(simulation.hash()).toBe(before);
    });
  }

  /** Runs both side by side until the replay is over, and gives the steps that it has shown. */
  function sameBits(replay: Replay, again: Simulation, step: () => void): number {
    let shown = 0;
    expect(replay.stepCount).toBe(again.stepCount);
    do {
      expect([...replay.state.positions]).toEqual([...again.state.positions]);
      expect([...replay.state.velocities]).toEqual([...again.state.velocities]);
      step();
      shown++;
    } while (replay.step(1));
    return shown;
  }

  test('is replayed from before the first ripple with the bits of the run that blew up', () => {
    const simulation = burst(tooStiff());
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

  test('is replayed with what the hand did in between', () => {
    const stepWithHand = (simulation: Simulation) => {
      const done = simulation.stepCount - 160;
      if (done === 1) simulation.apply({ type: 'grab', particle: 100, target: [0, 0.5, 0.5] });
      if (done === 5) simulation.apply({ type: 'move', target: [0.1, 0.5, 0.7] });
      return simulation.step();
    };
    const simulation = tooStiff();
    while (stepWithHand(simulation).ok);
    const replay = simulation.replay();
    if (!replay) throw new Error('no replay');
    const again = tooStiff('single', { stopOnBlowUp: 0 });
    while (again.stepCount < replay.from) stepWithHand(again);
    expect(sameBits(replay, again, () => stepWithHand(again))).toBeGreaterThan(8);
    expect(again.held).toBe(100);
  });

  test('is over with resume once there is a remedy', () => {
    const simulation = burst(tooStiff());
    const { time, stepCount } = simulation;
    const before = simulation.hash();
    simulation.apply({ type: 'integrator', id: 'implicit-euler' });
    simulation.apply({ type: 'resume' });
    expect(simulation.blowUp).toBeNull();
    expect([simulation.hash(), simulation.time, simulation.stepCount]).toEqual([before, time, stepCount]);
    expect(simulation.step(500).ok).toBe(true);
    expect(simulation.stepCount).toBe(stepCount + 500);
  });

  test('is over with resume at a shorter step, time going on from where it rests', () => {
    const simulation = burst(tooStiff());
    const { time } = simulation;
    simulation.apply({ type: 'set', key: 'dt', value: 2e-5 });
    expect(simulation.time).toBe(time);
    simulation.apply({ type: 'resume' });
    expect(simulation.step(1000).ok).toBe(true);
    expect(simulation.time).toBeCloseTo(time + 1000 * 2e-5, 12);
  });

  test('comes again after resume without a remedy', () => {
    const simulation = burst(tooStiff());
    simulation.apply({ type: 'resume' });
    burst(simulation);
    expect(isFiniteState(simulation.state)).toBe(true);
  });

  test('is over with reset, which keeps the parameters', () => {
    const simulation = burst(tooStiff());
    simulation.apply({ type: 'reset' });
    expect([simulation.blowUp, simulation.time, simulation.stepCount]).toEqual([null, 0, 0]);
    expect(simulation.params.stiffness).toBe(STIFFNESS);
    expect(simulation.replay()).toBeNull();
    simulation.apply({ type: 'set', key: 'stiffness', value: 200 });
    expect(simulation.step(500).ok).toBe(true);
  });

  test('is over with another scene', () => {
    const simulation = burst(tooStiff());
    simulation.apply({ type: 'scene', scene: 'two-bodies' });
    expect(simulation.blowUp).toBeNull();
    expect(simulation.step(500).ok).toBe(true);
  });

  test('does not stop a run that is not to be stopped, until a number is no longer finite', () => {
    const stopped = burst(tooStiff());
    const simulation = burst(tooStiff('single', { stopOnBlowUp: 0 }));
    expect(simulation.blowUp?.cause).toBe('non-finite');
    expect(simulation.blowUp?.step).toBeGreaterThan(stopped.blowUp?.step ?? Number.POSITIVE_INFINITY);
    expect(isFiniteState(simulation.state)).toBe(true);
  });
});

describe('a number that is no longer finite', () => {
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

  test('is the cause, and what it is in comes first', () => {
    const simulation = createSimulation({ scene });
    simulation.step(16);
    simulation.state.positions[8] = Number.NaN;
    const report = simulation.step(16);
    expect(report.ok).toBe(false);
    expect(simulation.blowUp).toMatchObject({ cause: 'non-finite', step: 32 });
    expect(isFiniteState(simulation.state)).toBe(true);
    expect(simulation.stepCount).toBe(16);
  });

  test('is looked for ahead of every command too', () => {
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
  test('is seen in the Taichi demo at 1.05e5 N/m, which never gives a number that is not finite', () => {
    const simulation = burst(createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.05e5 } }));
    expect(simulation.blowUp?.cause).toBe('jitter');
    expect(isFiniteState(simulation.state)).toBe(true);
  });
});
