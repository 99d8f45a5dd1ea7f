import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';

test('a slit net bends as two sheets, and a saved one goes on to the same bits', () => {
  const params = { rows: 9, columns: 9, bending: 1e-3, bendingDamping: 1e-6, stiffness: 200, bend: 0, dt: 1e-3 };
  const simulation = createSimulation({ scene: 'cloth-four-corners', params, integrator: 'symplectic-euler' });
  const { springs } = simulation.model;
  const across = Array.from({ length: simulation.springCount }, (_, j) => j).filter(
    (j) =>
      springs[2 * j] % 9 === 4 &&
      springs[2 * j + 1] === springs[2 * j] + 1 &&
      springs[2 * j] > 8 &&
      springs[2 * j] < 72,
  );
  simulation.step(20);
  simulation.apply({ type: 'slit', springs: across });
  expect(simulation.particleCount).toBeGreaterThan(81);
  simulation.step(20);
  expect(simulation.energy().elastic).toBeGreaterThan(0);
  const saved = JSON.parse(JSON.stringify(simulation.save()));
  expect(saved.rest).toHaveLength(simulation.particleCount);
  const again = createSimulation({ scene: saved });
  expect(again.hash()).toBe(simulation.hash());
  for (const one of [simulation, again]) one.step(50);
  expect(again.hash()).toBe(simulation.hash());
});
