import { Matrix, solve } from 'ml-matrix';
import { Solver } from 'odex';
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, MOTIONS, type SceneFile, type Simulation, type Vec3 } from '../../src/physics';
import { valuesOf } from './field-values';
import { randomCloth } from './random';
import { worldOf } from './world-of';

type Way = (t: number, from: Vec3) => Vec3;

const [C, RATE, A, F]: [Vec3, number, Vec3, number] = [[0.1, 0.2, -0.3], 2.5, [0.02, -0.03, 0.01], 3];
/** Of a kind each, where a pin is at t that was at `from` at 0, and how fast; written down afresh. */
const WAYS: { values: Record<string, unknown>; at: Way; velocity: Way }[] = [
  {
    values: { velocity: [0.1, 0.2, -0.3] },
    at: (t, [x, y, z]) => [x + 0.1 * t, y + 0.2 * t, z - 0.3 * t],
    velocity: () => [0.1, 0.2, -0.3],
  },
  {
    values: { shake: { amplitude: A, frequency: F } },
    at: (t, from) => from.map((x, axis) => x + A[axis] * Math.sin(2 * Math.PI * F * t)) as Vec3,
    velocity: (t) => A.map((part) => 2 * Math.PI * F * part * Math.cos(2 * Math.PI * F * t)) as Vec3,
  },
  {
    values: { twist: { center: C, axis: [0, 0, 2], rate: RATE } },
    at: (t, [x, y, z]) => {
      const [c, s] = [Math.cos(RATE * t), Math.sin(RATE * t)];
      return [C[0] + c * (x - C[0]) - s * (y - C[1]), C[1] + s * (x - C[0]) + c * (y - C[1]), z];
    },
    velocity(t, from) {
      const [x, y] = this.at(t, from);
      return [-RATE * (y - C[1]), RATE * (x - C[0]), 0];
    },
  },
  {
    values: { stretch: { center: C, axis: [0, 3, 0], rate: 0.7 } },
    at: (t, [x, y, z]) => [x, C[1] + (y - C[1]) * Math.exp(0.7 * t), z],
    velocity: (t, from) => [0, 0.7 * (from[1] - C[1]) * Math.exp(0.7 * t), 0],
  },
];
/** A pin of the net for each kind. */
const PINS = [0, 3, 12, 15];

function net(dt: number): SceneFile {
  return {
    ...randomCloth(3, { pinned: PINS, damping: 0.02, params: { dt, drag: 0.02, decay: 1 } }),
    motion: WAYS.map(({ values }, k) => ({ particles: [PINS[k]], ...values })),
  };
}

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(...Array.from(a, (value, i) => value - b[i]));

for (const definition of MOTIONS) {
  describe(`the motion ${definition.type}`, () => {
    const values = valuesOf(definition.fields, 4) as never;
    const x = Float64Array.of(0.3, -0.2, 0.5, 1, 2, 3);
    const way = (from: Float64Array, t: number, h: number) => {
      const out = new Float64Array(6);
      definition.displacement(values, from, t, h, out);
      return out;
    };

    test('moves as fast as it says', () => {
      const [t, eps] = [0.37, 1e-5];
      const velocity = new Float64Array(6);
      definition.velocity(values, x, t, velocity);
      expect(Math.hypot(...velocity)).toBeGreaterThan(0.01);
      const [ahead, back] = [way(x, t, eps), way(x, t, -eps)];
      velocity.forEach((part, i) => {
        expect((ahead[i] - back[i]) / (2 * eps)).toBeCloseTo(part, 8);
      });
    });

    test('comes to the same place in two steps as in one', () => {
      const [t, first, second] = [0.2, 0.11, 0.23];
      const middle = way(x, t, first).map((part, i) => x[i] + part);
      const end = way(middle, t + first, second).map((part, i) => middle[i] + part);
      expect(
        distance(
          end,
          way(x, t, first + second).map((part, i) => x[i] + part),
        ),
      ).toBeLessThan(1e-14);
      expect(distance(end, x)).toBeGreaterThan(0.01);
    });
  });
}

