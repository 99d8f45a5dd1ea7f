import { expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../../src/physics';
import { createFeaturePair } from '../../../../src/physics/collision/closest-points';
import { createFeatures, updateFeatures } from '../../../../src/physics/collision/features';
import { createNearPairs, SIZE, updateNearPairs } from '../../../../src/physics/collision/near-pairs';
import { randomNumbers } from '../../../fixtures/random';
import { everyNth } from '../../../fixtures/run-length';

const SIDE = 12;
const SPACING = 0.1;
/** The default, and the part of it that features of one patch keep. */
const THICKNESS = 0.5 * SPACING;
const IN_PATCH = 0.25 * THICKNESS;
/** Features of particles with so many rows or columns between them are in no common patch. */
const FAR = 6;

/** The mean coordinate of particles, m. */
function middle(x: Float64Array, particles: number[], axis: number): number {
  return particles.reduce((sum, i) => sum + x[4 * i + axis], 0) / particles.length;
}

/** A cloth with a sharp fold, in two layers that are closer than the thickness. @param gap over the spacing */
function foldedCloth(random: () => number, crumple: number, gap: number): SceneFile {
  const positions: Vec3[] = [];
  const pairs: [number, number][] = [];
  const surface: [number, number, number][] = [];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [row, column] = [Math.floor(i / SIDE), i % SIDE];
    const half = SIDE / 2;
    const along = column <= half ? column : SIDE - column;
    const noise = () => crumple * SPACING * (random() - 0.5);
    positions.push([
      along * SPACING + noise(),
      row * SPACING + noise(),
      (column <= half ? 0 : gap * SPACING) + noise(),
    ]);
    const right = column + 1 < SIDE;
    const below = row + 1 < SIDE;
    if (right) pairs.push([i, i + 1]);
    if (below) pairs.push([i, i + SIDE]);
    if (right && below) surface.push([i, i + SIDE, i + 1], [i + 1, i + SIDE, i + SIDE + 1]);
  }
  return {
    hooke: 1,
    particles: { positions, masses: 0.01 },
    springs: { pairs, restLengths: pairs.map(() => SPACING), stiffness: 100 },
    surface,
    params: { selfCollision: 1 },
  };
}

type Points = readonly Vec3[];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const on = (a: Vec3, b: Vec3, t: number): Vec3 => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The point of a segment that is closest to p. */
function onSegment(p: Vec3, a: Vec3, b: Vec3): Vec3 {
  const along = minus(b, a);
  return on(a, b, Math.min(1, Math.max(0, dot(minus(p, a), along) / dot(along, along))));
}

/** At least the distance of two segments: alternating projections between them decrease to it. */
function ofSegments([a, b, c, d]: Points): number {
  let p = on(a, b, 0.5);
  let q = c;
  for (let k = 0; k < 30; k++) {
    q = onSegment(p, c, d);
    p = onSegment(q, a, b);
  }
  return Math.hypot(...minus(p, q));
}

/** The distance of a particle from a triangle. */
function ofTriangle([p, a, b, c]: Points): number {
  const normal = cross(minus(b, a), minus(c, a));
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ];
  if (sides.every(([from, to]) => dot(cross(minus(to, from), minus(p, from)), normal) >= 0))
    return Math.abs(dot(minus(p, a), normal)) / Math.hypot(...normal);
  return Math.min(...sides.map(([from, to]) => Math.hypot(...minus(p, onSegment(p, from, to)))));
}

test.each(
  everyNth(3, [
    [0.05, 0.03, 0.4],
    [0.6, 0.03, 0.4],
    [0.02, 0.001, 0.1],
  ]),
)(
  'a list has every pair that comes near in its steps, cloth crumpled by %s of the spacing, that moves by %s, layers %s apart',
  { tags: ['sampled'] },
  (crumple, speed, gap) => {
    const random = randomNumbers(11);
    const { world, model, state } = createSimulation({ scene: foldedCloth(random, crumple, gap), precision: 'double' });
    const features = createFeatures(model, world.arena, new Uint8Array(model.particleCount));
    updateFeatures(features, world);
    const list = createNearPairs(features, world.arena, createFeaturePair());
    const { edges, edgeStarts, triangles, triangleStarts } = features;
    const [n, edgeCount, triangleCount] = [SIDE * SIDE, edgeStarts[SIDE * SIDE], triangleStarts[SIDE * SIDE]];
    const drift = Float64Array.from(state.positions, () => speed * SPACING * (random() - 0.5));
    const x = Float64Array.from(state.positions);
    let near = 0;
    for (let step = 0; step < 2; step++) {
      const y = x.map((value, o) => value + (o % 4 < 3 ? drift[o] + 0.004 * SPACING * (random() - 0.5) : 0));
      list.age++;
      expect(updateNearPairs(list, x, y)).toBe(true);
      const listed = new Set<string>();
      for (let c = 0; c < list.count; c++) {
        const [isEdges, a, b, ...rest] = list.pairs.subarray(SIZE * c, SIZE * c + SIZE);
        const first = isEdges ? [a, b].sort() : [a];
        const second = (isEdges ? rest : [b, ...rest]).sort();
        listed.add(isEdges ? [first.join(), second.join()].sort().join('|') : `${first}>${second}`);
      }
      const check = (isEdges: boolean, first: number[], second: number[]) => {
        if (first.some((i) => second.includes(i))) return;
        let apart = 0;
        for (let axis = 0; axis < 3; axis++) apart += (middle(x, first, axis) - middle(x, second, axis)) ** 2;
        // Half of an edge or two thirds of a height each, and some more.
        if (apart > (1.5 * SPACING) ** 2) return;
        const at = (of: Float64Array) =>
          [...first, ...second].map((i): Vec3 => [of[4 * i], of[4 * i + 1], of[4 * i + 2]]);
        const [start, end] = [at(x), at(y)];
        const farApart = first.every((i) => second.every((j) => Math.abs((i % SIDE) - (j % SIDE)) >= FAR));
        const points = [0, 0.5, 1].map((t) => start.map((point, k) => on(point, end[k], t)));
        const distance = Math.min(...points.map(isEdges ? ofSegments : ofTriangle));
        if (distance > (farApart ? THICKNESS : IN_PATCH)) return;
        near++;
        const [a, b] = [first.sort().join(), second.sort().join()];
        expect(listed, `step ${step}: ${a} and ${b}, ${distance} m`).toContain(
          isEdges ? [a, b].sort().join('|') : `${a}>${b}`,
        );
      };
      for (let e = 0; e < edgeCount; e++)
        for (let f = 0; f < e; f++)
          check(true, Array.from(edges.subarray(2 * e, 2 * e + 2)), Array.from(edges.subarray(2 * f, 2 * f + 2)));
      for (let i = 0; i < n; i++)
        for (let t = 0; t < triangleCount; t++) check(false, [i], Array.from(triangles.subarray(3 * t, 3 * t + 3)));
      x.set(y);
    }
    expect(near).toBeGreaterThan(100);
  },
);
