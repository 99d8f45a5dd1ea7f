// @module-tag divided
import { describe, expect, test } from 'vitest';
import { OBSTACLES, type Vec3 } from '../../../src/physics';
import { SHAPES } from '../../../src/physics/constraints/obstacles/body-shapes';
import { closedMesh, meshError } from '../../../src/physics/constraints/obstacles/mesh/closed-mesh';
import type { Obstacle, TriangleMesh } from '../../../src/physics/constraints/obstacles/obstacle';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

/** Points about a shape of many triangles, and about one of few. */
const POINTS = LONG ? [2000, 2000] : [12, 100];
const MANY = 100;
/** Random sizes of each shape. */
const SIZES = LONG ? 40 : 8;

type Vector = readonly number[];
const minus = (a: Vector, b: Vector) => a.map((x, k) => x - b[k]);
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

function bodyOf(values: object): Obstacle {
  const { create, fields } = OBSTACLES.find(({ list }) => list === 'bodies') as (typeof OBSTACLES)[number];
  const defaults = Object.entries(fields).map(([key, field]) => [key, field.default]);
  return create({ ...Object.fromEntries(defaults), ...values });
}

function corners({ positions, triangles }: TriangleMesh): Vector[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map((k) => Array.from(positions.subarray(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3))),
  );
}

/** The nearest point of a triangle: in its plane if that is inside, else of its sides. */
function nearestOf([a, b, c]: Vector[], x: Vector): Vector {
  const normal = cross(minus(b, a), minus(c, a));
  const height = dot(minus(x, a), normal) / dot(normal, normal);
  const foot = x.map((value, k) => value - height * normal[k]);
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ];
  if (sides.every(([p, q]) => dot(cross(minus(q, p), minus(foot, p)), normal) >= 0)) return foot;
  return sides
    .map(([p, q]) => {
      const side = minus(q, p);
      const t = Math.min(1, Math.max(0, dot(minus(x, p), side) / dot(side, side)));
      return p.map((value, k) => value + t * side[k]);
    })
    .reduce((best, other) => (Math.hypot(...minus(x, other)) < Math.hypot(...minus(x, best)) ? other : best));
}

/** The part of all directions in which a triangle is seen, with the sign of its side. Source: van Oosterom, Strackee, The Solid Angle of
 *  a Plane Triangle, 1983. Their sum is 1 inside a closed surface and 0 outside. */
function solidAngle(triangle: Vector[], x: Vector): number {
  const [a, b, c] = triangle.map((corner) => minus(corner, x));
  const [p, q, r] = [a, b, c].map((v) => Math.hypot(...v));
  return Math.atan2(dot(a, cross(b, c)), p * q * r + dot(a, b) * r + dot(b, c) * p + dot(c, a) * q) / (2 * Math.PI);
}

