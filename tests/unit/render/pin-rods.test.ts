import { describe, expect, test } from 'vitest';
import { findRails } from '../../../src/render/overlays/pin-rods';

/** A level grid of side × side particles, 0.1 m apart. */
function grid(side: number, isPinned: (row: number, column: number) => boolean, bump = (_: number) => 0) {
  const n = side * side;
  const positions = new Float32Array(4 * n);
  const pinned = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const [row, column] = [Math.floor(i / side), i % side];
    positions.set([0.1 * column, 1, 0.1 * row + bump(column), 0], 4 * i);
    pinned[i] = isPinned(row, column) ? 1 : 0;
  }
  return { structure: { pinned }, positions };
}

const ends = ({ structure, positions }: ReturnType<typeof grid>) =>
  findRails(structure, positions, 0.1).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);

describe('rows of pins', () => {
  test('an edge is one row, from corner to corner', () => {
    expect(ends(grid(20, (row) => row === 0))).toEqual([[0, 19]]);
  });

  test('pleats along an edge are one row', () => {
    expect(
      ends(
        grid(
          20,
          (row) => row === 0,
          (column) => 0.1 * Math.sin(column),
        ),
      ),
    ).toEqual([[0, 19]]);
  });

  test('the border of a square is four rows of about its length', () => {
    const found = ends(grid(20, (row, column) => row % 19 === 0 || column % 19 === 0));
    expect(found).toHaveLength(4);
    for (const [a, b] of found) {
      const [across, down] = [Math.abs((a % 20) - (b % 20)), Math.floor(b / 20) - Math.floor(a / 20)];
      expect(Math.max(across, down)).toBeGreaterThanOrEqual(17);
      expect(Math.min(across, down)).toBeLessThanOrEqual(1);
    }
  });

  test('two pins, and pins far from each other’s lines, are no row', () => {
    expect(ends(grid(20, (row, column) => row === 0 && column % 19 === 0))).toEqual([]);
    expect(ends(grid(20, (row, column) => row % 19 === 0 && column % 19 === 0))).toEqual([]);
    expect(ends(grid(20, () => false))).toEqual([]);
  });

  test('pins that are not finite are left out', () => {
    const broken = grid(20, (row) => row === 0);
    broken.positions[0] = Number.NaN;
    expect(ends(broken)).toEqual([[1, 19]]);
  });

  test('of a cloth pinned everywhere are found within a second', () => {
    const start = performance.now();
    ends(grid(40, () => true));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