describe('a pin that moves', () => {
  const starts = net(1).particles.positions as Vec3[];

  for (const { id } of INTEGRATORS) {
    for (const [precision, tolerance] of [
      ['double', 1e-13],
      ['single', 2e-5],
    ] as const) {
      test(`is where its formula says, as fast as it says, under ${id} in ${precision} precision`, () => {
        const simulation = createSimulation({ scene: net(5e-4), integrator: id, precision });
        for (let look = 1; look <= 4; look++) {
          expect(simulation.step(100).ok).toBe(true);
          WAYS.forEach((motion, k) => {
            const { position, velocity } = simulation.particle(PINS[k]);
            const { time } = simulation;
            expect(distance(position, motion.at(time, starts[PINS[k]]))).toBeLessThan(tolerance);
            expect(distance(velocity, motion.velocity(time, starts[PINS[k]]))).toBeLessThan(10 * tolerance);
          });
        }
      });
    }

    test(`goes on under ${id} as it would have when it is saved and loaded between`, () => {
      const params = { cgTolerance: 1e-13, newtonTolerance: 1e-13 };
      // Times in whole parts of a power of 2, so that they add up to the bit.
      const whole = createSimulation({ scene: net(1 / 512), integrator: id, params, precision: 'double' });
      whole.step(30);
      const second = createSimulation({ scene: whole.save(), precision: 'double' });
      whole.step(30);
      second.step(30);
      // What an implicit solve is started from is not in the file.
      if (INTEGRATORS.find((one) => one.id === id)?.implicit)
        expect(distance(second.state.positions, whole.state.positions)).toBeLessThan(1e-12);
      else expect(second.hash()).toBe(whole.hash());
    });
  }

  test('adds its motions up, where it has several', () => {
    const [velocity, shake] = WAYS;
    const scene = { ...net(1e-3), motion: [velocity, shake].map(({ values }) => ({ particles: [0], ...values })) };
    const simulation = createSimulation({ scene, precision: 'double' });
    simulation.step(77);
    const sum = shake.at(simulation.time, velocity.at(simulation.time, starts[0]));
    expect(distance(simulation.particle(0).position, sum)).toBeLessThan(1e-14);
  });

  test('stops to the bit when its motion ends, and flies on when it is freed', () => {
    const simulation = createSimulation({ scene: net(1e-3) });
    simulation.step(100);
    simulation.apply({ type: 'pin', particle: 0, pinned: false });
    expect(distance(simulation.particle(0).velocity, [0.1, 0.2, -0.3])).toBeLessThan(1e-6);
    const { position } = simulation.particle(3);
    simulation.apply({ type: 'motion', motion: [] });
    simulation.step(100);
    expect(simulation.particle(3)).toMatchObject({ position, velocity: [0, 0, 0] });
    expect(distance(simulation.particle(0).position, starts[0])).toBeGreaterThan(0.01);
  });

  test('stays in a hand that holds it hard, and goes on from there', () => {
    const simulation = createSimulation({ scene: net(1e-3), params: { hardHold: 1 }, precision: 'double' });
    const target: Vec3 = [0.05, 1.02, 0.03];
    simulation.apply({ type: 'grab', particle: 0, target });
    simulation.step(10);
    expect(simulation.particle(0).position).toEqual(target);
    simulation.apply({ type: 'release' });
    simulation.step(10);
    expect(distance(simulation.particle(0).position, [0.051, 1.022, 0.027])).toBeLessThan(1e-14);
  });

  test('takes no part in a motion that it isn’t pinned for', () => {
    const free = createSimulation({ scene: { ...net(1e-3), motion: [] }, precision: 'double' });
    const named = createSimulation({
      scene: { ...net(1e-3), motion: [{ particles: [5], velocity: [1, 1, 1] }] },
      precision: 'double',
    });
    free.step(20);
    named.step(20);
    expect(named.hash()).toBe(free.hash());
  });
});

