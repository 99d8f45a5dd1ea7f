// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, stabilityLimit } from '../../../src/physics';
import { randomCloth, randomNumbers } from '../../fixtures/random';
import { everyNth } from '../../fixtures/run-length';

/** Springs of all kinds at rest, with different stiffnesses unless one is given. */
function cloth(damping: number[] | number, drag: number, stiffness?: number): SceneFile {
  const file = randomCloth(4, { rows: 6, columns: 6, crumple: 0, speed: 0, pinned: [0, 5] });
  const springs = file.springs as NonNullable<SceneFile['springs']>;
  return {
    ...file,
    particles: { ...file.particles, masses: 0.01 },
    springs: { ...springs, damping, ...(stiffness && { stiffness }) },
    params: { gravity: 0, drag, stopOnBlowUp: 0 },
  };
}

const random = randomNumbers(3);
const springCount = cloth(0, 0).springs?.pairs?.length ?? 0;
const SCENES: Record<string, SceneFile | 'bender-cloth'> = {
  'a cloth with neither dashpots nor drag': cloth(0, 0),
  'a cloth with drag': cloth(0, 0.05),
  // k = 100 N/m, k_d = 0.05 N·s/m, 0.01 kg, drag 0.02 N·s/m.
  'the golden cloth': cloth(0.05, 0.02, 100),
  'a cloth whose springs and dashpots are all different': cloth(
    Array.from({ length: springCount }, () => 0.1 * random()),
    0.01,
  ),
  'Bender’s cloth': 'bender-cloth',
};
const STEPS = 20_000;

/** Largest speed during the steps, divided by the initial one: noise of 1 µm/s in the plane. */
function growth(scene: SceneFile | 'bender-cloth', integrator: string, h: number, steps: number): number {
  const simulation = createSimulation({
    scene,
    integrator,
    precision: 'double',
    params: { dt: h, gravity: 0, stopOnBlowUp: 0 },
  });
  const noise = randomNumbers(2);
  const { positions } = simulation.state;
  const velocities = positions.map((_, i) => (i % 4 < 2 ? 1e-6 * (2 * noise() - 1) : 0));
  simulation.apply({ type: 'place', positions, velocities, time: 0 });
  const fastest = () => Math.max(...simulation.state.velocities.map(Math.abs));
  const start = fastest();
  let most = 0;
  for (let i = 0; i < steps && !simulation.blowUp && !(most > 1e4 * start); i += 100) {
    simulation.step(100);
    most = Math.max(most, fastest());
  }
  return simulation.blowUp ? Number.POSITIVE_INFINITY : most / start;
}

const METHODS = ['symplectic-euler', 'velocity-verlet', 'rk4', 'midpoint'];

for (const [place, [name, scene]] of Object.entries(SCENES).entries()) {
  describe(`around ${name} at rest`, { tags: ['sampled'] }, () => {
    // Midpoint gains energy at every dt if some motion is undamped.
    const damped = name !== 'a cloth with neither dashpots nor drag';
    for (const id of everyNth(4, METHODS, place)) {
      const { dt } = stabilityLimit(
        createSimulation({ scene, integrator: id, precision: 'double', params: { gravity: 0 } }),
      );
      if (id === 'midpoint' && !damped) {
        test('midpoint is unstable at every dt', () => expect(dt).toBe(0));
        continue;
      }
      // 1,200 particles need a long time.
      const steps = scene === 'bender-cloth' ? 4000 : STEPS;
      test(`${id} keeps noise small for ${steps} steps at 0.98 of the limit, and not at 1.02`, () => {
        expect(growth(scene, id, 0.98 * dt, steps)).toBeLessThan(50);
        // Beyond the limit one mode grows while all others decay.
        expect(growth(scene, id, 1.02 * dt, 3 * steps)).toBeGreaterThan(1000);
      });
    }
  });
}
