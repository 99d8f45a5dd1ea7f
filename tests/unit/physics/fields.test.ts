import { describe, expect, test } from 'vitest';
import { createSimulation, FIELDS, type SceneFile, type Vec3 } from '../../../src/physics';
import { plane, sheet } from '../../fixtures/membrane-sheet';
import { randomCloth } from '../../fixtures/random';
import { turn, turned } from '../../fixtures/rotation';

const fieldOf = (id: string, scene: SceneFile, prepare?: (s: ReturnType<typeof createSimulation>) => void) => {
  const simulation = createSimulation({ scene, precision: 'double' });
  prepare?.(simulation);
  const field = FIELDS.find((definition) => definition.id === id);
  if (!field) throw new Error(`there is no field ${id}`);
  const out = new Float32Array(simulation.particleCount).fill(Number.NaN);
  field.create(simulation.world)(simulation.state, out);
  return { out, simulation };
};

describe('fields of a membrane stretched uniformly by 1.2 and 0.95, at 0.5 and −0.2 per second', () => {
  const { lambda, mu } = plane(1000, 0.3);
  const [phi, psi, thickness] = [7, 5, 0.02];
  const R = turn([1, 2, 3], 1.1);
  const at = (x: Vec3) => turned(R, x);
  // The rim is pinned, so that the scene has no velocities there: they are set afterwards.
  const scene = sheet(4, {
    place: (X, Y) => at([1.2 * X, 0.95 * Y, 0]),
    ...{ lambda, mu, phi, psi, thickness },
  });
  const move = ({ state, particleCount }: ReturnType<typeof createSimulation>) => {
    for (let i = 0; i < particleCount; i++) {
      state.velocities.set(at([0.5 * ((i % 5) / 4), -0.2 * (Math.floor(i / 5) / 4), 0]), 4 * i);
    }
  };
  const strain = [(1.2 ** 2 - 1) / 2, (0.95 ** 2 - 1) / 2];
  const rate = [1.2 * 0.5, 0.95 * -0.2];
  const elastic = strain.map((e) => lambda * (strain[0] + strain[1]) + 2 * mu * e);
  const viscous = rate.map((n) => phi * (rate[0] + rate[1]) + 2 * psi * n);
  const [s, t] = elastic.map((part, i) => part + viscous[i]);

  const expected: Record<string, number> = {
    'membrane-strain': 100 * strain[0],
    'membrane-strain-rate': rate[0],
    'membrane-elastic-stress': elastic[0],
    'membrane-viscous-stress': viscous[0],
    'membrane-von-mises': Math.sqrt(s * s - s * t + t * t),
    'membrane-energy': 0.5 * thickness * (elastic[0] * strain[0] + elastic[1] * strain[1]),
    'membrane-damping': 0.5 * thickness * (viscous[0] * rate[0] + viscous[1] * rate[1]),
  };

  test('are all fields of a membrane', () => {
    const ids = FIELDS.filter(({ membrane }) => membrane).map(({ id }) => id);
    expect(ids.sort()).toEqual(Object.keys(expected).sort());
  });

  for (const [id, value] of Object.entries(expected)) {
    test(`${id} has the value of the closed form at every particle`, () => {
      const { out } = fieldOf(id, scene, move);
      for (const found of out) expect(Math.abs(found / value - 1)).toBeLessThan(1e-6);
    });
  }

  test('the strain is negative where the sheet is compressed more than stretched', () => {
    const compressed = sheet(2, { place: (X, Y) => [0.8 * X, 1.05 * Y, 0], lambda, mu, thickness });
    for (const found of fieldOf('membrane-strain', compressed).out) expect(found).toBeCloseTo(50 * (0.64 - 1), 4);
  });

  test('a triangle has the weight of its area, and a torn one has none', () => {
    // The left half is at rest; the right one, three times as wide at rest, is stretched to 1.1.
    const halves: SceneFile = {
      hooke: 1,
      particles: {
        positions: [
          [0, 0, 0],
          [1, 0, 0],
          [4.3, 0, 0],
          [1, 1, 0],
        ],
        masses: 1,
      },
      membrane: {
        triangles: [
          [0, 1, 3],
          [1, 2, 3],
        ],
        rest: [
          [0, 0, 0],
          [1, 0, 0],
          [4, 0, 0],
          [1, 1, 0],
        ],
        ...{ lambda, mu, thickness },
      },
    };
    const stretched = 50 * (1.1 ** 2 - 1);
    const whole = fieldOf('membrane-strain', halves).out;
    [0, 0.75 * stretched, stretched, 0.75 * stretched].forEach((value, i) => {
      expect(whole[i]).toBeCloseTo(value, 4);
    });
    const torn = fieldOf('membrane-strain', halves, ({ model }) => {
      model.membrane?.areas.fill(0, 1);
    }).out;
    expect([...torn]).toEqual([0, 0, 0, 0]);
  });
});

describe('fields of springs', () => {
  const chain: SceneFile = {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1.2, 0, 0],
        [2.1, 0, 0],
        [9, 9, 9],
      ],
      masses: 1,
    },
    springs: {
      pairs: [
        [0, 1],
        [1, 2],
      ],
      restLengths: [1, 1],
      stiffness: [10, 30],
    },
  };

  test('the strain is the mean over the springs of a particle, and 0 without springs', () => {
    const { out } = fieldOf('spring-strain', chain);
    [20, 5, -10, 0].forEach((value, i) => {
      expect(out[i]).toBeCloseTo(value, 5);
    });
  });

  test('a cut spring does not count', () => {
    const { out } = fieldOf('spring-strain', chain, (simulation) => simulation.apply({ type: 'cut', spring: 1 }));
    [20, 20, 0, 0].forEach((value, i) => {
      expect(out[i]).toBeCloseTo(value, 5);
    });
  });

  test('the energies add up to that of all springs', () => {
    const { out, simulation } = fieldOf('spring-energy', randomCloth(3));
    const sum = out.reduce((total, value) => total + value, 0);
    expect(sum / simulation.energy().elastic).toBeCloseTo(1, 6);
    expect(fieldOf('spring-energy', chain).out[1]).toBeCloseTo(0.25 * (10 * 0.04 + 30 * 0.01), 6);
  });
});

describe('every field', () => {
  for (const field of FIELDS) {
    test(`${field.id} is finite and has a unit, with and without a membrane`, () => {
      expect(field.unit).not.toBe('');
      expect(field.summary).toMatch(/^[A-Z].*\.$/);
      for (const membrane of [false, true]) {
        for (const value of fieldOf(field.id, randomCloth(2, { membrane })).out) {
          expect(Number.isFinite(value)).toBe(true);
        }
      }
    });
  }
});
