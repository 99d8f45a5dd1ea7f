import { describe, expect, test } from 'vitest';
import { type Command, createSideBySide, createSimulation, type Simulation } from '../../../../src/physics';

const ROWS = 7;
const cloth = (precision: 'single' | 'double' = 'single') =>
  createSimulation({ precision, params: { rows: ROWS, columns: ROWS, dt: 5e-4 } });
const traceOf = ({ hash, stepCount, time, blowUp }: Simulation) => ({ hash: hash(), stepCount, time, blowUp });

test('a companion keeps a parameter of its variant when that of the main simulation changes', () => {
  const main = cloth();
  const alone = cloth();
  const beside = createSideBySide(main, [{ label: 'soft', params: { stiffness: 20 } }]);
  alone.apply({ type: 'set', key: 'stiffness', value: 20 });
  for (const run of [beside, alone]) run.step(50);
  beside.apply({ type: 'set', key: 'stiffness', value: 300 });
  for (const run of [beside, alone]) {
    run.apply({ type: 'set', key: 'drag', value: 0.003 });
    run.step(50);
  }
  const [{ simulation }] = beside.companions;
  expect(main.params.stiffness).toBe(300);
  expect(simulation.params).toEqual(alone.params);
  expect(simulation.hash()).toBe(alone.hash());
});

describe('companions with another dt', () => {
  test.each([2, 3, 10, 7.3, 0.5, 1 / 3, 0.31])(
    'are where the main one is, or behind by less than a step, at dt/%d',
    (ratio) => {
      const main = cloth();
      main.step(13);
      const dt = main.params.dt / ratio;
      const beside = createSideBySide(main, [{ label: 'other dt', params: { dt } }]);
      const [{ simulation }] = beside.companions;
      for (let n = 0; n < 200; n++) {
        beside.step();
        if (n === 90) beside.apply({ type: 'set', key: 'dt', value: 0.83 * main.params.dt });
        const behind = (main.time - simulation.time) / dt;
        expect(behind).toBeGreaterThan(-1e-5);
        expect(behind).toBeLessThan(1 - 1e-7);
      }
    },
  );

  test('take twice the steps at half the dt, with the bits of a run alone', () => {
    const beside = createSideBySide(cloth(), [{ label: 'half', params: { dt: 2.5e-4 } }]);
    const alone = cloth();
    alone.apply({ type: 'set', key: 'dt', value: 2.5e-4 });
    const grab: Command = { type: 'grab', particle: 30, target: [0.1, 0.9, 0.4] };
    for (const [run, factor] of [
      [beside, 1],
      [alone, 2],
    ] as const) {
      run.step(37 * factor);
      run.apply(grab);
      run.step(101 * factor);
    }
    expect(traceOf(beside.companions[0].simulation)).toEqual(traceOf(alone));
  });

  test('fall behind if it is so small that they would delay all others', () => {
    const beside = createSideBySide(cloth(), [{ label: 'tiny', params: { dt: 1e-12 } }]);
    beside.step(2);
    expect(beside.companions[0].simulation.stepCount).toBe(2000);
  });
});

