import { inverse, Matrix, solve } from 'ml-matrix';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type Simulation, systemOf } from '../../../src/physics';
import { stepMatrices } from '../../../src/physics/analysis/methods/step-matrices';
import {
  particlesByColor,
  springsByColor,
  springsOfParticles,
} from '../../../src/physics/solvers/springs-of-particles';
import { LEGEND, stepCode } from '../../../src/ui/instruments/step-code';
import { randomCloth } from '../../fixtures/random';

type List = number[];

const ITERATIONS = 3;
const PARAMS = {
  dt: 4e-3,
  gravity: 9.81,
  drag: 0,
  iterations: ITERATIONS,
  lineSearch: 0,
  clamp: 1,
  cgTolerance: 1e-14,
  cgIterations: 1000,
  newtonTolerance: 1e-13,
  newtonIterations: 60,
};
const SETUP = {
  scene: randomCloth(4, { rows: 3, columns: 4, pinned: [0, 3], speed: 1 }),
  precision: 'double',
  kernel: 'js',
} as const;

const column = (list: List) => Matrix.columnVector(list);
const linear = (A: List[], b: List) => solve(new Matrix(A), column(b)).to1DArray();
const add = (a: List, s: number, b: List) => a.map((one, i) => one + s * b[i]);
const dot = (a: List, b: List) => a.reduce((sum, one, i) => sum + one * b[i], 0);

/** The functions that the legend explains, for a simulation: its accelerations are the engine's, and its springs measured here. */
function helpersFor(simulation: Simulation, id: string) {
  const { model, particleCount, world, state } = simulation;
  const free = Array.from({ length: particleCount }, (_, i) => i).filter((i) => model.pinned[i] === 0);
  const place = new Map(free.map((particle, k) => [particle, 3 * k]));
  const masses = free.flatMap((i) => [model.masses[i], model.masses[i], model.masses[i]]);
  const parts = (values: ArrayLike<number>, stride: number, from = 0) =>
    free.flatMap((i) => [0, 1, 2].map((axis) => values[stride * i + from + axis]));
  const system = systemOf(simulation);
  const y = new Float64Array(system.dimension);
  const rates = new Float64Array(system.dimension);
  const acc = (x: List, v: List) => {
    system.getState(y);
    free.forEach((i, k) => {
      for (let axis = 0; axis < 3; axis++) {
        y[6 * i + axis] = x[3 * k + axis];
        y[6 * i + 3 + axis] = v[3 * k + axis];
      }
    });
    system.evaluate(0, y, rates);
    return parts(rates, 6, 3);
  };
  const light = (g: List) => g.map((one, i) => one / masses[i]);
  const at = (x: List, i: number) =>
    place.has(i)
      ? x.slice(place.get(i), (place.get(i) as number) + 3)
      : [...state.positions.subarray(4 * i, 4 * i + 3)];
  const springs = Array.from(springsByColor(world), (j) => ({
    k: model.stiffness[j],
    d: model.damping[j],
    L: model.restLengths[j],
    ends: [model.springs[2 * j], model.springs[2 * j + 1]],
  }));
  const measure = ({ L, ends: [a, b] }: (typeof springs)[0], x: List) => {
    const arm = add(at(x, a), -1, at(x, b));
    const length = Math.hypot(...arm);
    const g = masses.map(() => 0);
    arm.forEach((part, axis) => {
      if (place.has(a)) g[(place.get(a) as number) + axis] = part / length;
      if (place.has(b)) g[(place.get(b) as number) + axis] = -part / length;
    });
    return { C: length - L, g, length };
  };
  const root = (g: (u: List) => List, start: List) => {
    let u = start;
    for (let round = 0; round < 30; round++) {
      const value = g(u);
      if (Math.hypot(...value) < 1e-13) break;
      const columns = u.map((_, i) => {
        const [up, down] = [1e-5, -1e-5].map((by) => g(u.map((one, k) => (k === i ? one + by : one))));
        return add(up, -1, down).map((one) => one / 2e-5);
      });
      u = add(u, -1, inverse(new Matrix(columns).transpose()).mmul(column(value)).to1DArray());
    }
    return u;
  };
  const matrix = (h: number, w: List) => {
    if (id === 'implicit-euler') {
      const { A, rightSide } = stepMatrices(world, state);
      return { A, b: rightSide };
    }
    const A = masses.map((m, i) => masses.map((_, k) => (i === k ? m : 0)));
    for (const { k, d, ends } of springs) {
      const rows = ends.map((end) => place.get(end));
      for (let axis = 0; axis < 3; axis++) {
        rows.forEach((p, s) => {
          rows.forEach((q, t) => {
            if (p !== undefined && q !== undefined) A[p + axis][q + axis] += (s === t ? 1 : -1) * h * (h * k + d);
          });
        });
      }
    }
    return { A, b: w.map((one, i) => one * masses[i]) };
  };
  const block = (i: number, h: number, x: List, w: List, goal: List) => {
    const o = place.get(i) as number;
    const isOwn = (k: number) => k >= o && k < o + 3;
    const H = masses.map((m, p) => masses.map((_, q) => (p === q ? (isOwn(p) ? m : 1) : 0)));
    const r = masses.map((m, p) => (isOwn(p) ? m * (goal[p] - w[p]) : 0));
    for (const spring of springs.filter(({ ends }) => ends.includes(i))) {
      const { C, g, length } = measure(spring, x);
      const { k, d } = spring;
      const across = h * h * k * Math.max(0, C / length);
      const along = h * (h * k + d) - across;
      for (let p = o; p < o + 3; p++) {
        r[p] -= h * (k * C + d * dot(g, w)) * g[p];
        for (let q = o; q < o + 3; q++) H[p][q] += along * g[p] * g[q] + (p === q ? across : 0);
      }
    }
    return { H, r };
  };
  const potential = (x: List, w: List, h: number, goal: List) => {
    const off = add(w, -1, goal);
    const kinetic = masses.reduce((sum, m, i) => sum + m * off[i] * off[i], 0);
    return 0.5 * springs.reduce((sum, spring) => sum + spring.k * measure(spring, add(x, h, w)).C ** 2, kinetic);
  };
  const guess = (x: List, v: List, h: number, goal: List) => {
    const all = [1, 0.75, 0.5, 0.25, 0].map((s) => v.map((one) => s * one));
    const energies = all.map((w) => potential(x, w, h, goal));
    return all[energies.findIndex((energy, k) => k === all.length - 1 || energies[k + 1] >= energy)];
  };
  const gravity = masses.map((_, i) => (i % 3 === 1 ? -PARAMS.gravity : 0));
  const particles = [...particlesByColor(world, springsOfParticles(world))].filter((i) => place.has(i));
  const given = {
    acc,
    add,
    dot,
    light,
    springs,
    measure,
    root,
    guess,
    linear,
    matrix,
    block,
    particles,
    iterations: ITERATIONS,
  };
  return { given: { ...given, free: () => gravity }, parts };
}