/** A pin at the top that is shaken, and two particles on damped springs below it. */
const [M, K, KD, G, L0] = [0.1, 40, 0.3, 9.81, 0.3];
const hanging: SceneFile = {
  hooke: 1,
  particles: {
    positions: [
      [0, 1, 0],
      [0.1, 0.7, 0.05],
      [0.15, 0.4, 0],
    ],
    masses: M,
    pinned: [0],
  },
  springs: {
    pairs: [
      [0, 1],
      [1, 2],
    ],
    restLengths: [L0, L0],
    stiffness: K,
    damping: KD,
  },
  motion: [{ particles: [0], shake: { amplitude: A, frequency: F } }],
  params: { gravity: G, cgTolerance: 1e-14, newtonTolerance: 1e-14, cgIterations: 1000 },
};
const TIME = 0.4;

/** x and v of the two particles that are free, 3 numbers each, by an extrapolation code whose pin is the formula itself. */
function byExtrapolation(): number[] {
  const from = hanging.particles.positions[0] as Vec3;
  const slope = (t: number, y: number[]): number[] => {
    const x = [...WAYS[1].at(t, from), ...y.slice(0, 6)];
    const v = [...WAYS[1].velocity(t, from), ...y.slice(6)];
    const f = [0, 0, 0, 0, -M * G, 0, 0, -M * G, 0];
    for (const [a, b] of [
      [0, 3],
      [3, 6],
    ]) {
      const d = [0, 1, 2].map((axis) => x[a + axis] - x[b + axis]);
      const l = Math.hypot(...d);
      const u = d.reduce((sum, part, axis) => sum + (part / l) * (v[a + axis] - v[b + axis]), 0);
      d.forEach((part, axis) => {
        const pull = ((K * (l - L0) + KD * u) * part) / l;
        f[a + axis] -= pull;
        f[b + axis] += pull;
      });
    }
    return [...v.slice(3), ...f.slice(3).map((part) => part / M)];
  };
  const solver = new Solver(12);
  solver.relativeTolerance = solver.absoluteTolerance = 1e-13;
  return solver.solve(slope, 0, [...hanging.particles.positions.slice(1).flat(), 0, 0, 0, 0, 0, 0], TIME).y;
}

describe('particles below a pin that is shaken', () => {
  const exact = byExtrapolation();
  const error = (integrator: string, steps: number) => {
    const simulation = createSimulation({
      scene: hanging,
      integrator,
      params: { dt: TIME / steps },
      precision: 'double',
    });
    simulation.step(steps);
    const [one, two] = [simulation.particle(1), simulation.particle(2)];
    return distance([...one.position, ...two.position, ...one.velocity, ...two.velocity], exact);
  };

  for (const { id, order } of INTEGRATORS) {
    test(`move under ${id} as an extrapolation code says, with order ${order}`, () => {
      const steps = order === 1 ? 4000 : order === 2 ? 1000 : 200;
      const [coarse, fine] = [error(id, steps), error(id, 2 * steps)];
      expect(fine).toBeLessThan(2e-2);
      const seen = Math.log2(coarse / fine);
      expect(Math.abs(seen - order), `observed order ${seen}`).toBeLessThan(0.15);
    });
  }
});

