import { expect, test } from 'vitest';
import { type Command, createSimulation, type Vec3 } from '../../../src/physics';
import { preconditioners } from '../../../src/physics/registry';
import { createRecording, MAX_APART, MEMORY } from '../../../src/physics/run/recording';
import { LONG } from '../../fixtures/run-length';

/** Steps between two checkpoints. */
const EVERY = 16;

test.each([['single'], ['double']] as const)(
  'ten minutes of constant moves stay within 64 MB, in %s precision, and every step is near a checkpoint',
  { tags: ['same-on-every-kernel'] },
  (precision) => {
    const { model } = createSimulation({ precision, kernel: 'js' });
    const recording = createRecording(model, precision);
    let most = 0;
    const steps = Math.round(600 / 3e-4);
    for (let step = 0; step < steps; step += EVERY) {
      recording.addCheckpoint(step, 3, false);
      if (step % (2 * EVERY) === 0)
        recording.addCommand(step, 3e-4 * step, { type: 'move', target: [0, step, 0] } as Command);
      if (step % 1000 === 0) recording.addCommand(step, 3e-4 * step, { type: 'release' });
      most = Math.max(most, recording.bytes);
    }
    expect(MEMORY).toBeLessThanOrEqual(64e6);
    expect(most).toBeLessThanOrEqual(MEMORY);
    const at = recording.checkpoints.map(({ stepCount }) => stepCount);
    const gaps = at.slice(1).map((step, i) => step - at[i]);
    expect(Math.min(...gaps)).toBe(EVERY);
    expect(gaps.at(-1)).toBe(EVERY);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(MAX_APART);
    // At least the last minute; in single precision, where checkpoints have half the size, 4 minutes.
    expect(3e-4 * (steps - at[0])).toBeGreaterThan(precision === 'single' ? 240 : 60);
    // All commands since the oldest checkpoint are there.
    const since = recording.entriesFrom(recording.checkpoints[0].commandCount);
    expect(since[0].stepCount).toBeGreaterThanOrEqual(at[0]);
    expect(since[0].stepCount - at[0]).toBeLessThan(2 * MAX_APART);
  },
);

test.runIf(LONG)(
  'commands of megabytes, many in one step, stay within 64 MB, and the last ones are repeated',
  {
    tags: ['sampled'],
  },
  () => {
    const simulation = createSimulation({ params: { rows: 3, columns: 3 } });
    let most = 0;
    for (let i = 0; i < 45; i++) {
      const spheres = Array.from({ length: 8000 }, (_, j) => ({ center: [j, -9, i] as Vec3, radius: 1 }));
      simulation.apply({ type: 'spheres', spheres });
      if (i > 42) simulation.step(2);
      most = Math.max(most, simulation.timeline.bytes);
    }
    expect(most).toBeGreaterThan(10e6);
    expect(most).toBeLessThanOrEqual(MEMORY);
    const hash = simulation.hash();
    const { first, last } = simulation.timeline;
    simulation.apply({ type: 'rewind', step: first.step });
    simulation.step(last.step - first.step);
    expect(simulation.hash()).toBe(hash);
  },
);

test('a rewind restores the preconditioner of each step, and its bits', () => {
  const simulation = createSimulation({ integrator: 'implicit-euler', params: { rows: 9, columns: 9, dt: 2e-3 } });
  const observe = () => [simulation.hash(), simulation.preconditioner, simulation.report.iterations];
  const ids = ['auto', ...preconditioners.map(({ id }) => id)];
  const states: unknown[] = [];
  for (let step = 0; step < 150; step++) {
    if (step % 11 === 5) simulation.apply({ type: 'preconditioner', id: ids[step % ids.length] });
    if (step % 40 === 21) simulation.apply({ type: 'cut', spring: [step, step + 1] });
    states.push(observe());
    simulation.step();
  }
  expect(new Set(states.map((state) => (state as unknown[])[1])).size).toBe(preconditioners.length);
  for (const step of [149, 3, 88, 60, 5, 16, 127, 0, 71]) {
    simulation.apply({ type: 'rewind', step });
    expect(observe(), `step ${step}`).toEqual(states[step]);
  }
});

