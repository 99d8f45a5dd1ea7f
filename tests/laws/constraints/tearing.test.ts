import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { randomCloth } from '../../fixtures/random';

/** A cloth that hangs by its upper edge from springs which its weight alone stretches by far more than a tenth. */
function heavyCloth(params: Record<string, number>): SceneFile {
  const cloth = randomCloth(2, {
    rows: 8,
    columns: 6,
    crumple: 0,
    speed: 0,
    damping: 0.2,
    pinned: [0, 5],
    membrane: true,
  });
  const membrane = cloth.membrane && { ...cloth.membrane, mu: 1000 };
  return { ...cloth, membrane, params: { dt: 5e-4, gravity: 30, drag: 0.01, ...params } };
}

const cuts = ({ model }: Simulation) => model.cut.reduce((sum, cut) => sum + cut, 0);

describe('tearing', () => {
  eachMethodInTurn(7, ({ id }) => {
    test('cuts springs beyond the strain, stays finite, and gives the same bits each time', () => {
      const run = () => {
        const simulation = createSimulation({ scene: heavyCloth({ tearStrain: 0.1 }), integrator: id });
        simulation.step(1500);
        return simulation;
      };
      const torn = run();
      expect(cuts(torn)).toBeGreaterThan(0);
      expect(torn.blowUp).toBeNull();
      expect(torn.state.positions.every(Number.isFinite)).toBe(true);
      const again = run();
      expect(again.hash()).toBe(torn.hash());
      expect(again.model.cut).toEqual(torn.model.cut);
    });

    test('leaves no spring above the strain, and opens the membrane with its edges', {
      tags: ['same-on-every-kernel'],
    }, () => {
      const simulation = createSimulation({
        scene: heavyCloth({ tearStrain: 0.1 }),
        integrator: id,
        precision: 'double',
      });
      const { model, state } = simulation;
      const x = state.positions;
      for (let step = 0; step < 600; step++) {
        simulation.step();
        let [most, left] = [0, 0];
        for (let j = 0; j < model.springCount; j++) {
          const [a, b] = [4 * model.springs[2 * j], 4 * model.springs[2 * j + 1]];
          const l = Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
          if (model.cut[j] === 0) most = Math.max(most, l / model.restLengths[j] - 1);
          else left = Math.max(left, Math.abs(model.stiffness[j]));
        }
        expect(most).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(left).toBe(0);
      }
      expect(model.membrane?.areas.some((area) => area === 0)).toBe(true);
    });
  });
});

test('never tears at its default, and refuses a negative strain', () => {
  const simulation = createSimulation({ scene: heavyCloth({}), integrator: 'symplectic-euler' });
  simulation.step(1500);
  expect(cuts(simulation)).toBe(0);
  expect(() => simulation.apply({ type: 'set', key: 'tearStrain', value: -0.1 })).toThrow(/tearStrain/);
});

test('cuts the one spring that is too long, and its ends separate', () => {
  const positions: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
  ];
  const scene: SceneFile = {
    hooke: 1,
    particles: { positions, masses: 1 },
    springs: {
      pairs: [
        [0, 1],
        [1, 2],
      ],
      restLengths: [0.99, 0.8],
      stiffness: 10,
    },
    params: { dt: 1e-3, gravity: 0, drag: 0, tearStrain: 0.2 },
  };
  const simulation = createSimulation({ scene, integrator: 'rk4' });
  simulation.step(1);
  expect([...simulation.model.cut]).toEqual([0, 1]);
  simulation.apply({ type: 'reset' });
  expect([...simulation.model.cut]).toEqual([0, 0]);
});
