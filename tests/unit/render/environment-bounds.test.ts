import { describe, expect, test } from 'vitest';
import type { EnvironmentFile, TriangleMesh } from '../../../src/physics';
import { framedBelow, withObstacles } from '../../../src/render/camera/environment-bounds';
import { type BoundsInput, createSceneBounds, type SceneBounds } from '../../../src/render/camera/scene-bounds';
import type { Structure } from '../../../src/runtime/frame/frame';

const SCENE: SceneBounds = {
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
  below: Parameters<typeof withObstacles>[3] = 'fall',
  noCloth = false,
  bodies: TriangleMesh[] = [],
) => withObstacles(SCENE, { planes, spheres }, bodies, below, noCloth);

describe('The bounds with obstacles', () => {
  test('are those of the scene without obstacles.', () => {
    expect(around([])).toMatchObject({ ...SCENE, hasFloor: false });
  });

  test('contain every sphere.', () => {
    const { min, max } = around([], [{ center: [9, 2, 0], radius: 2, ...surface }]);
    expect(min).toEqual([-1, 0, -2]);
    expect(max).toEqual([11, 4, 2]);
  });

  test('contain every body.', () => {
    const corners = { positions: Float64Array.of(0, 2, 9, -5, 2, 0, 0, 7, 0), triangles: Uint32Array.of(0, 1, 2) };
    const { min, max } = around([], [], 'fall', false, [corners]);
    expect(min).toEqual([-5, 1, -1]);
    expect(max).toEqual([1, 7, 9]);
  });

  test('contain the point of a wall only if it is near.', () => {
    expect(around([plane([-2, 2, 0], [1, 0, 0])]).min[0]).toBe(-2);
    expect(around([plane([-20, 2, 0], [1, 0, 0])]).min[0]).toBe(-1);
  });

  test('contain the floor below a scene that falls, and not far below one that is held, or without gravity.', () => {
    const floor = [plane([50, -20, 50], [0, 2, 0])];
    expect(around(floor).min).toEqual([-1, -20, -1]);
    for (const below of ['hang', 'no'] as const) expect(around(floor, [], below).min).toEqual([-1, 1, -1]);
    const near = [plane([50, 0.8, 50], [0, 2, 0])];
    expect(around(near, [], 'hang').min).toEqual([-1, 0.8, -1]);
    expect(around(near, [], 'no').min).toEqual([-1, 1, -1]);
  });

  test('take a scene for held if it has pins or is around a body.', () => {
    const body = (y: number) => ({
      positions: Float64Array.of(-2, y, 0, 2, y + 0.5, 0, 0, y, 0.5),
      triangles: Uint32Array.of(0, 1, 2),
    });
    const below = (gravity: number, pinned: number, bodies: ReturnType<typeof body>[] = []) =>
      framedBelow(gravity, { pinned: Uint8Array.of(0, pinned) }, SCENE, bodies);
    const { min, max } = SCENE;
    expect(below(9.81, 0)).toBe('fall');
    expect(below(9.81, 1)).toBe('hang');
    expect(below(9.81, 0, [body((min[1] + max[1]) / 2)])).toBe('hang');
    expect(below(9.81, 0, [body(min[1] - 1)])).toBe('fall');
    expect(below(0, 0, [body(min[1])])).toBe('no');
  });
});

describe('The floor', () => {
  test('is drawn just below a level plane that faces up, and below the highest of several.', () => {
    const { floor, offset, hasFloor } = around([plane([0, 0.5, 0], [0, 1, 0]), plane([0, 0.2, 0], [0, 1, 0])]);
    expect(hasFloor).toBe(true);
    expect(floor).toBe(0.5 - offset);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(SCENE.spacing);
  });

  test('is not a slope, a wall or a ceiling.', () => {
    for (const normal of [
      [0.01, 1, 0],
      [1, 0, 0],
      [0, -1, 0],
    ] as [number, number, number][]) {
      expect(around([plane([0, 0.5, 0], normal)]).hasFloor, String(normal)).toBe(false);
    }
  });
});

describe('The bounds of free bodies', () => {
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

  test('contain the orbit of a planet about its sun.', () => {
    const { min, max } = createSceneBounds(bodies([1e6, 1], SUN_AND_PLANET, [0, 0, 0, 0, 0, 1, 0, 0]), 0);
    for (const c of [0, 1]) {
      expect(min[c]).toBeLessThan(-1);
      expect(max[c]).toBeGreaterThan(1);
    }
    expect([min[2], max[2]]).toEqual([0, 0]);
  });

  test('extend along z if the motion does.', () => {
    const { min, max } = createSceneBounds(bodies([1e6, 1], SUN_AND_PLANET, [0, 0, 0, 0, 0, 0, -1, 0]), 0);
    expect(min[2]).toBeLessThan(-1);
    expect(max[2]).toBeGreaterThan(1);
  });

  test('contain a tenth more than the highest point of a free body that moves up, at v²/2g, and not of a pinned one.', () => {
    const thrown = bodies([1], [0, 1, 0, 0], [0, 3, 0, 0]);
    expect(createSceneBounds(thrown, 9).max[1]).toBeCloseTo(1 + 1.1 * 0.5, 6);
    const falling = bodies([1], [0, 1, 0, 0], [0, -3, 0, 0]);
    expect(createSceneBounds(falling, 9).max[1]).toBe(1);
    thrown.structure.pinned[0] = 1;
    expect(createSceneBounds(thrown, 9).max[1]).toBe(1);
  });
});
