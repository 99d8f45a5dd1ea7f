// @module-tag divided
import { expect, test } from 'vitest';
import { createSimulation, MATERIALS } from '../../../src/physics';
import {
  drape,
  drapeOf,
  drapeSpecimen,
  meshInsteadOfNet,
  placementsOf,
} from '../../../src/physics/analysis/validation/drape';
import { deviationOf, NETS } from '../../../src/physics/analysis/validation/specimen';
import { runToEnd } from '../../../src/physics/slices';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

test('the drape coefficient of a flat cloth is 1, and that of a cone follows from its rim', () => {
  for (const mesh of ['net', 'triangles'] as const) {
    const { file, coefficient } = drapeSpecimen({ cells: 40, mesh });
    const { positions: flat } = file.particles;
    const shaped = (radius: (r: number) => number) =>
      coefficient(
        flat.flatMap(([x, , z]) => {
          const scale = radius(Math.hypot(x, z)) / (Math.hypot(x, z) || 1);
          return [scale * x, 0, scale * z, 0];
        }),
      );
    expect(shaped((r) => r)).toBeCloseTo(1, 2);
    // Overlapping parts count once. Cells across the fold at 12 cm do not reach it.
    for (const cone of [(r: number) => Math.min(r, 0.09 + (r - 0.09) / 2), (r: number) => Math.min(r, 0.24 - r)]) {
      const part = shaped(cone) / ((0.12 ** 2 - 0.09 ** 2) / (0.15 ** 2 - 0.09 ** 2));
      expect(part).toBeGreaterThan(0.92);
      expect(part).toBeLessThan(1.02);
    }
  }
});

test('with the force of the drape test, a net bends as the engine bends the same sheet as a mesh', () => {
  const { file } = drapeSpecimen({ cells: 10, mesh: 'triangles' });
  const next = randomNumbers(3);
  const lifts = file.particles.positions.map(() => 0.01 * next());
  const velocitiesOf = (isNet: boolean) => {
    const { rows, columns, ...params } = file.params ?? {};
    const simulation = createSimulation({
      scene: { ...file, params: isNet ? { ...params, rows, columns } : params },
      integrator: 'symplectic-euler',
      precision: 'double',
      forces: isNet ? [meshInsteadOfNet(1)] : [],
      params: { bending: 1, gravity: 0, dt: 1e-6 },
    });
    lifts.forEach((y, i) => {
      simulation.state.positions[4 * i + 1] = y;
    });
    simulation.step();
    return [...simulation.state.velocities];
  };
  const [net, mesh] = [velocitiesOf(true), velocitiesOf(false)];
  const largest = Math.max(...mesh.map(Math.abs));
  expect(largest).toBeGreaterThan(0);
  net.forEach((v, k) => {
    expect(Math.abs(v - mesh[k])).toBeLessThan(1e-9 * largest);
  });
});

/** By default the cheapest. The fine mesh would take 11 s: `npm run bench -- validation` measures it. */
const RUNS = LONG ? NETS.slice(0, 3) : [];

test.each(RUNS)('materials drape as those of the literature: $mesh, $cells cells', { tags: ['sampled'] }, (net) => {
  for (const figure of runToEnd(drape.measure(net)))
    expect(Math.abs(deviationOf(figure)), JSON.stringify(figure)).toBeLessThanOrEqual(drape.tolerance(net));
});

test.runIf(LONG)(
  'silk, as the mean of three placements on a fine net, covers 20 to 40 %',
  { tags: ['sampled'] },
  () => {
    const silk = MATERIALS.find(({ id }) => id === 'silk');
    if (!silk) throw new Error('there is no silk');
    const coefficients = runToEnd(placementsOf(silk, NETS[1]));
    expect(coefficients.length).toBe(3);
    const mean = coefficients.reduce((sum, one) => sum + one, 0) / 3;
    expect(mean).toBeGreaterThan(20);
    expect(mean).toBeLessThan(40);
    for (const one of coefficients) expect(Math.abs(one - mean), `${coefficients}`).toBeLessThan(4);
  },
);

test('denim covers 70 to 90 % with its shadow', () => {
  const denim = MATERIALS.find(({ id }) => id === 'denim');
  if (!denim) throw new Error('there is no denim');
  const coefficient = runToEnd(drapeOf(denim, NETS[0]));
  expect(coefficient).toBeGreaterThan(70);
  expect(coefficient).toBeLessThan(90);
});
