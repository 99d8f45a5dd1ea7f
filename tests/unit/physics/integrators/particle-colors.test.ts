import { expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../../../src/physics';
import {
  particlesByColor,
  springsByColor,
  springsOfParticles,
} from '../../../../src/physics/solvers/springs-of-particles';
import { randomNetwork } from '../../../fixtures/networks';

/** The particles by color, and what they are joined by. */
function colored(scene: string | SceneFile) {
  const { world } = createSimulation({ scene });
  const lists = springsOfParticles(world);
  return { lists, world, order: Array.from(particlesByColor(world, lists)) };
}

test('every particle comes once, and its springs are those of the model', () => {
  const { lists, world, order } = colored(randomNetwork(3, { rows: 6, columns: 7, stiffness: 100 }));
  const { model } = world;
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from(order, (_, i) => i));
  for (let i = 0; i < model.particleCount; i++) {
    const own = Array.from({ length: model.springCount }, (_, j) => j).filter(
      (j) => model.springs[2 * j] === i || model.springs[2 * j + 1] === i,
    );
    expect(Array.from(lists.springs.slice(lists.starts[i], lists.starts[i + 1]))).toEqual(own);
    expect(Array.from(lists.neighbours.slice(lists.starts[i], lists.starts[i + 1]))).toEqual(
      own.map((j) => model.springs[2 * j] + model.springs[2 * j + 1] - i),
    );
  }
});

/** The order cut into runs whose particles are ascending: each color is such a run. */
const runsOf = (order: number[]) =>
  order.reduce<number[][]>((runs, i) => {
    const last = runs.at(-1);
    if (last && last[last.length - 1] < i) last.push(i);
    else runs.push([i]);
    return runs;
  }, []);

test.each([
  ['chain', 2],
  ['cloth', 12],
] as const)('no spring joins two particles of a color: the scene %s needs at most %i', (scene, most) => {
  const { lists, order } = colored(scene);
  const colors = runsOf(order);
  expect(colors.length).toBeLessThanOrEqual(most);
  for (const particles of colors) {
    const own = new Set(particles);
    for (const i of particles) {
      const neighbours = lists.neighbours.slice(lists.starts[i], lists.starts[i + 1]);
      expect(neighbours.some((k) => own.has(k))).toBe(false);
    }
  }
});

test.each([
  ['chain', 2],
  ['cloth', 14],
  ['jelly-cube', 32],
] as const)('no particle has two springs of a color: the scene %s needs at most %i', (scene, most) => {
  const { world, order: particles } = colored(scene);
  const { model } = world;
  const order = Array.from(springsByColor(world));
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: model.springCount }, (_, j) => j));
  const colors = runsOf(order);
  expect(colors.length).toBeLessThanOrEqual(most);
  for (const springs of colors) {
    const ends = springs.flatMap((j) => [model.springs[2 * j], model.springs[2 * j + 1]]);
    expect(new Set(ends).size).toBe(ends.length);
  }
  // Its memory is given back.
  expect(Array.from(particlesByColor(world, springsOfParticles(world)))).toEqual(particles);
});
