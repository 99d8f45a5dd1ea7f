import { describe, expect, test } from 'vitest';
import { createSimulation, SCENES, type Simulation } from '../../../src/physics';
import { QUERIES } from '../../../src/runtime/queries';
import { LISTED_FORCES } from '../../fixtures/listed-forces';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

const length = (v: readonly number[]) => Math.hypot(...v);
const add = (vectors: readonly (readonly number[])[]) =>
  [0, 1, 2].map((axis) => vectors.reduce((sum, v) => sum + v[axis], 0));

/** Compares the answer for every particle with what the world computes for all. */
function compare(simulation: Simulation): void {
  const { world, state, particleCount, model } = simulation;
  const f = new Float64Array(4 * particleCount);
  const a = new Float64Array(4 * particleCount);
  world.computeForces(state, f);
  world.computeAccelerations(state, a);
  const few = Math.max(1, Math.floor(particleCount / 12));
  for (let i = 0; i < particleCount; i += few) {
    const { forces, reactions, springs, sum, acceleration, mass } = QUERIES.inspect(simulation, { particle: i });
    const all = [...forces, ...reactions].map(({ force }) => force);
    // What the rounding of a length changes in the tension of the stiffest spring.
    const rounding = 2 ** -50 * Math.max(0, ...model.stiffness) * model.meanLength;
    const scale = Math.max(...all.map(length), ...springs.map(({ force }) => length(force)), 1e-5);
    const close = (x: readonly number[], y: readonly number[], what: string) =>
      x.forEach((value, axis) => {
        expect(Math.abs(value - y[axis]), `${simulation.scene} ${i} ${what}`).toBeLessThan(1e-9 * scale + rounding);
      });
    close(add(all), sum, 'sum of its parts');
    const moves = model.inverseMasses[i] !== 0;
    if (moves) close(sum, [...f.subarray(4 * i, 4 * i + 3)], 'computeForces');
    close(sum, moves ? acceleration.map((x) => mass * x) : [0, 0, 0], 'M a');
    close(
      acceleration.map((x) => mass * x),
      [...a.subarray(4 * i, 4 * i + 3)].map((x) => mass * x),
      'computeAccelerations',
    );
    const own = forces.find(({ id }) => id === 'spring')?.force ?? [0, 0, 0];
    close(add([[0, 0, 0], ...springs.map(({ force }) => force)]), own, 'springs');
    for (const { tension, force } of springs) {
      expect(Math.abs(Math.abs(tension) - length(force))).toBeLessThan(1e-9 * scale + rounding);
    }
  }
}

describe('the forces on one particle', () => {
  for (const scene of SCENES) {
    const { id, grid } = scene;
    test(`add up to its acceleration times its mass: ${id}`, optionsOfScene(scene, 3), () => {
      const simulation = createSimulation({
        scene: id,
        precision: 'double',
        params: grid ? { rows: 8, columns: 8 } : {},
      });
      compare(simulation);
      simulation.step(30);
      simulation.apply({ type: 'grab', particle: simulation.particleCount - 1, target: [0.3, 0.9, 0.2] });
      simulation.apply({ type: 'push', force: [0.1, 0, 0] });
      simulation.step(3);
      compare(simulation);
    });
  }

  test('have the names of the forces of every world, and of those in the scene’s list', () => {
    const simulation = createSimulation({ params: { rows: 4, columns: 4 } });
    simulation.apply({
      type: 'forces',
      forces: [
        { type: 'wind', velocity: [1, 0, 0] },
        { type: 'push', force: [0, 0, 3], particles: [5] },
      ],
    });
    const { forces } = QUERIES.inspect(simulation, { particle: 5 });
    const push = LISTED_FORCES.find(({ type }) => type === 'push');
    expect(forces.map(({ id }) => id)).toEqual(expect.arrayContaining(['gravity', 'spring', 'drag', 'grab']));
    expect(forces.slice(-2).map(({ label }) => label)).toEqual(['Wind 1', `${push?.label} 2`]);
    expect(forces.at(-1)?.force).toEqual([0, 0, 3]);
    expect(QUERIES.inspect(simulation, { particle: 6 }).forces.at(-1)?.force).toEqual([0, 0, 0]);
  });

  test('of a spring equal its closed form', () => {
    const scene = {
      hooke: 1 as const,
      particles: {
        positions: [
          [0, 0, 0],
          [0.3, 0.4, 0],
        ] as [number, number, number][],
        velocities: [
          [0, 0, 0],
          [3, 4, 7],
        ] as [number, number, number][],
        masses: 2,
      },
      springs: { pairs: [[1, 0]] as [number, number][], restLengths: [0.4], stiffness: 10, damping: 0.5 },
      params: { gravity: 0 },
    };
    const simulation = createSimulation({ scene, precision: 'double' });
    // l = 0.5, n = (0.6, 0.8, 0), u = 5: T = 10 · 0.1 + 0.5 · 5.
    const [row] = QUERIES.inspect(simulation, { particle: 1 }).springs;
    expect(row).toMatchObject({ spring: 0, neighbour: 0, length: 0.5, restLength: 0.4, stiffness: 10, damping: 0.5 });
    expect(row.rate).toBeCloseTo(5, 12);
    expect(row.tension).toBeCloseTo(3.5, 12);
    expect(row.force[0]).toBeCloseTo(-2.1, 12);
    expect(row.force[1]).toBeCloseTo(-2.8, 12);
    expect(QUERIES.inspect(simulation, { particle: 0 }).springs[0].force[0]).toBeCloseTo(2.1, 12);
    simulation.apply({ type: 'cut', spring: 0 });
    expect(QUERIES.inspect(simulation, { particle: 1 }).springs).toEqual([]);
  });

  test('of a pin balance, and the query changes no bit', () => {
    const simulation = createSimulation({ params: { rows: 6, columns: 6 } });
    const alone = createSimulation({ params: { rows: 6, columns: 6 } });
    for (let i = 0; i < 10; i++) {
      const { reactions, sum, acceleration, forces } = QUERIES.inspect(simulation, { particle: 0 });
      const pin = reactions.find(({ id }) => id === 'pin')?.force ?? [];
      add(forces.map(({ force }) => force)).forEach((value, axis) => {
        expect(pin[axis] + value).toBeCloseTo(0, 9);
      });
      expect([sum, acceleration]).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
      simulation.step();
      alone.step();
    }
    expect(simulation.hash()).toBe(alone.hash());
  });

  test('of a particle out of range are a RangeError with its number', () => {
    const simulation = createSimulation({ params: { rows: 2, columns: 2 } });
    for (const particle of [4, -1, 0.5, Number.NaN]) {
      expect(() => QUERIES.inspect(simulation, { particle })).toThrow(`${particle} is not a particle (0–3)`);
    }
  });
});
