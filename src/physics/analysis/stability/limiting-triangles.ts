import { mergedInstance, mergerOf, presentOf } from '../../commands/collapse';
import { createControl, moveHands, setControl, type Vec3 } from '../../model/model';
import { cornersOf, type Edge } from '../../model/surface-mesh';
import { methodOf } from '../../registry';
import { loadIntoInstance, refreshInstance, type SceneInstance } from '../../run/run';
import type { Merger } from '../../scenes/merge-particles';
import { RUNS, type Simulation } from '../../simulation';
import { mapSlices } from '../../slices';
import { createLimitSearch } from './live-limit';
import { boundsOfParticles } from './scaled-derivatives';

/** A thin triangle at a particle that limits dt. */
export interface ThinTriangle {
  /** Index among the triangles of the surface. */
  triangle: number;
  /** Its particles. */
  corners: Vec3;
  /** m; its shortest height at rest. */
  height: number;
  /** The edge to collapse: the shortest one that can. */
  edge: Edge;
  /** m; length of that edge at rest. */
  length: number;
}

/** Triangles that are left out raise the limit at least so many times, and those that are added to others so many times more. */
const LEAST_GAIN = 1.2;
const FURTHER_GAIN = 1.1;
/** Searches in a row after which the limit is not longer. */
const MAX_WITHOUT_GAIN = 3;
/** Part of its rate that a particle has at least to be looked at with the one that limits. */
const NEAR = 0.8;
/** Height of a thin triangle, in lengths of its longest side. */
const THIN = 0.25;
/** Most particles of a surface that is searched: each copy takes the memory of a run. */
const MAX_PARTICLES = 2 ** 18;

/**
 * The triangles that set the limit. Around the particle that moves most in the limiting motion, and around those that can move about as
 * fast, the shortest edge of the thinnest triangle collapses in a copy of the simulation; then around those that limit the copy. They are
 * as many as raise its limit by a tenth each time, if it is at least 1.2 times as long in the end. Null if there are none, or no limit. Not
 * for nets with rows and columns, and surfaces with slits. In slices, between which the simulation may go on.
 * @returns the triangles in the order in which their edges collapse, and the limit without those edges in limits with them
 */
export function* limitingTriangles(
  simulation: Simulation,
): Generator<null, { triangles: ThinTriangle[]; gain: number } | null, void> {
  const run = RUNS.get(simulation);
  const { grid, membrane, particleCount } = simulation.model;
  if (!run || grid || !membrane || particleCount > MAX_PARTICLES || simulation.blowUp) return null;
  const [present, merger, hands] = [presentOf(run), mergerOf(run), createControl()];
  setControl(hands, run.control);
  const triangles: ThinTriangle[] = [];
  let [first, longest, count] = [0, 0, 0];
  for (let withoutGain = 0; withoutGain < MAX_WITHOUT_GAIN; ) {
    yield null;
    const control = createControl();
    setControl(control, hands);
    const { instance, state, become } = yield* mapSlices(mergedInstance(present, merger, control), () => null);
    moveHands(control, become);
    loadIntoInstance(instance, state);
    refreshInstance(instance);
    yield null;
    const limit = yield* findLimit(instance);
    if (!limit || limit.peak < 0) break;
    first ||= limit.dt;
    withoutGain++;
    if (limit.dt >= FURTHER_GAIN * longest) [longest, count, withoutGain] = [limit.dt, triangles.length, 0];
    const rates = ratesOf(instance);
    const least = NEAR * rates[limit.peak];
    const found = merger.left().filter((_, k) => rates[k] >= least);
    const merged = found.flatMap((particle) => mergeAt(merger, particle));
    if (merged.length === 0) break;
    triangles.push(...merged);
  }
  const gain = longest / first;
  return gain >= LEAST_GAIN ? { triangles: triangles.slice(0, count), gain } : null;
}

/** Collapses the shortest edge that can of the thinnest triangle around a particle. @returns that triangle; none if it is not thin */
function mergeAt(merger: Merger, particle: number): ThinTriangle[] {
  const { mesh, rest } = merger;
  const side = (edge: Edge) => {
    const [p, q] = edge.map((i) => 3 * i);
    return { edge, length: Math.hypot(rest[p] - rest[q], rest[p + 1] - rest[q + 1], rest[p + 2] - rest[q + 2]) };
  };
  const around = Array.from(mesh.around(merger.find(particle)), (triangle) => {
    const [a, b, c] = cornersOf(mesh, triangle);
    const sides = [side([a, b]), side([b, c]), side([c, a])].sort((p, q) => p.length - q.length);
    const height = shortestHeight(sides.map(({ length }) => length));
    return { triangle, corners: [a, b, c] as Vec3, sides, height, thinness: height / sides[2].length };
  });
  const [thinnest] = around.sort((p, q) => p.thinness - q.thinness);
  if (!(thinnest?.thinness < THIN)) return [];
  const { triangle, corners, height, sides } = thinnest;
  const shortest = sides.find(({ edge }) => merger.error(edge) === null);
  if (!shortest) return [];
  merger.merge(shortest.edge);
  return [{ triangle, corners, height, ...shortest }];
}

/** 1/s; how fast each particle can move by Gershgorin's theorem: the largest frequency and damping. */
function ratesOf({ world }: SceneInstance): Float64Array {
  const { stiffness, damping } = boundsOfParticles(world);
  return world.model.inverseMasses.map((w, i) => Math.sqrt(w * stiffness[i]) + w * damping[i]) as Float64Array;
}

/** The limit, s, and the particle that moves most; null if there is none, or if only a bound is known. */
function* findLimit({ world, state, settings: { integrator, definitions } }: SceneInstance) {
  const search = createLimitSearch(world);
  search.begin(state, methodOf(integrator, definitions), true);
  yield null;
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
