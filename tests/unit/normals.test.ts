import { expect, test } from 'vitest';
import { computeNormals, TORN } from '../../src/render/normals';

/** A strip of the cylinder y = −√(R² − x²) bent upwards at both ends, m; its normals point towards the axis. */
function trough(columns: number, radius: number) {
  const positions = new Float32Array(4 * 3 * columns);
  const triangles: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let c = 0; c < columns; c++) {
      const angle = -Math.PI / 2 + (c / (columns - 1) - 0.5);
      positions.set([radius * Math.cos(angle), radius * Math.sin(angle), -0.1 * row], 4 * (row * columns + c));
      const i = row * columns + c;
      if (row < 2 && c + 1 < columns) triangles.push(i, i + 1, i + columns, i + 1, i + columns + 1, i + columns);
    }
  }
  return { positions, triangles: new Uint32Array(triangles) };
}

test('Normals of a cylinder point at its axis, and its bend has the sign of a hollow.', () => {
  const columns = 41;
  const { positions, triangles } = trough(columns, 2);
  const normals = new Float32Array(positions.length);
  computeNormals(positions, triangles, triangles.length, Infinity, normals);
  for (let c = 1; c < columns - 1; c++) {
    const i = 4 * (columns + c);
    expect(normals[i]).toBeCloseTo(-positions[i] / 2, 3);
    expect(normals[i + 1]).toBeCloseTo(-positions[i + 1] / 2, 3);
    expect(normals[i + 3]).toBeGreaterThan(0);
  }
});

test('Collapsed triangles and lone particles get no normal instead of a non-finite one.', () => {
  const normals = new Float32Array(16).fill(Number.NaN);
  computeNormals(new Float32Array(16).fill(1), new Uint32Array([0, 1, 2]), 3, Infinity, normals);
  expect([...normals]).toEqual(new Array(16).fill(0));
});

test('Triangles beyond the count are not read.', () => {
  const positions = new Float32Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]);
  const normals = new Float32Array(12);
  computeNormals(positions, new Uint32Array([0, 1, 2, 0, 2, 1]), 3, Infinity, normals);
  expect([...normals.subarray(0, 3)]).toEqual([0, 0, 1]);
});

test('Particles whose triangles are beyond the limit are marked as torn, and no others.', () => {
  const positions = new Float32Array([0, 0, 0, 0, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 5, 0, 1, 0, 5, 0, 0, 1, 5, 0]);
  const normals = new Float32Array(24);
  computeNormals(positions, new Uint32Array([0, 1, 2, 3, 4, 5]), 6, 2, normals);
  const torn = [0, 1, 2, 3, 4, 5].filter((i) => normals[4 * i + 3] > TORN / 2);
  expect(torn).toEqual([0, 1, 2]);
});