describe('a blow-up', () => {
  const wild = { label: 'wild', integrator: 'explicit-euler', params: { damping: 0, stiffness: 1e5 } };

  test('of a companion stops it, and the others continue', () => {
    const main = cloth();
    const beside = createSideBySide(main, [wild, { label: 'other', integrator: 'rk4' }]);
    expect(beside.step(600).ok).toBe(true);
    const [first, second] = beside.companions.map(({ simulation }) => simulation);
    expect(first.blowUp).not.toBeNull();
    const rest = first.hash();
    beside.step(100);
    expect(first.hash()).toBe(rest);
    expect([main.stepCount, second.stepCount]).toEqual([700, 700]);
    expect(beside.resting).toBe(false);
  });

  test('of the main simulation does not stop its companions; when it resumes, they restart from its state', () => {
    const main = createSimulation({
      integrator: 'explicit-euler',
      params: { ...wild.params, rows: ROWS, columns: ROWS },
    });
    const beside = createSideBySide(main, [{ label: 'calm', integrator: 'implicit-euler', params: { dt: 1e-3 } }]);
    const { dt } = main.params;
    expect(beside.step(600).ok).toBe(false);
    expect(beside.companions[0].simulation.blowUp).toBeNull();
    expect(beside.companions[0].simulation.stepCount).toBe(Math.floor((600 * dt) / 1e-3 + 1e-6));
    beside.apply({ type: 'set', key: 'stiffness', value: 50 });
    beside.apply({ type: 'resume' });
    expect(beside.companions[0].simulation.hash()).toBe(main.hash());
    expect(beside.companions[0].simulation.time).toBe(main.time);
    beside.step(40);
    expect(main.time - beside.companions[0].simulation.time).toBeLessThan(1e-3);
  });

  test('of all of them is reported', () => {
    const main = createSimulation({
      integrator: 'explicit-euler',
      params: { ...wild.params, rows: ROWS, columns: ROWS },
    });
    const beside = createSideBySide(main, [wild]);
    beside.step(600);
    expect(beside.resting).toBe(true);
  });

  test('of the main simulation does not stop new companions', () => {
    const main = createSimulation({
      integrator: 'explicit-euler',
      params: { ...wild.params, rows: ROWS, columns: ROWS },
    });
    main.step(600);
    const rest = main.hash();
    const beside = createSideBySide(main, [{ label: 'calm', integrator: 'implicit-euler' }]);
    beside.step(50);
    expect(main.hash()).toBe(rest);
    expect(beside.companions[0].simulation.blowUp).toBeNull();
    expect(beside.companions[0].simulation.stepCount).toBe(main.stepCount + 50);
  });
});

describe('a command after which the main simulation continues from another state', () => {
  test.each([
    { type: 'reset' },
    { type: 'scene', scene: 'chain' },
    { type: 'scene', scene: 'cloth', integrator: 'midpoint', params: { rows: 5 } },
  ] as Command[])('restarts the comparison: $type', (command) => {
    const main = cloth();
    const beside = createSideBySide(main, [{ label: 'other', integrator: 'rk4', params: { dt: 2e-4 } }]);
    beside.step(100);
    beside.apply(command);
    const [{ simulation }] = beside.companions;
    expect(simulation.hash()).toBe(main.hash());
    expect([simulation.scene, simulation.time]).toEqual([main.scene, main.time]);
    expect([simulation.integrator, simulation.params.dt]).toEqual(['rk4', 2e-4]);
    expect({ ...simulation.params, dt: 0 }).toEqual({ ...main.params, dt: 0 });
    beside.step(10);
    expect(simulation.stepCount).toBe(Math.floor((10 * main.params.dt) / 2e-4 + 1e-6));
  });
});

test('an invalid command changes no simulation', () => {
  const beside = createSideBySide(cloth(), [{ label: 'other', integrator: 'rk4' }]);
  beside.step(20);
  const before = beside.companions[0].simulation.hash();
  expect(() => beside.apply({ type: 'set', key: 'dt', value: Number.NaN })).toThrow(RangeError);
  expect(() => beside.apply({ type: 'scene', scene: 'nowhere' })).toThrow(RangeError);
  expect(beside.companions[0].simulation.hash()).toBe(before);
});

test('a companion whose state does not fit into single precision restarts from the main simulation', () => {
  const main = cloth('double');
  const beside = createSideBySide(main, [
    { label: 'endless', integrator: 'explicit-euler', params: { stiffness: 1e6, damping: 0, stopOnBlowUp: 0 } },
  ]);
  beside.apply({ type: 'grab', particle: 20, target: [1, 1, 1] });
  const [companion] = beside.companions;
  while (companion.simulation.state.positions.every((x) => Math.abs(x) < 1e39)) beside.step();
  beside.apply({ type: 'precision', id: 'single' });
  expect(companion.simulation.hash()).toBe(main.hash());
  expect(companion.simulation.precision).toBe('single');
});