test('a command in the past replaces the recording after it; without a command the recording stays', () => {
  const simulation = createSimulation({ params: { rows: 8, columns: 8 } });
  simulation.step(100);
  simulation.apply({ type: 'set', key: 'gravity', value: 3 });
  simulation.step(100);
  const end = simulation.hash();
  simulation.apply({ type: 'rewind', step: 77 });
  expect(simulation.timeline).toMatchObject({ past: true, last: { step: 200 } });
  expect(simulation.params.gravity).toBe(9.81);
  simulation.apply({ type: 'set', key: 'speed', value: 0.1 });
  simulation.apply({ type: 'rewind', step: 120 });
  expect(simulation.params).toMatchObject({ gravity: 3, speed: 0.1 });
  simulation.step(80);
  expect([simulation.hash(), simulation.timeline.past]).toEqual([end, false]);
  simulation.apply({ type: 'rewind', step: 77 });
  expect(() => simulation.apply({ type: 'set', key: 'gravity', value: Number.NaN })).toThrow();
  expect(simulation.timeline.last.step).toBe(200);
  simulation.apply({ type: 'set', key: 'gravity', value: 9.81 });
  expect(simulation.timeline).toMatchObject({ past: false, last: { step: 77 } });
  simulation.step(123);
  expect(simulation.params.gravity).toBe(9.81);
  expect(simulation.hash()).not.toBe(end);
});

test.each([-1, 201, 1.5, Number.NaN, '7'])(
  'a rewind to step %s of 0 to 200 is an error that names the step',
  (step) => {
    const simulation = createSimulation({ params: { rows: 4, columns: 4 } });
    simulation.step(200);
    const before = simulation.hash();
    const invalid = () => simulation.apply({ type: 'rewind', step: step as number });
    expect(invalid).toThrow(RangeError);
    expect(invalid).toThrow(/rewind\.step: .* is not a recorded step \(0–200\)/);
    expect([simulation.hash(), simulation.timeline.past]).toEqual([before, false]);
    expect(() => simulation.rerun(step as number)).toThrow(RangeError);
  },
);

test('a resume drops the recording of the blow-up, and recording continues from there', () => {
  const simulation = createSimulation({ params: { rows: 8, columns: 8 } });
  simulation.step(200);
  simulation.apply({ type: 'set', key: 'dt', value: 0.05 });
  while (simulation.step().ok);
  const { stepCount, blowUp } = simulation;
  expect(simulation.timeline).toMatchObject({ past: false, blowUp, last: { step: blowUp?.step } });
  simulation.apply({ type: 'set', key: 'dt', value: 3e-4 });
  simulation.apply({ type: 'resume' });
  expect(simulation.timeline).toMatchObject({ past: false, blowUp: null, last: { step: stepCount } });
  simulation.step(100);
  const end = simulation.hash();
  simulation.apply({ type: 'rewind', step: 20 });
  simulation.step(stepCount + 80);
  expect([simulation.hash(), simulation.stepCount, simulation.params.dt]).toEqual([end, stepCount + 100, 3e-4]);
});

test('a slow blow-up is found at the same step after a rewind to any step', () => {
  // Explicit Euler multiplies the energy of an oscillation by 1 + h²ω² per step: by 1000 in some hundred steps.
  const simulation = createSimulation({ scene: 'two-bodies', integrator: 'explicit-euler' });
  simulation.apply({ type: 'set', key: 'damping', value: 0 });
  simulation.apply({ type: 'set', key: 'dt', value: 0.01 });
  simulation.step(100_000);
  const { blowUp } = simulation;
  if (!blowUp) throw new Error('no blow-up');
  for (const back of [1, 33, 100, blowUp.step]) {
    simulation.apply({ type: 'rewind', step: blowUp.step - back });
    simulation.step(back + 200);
    expect(simulation.blowUp).toEqual(blowUp);
  }
});
