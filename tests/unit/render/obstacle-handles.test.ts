import { describe, expect, test } from 'vitest';
import type { EnvironmentFile, Vec3 } from '../../../src/physics';
import { handlesOf, nearestHandle, positionOf, turnedNormal } from '../../../src/render/overlays/marks';

const surface = { restitution: 0, friction: 0 };
const OBSTACLES: Pick<EnvironmentFile, 'planes' | 'spheres' | 'bodies'> = {
  planes: [{ point: [1, 2, 3], normal: [0, 0, 5], ...surface }],
  spheres: [{ center: [4, 5, 6], radius: 1, ...surface }],
  bodies: [{ center: [7, 8, 9], ...surface }],
};

describe('Handles of obstacles', () => {
  test('are at a sphere’s center, at a plane’s point, and at a fixed distance along its normal of any length.', () => {
    const places = handlesOf(OBSTACLES).map((handle) => [handle.list, handle.part, positionOf(handle, OBSTACLES, 0.5)]);
    expect(places).toEqual([
      ['bodies', 'move', [7, 8, 9]],
      ['spheres', 'move', [4, 5, 6]],
      ['planes', 'move', [1, 2, 3]],
      ['planes', 'turn', [1, 2, 3.5]],
    ]);
  });

  test('have no position once their obstacle is removed.', () => {
    expect(positionOf({ list: 'planes', index: 1, part: 'turn' }, OBSTACLES, 0.5)).toBeNull();
    expect(positionOf({ list: 'spheres', index: 1, part: 'move' }, OBSTACLES, 0.5)).toBeNull();
  });

  test('are found only within the radius, the nearest first, and not behind the camera.', () => {
    const [, sphere, point, tip] = handlesOf(OBSTACLES);
    const seen = new Map([
      [sphere, [Number.NaN, Number.NaN]],
      [point, [100, 100]],
      [tip, [110, 100]],
    ] as const);
    const at = (x: number, y: number, radius: number) =>
      nearestHandle([sphere, point, tip], (handle) => seen.get(handle) as [number, number], [x, y], radius);
    expect(at(104, 100, 16)).toBe(point);
    expect(at(106, 100, 16)).toBe(tip);
    expect(at(127, 100, 16)).toBeNull();
    expect(nearestHandle([sphere], () => [Number.NaN, Number.NaN], [0, 0], 1e9)).toBeNull();
  });
});

describe('A normal that is turned by dragging its tip', () => {
  const turn = (tip: Vec3) => turnedNormal([1, 1, 1], tip);

  test('is the unit vector to the tip.', () => {
    expect(turn([4, 5, 1])).toEqual([0.6, 0.8, 0]);
  });

  test('snaps to an axis within 0.05 rad of it, in either direction, and not beyond.', () => {
    expect(turn([1 + Math.sin(0.049), 1 + Math.cos(0.049), 1])).toEqual([0, 1, 0]);
    expect(turn([1 - Math.cos(0.049), 1, 1 + Math.sin(0.049)])).toEqual([-1, 0, 0]);
    expect(turn([1 + Math.sin(0.051), 1 + Math.cos(0.051), 1])?.[0]).toBeCloseTo(Math.sin(0.051), 12);
  });

  test('does not change if the tip is dragged to the plane’s point.', () => {
    expect(turn([1, 1, 1])).toBeNull();
  });
});
