import type { Vec3 } from '../../model/model';
import { surfaceMesh } from '../../model/surface-mesh';
import { methodOf } from '../../registry';
import { triples } from '../../scenes/scene';
import type { Simulation } from '../../simulation';
import { createLimitSearch } from './live-limit';

/** A triangle that sets the limit on dt: without its shortest edge the limit is longer. */
export interface LimitingTriangle {
  /** Index among the triangles of the surface. */
  triangle: number;
  /** Its particles. */
  corners: Vec3;
  /** m; its shortest height at rest. */
  height: number;
  /** The edge to collapse: the shortest one that can. */
  edge: [number, number];
  /** m; length of that edge at rest. */
  length: number;
  /** The limit without that edge, in limits with it. */
  gain: number;
}

/** A triangle that is left out raises the limit at least so many times. */
const LEAST_GAIN = 1.2;
/** Most particles of a surface that is searched: a copy of it is built in one piece. */
const MAX_PARTICLES = 2 ** 15;

/**
 * The triangle that sets the limit: the thinnest one at the particle that moves most in the limiting motion, if the limit is at least
 * 1.2 times as long once its shortest edge has collapsed, in a copy of the simulation. Null if there is none, or no limit. Not for nets
 * with rows and columns, and surfaces with slits. In slices.
 */
export function* limitingTriangle(simulation: Simulation): Generator<null, LimitingTriangle | null, void> {
  const { grid, membrane, surface, particleCount } = simulation.model;
  if (grid || !membrane || particleCount > MAX_PARTICLES || simulation.blowUp) return null;
  const copy = simulation.fork();
  const before = yield* findLimit(copy);
  if (!before || before.peak < 0) return null;
  const { rest } = membrane;
  const side = (a: number, b: number) =>
    Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + (rest[3 * a + axis] - rest[3 * b + axis]) ** 2, 0));
  const corners = triples(surface);
  const sidesOf = ([a, b, c]: Vec3) =>
    (
      [
        [a, b],
        [b, c],
        [c, a],
      ] as [number, number][]
    )
      .map((edge) => ({ edge, length: side(...edge) }))
      .sort((p, q) => p.length - q.length);
  const around = Array.from(surfaceMesh(surface, particleCount).around(before.peak), (triangle) => {
    const sides = sidesOf(corners[triangle]);
    return { triangle, sides, height: shortestHeight(sides.map(({ length }) => length)) };
  });
  const [thinnest] = around.sort((p, q) => p.height - q.height);
  for (const { edge, length } of thinnest?.sides ?? []) {
    try {
      copy.apply({ type: 'collapse', particles: edge });
    } catch {
      // The surface needs this edge.
      continue;
    }
    const after = yield* findLimit(copy);
    const gain = (after?.dt ?? 0) / before.dt;
    const { triangle, height } = thinnest;
    return gain >= LEAST_GAIN ? { triangle, corners: corners[triangle], height, edge, length, gain } : null;
  }
  return null;
}

/** The limit, s, and the particle that moves most; null if there is none, or if only a bound is known. */
function* findLimit({ world, state, integrator, definitions }: Simulation) {
  const search = createLimitSearch(world);
  search.begin(state, methodOf(integrator, definitions), true);
  let found = search.advance(() => true);
  for (; !found; found = search.advance(() => true)) yield null;
  const { dt, isBound } = found;
  return isBound || !(dt > 0 && Number.isFinite(dt)) ? null : { dt, peak: search.peak() };
}

/** m; by Heron's formula, from the sides in ascending order. */
function shortestHeight([a, b, c]: number[]): number {
  const squared = (a + b + c) * (c - (b - a)) * (c + (b - a)) * (a + (b - c));
  return c > 0 ? Math.sqrt(Math.max(0, squared)) / (2 * c) : 0;
}
