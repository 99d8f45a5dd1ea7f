import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readObj } from '../../../../src/physics/scenes/mesh/obj-file';
import { firstAtPlace } from '../../../../src/physics/scenes/mesh/vertices';
import { meshInWords, omissionsInWords } from '../../../../src/runtime/jobs/mesh-words';

type Point = [number, number, number];

/** The six sides of a unit cube, each with four vertices of its own, as with flat shading; −0 and 0 are the same place. */
const SIDES = [0, 1, 2].flatMap((axis) =>
  [0, 1].map((far) => {
    const side = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([u, v]): Point => {
      const point: Point = [0, 0, 0];
      [point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3]] = [far || -0, u, v];
      return point;
    });
    return far ? side : side.reverse();
  }),
);
const cubeOf = (size: number, offset = 0) =>
  SIDES.map((side, k) => {
    const at = side.map(
      (point) => `v ${point.map((x) => (Object.is(x, -0) ? '-0' : x * size + k * offset)).join(' ')}`,
    );
    return `g side ${k + 1}\n${at.join('\n')}\nf -4 -3 -2 -1\n`;
  }).join('');

describe('a mesh with vertices at one place', () => {
  test('is welded there, so that a cube is closed and one piece', () => {
    const { file, report } = readObj(cubeOf(1), 'cube');
    expect(report).toMatchObject({ doubled: 16, welded: 16, pieces: 1, looseCount: 0, omissions: [] });
    expect(file.particles.positions).toHaveLength(8);
    // 12 edges, and 2 diagonals of each side; across an edge 2 springs, each the diagonal of another side.
    expect(file.springs?.pairs).toHaveLength(24);
    // In a closed surface every edge has two triangles, in opposite directions.
    const edges = (file.surface ?? []).flatMap((all) => all.map((a, c) => `${a} ${all[(c + 1) % 3]}`));
    expect(new Set(edges).size).toBe(36);
    expect(edges.every((edge) => edges.includes(edge.split(' ').reverse().join(' ')))).toBe(true);
    expect(meshInWords(report)).toEqual([
      '1 × 1 × 1 m, 1.2 kg, read in metres.',
      '16 vertices are at the place of another one, and welded to it.',
    ]);
  });

  test('falls into pieces if it is not welded, and each without a pin is named', () => {
    const { file, report } = readObj(cubeOf(1), 'cube', { weld: null });
    expect(file.particles.positions).toHaveLength(24);
    expect(report).toMatchObject({ doubled: 16, welded: 0, pieces: 6 });
    const held = new Set(file.particles.pinned?.map((i) => Math.floor(i / 4)));
    expect(report.loose).toEqual(
      [0, 1, 2, 3, 4, 5]
        .filter((k) => !held.has(k))
        .map((k) => ({ number: k + 1, name: `side ${k + 1}`, particles: 4 })),
    );
    expect(report.looseCount).toBe(6 - held.size);
    expect(meshInWords(report)[2]).toMatch(/^[45] of 6 pieces have no pin: piece 2, “side 2”, 4 particles; piece /);
  });

  test('is welded within a distance on request', () => {
    const apart = cubeOf(1, 1e-4);
    expect(readObj(apart, 'cube').report).toMatchObject({ doubled: 0, welded: 0, pieces: 6 });
    const { report } = readObj(apart, 'cube', { weld: 2e-3 });
    expect(report).toMatchObject({ welded: 16, pieces: 1, omissions: [] });
    expect(meshInWords(report)[1]).toBe('16 vertices are welded to one within 2 mm.');
  });

  test('keeps a quad whose two corners are at one place as a triangle', () => {
    const { file, report } = readObj('v 0 1 0\nv 0 1 0\nv 0 0 0\nv 1 0 0\nf 1 3 4 2\nf 1 3 2 4\n', 'pole');
    expect(file.surface).toEqual([[0, 1, 2]]);
    expect(file.particles.masses).toEqual(Array(3).fill(expect.closeTo(0.1 / 3, 12)));
    expect(report.omissions.map(({ line }) => line)).toEqual([6]);
    expect(omissionsInWords(report)).toEqual(['1 of 2 faces is left out.']);
  });

  test('joins each vertex to the first one that stays within the distance, as all pairs compared', () => {
    const coordinate = fc.integer({ min: -6, max: 6 }).map((x) => x / 4);
    const cloud = fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 60 });
    fc.assert(
      fc.property(cloud, fc.constantFrom(0, 0.2, 0.25, 0.3, 1), (points, distance) => {
        const expected: number[] = [];
        points.forEach((point, i) => {
          const near = (k: number) =>
            points[k].reduce((sum, x, axis) => sum + (x - point[axis]) ** 2, 0) <= distance ** 2;
          const first = expected.findIndex((itself, k) => itself === k && near(k));
          expected.push(first < 0 ? i : first);
        });
        expect([...firstAtPlace(points, new Uint8Array(points.length).fill(1), distance)]).toEqual(expected);
      }),
    );
  });
});

describe('the unit of a mesh', () => {
  test.each([
    ['m', 1, 1.8],
    ['m', 1, 10],
    ['cm', 0.01, 11],
    ['cm', 0.01, 180],
    ['mm', 0.001, 1800],
  ])('is %s by its size', (unit, metres, size) => {
    const { file, report } = readObj(cubeOf(size), 'cube');
    expect(report.options.unit).toBe(unit);
    for (const side of report.size) expect(side).toBeCloseTo(size * metres, 9);
    expect(report.mass).toBeCloseTo(0.2 * 6 * (size * metres) ** 2, 9);
    expect(file.particles.positions[1].map(Math.abs).toSorted().at(-1)).toBeCloseTo(size * metres, 9);
  });

  test('and the mass per area can be given', () => {
    const { report } = readObj(cubeOf(10), 'cube', { unit: 'in', density: 0.15 });
    for (const side of report.size) expect(side).toBeCloseTo(0.254, 12);
    expect(report.mass).toBeCloseTo(0.15 * 6 * 0.254 ** 2, 12);
    expect(meshInWords(report)[0]).toBe('0.254 × 0.254 × 0.254 m, 0.0581 kg, read in inches.');
    expect(report.options).toEqual({ unit: 'in', weld: 0, density: 0.15 });
  });
});
