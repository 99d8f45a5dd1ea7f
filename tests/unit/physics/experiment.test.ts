import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createSimulation,
  type Experiment,
  type ExperimentRun,
  OBSERVABLES,
  openExperiment,
  runExperiment,
} from '../../../src/physics';
import { TWENTY_RUNS } from '../../fixtures/experiment';

/** The lines of a table that are no comments, as cells. */
const cellsOf = (csv: string) =>
  csv
    .split('\r\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(','));

/** A short experiment on a small net. */
const short = (more: object): Experiment => ({
  hookeExperiment: 1,
  params: { rows: 4, columns: 4 },
  steps: 4,
  ...more,
});

describe('an experiment', () => {
  let runs: ExperimentRun[];
  let csv: string;
  beforeAll(() => {
    ({ runs, csv } = runExperiment(TWENTY_RUNS));
  });

  test('gives the rows and the hash of the same steps and commands by hand', () => {
    expect(runs.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    const whole = runs.filter(({ blowUp }) => blowUp === null);
    expect(new Set(whole.map(({ hash }) => hash)).size).toBe(whole.length);
    const [heads, ...rows] = cellsOf(csv);
    expect(heads.slice(0, 6)).toEqual(['run', 'stiffness / N/m', 'integrator', 'step', 't / s', 'total / J']);
    const [stiffness, integrator] = [10 * 1e5 ** 0.5, 'implicit-euler'];
    const simulation = createSimulation({ integrator, params: { ...TWENTY_RUNS.params, stiffness } });
    const expected: number[][] = [];
    for (let step = 0; ; step++) {
      if (step === 8) simulation.apply({ type: 'pin', particle: 5, pinned: false });
      if (step === 20) simulation.apply({ type: 'grab', particle: 35, target: [0.6, 0.1, 0.3] });
      if (step === 30) simulation.apply({ type: 'release' });
      if (step % 10 === 0) {
        const { total, kinetic } = simulation.energy();
        expected.push([step, simulation.time, total, kinetic, ...simulation.particle(35).position]);
      }
      if (step === 40) break;
      simulation.step();
    }
    const own = rows.filter(([run]) => run === '11');
    const at = [
      'step',
      't / s',
      'total / J',
      'kinetic / J',
      ...['x', 'y', 'z'].map((axis) => `${axis} of particle 35 / m`),
    ];
    expect(own.map((row) => at.map((head) => Number(row[heads.indexOf(head)])))).toEqual(expected);
    expect(own[0].slice(1, 3)).toEqual([String(Number(stiffness.toPrecision(12))), integrator]);
    expect(runs[10]).toMatchObject({ hash: simulation.hash(), steps: 40, time: simulation.time, blowUp: null });
  });

  test('says in its table which runs blew up, and holds their last good state', () => {
    const blown = runs.filter(({ blowUp }) => blowUp);
    expect(blown.length).toBeGreaterThan(0);
    expect(blown.length).toBeLessThan(10);
    for (const { index, steps, blowUp, hash } of blown) {
      expect(steps).toBeLessThan(blowUp?.step ?? 0);
      const about = csv.split('\r\n').find((line) => line.startsWith(`# run ${index + 1}:`));
      expect(about).toContain(`blew up at step ${blowUp?.step}`);
      expect(about).toContain(hash);
    }
  });

  test('varies every combination, the last sweep fastest, with the ends of a range as they are given', () => {
    const { runs: planned } = openExperiment(
      short({
        sweep: [
          { key: 'stiffness', from: 0.1, to: 0.7, count: 3 },
          { key: 'dt', from: 1e-4, to: 1e-3, count: 3, scale: 'logarithmic' },
        ],
      }),
    );
    const each = <T>(values: T[]) => values.flatMap((value) => [value, value, value]);
    expect(planned.map(({ values }) => values.stiffness)).toEqual(each([0.1, 0.4, 0.7]));
    expect(planned.slice(0, 3).map(({ values }) => values.dt)).toEqual([
      1e-4,
      Number((1e-4 * 10 ** 0.5).toPrecision(12)),
      1e-3,
    ]);
    expect(planned[1].label).toBe('stiffness = 0.1 N/m, dt = 0.000316227766017 s');
  });

  test('makes whole steps of times, for each dt its own', () => {
    const { steps: _, ...rest } = short({});
    const { runs: planned } = openExperiment({
      ...rest,
      duration: 0.1,
      interval: 0.02,
      sweep: [{ key: 'dt', values: [1e-3, 5e-4] }],
    });
    expect(planned.map(({ steps, every }) => [steps, every])).toEqual([
      [100, 20],
      [200, 40],
    ]);
  });

  test('takes a whole scene, and the same experiment gives the same text', () => {
    const scene = createSimulation({ scene: 'chain' }).save();
    const file = short({ scene, params: undefined, observables: ['strain', 'speed'], particles: [3] });
    const text = JSON.stringify(file);
    const first = runExperiment(file).csv;
    expect(runExperiment(JSON.parse(text)).csv).toBe(first);
    expect(cellsOf(first)[0]).toEqual(['run', 'step', 't / s', 'strain / %', 'speed of particle 3 / m/s']);
    expect(JSON.stringify(file)).toBe(text);
  });
});

test('the file in the documentation makes its ten runs', async () => {
  const [, file] = (await readFile('docs/experiments.md', 'utf8')).match(/```json\n(.*?)```/s) ?? [];
  const { runs, heads } = openExperiment(JSON.parse(file));
  expect(runs.map(({ steps, every }) => [steps, every])).toEqual(Array(10).fill([400, 100]));
  expect(heads).toMatch(/strain \/ %,y of particle 143 \/ m,speed of particle 143 \/ m\/s$/);
});

test('the documentation has every observable with its unit', async () => {
  const page = await readFile('docs/experiments.md', 'utf8');
  for (const { id, unit } of OBSERVABLES) {
    const row = page.split('\n').find((line) => line.startsWith('| `') && line.split('|')[1].includes(`\`${id}\``));
    expect(row?.split('|')[2].trim(), id).toBe(unit);
  }
});

describe('the file of an experiment is refused with the place and the value', () => {
  const sweep = (one: object) => short({ sweep: [one] });
  const command = (one: object, step = 1) => short({ commands: [{ step, command: one }] });
  const cases: [unknown, string | RegExp][] = [
    [[], 'experiment must be an object, got []'],
    [{}, 'hookeExperiment is missing, so this is not the file of an experiment'],
    [{ hookeExperiment: 2 }, 'hookeExperiment must be format 1, got 2'],
    [short({ stepz: 3 }), 'experiment: unknown key "stepz"'],
    [short({ steps: undefined }), 'experiment: needs either "steps" or "duration"'],
    [short({ duration: 1 }), 'experiment: needs either "steps" or "duration", not both'],
    [short({ steps: 0 }), 'steps must be a whole number of at least 1, got 0'],
    [short({ every: 1, interval: 1 }), 'interval: an experiment has either "every" or "interval"'],
    [short({ scene: 'sail' }), /^scene: there is no scene "sail"; there are cloth, /],
    [short({ scene: { hooke: 1 } }), 'scene: particles: is missing'],
    [short({ integrator: 'euler' }), /^integrator: there is no integrator "euler"; there are /],
    [short({ params: { dt: 'long' } }), /^dt must be a positive number .*got "long"$/],
    [sweep({ key: 'stifness', values: [1] }), /^sweep\[0\]\.key: there is no parameter "stifness"; besides /],
    [sweep({ key: 'dt', values: [1e-3, -1] }), /^sweep\[0\]\.values\[1\]: dt must be a positive number .*got -1$/],
    [sweep({ key: 'dt', values: [] }), 'sweep[0].values: a sweep needs at least one value, got []'],
    [sweep({ key: 'dt', from: 1e-4, to: 1e-3 }), 'sweep[0].count is missing; a sweep without it needs "values"'],
    [
      sweep({ key: 'dt', from: 1, to: 0, count: 2, scale: 'logarithmic' }),
      /^sweep\[0\]\.to must be a positive number, got 0/,
    ],
    [sweep({ key: 'integrator', values: ['euler'] }), /^sweep\[0\]\.values\[0\]: there is no integrator "euler"/],
    [
      short({ sweep: [1, 2].map(() => ({ key: 'dt', values: [1e-3] })) }),
      /^sweep\[1\]\.key: "dt" is varied by another/,
    ],
    [
      short({ sweep: ['dt', 'mass', 'drag'].map((key) => ({ key, from: 1, to: 2, count: 100 })) }),
      'sweep: 1000000 runs, at most 10000',
    ],
    [short({ steps: 4e6, every: 1 }), 'experiment: 4000001 rows in all runs, at most 2000000'],
    [command({ type: 'pinn' }), /^commands\[0\]: command\.type: there is no command "pinn"/],
    [command({ type: 'pin', particle: 3 }), 'commands[0]: pin.pinned is missing'],
    [command({ type: 'pin', particle: 99, pinned: true }), 'commands[0]: pin.particle: 99 is not a particle (0–15)'],
    [command({ type: 'release' }, 5), 'commands[0]: step 5 is after the last step of run 1, 4'],
    [command({ type: 'reset' }), /^commands\[0\]\.command: an experiment can’t have the command "reset"/],
    [short({ commands: [{ command: { type: 'release' } }] }), 'commands[0]: needs either "step" or "time"'],
    [short({ observables: ['height'] }), /^observables\[0\]: there is no observable "height"; there are total, /],
    [short({ observables: ['x'] }), 'observables[0]: "x" is of a particle, so "particles" must have at least one'],
    [short({ particles: [16] }), 'particles[0]: 16 is not a particle (0–15)'],
  ];
  test.each(cases)('%j', (file, message) => {
    let said = '';
    try {
      runExperiment(file);
    } catch (error) {
      said = (error as Error).message;
    }
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  test('and a run that fails is named', () => {
    const file = command({ type: 'pin', particle: 20, pinned: true });
    expect(() => runExperiment({ ...file, sweep: [{ key: 'rows', values: [6, 4] }] })).toThrow(
      'commands[0]: pin.particle: 20 is not a particle (0–15) (run 2: rows = 4)',
    );
  });
});

describe('a ramp', () => {
  const RAMP = { key: 'stiffness', from: 10, to: 40, start: 0.02, end: 0.06, count: 5 };
  const FILE = {
    hookeExperiment: 1,
    scene: 'damped-oscillator',
    params: { dt: 0.01 },
    steps: 10,
    observables: ['x'],
    particles: [1],
  };

  test('is its settings at equal distances', () => {
    const commands = [10, 17.5, 25, 32.5, 40].map((value, k) => ({
      step: 2 + k,
      command: { type: 'set', key: 'stiffness', value },
    }));
    const [ramp, set] = [{ ramps: [RAMP] }, { commands }].map((part) => runExperiment({ ...FILE, ...part }));
    expect(ramp.runs[0].hash).toBe(set.runs[0].hash);
    expect(ramp.runs[0].hash).not.toBe(runExperiment(FILE).runs[0].hash);
    expect(ramp.csv).toContain('# ramp: stiffness = 10 N/m at t = 0.02 s to 40 at 0.06 s');
  });

  test.each<[object, string]>([
    [{ key: 'dt' }, 'ramps[0].key: "dt" is no parameter that can change in a run'],
    [{ to: -1 }, 'ramps[0].to: stiffness must be a number of at least 0, got -1'],
    [{ end: 0.02 }, 'ramps[0].end must be after the start, 0.02 s, got 0.02'],
    [{ end: 0.2 }, 'ramps[0].end: step 20 is after the last step of the run, 10'],
    [{ from: 0, scale: 'logarithmic' }, 'ramps[0].from must be a positive number, got 0, because the scale is'],
    [{ count: 1 }, 'ramps[0].count must be from 2 to 10000, got 1'],
  ])('is refused: %o', (change, message) => {
    expect(() => runExperiment({ ...FILE, ramps: [{ ...RAMP, ...change }] })).toThrow(message);
  });
});
