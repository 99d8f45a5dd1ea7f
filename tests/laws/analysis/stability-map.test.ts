import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../../src/physics';
import { doneOfMap, type Outcome, refineMap } from '../../../src/physics/analysis/studies/refine-map';
import {
  type LimitLine,
  limitLine,
  mapRuns,
  type StabilityMapArgs,
} from '../../../src/physics/analysis/studies/stability-map';
import { runToEnd } from '../../../src/physics/slices';

interface Painted {
  line: LimitLine;
  /** Final outcomes, row by row. */
  outcomes: Outcome[];
  runs: number;
  /** After each round. */
  done: number[];
}

function paint(scene: SceneFile, args: StabilityMapArgs): Painted {
  const { size } = args;
  const line = runToEnd(limitLine(scene, args));
  const painted: Painted = { line, outcomes: new Array<Outcome>(size ** 2), runs: 0, done: [] };
  const rounds = refineMap(size);
  for (let round = rounds.next([]); !round.done; ) {
    const squares = round.value;
    const outcomes = runToEnd(mapRuns(scene, args, squares));
    for (const [i, { column, row, side }] of squares.entries()) {
      for (let r = 0; r < side; r++) {
        for (let c = 0; c < side; c++) painted.outcomes[(row + r) * size + column + c] = outcomes[i];
      }
    }
    painted.runs += squares.length;
    painted.done.push(doneOfMap(size, squares[0], 1));
    round = rounds.next(outcomes);
  }
  return painted;
}

const scene = (id: string, params = {}) => createSimulation({ scene: id, params, precision: 'double' }).save();
/** Value at the center of a column or a row. */
const middle = ([low, high]: [number, number], i: number, size: number) => low * (high / low) ** (i / (size - 1));

describe('the k–dt map of one undamped spring', () => {
  const args: StabilityMapArgs = {
    integrator: 'symplectic-euler',
    precision: 'double',
    stiffness: [2, 200],
    dt: [0.03, 0.3],
    size: 32,
    steps: 400,
  };
  const file = scene('damped-oscillator', { damping: 0 });
  // The amplitude is so small that no spring changes by its own length in a step (jitter).
  file.particles.positions[1][0] = 0.01;
  const { outcomes, line, runs, done } = paint(file, args);
  const limit = (k: number) => 2 / Math.sqrt(k / 0.5);

  test('has its boundary at hω = 2, within a cell', () => {
    const cell = (0.3 / 0.03) ** (1 / 31);
    let checked = 0;
    outcomes.forEach(({ kind }, i) => {
      const k = middle(args.stiffness, i % 32, 32);
      const dt = middle(args.dt, Math.floor(i / 32), 32);
      if (dt < limit(k) / cell) expect(kind, `k ${k}, dt ${dt}`).toBe('holds');
      else if (dt > limit(k) * cell) expect(kind, `k ${k}, dt ${dt}`).toBe('explodes');
      else checked++;
    });
    expect(checked).toBeLessThan(4 * 32);
  });

  test('has the limit as a line, conservative and accurate to 5 %', () => {
    expect(line.length).toBeGreaterThan(4);
    for (const { stiffness, dt } of line) {
      expect(dt / limit(stiffness)).toBeGreaterThan(0.95);
      expect(dt / limit(stiffness)).toBeLessThan(1 + 1e-9);
    }
  });

  test('is found with fewer runs than points, and reports its progress', () => {
    expect(runs).toBeLessThan(32 * 16);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done.at(-1)).toBe(1);
  });
});

describe('the k–dt map of the Taichi demo', () => {
  const args: StabilityMapArgs = {
    integrator: 'symplectic-euler',
    precision: 'single',
    stiffness: [4e4, 2e5],
    dt: [0.999e-3, 1.001e-3],
    size: 16,
    steps: 1000,
  };
  const { outcomes } = paint(scene('taichi-grid'), args);

  test('is stable up to 70 kN/m, and explodes from 115 kN/m on; at 105 kN/m it does not come to rest', () => {
    const seen = new Map<string, number>();
    outcomes.forEach(({ kind, step }, i) => {
      const k = middle(args.stiffness, i % 16, 16);
      if (k <= 7e4) expect(kind, `k ${k}`).toBe('holds');
      if (k >= 1.15e5) expect(kind, `k ${k}`).toBe('explodes');
      if (k >= 1.05e5) expect(kind, `k ${k}`).not.toBe('holds');
      if (kind !== 'holds') expect(step).toBeGreaterThan(0);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    });
    expect([...seen.keys()].sort()).toEqual(['explodes', 'holds', 'jitters']);
  });
});

test('a run of the map gives the same whichever runs are made before it', () => {
  const args: StabilityMapArgs = {
    integrator: 'symplectic-euler',
    precision: 'single',
    stiffness: [10, 1e6],
    dt: [1e-4, 0.1],
    size: 8,
    steps: 40,
  };
  const file = scene('jelly-cube');
  const { value: squares } = refineMap(8).next([]);
  const some = (squares ?? []).filter((_, i) => i % 7 === 0);
  const forward = runToEnd(mapRuns(file, args, some));
  expect(new Set(forward.map(({ kind }) => kind)).size).toBeGreaterThan(1);
  expect(runToEnd(mapRuns(file, args, some.toReversed())).toReversed()).toEqual(forward);
});

test('one spring is stable at every point of the map under implicit Euler', () => {
  const { outcomes } = paint(scene('damped-oscillator'), {
    integrator: 'implicit-euler',
    precision: 'double',
    stiffness: [10, 1e5],
    dt: [1e-3, 0.1],
    size: 8,
    steps: 50,
  });
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['holds']));
});
