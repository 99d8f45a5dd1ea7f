import { describe, expect, test } from 'vitest';
import type { EnvironmentFile } from '../../../src/physics';
import { withObstacles } from '../../../src/render/bounds/environment-bounds';
import { type BoundsInput, createSceneBounds, type SceneBounds } from '../../../src/render/bounds/scene-bounds';
import type { Structure } from '../../../src/runtime/frame/frame';

const STAGE: SceneBounds = {
  min: [-1, 1, -1],
  max: [1, 3, 1],
  center: [0, 2, 0],
  size: Math.sqrt(12),
  floor: 0,
  spacing: 0.1,
};
const surface = { restitution: 0, friction: 0 };
const plane = (
  point: [number, number, number],
  normal: [number, number, number],
): EnvironmentFile['planes'][number] => ({
  point,
  normal,
  ...surface,
});
const around = (
  planes: EnvironmentFile['planes'],
  spheres: EnvironmentFile['spheres'] = [],
  falls = true,
  alone = false,
) => withObstacles(STAGE, { planes, spheres }, falls, alone);

describe('What is framed of the obstacles', () => {
  test('is nothing where there are none.', () => {
    expect(around([])).toMatchObject({ ...STAGE, hasFloor: false });
  });

  test('is all of each sphere.', () => {
    const { min, max } = around([], [{ center: [9, 2, 0], radius: 2, ...surface }]);
    expect(min).toEqual([-1, 0, -2]);
    expect(max).toEqual([11, 4, 2]);
  });

  test('is a wall’s point only where it is near.', () => {
    expect(around([plane([-2, 2, 0], [1, 0, 0])]).min[0]).toBe(-2);
    expect(around([plane([-20, 2, 0], [1, 0, 0])]).min[0]).toBe(-1);
  });

  test('is the floor under what falls, and not under what does not.', () => {
    const floor = [plane([50, -20, 50], [0, 2, 0])];
    expect(around(floor).min).toEqual([-1, -20, -1]);
    expect(around(floor, [], false).min).toEqual([-1, 1, -1]);
  });
});

describe('The floor of the studio', () => {
  test('is a level plane that faces up, just under its surface; the highest where there are more.', () => {
    const { floor, offset, hasFloor } = around([plane([0, 0.5, 0], [0, 1, 0]), plane([0, 0.2, 0], [0, 1, 0])]);
    expect(hasFloor).toBe(true);
    expect(floor).toBe(0.5 - offset);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(STAGE.spacing);
  });

  test('is no slope, no wall and no ceiling.', () => {
    for (const normal of [
      [0.01, 1, 0],
      [1, 0, 0],
      [0, -1, 0],
    ] as [number, number, number][]) {
      expect(around([plane([0, 0.5, 0], normal)]).hasFloor, String(normal)).toBe(false);
    }
  });
});

describe('The stage of free bodies', () => {
  const bodies = (masses: number[], positions: number[], velocities: number[]): BoundsInput => ({
    positions: Float32Array.from(positions),
    velocities: Float32Array.from(velocities),
    structure: {
      particleCount: masses.length,
      masses: Float32Array.from(masses),
      pinned: new Uint8Array(masses.length),
      springs: new Uint32Array(0),
      kinds: new Uint8Array(0),
      restLengths: new Float32Array(0),
      surface: new Uint32Array(0),
    } as unknown as Structure,
  });
  const SUN_AND_PLANET = [0, 0, 0, 0, 1, 0, 0, 0];

  test('holds a planet’s whole way round its sun, not round the middle between them.', () => {
    const { min, max } = createSceneBounds(bodies([1e6, 1], SUN_AND_PLANET, [0, 0, 0, 0, 0, 1, 0, 0]), 0);
    for (const c of [0, 1]) {
      expect(min[c]).toBeLessThan(-1);
      expect(max[c]).toBeGreaterThan(1);
    }
    expect([min[2], max[2]]).toEqual([0, 0]);
  });

  test('is deep where the way goes into the picture.', () => {
    const { min, max } = createSceneBounds(bodies([1e6, 1], SUN_AND_PLANET, [0, 0, 0, 0, 0, 0, -1, 0]), 0);
    expect(min[2]).toBeLessThan(-1);
    expect(max[2]).toBeGreaterThan(1);
  });

  test('has room for what is thrown: up to v²/2g above it, and only where it is free to rise.', () => {
    const thrown = bodies([1], [0, 1, 0, 0], [0, 3, 0, 0]);
    expect(createSceneBounds(thrown, 9).max[1]).toBeCloseTo(1.5, 6);
    const falling = bodies([1], [0, 1, 0, 0], [0, -3, 0, 0]);
    expect(createSceneBounds(falling, 9).max[1]).toBe(1);
    thrown.structure.pinned[0] = 1;
    expect(createSceneBounds(thrown, 9).max[1]).toBe(1);
  });
});
