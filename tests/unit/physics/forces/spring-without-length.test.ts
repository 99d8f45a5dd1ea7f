import { describe, expect, test } from 'vitest';
import { createSimulation, FORCES, INTEGRATORS, type SceneFile } from '../../../../src/physics';
import { worldOf } from '../../../fixtures/world-of';

const [k, L0] = [100, 0.1];

/** Spring j joins two particles in one place; three of them, so that each axis has its turn. */
function coincident(restLength: number): SceneFile {
  return {
    hooke: 1,
    particles: { positions: Array.from({ length: 6 }, (_, i) => [Math.floor(i / 2), 0, 0]), masses: 0.01 },
    springs: {
      pairs: [
        [0, 1],
        [2, 3],
        [4, 5],
      ],
      restLengths: [restLength, restLength, restLength],
      stiffness: k,
    },
    params: { gravity: 0 },
  };
}

describe('a spring whose ends coincide', () => {
  test('pushes them apart with k L₀, along an axis that its index selects', () => {
    const { world, state } = worldOf(coincident(L0), { forces: FORCES.filter(({ id }) => id === 'spring') });
    const f = new Float64Array(24);
    world.computeForces(state, f);
    for (let j = 0; j < 3; j++) {
      const onA = [...f.slice(8 * j, 8 * j + 3)];
      expect(onA.map((part, axis) => Math.abs(part - (axis === j ? k * L0 : 0)))).toEqual([0, 0, 0]);
      expect([...f.slice(8 * j + 4, 8 * j + 7)].map((part, axis) => part + onA[axis])).toEqual([0, 0, 0]);
    }
  });

  test('exerts no force if its rest length is zero', () => {
    const { world, state } = worldOf(coincident(0), { forces: FORCES.filter(({ id }) => id === 'spring') });
    const f = new Float64Array(24);
    world.computeForces(state, f);
    expect([...f].map(Math.abs)).toEqual(new Array(24).fill(0));
  });

  for (const { id } of INTEGRATORS) {
    test(`gives finite numbers under ${id}, the same each time`, () => {
      for (const restLength of [0, L0]) {
        const run = () => {
          const simulation = createSimulation({ scene: coincident(restLength), integrator: id });
          expect(simulation.step(100).ok).toBe(true);
          return simulation;
        };
        const [one, other] = [run(), run()];
        expect(one.hash()).toBe(other.hash());
        const apart = Math.hypot(...one.particle(0).position.map((x, axis) => x - one.particle(1).position[axis]));
        if (restLength === 0) expect(apart).toBe(0);
        else expect(apart).toBeGreaterThan(0);
      }
    });
  }
});