test('a variant with an unknown integrator or parameter is an error', () => {
  const main = cloth();
  expect(() => createSideBySide(main, [{ label: '?', integrator: 'leapfrog' }])).toThrow(/leapfrog/);
  expect(() => createSideBySide(main, [{ label: '?', params: { dt: -1 } }])).toThrow(/dt/);
});

test('a built-in grid with cuts stays a grid, keeps the indices of its springs, and can be regridded and reset', () => {
  const main = cloth();
  const start = main.hash();
  main.apply({ type: 'cut', spring: [3, 40] });
  main.step(30);
  const beside = createSideBySide(main, [{ label: 'other', integrator: 'rk4' }]);
  const [companion] = beside.companions;
  expect(companion.simulation.model.grid).toEqual(main.model.grid);
  expect(companion.simulation.model.cut).toEqual(main.model.cut);
  expect(companion.simulation.builtIn).toBe(true);
  beside.apply({ type: 'mend', spring: 40 });
  expect(companion.simulation.model.cut).toEqual(main.model.cut);
  beside.apply({ type: 'set', key: 'rows', value: 12 });
  expect(companion.simulation.particleCount).toBe(12 * ROWS);
  beside.apply({ type: 'set', key: 'rows', value: ROWS });
  beside.apply({ type: 'reset' });
  expect(companion.simulation.hash()).toBe(start);
});

test('a blow-up is detected at the same step and with the same cause as in a run alone', () => {
  const [main, alone] = [cloth(), cloth()];
  for (const run of [main, alone]) {
    run.apply({ type: 'grab', particle: 24, target: [2, 2, 2] });
    run.step(33);
    run.apply({ type: 'release' });
    run.apply({ type: 'set', key: 'decay', value: 5 });
    run.step(2000);
    run.apply({ type: 'set', key: 'decay', value: 0 });
  }
  const beside = createSideBySide(main, [{ label: 'explicit', integrator: 'explicit-euler', params: { damping: 0 } }]);
  const [{ simulation }] = beside.companions;
  alone.apply({ type: 'integrator', id: 'explicit-euler' });
  alone.apply({ type: 'set', key: 'damping', value: 0 });
  while (!simulation.blowUp) beside.step();
  alone.step(simulation.blowUp.step);
  expect(simulation.blowUp).toEqual(alone.blowUp);
});

test('a pin has the same future velocity as in the main simulation', () => {
  const main = createSimulation({
    scene: {
      hooke: 1,
      particles: {
        positions: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        velocities: [
          [0, 3, 0],
          [0, 0, 0],
        ],
        masses: 1,
        pinned: [0],
      },
      springs: { pairs: [[0, 1]], stiffness: 1 },
    },
  });
  const free: Command = { type: 'pin', particle: 0, pinned: false };
  for (const velocity of [
    [0, 3, 0],
    [0, 0, 0],
  ]) {
    const beside = createSideBySide(main, [{ label: 'the same' }]);
    beside.apply(free);
    expect(beside.companions[0].simulation.particle(0).velocity).toEqual(velocity);
    // Pinned again, it stays at rest.
    main.apply({ type: 'pin', particle: 0, pinned: true });
  }
});

test('companions restart from the step to which the main simulation was rewound', () => {
  const main = cloth();
  const beside = createSideBySide(main, [{ label: 'other', integrator: 'rk4' }]);
  const [companion] = beside.companions;
  beside.step(100);
  beside.apply({ type: 'rewind', step: 37 });
  expect(main.stepCount).toBe(37);
  expect(traceOf(companion.simulation)).toEqual(traceOf(main));
  beside.step(20);
  expect(companion.simulation.stepCount).toBe(57);
  expect(companion.simulation.hash()).not.toBe(main.hash());
});
