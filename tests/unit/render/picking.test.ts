import { describe, expect, test } from 'vitest';
import { createPicking } from '../../../src/render/camera/picking';
import type { Structure } from '../../../src/runtime/frame/frame';

/** A camera that looks along −z with w = 2 − z: points with z ≥ 2 are behind it. By columns. */
const CAMERA = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 2];
const SIZE = 200;

function project(points: [number, number, number][]) {
  const picking = createPicking();
  picking.rebuild(points.length);
  picking.project(new Float32Array(points.flatMap((p) => [...p, 0])), CAMERA, SIZE, SIZE);
  return picking;
}

function structure(pairs: [number, number][], kinds: number[], absent = kinds.map(() => 0)): Structure {
  return {
    springs: new Uint32Array(pairs.flat()),
    kinds: new Uint8Array(kinds),
    absent: new Uint8Array(absent),
  } as Structure;
}

describe('Particles', () => {
  test('are projected in perspective.', () => {
    const exactly = 0;
    expect(project([[1, 0.5, 0]]).particleAt(150, 75, exactly)).toBe(0);
    expect(project([[1, 0.5, 0]]).particleAt(150, 75.001, exactly)).toBe(-1);
  });

  test('are found only within the radius, the nearest first.', () => {
    const picking = project([
      [0, 0, 0],
      [0.1, 0, 0],
    ]);
    expect(picking.particleAt(104, 100, 16)).toBe(1);
    expect(picking.particleAt(101, 100, 16)).toBe(0);
    expect(picking.particleAt(100, 117, 16)).toBe(-1);
  });

  test('at the same point of the screen are distinguished by depth, in any order.', () => {
    expect(
      project([
        [0, 0, -1],
        [0, 0, 1],
        [0, 0, 0],
      ]).particleAt(100, 100, 16),
    ).toBe(1);
  });

  test('behind the camera are not found.', () => {
    expect(project([[0, 0, 3]]).particleAt(100, 100, 1000)).toBe(-1);
  });
});

describe('Springs', () => {
  const square: [number, number, number][] = [
    [-1, -1, 0],
    [1, -1, 0],
    [-1, 1, 0],
    [1, 1, 0],
  ];

  test('are found by their nearest point, which is not beyond an end.', () => {
    const picking = project(square);
    expect(picking.springAt(100, 155, 16, structure([[0, 1]], [0]))).toBe(0);
    expect(picking.springAt(170, 150, 16, structure([[0, 1]], [0]))).toBe(-1);
  });

  test('that are absent are not found.', () => {
    const both: [number, number][] = [
      [0, 1],
      [0, 1],
    ];
    expect(project(square).springAt(100, 150, 16, structure(both, [0, 0], [1, 0]))).toBe(1);
  });

  test('that are structural win a tie.', () => {
    const both: [number, number][] = [
      [0, 1],
      [0, 1],
    ];
    expect(project(square).springAt(100, 150, 16, structure(both, [2, 0]))).toBe(1);
    expect(project(square).springAt(100, 150, 16, structure(both, [0, 2]))).toBe(0);
  });

  test('of zero length on screen are found like a particle.', () => {
    const picking = project([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(picking.springAt(103, 100, 16, structure([[0, 1]], [0]))).toBe(0);
  });
});
