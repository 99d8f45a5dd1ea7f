import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { airDrag } from '../../../src/physics/forces/air-drag';
import { randomCloth } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

const C = 0.7;
const V = [0.3, -2, 1.1];
/** m; the spacing at rest of a random cloth. */
const SPACING = 0.1;

/** The force on a cloth of `rows` × `columns` that moves with V. */
function forceOn(rows: number, columns: number, cut: number[] = []): number[] {
  const scene = randomCloth(1, { rows, columns, membrane: true });
  const { world, state } = worldOf(scene, { forces: [airDrag], params: { airDrag: C } });
  for (const j of cut) {
    world.model.cut[j] = 1;
    world.model.cuts.count++;
    world.model.cuts.version++;
  }
  for (let i = 0; i < state.velocities.length; i++) state.velocities[i] = V[i % 4] ?? 0;
  const f = new Float64Array(state.velocities.length);
  world.forces[0].addForce?.(f, state);
  return [0, 1, 2].map((axis) => f.reduce((sum, x, i) => (i % 4 === axis ? sum + x : sum), 0));
}

test('air drag is c times rest area and velocity, in every direction, however the cloth is crumpled', {
  tags: ['same-on-every-kernel'],
}, () => {
  for (const [rows, columns] of [
    [2, 2],
    [4, 7],
    [13, 13],
  ]) {
    const area = SPACING ** 2 * (rows - 1) * (columns - 1);
    forceOn(rows, columns).forEach((f, axis) => {
      expect(Math.abs(f + C * area * V[axis])).toBeLessThan(1e-12);
    });
  }
});

test('a torn triangle has no air drag', { tags: ['same-on-every-kernel'] }, () => {
  // Spring 0 joins the first two particles, and is the side of one triangle.
  const area = SPACING ** 2 * (9 - 0.5);
  expect(Math.abs(forceOn(4, 4, [0])[1] + C * area * V[1])).toBeLessThan(1e-12);
});

test('particles without a surface have no air drag, and a file without it has none', () => {
  const params = { airDrag: 5, drag: 0 };
  const chain = createSimulation({ scene: 'chain', params });
  const still = createSimulation({ scene: 'chain', params: { drag: 0 } });
  for (const one of [chain, still]) one.step(100);
  expect(chain.hash()).toBe(still.hash());
  expect(createSimulation({ scene: randomCloth(1, { membrane: true }) }).params.airDrag).toBe(0);
});