describe('the distance to a body', () => {
  const random = randomNumbers(33);
  const spread = (size: number) => size * (2 * random() - 1);
  const vector = (size: number): Vec3 => [spread(size), spread(size), spread(size)];

  for (const shape of Object.keys(SHAPES)) {
    test(`is that to the nearest of all triangles, and negative where they surround the point: ${shape}`, {
      tags: ['sampled'],
    }, () => {
      const size: Vec3 = [0.3 + random(), 0.3 + random(), 0.3 + random()];
      const center = vector(3);
      const body = bodyOf({ shape, size, center, rotation: vector(180) });
      const triangles = corners(body.triangles?.() as TriangleMesh);
      const out = new Float64Array(4);
      const planes = triangles.map(([a, b, c]) => {
        const normal = cross(minus(b, a), minus(c, a));
        return { normal: normal.map((x) => x / Math.hypot(...normal)), a };
      });
      const count = POINTS[triangles.length > MANY ? 0 : 1];
      // All about the body, and as many near its surface: few of the others are inside of a thin one.
      const points = Array.from({ length: count }, (_, i) => {
        const [a, b, c] = triangles[Math.floor(triangles.length * random())];
        return i % 2 === 0
          ? vector(0.8).map((x, k) => x + center[k])
          : vector(0.03).map((x, k) => x + (a[k] + b[k] + c[k]) / 3);
      });
      const positions = Float64Array.from(points.flatMap((point) => [...point, 0]));
      const phi = new Float64Array(count);
      body.distances(positions, phi, count, 0);
      let inside = 0;
      for (const [i, x] of points.entries()) {
        let distance = Number.POSITIVE_INFINITY;
        let winding = 0;
        for (const [t, triangle] of triangles.entries()) {
          // A triangle is not nearer than its plane.
          const { normal, a } = planes[t];
          if (Math.abs(dot(minus(x, a), normal)) < distance)
            distance = Math.min(distance, Math.hypot(...minus(x, nearestOf(triangle, x))));
          winding += solidAngle(triangle, x);
        }
        const signed = winding > 0.5 ? -distance : distance;
        inside += winding > 0.5 ? 1 : 0;
        body.measure(Float64Array.from(x), out, 0, 0, random() < 0.5 ? i : undefined);
        expect(Math.abs(out[3] - signed)).toBeLessThan(1e-12);
        expect(phi[i]).toBe(out[3]);
        // From the point along −φN one comes to the surface.
        const foot = x.map((value, k) => value - out[3] * out[k]);
        expect(Math.abs(Math.hypot(out[0], out[1], out[2]) - 1)).toBeLessThan(1e-12);
        body.measure(Float64Array.from(foot), out, 0, 0);
        expect(Math.abs(out[3])).toBeLessThan(1e-12);
      }
      expect(inside).toBeGreaterThan(0);
    });
  }

  test('does not depend on where particles were before, and a bound of it is never too large', () => {
    const values = { shape: 'bust', size: [0.5, 0.6, 0.3], center: [0, 0, 0] };
    const [moved, fresh] = [bodyOf(values), bodyOf(values)];
    const positions = Float64Array.from({ length: 400 }, () => spread(0.6));
    const phi = new Float64Array(100);
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    for (let step = 0; step < 60; step++) {
      moved.distances(positions, phi, 100, 0);
      for (let i = 0; i < 100; i++) {
        const point = positions.slice(4 * i, 4 * i + 3);
        fresh.measure(point, a, 0, 0);
        if (phi[i] < 0) expect(phi[i]).toBe(a[3]);
        else {
          expect(phi[i]).toBeLessThanOrEqual(a[3]);
          expect(phi[i]).toBeGreaterThanOrEqual(a[3] / 3);
        }
        if (step % 3 > 0) continue;
        moved.measure(point, b, 0, 0, i);
        expect(b).toEqual(a);
      }
      for (let q = 0; q < 400; q++) positions[q] += spread(step % 4 < 2 ? 0.03 : 5e-4);
    }
  });

  test('is not a number at a point that is none, and of the right size a long way away', () => {
    const body = bodyOf({ shape: 'torus', center: [1, 2, 3] });
    const out = new Float64Array(4);
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY]) {
      body.measure(Float64Array.of(x, 0, 0), out, 0, 0);
      expect(out[3]).toBeNaN();
    }
    body.measure(Float64Array.of(0, 1e40, 0), out, 0, 0);
    expect(out[3] / 1e40).toBeCloseTo(1, 6);
  });
});

describe('a mesh that encloses no volume is refused:', () => {
  const { positions, triangles } = SHAPES.box.mesh([1, 1, 1]);
  const mesh = (list: ArrayLike<number>, x: ArrayLike<number> = positions): TriangleMesh => ({
    positions: Float64Array.from(x),
    triangles: Uint32Array.from(list),
  });
  const all = [...triangles];
  /** A second box that shares corner 7, its lowest. */
  const second = [...positions].map((value) => value + 1).slice(3);
  const bow = mesh([...all, ...all.map((v) => (v === 0 ? 7 : v + 7))], [...positions, ...second]);

  test.each([
    ['a missing triangle', mesh(all.slice(3)), 'is open'],
    ['a triangle twice', mesh([...all, ...all.slice(0, 3)]), 'two faces on one side'],
    ['a triangle turned over', mesh([all[1], all[0], ...all.slice(2)]), 'two faces on one side'],
    ['a corner twice', mesh([all[0], all[0], ...all.slice(2)]), 'twice'],
    ['inside out', mesh([...all].reverse()), 'inside out'],
    ['two parts that meet in a corner', bow, 'only the corner 7'],
    ['a flat box', { ...mesh(all), positions: positions.map((x, q) => (q % 3 === 1 ? 0 : x)) }, 'without area'],
    ['nothing', mesh([]), 'no triangles'],
  ])('%s', (_, faulty, message) => {
    expect(meshError(faulty)).toContain(message);
    expect(() => closedMesh(faulty)).toThrow(RangeError);
  });

  test('every built-in shape encloses one, whatever its size', { tags: ['long'] }, () => {
    const random = randomNumbers(8);
    for (const { mesh } of Object.values(SHAPES)) {
      for (let k = 0; k < SIZES; k++) {
        const size = [0, 0, 0].map(() => 10 ** (6 * random() - 3)) as Vec3;
        const made = mesh(size);
        expect(meshError(made)).toBeNull();
        for (let axis = 0; axis < 3; axis++) {
          const along = made.positions.filter((_, q) => q % 3 === axis);
          expect(Math.max(...along)).toBeCloseTo(size[axis] / 2, 7);
          expect(Math.min(...along)).toBeCloseTo(-size[axis] / 2, 7);
        }
      }
    }
  });
});
