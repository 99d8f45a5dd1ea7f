import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation } from '../../../../src/physics';

/** A grid of n × n particles, 0.1 m apart, above a floor; one of its two pinned corners moves. */
function gridFile(n = 4): SceneFile {
  const positions = Array.from({ length: n * n }, (_, i) => [0.1 * (i % n), 1, 0.1 * Math.floor(i / n)]);
  const pairs = positions.flatMap((_, i) => [
    ...(i % n < n - 1 ? [[i, i + 1]] : []),
    ...(i < n * (n - 1) ? [[i, i + n]] : []),
  ]);
  return {
    hooke: 1,
    particles: { positions, masses: 0.01, pinned: [0, n - 1] },
    springs: { pairs, stiffness: 100, damping: 0.05 },
    planes: [{ point: [0, 0.9, 0], normal: [0, 1, 0] }],
    spheres: [{ center: [0.15, 0.7, 0.15], radius: 0.15 }],
    forces: [
      { type: 'gravity', acceleration: [0, 0, 1] },
      { type: 'anchor', point: [0, 1, 0], stiffness: 0.1 },
    ],
    motion: [{ particles: [0], shake: { amplitude: [0.05, 0, 0], frequency: 2 } }],
    params: { dt: 0.002, rows: n, columns: n },
  } as unknown as SceneFile;
}

/** Changes every number in a plain value. */
function changeNumbers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'number') (value as Record<string, number>)[key] = inner + 5;
    else changeNumbers(inner);
  }
}

describe('The environment changes only by commands', () => {
  test.each([
    ['a saved file', (simulation: Simulation) => simulation.save()],
    ['`environment`', (simulation: Simulation) => simulation.environment],
  ])('and not by writing to %s.', (_, read) => {
    const simulation = createSimulation({ scene: gridFile() });
    const other = createSimulation({ scene: gridFile() });
    for (const one of [simulation, other]) one.step(10);
    changeNumbers(read(simulation));
    // Replacing a list creates the obstacles of the others again.
    for (const one of [simulation, other]) {
      one.apply({ type: 'spheres', spheres: [] });
      one.step(100);
    }
    expect(simulation.hash()).toBe(other.hash());
  });

  test('and the replay of a blow-up has the lists as they were sent, even if the sender has changed them since.', () => {
    const simulation = createSimulation({ scene: gridFile() });
    const planes: SceneFile['planes'] = [{ point: [0, 0.8, 0], normal: [0, 1, 0] }];
    simulation.step(40);
    simulation.apply({ type: 'planes', planes });
    simulation.apply({ type: 'set', key: 'stiffness', value: 1e6 });
    planes[0].normal = [0, 0, 0];
    simulation.step(200);
    const replay = simulation.replay();
    expect(replay?.from).toBeLessThanOrEqual(40);
    expect(() => replay?.step(40)).not.toThrow();
  });
});

describe('A change of rows', () => {
  test('keeps the motion of a scene after a floor has been added.', () => {
    const simulation = createSimulation({ scene: 'twisted-cloth' });
    const { motion } = simulation.environment;
    expect(motion.length).toBeGreaterThan(0);
    simulation.apply({ type: 'planes', planes: [{ point: [0, -5, 0], normal: [0, 1, 0] }] });
    simulation.apply({ type: 'set', key: 'rows', value: simulation.params.rows + 3 });
    expect(simulation.environment.motion).toHaveLength(motion.length);
    expect(simulation.environment.planes).toHaveLength(1);
  });
});
