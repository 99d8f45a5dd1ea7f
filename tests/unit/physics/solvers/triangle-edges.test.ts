import { Matrix, pseudoInverse } from 'ml-matrix';
import { expect, test } from 'vitest';
import { setTriangleEdges } from '../../../../src/physics/solvers/multigrid/network-preconditioner';
import { symmetricBlock } from '../../../fixtures/aggregation-by-matrices';
import { randomMembrane } from '../../../fixtures/networks';
import { worldOf } from '../../../fixtures/world-of';

/** s. */
const H = 1 / 60;
const SOFT = { lambda: 2e4, mu: 3e4, phi: 20, psi: 10 };

/** The 3×3 block of a force's matrix in the rows of one particle and the columns of another. */
function blockBetween(one: number, other: number, n: number, map: (y: Float64Array, p: Float64Array) => void): Matrix {
  const block = Matrix.zeros(3, 3);
  for (let column = 0; column < 3; column++) {
    const [y, p] = [new Float64Array(4 * n), new Float64Array(4 * n)];
    p[4 * other + column] = 1;
    map(y, p);
    for (let row = 0; row < 3; row++) block.set(row, column, y[4 * one + row]);
  }
  return block;
}

const columnsOf = (t: number, numbers: Float64Array) =>
  new Matrix([0, 1, 2].map((axis) => [numbers[9 * t + axis], numbers[9 * t + 3 + axis]]));

test('the edge blocks of a triangle are the isotropic part of its symmetrized matrix, if positive', () => {
  const [a, b] = [H * H, H];
  let [within, across] = [0, 0];
  for (let seed = 1; seed <= 60; seed++) {
    const scene = randomMembrane(seed, { rows: 2, columns: 2, stiffness: 1, crumple: 0.5, ...SOFT });
    const { triangles } = scene.membrane ?? { triangles: [] };
    if (triangles.length === 0) continue;
    // A single triangle.
    triangles.length = 1;
    const { world, state } = worldOf(scene);
    const { membrane } = world.model;
    if (!membrane) throw new Error('no membrane');
    world.linearize(state, seed % 2 === 0);
    const blocks = new Float64Array(18);
    setTriangleEdges(blocks, membrane, world.params, world.triangleTangents, 0, a, b);
    const force = world.forces.find(({ derivatives }) => derivatives?.of === 'triangles');
    const F = columnsOf(0, world.triangleTangents);
    const [back, normal] = [pseudoInverse(F), normalOf(F)];
    for (let edge = 0; edge < 3; edge++) {
      const [one, other] = [triangles[0][edge], triangles[0][(edge + 1) % 3]];
      const K = blockBetween(one, other, 4, (y, p) => force?.addDerivative?.(y, p, a, b));
      const half = Matrix.add(K, K.transpose()).mul(0.5);
      // F S Fᵀ + c I: along the normal of the triangle it is c.
      const c = normal.transpose().mmul(half).mmul(normal).get(0, 0);
      const S = back.mmul(Matrix.sub(half, Matrix.eye(3).mul(c))).mmul(back.transpose());
      const alike = S.trace() / 2;
      const expected = Matrix.add(F.mmul(F.transpose()).mul(Math.max(0, alike)), Matrix.eye(3).mul(Math.max(0, c)));
      const error = Matrix.sub(symmetricBlock(blocks, edge), expected).abs().max();
      expect(error).toBeLessThan(1e-9 * half.abs().max());
      if (alike > 0) within++;
      if (c > 0) across++;
    }
  }
  // Both signs of both parts must occur.
  for (const count of [within, across]) {
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(130);
  }
});

/** The unit vector orthogonal to both columns. */
function normalOf(F: Matrix): Matrix {
  const [[x, X], [y, Y], [z, Z]] = F.to2DArray();
  const normal = Matrix.columnVector([y * Z - z * Y, z * X - x * Z, x * Y - y * X]);
  return normal.div(normal.norm());
}