/** @throws Error if it is missing, with the place where it is written */
function codeOf(id: string) {
  const code = stepCode(id);
  if (!code) throw new Error(`write a step of ${id} as a short program, in CODES of src/ui/instruments/step-code.ts`);
  return code;
}

async function compiled(id: string, given: object): Promise<(x: List, v: List, h: number) => [List, List]> {
  const { typescript } = codeOf(id);
  const { code } = await transformWithOxc(typescript, 'step.ts');
  return new Function(...Object.keys(given), `${code}\nreturn step;`)(...Object.values(given));
}

describe.each(INTEGRATORS.map(({ id }) => id))('the printed code of %s', (id) => {
  test('makes the same step of a small net as the engine', async () => {
    const simulation = createSimulation({ ...SETUP, integrator: id, params: PARAMS });
    const { given, parts } = helpersFor(simulation, id);
    const step = await compiled(id, given);
    const start = parts(simulation.state.velocities, 4);
    const [x, v] = step(parts(simulation.state.positions, 4), start, PARAMS.dt);
    simulation.step();
    const [exactX, exactV] = [parts(simulation.state.positions, 4), parts(simulation.state.velocities, 4)];
    expect(Math.hypot(...add(exactV, -1, start))).toBeGreaterThan(0.05);
    expect(Math.max(...add(x, -1, exactX).map(Math.abs))).toBeLessThan(1e-11);
    expect(Math.max(...add(v, -1, exactV).map(Math.abs))).toBeLessThan(1e-9);
  });

  test('has at most ten lines within its function, of at most 120 characters', () => {
    const { typescript, pseudo } = codeOf(id);
    const lines = typescript.split('\n').slice(1, -1);
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
    expect(pseudo).not.toBe('');
  });

  test('uses only what the legend explains', () => {
    const calls = codeOf(id)
      .typescript.replace(/\/\/.*/g, '')
      .matchAll(/(?<![.\w])([a-z]\w*)\(/g);
    const own = new Set(['step', 'mean', 'stage', 'move', 'change', 'for', 'block']);
    for (const [, name] of calls) if (!own.has(name)) expect(LEGEND).toMatch(new RegExp(`\\b${name}\\(`));
  });
});

test('there is no code of an added method', () => expect(stepCode('mine')).toBeNull());
