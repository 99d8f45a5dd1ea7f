import { Matrix, solve } from 'ml-matrix';
import { Solver } from 'odex';
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { distance, WAYS } from '../../fixtures/pin-paths';
import { worldOf } from '../../fixtures/world-of';

const [, SHAKE] = WAYS;

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
  motion: [{ particles: [0], ...SHAKE.values }],
  params: { gravity: G, cgTolerance: 1e-14, newtonTolerance: 1e-14, cgIterations: 1000 },
};
const TIME = 0.4;

/** x and v of the two particles that are free, 3 numbers each, by an extrapolation code whose pin is the formula itself. */
function byExtrapolation(): number[] {
  const from = hanging.particles.positions[0] as Vec3;
  const slope = (t: number, y: number[]): number[] => {
    const x = [...SHAKE.at(t, from), ...y.slice(0, 6)];
    const v = [...SHAKE.velocity(t, from), ...y.slice(6)];
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

  eachMethodInTurn(2, ({ id, order }) => {
    test(`converge to the solution of an extrapolation code with order ${order}`, () => {
      const steps = order === 1 ? 4000 : order === 2 ? 1000 : 200;
      const [coarse, fine] = [error(id, steps), error(id, 2 * steps)];
      expect(fine).toBeLessThan(2e-2);
      const seen = Math.log2(coarse / fine);
      expect(Math.abs(seen - order), `observed order ${seen}`).toBeLessThan(0.15);
    });
  });
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

  test('equals a dense solve that includes the pins’ motion', () => {
    const h = 0.02;
    const simulation = createSimulation({
      scene: hanging,
      integrator: 'implicit-euler',
      params: { dt: h },
      precision: 'double',
    });
    for (let step = 0; step < 10; step++) {
      const { time } = simulation;
      const [before, after] = [time, time + h].map((t) => SHAKE.at(t, [0, 0, 0]));
      const expected = denseStep(simulation, h, after.map((part, axis) => part - before[axis]) as Vec3);
      simulation.step();
      const found = [...simulation.particle(1).velocity, ...simulation.particle(2).velocity];
      expect(distance(found, expected)).toBeLessThan(1e-10);
    }
  });
});

describe('what moves a pin', () => {
  test('does as much work as the scene gains energy', () => {
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

  test('causes no false blow-up, whatever its work', { tags: ['long'] }, () => {
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
