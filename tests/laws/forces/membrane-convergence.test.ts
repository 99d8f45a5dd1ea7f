// @module-tag same-on-every-kernel
import { Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import type { ForceDefinition, Vec3 } from '../../../src/physics';
import { createStaticSearch } from '../../../src/physics/analysis/validation/patch';
import { membrane } from '../../../src/physics/forces/membrane';
import { runToEnd } from '../../../src/physics/slices';
import { plane, sheet } from '../../fixtures/membrane-sheet';
import { worldOf } from '../../fixtures/world-of';

const { sin, cos, PI } = Math;
const MATERIAL = { ...plane(1000, 0.3), thickness: 1 };

/** A sheet stretched by a tenth, unevenly, and bulged out of its plane. */
const place = (X: number, Y: number): Vec3 => [
  1.1 * X + 0.05 * sin(PI * X) * cos(Y),
  1.15 * Y + 0.04 * sin(2 * X) * sin(PI * Y),
  0.15 * sin(PI * X) * sin(PI * Y),
];

/** P = F σ(½(FᵀF − I)) by the definitions, with F = ∂x/∂X. */
function stress(X: number, Y: number): Matrix {
  const F = new Matrix([
    [1.1 + 0.05 * PI * cos(PI * X) * cos(Y), -0.05 * sin(PI * X) * sin(Y)],
    [0.08 * cos(2 * X) * sin(PI * Y), 1.15 + 0.04 * PI * sin(2 * X) * cos(PI * Y)],
    [0.15 * PI * cos(PI * X) * sin(PI * Y), 0.15 * PI * sin(PI * X) * cos(PI * Y)],
  ]);
  const strain = F.transpose().mmul(F).sub(Matrix.eye(2)).mul(0.5);
  const sigma = Matrix.eye(2).mul(MATERIAL.lambda * strain.trace());
  return F.mmul(sigma.add(Matrix.mul(strain, 2 * MATERIAL.mu)));
}

/** −Div P, the load under which that is the equilibrium, N/m²; by differences of fourth order. */
function load(X: number, Y: number): Vec3 {
  const h = 1e-3;
  const slope = (at: (d: number) => number) => (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  return [0, 1, 2].map(
    (row) => -slope((d) => stress(X + d, Y).get(row, 0)) - slope((d) => stress(X, Y + d).get(row, 1)),
  ) as Vec3;
}

/** The root of the mean square distance from that shape, of an equilibrium under that load with the rim held, m. */
function error(cells: number): number {
  const side = cells + 1;
  const spots = Array.from({ length: side * side }, (_, i) => [(i % side) / cells, Math.floor(i / side) / cells]);
  const loads = spots.map(([X, Y]) => load(X, Y).map((part) => part / cells ** 2));
  const dead: ForceDefinition = {
    id: 'load',
    label: 'Load',
    summary: 'A load that stays.',
    account: 'elastic',
    create: () => ({
      addForce(f) {
        for (let i = 0; i < loads.length; i++) {
          for (let axis = 0; axis < 3; axis++) f[4 * i + axis] += loads[i][axis];
        }
      },
      energy: ({ positions: x }) =>
        -loads.reduce((sum, parts, i) => sum + parts.reduce((s, part, axis) => s + part * x[4 * i + axis], 0), 0),
    }),
  };
  const { world, state } = worldOf(sheet(cells, { place, ...MATERIAL }), { forces: [membrane, dead] });
  expect(runToEnd(createStaticSearch(world, state).settle(1e-9))).toBe(true);
  const squares = spots.map(([X, Y], i) =>
    place(X, Y).reduce((sum, part, axis) => sum + (state.positions[4 * i + axis] - part) ** 2, 0),
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

test('a membrane in non-uniform plane stress converges to the exact solution with order 2 in the size of its triangles', () => {
  const errors = [4, 8, 16, 32].map(error);
  const orders = errors.slice(1).map((finer, i) => Math.log2(errors[i] / finer));
  expect(errors[3]).toBeLessThan(1e-3);
  for (const order of orders.slice(1)) expect(Math.abs(order - 2)).toBeLessThan(0.1);
});