describe('an implicit step with moving pins', () => {
  /** By the lecture notes' P A Pᵀ, with the term of the pins that it lacks: A_ff Δv_f = (h f + h²K v)_f − A_fp Δv_p. */
  function denseStep(simulation: Simulation, h: number, wayOfPin: Vec3): number[] {
    const n = simulation.particleCount;
    const x = Array.from({ length: n }, (_, i) => simulation.particle(i).position).flat();
    const v = Array.from({ length: n }, (_, i) => simulation.particle(i).velocity).flat();
    const { springs } = simulation.model;
    const stiff = Matrix.zeros(3 * n, 3 * n);
    const damp = Matrix.zeros(3 * n, 3 * n);
    const f = Array.from({ length: 3 * n }, (_, i) => (i % 3 === 1 ? -M * G : 0));
    for (let j = 0; j < springs.length; j += 2) {
      const [a, b] = [3 * springs[j], 3 * springs[j + 1]];
      const d = [0, 1, 2].map((axis) => x[a + axis] - x[b + axis]);
      const l = Math.hypot(...d);
      const normal = d.map((part) => part / l);
      const u = normal.reduce((sum, part, axis) => sum + part * (v[a + axis] - v[b + axis]), 0);
      for (let row = 0; row < 3; row++) {
        const pull = (K * (l - L0) + KD * u) * normal[row];
        f[a + row] -= pull;
        f[b + row] += pull;
        for (let column = 0; column < 3; column++) {
          const nn = normal[row] * normal[column];
          const c = Math.max(0, 1 - L0 / l);
          const k = -K * (nn + c * ((row === column ? 1 : 0) - nn));
          for (const [p, q, sign] of [
            [a, a, 1],
            [b, b, 1],
            [a, b, -1],
            [b, a, -1],
          ]) {
            stiff.set(p + row, q + column, stiff.get(p + row, q + column) + sign * k);
            damp.set(p + row, q + column, damp.get(p + row, q + column) - sign * KD * nn);
          }
        }
      }
    }
    const all = Matrix.eye(3 * n)
      .mul(M)
      .sub(Matrix.mul(damp, h))
      .sub(Matrix.mul(stiff, h * h));
    const right = Matrix.columnVector(f)
      .mul(h)
      .add(Matrix.mul(stiff, h * h).mmul(Matrix.columnVector(v)));
    const free = Array.from({ length: 3 * n - 3 }, (_, i) => i + 3);
    const change = Matrix.columnVector(wayOfPin.map((part, axis) => part / h - v[axis]));
    const known = right.selection(free, [0]).sub(all.selection(free, [0, 1, 2]).mmul(change));
    const solved = solve(all.selection(free, free), known);
    return free.map((at, i) => v[at] + solved.get(i, 0));
  }

  test('equals a dense solve with what the pins pull along', () => {
    const h = 0.02;
    const simulation = createSimulation({
      scene: hanging,
      integrator: 'implicit-euler',
      params: { dt: h },
      precision: 'double',
    });
    for (let step = 0; step < 10; step++) {
      const { time } = simulation;
      const [before, after] = [time, time + h].map((t) => WAYS[1].at(t, [0, 0, 0]));
      const expected = denseStep(simulation, h, after.map((part, axis) => part - before[axis]) as Vec3);
      simulation.step();
      const found = [...simulation.particle(1).velocity, ...simulation.particle(2).velocity];
      expect(distance(found, expected)).toBeLessThan(1e-10);
    }
  });
});

describe('what moves a pin', () => {
  test('does the work that the scene gains', () => {
    const { world, state } = worldOf({ ...hanging, springs: { pairs: [[0, 1]], restLengths: [L0], stiffness: K } });
    const verlet = INTEGRATORS.find(({ id }) => id === 'velocity-verlet');
    const integrator = verlet?.create(world);
    const h = 1e-4;
    const f = new Float64Array(12);
    const start = world.energy(state).total;
    let work = 0;
    let largest = 0;
    for (let step = 0; step < 5000; step++) {
      const from = state.positions.slice(0, 3);
      for (const constraint of world.constraints) constraint.beforeStep?.(state, h);
      integrator?.step(state, h);
      for (const constraint of world.constraints) work += constraint.afterStep?.(state, h) ?? 0;
      state.time = (step + 1) * h;
      // What the force at the end of this step has to do with it is booked with the next.
      world.computeForces(state, f);
      const due = [0, 1, 2].reduce((sum, axis) => sum - 0.5 * f[axis] * (state.positions[axis] - from[axis]), 0);
      const gained = world.energy(state).total - start;
      largest = Math.max(largest, Math.abs(gained));
      expect(Math.abs(work + due - gained)).toBeLessThan(1e-6);
    }
    expect(largest).toBeGreaterThan(0.2);
  });

  test('is no blow-up, however much energy it gives', () => {
    const scene: SceneFile = {
      ...hanging,
      motion: [{ particles: [0], shake: { amplitude: [0, 2, 0], frequency: 2 } }],
    };
    for (const { id } of INTEGRATORS) {
      const simulation = createSimulation({ scene, integrator: id, params: { dt: 2e-4 } });
      expect(simulation.step(5000).ok, JSON.stringify([id, simulation.blowUp, simulation.energy()])).toBe(true);
    }
  });
});
