import { expect, test } from 'vitest';
import { fittedRows } from '../../../../src/physics/forces/bending/fitted-rows';
import { createCurvatureLoops as javascript } from '../../../../src/physics/kernels/javascript/curvature-loops';
import { createCurvatureLoops as simd } from '../../../../src/physics/kernels/simd/curvature-loops';
import { irregularMesh } from '../../../fixtures/irregular-mesh';
import { randomNumbers } from '../../../fixtures/random';

test('the compiled loops over curvatures compute what those in JavaScript do', () => {
  const { particles, surface = [] } = irregularMesh(6, 3);
  const n = particles.positions.length;
  const rows = fittedRows(Uint32Array.from(surface.flat()), Float64Array.from(particles.positions.flat()));
  expect(rows.isCurved).toBe(true);
  const random = randomNumbers(5);
  const vector = (scale: number) =>
    Float64Array.from({ length: 4 * n }, (_, i) => (i % 4 === 3 ? 0 : scale * random()));
  const x = Float64Array.from({ length: 4 * n }, (_, i) => particles.positions[i >> 2][i % 4] ?? 0);
  const moved = x.map((value, i) => value + (i % 4 === 3 ? 0 : 0.02 * random()));
  const [v, p] = [vector(1), vector(1)];
  const [expected, found] = [javascript(rows, n), simd(rows, n)].map((loops) => {
    const results = [new Float64Array(4 * n), new Float64Array(4 * n), new Float64Array(4 * n)];
    loops.setShapes(moved);
    loops.addForce(results[0], moved, v, 2, 0.3);
    loops.addDerivative(results[1], p, 2, 0.3, true);
    loops.addDerivative(results[2], p, 2, 0.3, false);
    return [...results, Float64Array.from(loops.shapes), Float64Array.of(loops.squares(moved))];
  });
  expected.forEach((values, k) => {
    const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (let i = 0; i < values.length; i++) expect(Math.abs(values[i] - found[k][i])).toBeLessThan(3e-6 * scale);
  });
  expect(expected[1].some((value, i) => value !== expected[2][i])).toBe(true);
});

test('in the compiled loops no bending is left of a displacement of all particles', () => {
  const { particles, surface = [] } = irregularMesh(6, 3);
  const n = particles.positions.length;
  const rows = fittedRows(Uint32Array.from(surface.flat()), Float64Array.from(particles.positions.flat()));
  const loops = simd(rows, n);
  loops.setShapes(Float64Array.from({ length: 4 * n }, (_, i) => particles.positions[i >> 2][i % 4] ?? 0));
  const [far, one] = [1, 0].map((displacement) => {
    const p = Float64Array.from({ length: 4 * n }, (_, i) => (i % 4 === 3 ? 0 : displacement || Number(i === 4)));
    const y = new Float64Array(4 * n);
    loops.addDerivative(y, p, 2, 0.3, true);
    return y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  });
  expect(far).toBeLessThan(1e-12 * one);
});
