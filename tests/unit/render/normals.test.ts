import { expect, test } from 'vitest';
import { ringsOf } from '../../../src/render/cloth/normals';

/** The ring of each particle as a set of `b-c`. */
function rings(triangles: number[], n: number): string[][] {
  const pairs = new Uint32Array(2 * n + 2 * triangles.length).fill(0xffffffff);
  ringsOf(Uint32Array.from(triangles), n, pairs);
  return Array.from({ length: n }, (_, i) => {
    const [begin, end] = [pairs[2 * i], pairs[2 * i + 1]];
    return Array.from({ length: end - begin }, (_, k) => pairs.slice(2 * (begin + k), 2 * (begin + k) + 2).join('-'));
  });
}

test('Each triangle is in the rings of its three corners, with the same orientation, and in no other ring.', () => {
  expect(rings([0, 1, 2, 2, 1, 3], 5)).toEqual([['1-2'], ['2-0', '3-2'], ['0-1', '1-3'], ['2-1'], []]);
});

test('Without triangles every ring is empty.', () => {
  expect(rings([], 3)).toEqual([[], [], []]);
});
