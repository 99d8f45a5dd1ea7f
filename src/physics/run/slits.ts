/** Slits in the cloth of a run: opens and closes them while positions, velocities, pins, grab and recording continue. */
import { markGrip } from '../constraints/tearing';
import { setCut } from '../model/cuts';
import { type Model, moveHands, STRIDE } from '../model/model';
import { squaredDistance } from '../model/state';
import { type Edge, isSheet, type SurfaceMesh, surfaceMesh, thirdCorner } from '../model/surface-mesh';
import { environmentWithout, environmentWithTwins, openEdges, shareMasses, splitsParticle } from '../scenes/open-edges';
import type { SceneData } from '../scenes/scene';
import { findTears, type Overstretched, type Slits, sceneWithSlits, tipsOf } from '../scenes/tear-edges';
import { createSceneInstance, memoriesOf, type Run, refreshInstance, type SceneInstance } from './run';
import type { Settings } from './setup';

/** The present surface as a mesh; null if it is no sheet that can be slit. */
function sheetOf(run: SceneInstance): SurfaceMesh | null {
  if (run.sheet === undefined) {
    const { surface, masses } = run.present;
    const mesh = surfaceMesh(surface, masses.length);
    run.sheet = isSheet(mesh) ? mesh : null;
  }
  return run.sheet;
}

/** The springs of a stroke, and where it crosses each: the function slits the cloth along it, and cuts springs of no cloth. */
export function prepareSlit(
  run: Run,
  springs: readonly number[],
  at: readonly number[] | undefined,
  after: readonly number[],
): () => void {
  const mesh = sheetOf(run);
  const crossings = springs.flatMap((j, i): Crossing[] =>
    isOfSheet(run, mesh, j) ? [{ ends: endsOf(run, j), at: at?.[i] ?? 0.5 }] : [],
  );
  const others = springs.filter((j) => !isOfSheet(run, mesh, j));
  const path = mesh && pathOf(run, mesh, crossings, after);
  return () => {
    for (const j of others) setCut(run.model, j, true);
    if (others.length > 0) refreshInstance(run);
    if (path) openSlit(run, path.edges, path.tips);
  };
}

function pathOf(run: Run, mesh: SurfaceMesh, crossings: readonly Crossing[], after: readonly number[]): SlitPath {
  const { positions } = run.state;
  const earlier = after.map((j) => endsOf(run, j));
  const path = findSlit(mesh, crossings, earlier, tipsOf(run.slits), positions);
  if (crossings.length === 0 || after.length > 0 || path.edges.length > 0) return path;
  // Diagonals and springs over two edges run along no edge: the slit goes across the first of them.
  const [{ ends }] = crossings;
  return { edges: findTears(mesh, [{ ends, strain: 0 }], () => false, positions), tips: [] };
}

function endsOf({ model: { springs } }: Run, j: number): Edge {
  return [springs[2 * j], springs[2 * j + 1]];
}

/** True if both ends of the spring belong to the sheet. */
function isOfSheet(run: Run, mesh: SurfaceMesh | null, j: number): boolean {
  return mesh !== null && endsOf(run, j).every((end) => mesh.around(end).length > 0);
}

/** Opens edges of the cloth. Each twin starts at the place of the particle that it is split from, with its velocity. */
function openSlit(run: Run, edges: readonly Edge[], tips: readonly number[] = []): void {
  const mesh = sheetOf(run);
  const opened = mesh && openEdges(run.present, mesh, edges);
  if (!opened) return;
  const { twins, crossing } = opened;
  const first = run.model.particleCount;
  const masses = shareMasses(run.coefficients.masses, twins);
  const slits: Slits = { previous: run.slits, edges, tips, twins };
  const settings = { ...run.settings, environment: environmentWithTwins(run.settings.environment, twins, first) };
  changeParticles(run, opened.scene, slits, settings, masses, (i) => (i < first ? i : twins[i - first].origin));
  for (const j of crossing) setCut(run.model, j, true);
  refreshInstance(run);
}

/** Tears the cloth at springs beyond the parameter `tearStrain`. */
export function tearSheet(run: Run): void {
  const mesh = sheetOf(run);
  if (!mesh) return;
  const { model, state, control, settings } = run;
  const { springs, restLengths, stiffness } = model;
  const overstretched: Overstretched[] = [];
  const grip = markGrip(model, control, new Uint8Array(model.particleCount));
  for (let j = 0; j < model.springCount; j++) {
    const ends: Edge = [springs[2 * j], springs[2 * j + 1]];
    if (ends.every((end) => grip[end] > 0)) continue;
    if (stiffness[j] === 0 || restLengths[j] === 0 || !ends.every((end) => mesh.around(end).length > 0)) continue;
    const strain = Math.sqrt(squaredDistance(state.positions, ...ends)) / restLengths[j] - 1;
    if (strain > settings.params.tearStrain) overstretched.push({ ends, strain });
  }
  openSlit(
    run,
    findTears(mesh, overstretched, (i) => grip[i] > 0, state.positions),
  );
}

/** Closes all slits. Each particle gets its mass back, to the bit, and stays where its first part is. */
export function closeSlits(run: Run): void {
  const masses = run.coefficients.masses.slice();
  let first = masses.length;
  for (let { slits } = run; slits; slits = slits.previous) {
    const { twins } = slits;
    first -= twins.length;
    for (let k = twins.length - 1; k >= 0; k--) masses[twins[k].origin] += masses[first + k];
  }
  restoreSlits(run, null, run.settings);
  run.coefficients.masses = masses.slice(0, first);
}

/** Gives the run other slits, those of a checkpoint. The caller restores state, pins, cuts and masses. */
export function restoreSlits(run: Run, slits: Slits | null, settings: Settings): void {
  const present = sceneWithSlits(run.initial, slits);
  const n = present.masses.length;
  const environment = environmentWithout(settings.environment, n);
  const whole = run.initial.masses.length;
  const { particleCount } = run.model;
  const sourceOf = (i: number) => (i < particleCount ? i : (present.origins?.[i - whole] ?? 0));
  changeParticles(run, present, slits, { ...settings, environment }, present.masses, sourceOf);
}

/** Replaces the scene instance by one with other particles. @param sourceOf the present particle that each of them continues */
function changeParticles(
  run: Run,
  present: SceneData,
  slits: Slits | null,
  settings: Settings,
  masses: Float64Array,
  sourceOf: (particle: number) => number,
): void {
  const { control, coefficients, initial, recording, detector, velocitiesWhenFreed, model, state } = run;
  const next = createSceneInstance(present, coefficients.at, { settings, control, initial, slits });
  next.coefficients.masses = masses;
  // A slit leaves the surface a sheet.
  next.sheet = surfaceMesh(present.surface, masses.length);
  next.movingOrigin.isAway = run.movingOrigin.isAway;
  const before = memoriesOf(run);
  const after = memoriesOf(next);
  const n = next.model.particleCount;
  next.velocitiesWhenFreed.clear();
  for (let i = 0; i < n; i++) {
    const source = sourceOf(i);
    copyParticle(next.state.positions, i, state.positions, source);
    copyParticle(next.state.velocities, i, state.velocities, source);
    next.model.pinned[i] = model.pinned[source];
    const velocity = velocitiesWhenFreed.get(source);
    if (velocity) next.velocitiesWhenFreed.set(i, velocity);
  }
  next.state.time = state.time;
  for (let j = 0; j < Math.min(model.springCount, next.model.springCount); j++)
    setCut(next.model, j, model.cut[j] === 1);
  before.forEach((memory, k) => {
    if (memory.length === STRIDE * model.particleCount)
      for (let i = 0; i < n; i++) copyParticle(after[k], i, memory, sourceOf(i));
    else if (memory.length === after[k]?.length) after[k].set(memory);
  });
  // A twin that no longer exists is a part of the particle that it was split from.
  const whole = model.particleCount - model.origins.length;
  moveHands(control, (i) => (i < n ? i : model.origins[i - whole]));
  refreshInstance(next);
  next.detector.restart(next.state, detector.memory);
  recording.resize(next.model);
  Object.assign(run, next, { recording });
}

function copyParticle(to: Model['masses'], i: number, from: Model['masses'], source: number): void {
  for (let k = 0; k < STRIDE; k++) to[STRIDE * i + k] = from[STRIDE * source + k];
}

/** A spring along an edge of the surface that the stroke crosses. */
interface Crossing {
  /** The ends of the spring. */
  readonly ends: Edge;
  /** Where the stroke crosses it: 0 at the first end, 1 at the second. */
  readonly at: number;
}

/** A slit to be made. */
interface SlitPath {
  readonly edges: readonly Edge[];
  /** Its ends inside the surface or at its border: a stroke continues from one of them. */
  readonly tips: readonly number[];
}

/** Crossings of neighbouring triangles, in the order of the stroke. */
interface Strip {
  readonly crossings: Crossing[];
  /** The tip of an earlier slit of the same stroke that this one continues; null: it begins here. */
  readonly from: number | null;
}

/**
 * A stroke may cross several layers of a folded cloth: each strip of neighbouring triangles gets a path of its own.
 * @param earlier springs that the same stroke crossed before
 * @param tips of the slits that the stroke has made so far
 * @param positions stride 4, m
 */
function findSlit(
  mesh: SurfaceMesh,
  crossings: readonly Crossing[],
  earlier: readonly Edge[],
  tips: readonly number[],
  positions: ArrayLike<number>,
): SlitPath {
  const strips: Strip[] = [];
  for (const crossing of crossings) {
    if (mesh.beside(...crossing.ends).length === 0) continue;
    const strip = strips.find(({ crossings }) =>
      areNeighbours(mesh, crossings[crossings.length - 1].ends, crossing.ends),
    );
    if (strip) strip.crossings.push(crossing);
    else strips.push({ crossings: [crossing], from: tipAt(mesh, crossing.ends, earlier, tips) });
  }
  const paths = strips.map((strip) => pathThrough(mesh, strip, positions));
  return { edges: paths.flatMap(({ edges }) => edges), tips: paths.flatMap(({ tips }) => tips) };
}

/** True for two sides of one triangle. */
function areNeighbours(mesh: SurfaceMesh, [a, b]: Edge, [c, d]: Edge): boolean {
  const triangles = mesh.beside(c, d);
  return mesh.beside(a, b).some((t) => triangles.includes(t));
}

/** The newest tip at a triangle beside an earlier crossing next to this edge; null if there is none. */
function tipAt(mesh: SurfaceMesh, edge: Edge, earlier: readonly Edge[], tips: readonly number[]): number | null {
  const before = earlier.findLast((one) => areNeighbours(mesh, one, edge));
  if (!before) return null;
  const corners = new Set([...before, ...mesh.beside(...before).map((t) => thirdCorner(mesh, t, ...before))]);
  return tips.findLast((tip) => corners.has(tip)) ?? null;
}

function pathThrough(mesh: SurfaceMesh, { crossings, from }: Strip, positions: ArrayLike<number>): SlitPath {
  const particles = nearestPath(crossings, from, positions);
  const edges = edgesAlong(particles);
  const tips = [particles[particles.length - 1]];
  if (from !== null) return { edges, tips };
  if (splitsParticle(mesh, edges)) return { edges, tips: [particles[0], ...tips] };
  return extended(mesh, crossings, particles);
}

/**
 * One end of each crossed edge: the path with the least sum of its length and of its distances from the crossings. The ends of
 * neighbouring crossings are joined by an edge, or the same.
 */
function nearestPath(crossings: readonly Crossing[], from: number | null, positions: ArrayLike<number>): number[] {
  const length = (a: number, b: number) => Math.sqrt(squaredDistance(positions, a, b));
  /** For both ends of the present crossing: the cost of the best path that leads there, and that path. */
  let best: { cost: number; path: number[] }[] = [{ cost: 0, path: from === null ? [] : [from] }];
  for (const { ends, at } of crossings) {
    const [a, b] = ends;
    const side = length(a, b);
    const previous = best;
    best = ends.map((end, i) => {
      const distance = side * (i === 0 ? at : 1 - at);
      const candidates = previous.map(({ cost, path }) => {
        const last = path[path.length - 1];
        const isSame = last === undefined || last === end;
        return { cost: cost + distance + (isSame ? 0 : length(last, end)), path: last === end ? path : [...path, end] };
      });
      return candidates.reduce((least, one) => (one.cost < least.cost ? one : least));
    });
  }
  return best.reduce((least, one) => (one.cost < least.cost ? one : least)).path;
}

function edgesAlong(particles: readonly number[]): Edge[] {
  return particles.slice(1).map((particle, i): Edge => [particles[i], particle]);
}

/** A path that is too short to split a particle: it goes on to the far corners of the triangles at both ends of the stroke. */
function extended(mesh: SurfaceMesh, crossings: readonly Crossing[], particles: readonly number[]): SlitPath {
  const [first, last] = [crossings[0].ends, crossings[crossings.length - 1].ends];
  const beyond = (edge: Edge, not: Edge | undefined) =>
    mesh.beside(...edge).flatMap((t) => {
      const corner = thirdCorner(mesh, t, ...edge);
      return not?.includes(corner) ? [] : [corner];
    });
  const start = beyond(first, crossings[1]?.ends);
  const end = crossings.length === 1 ? start.splice(1) : beyond(last, crossings[crossings.length - 2].ends);
  // A path of one particle may use the other end of its only edge, as at the corner of a sheet.
  const choices = crossings.length === 1 ? [particles, first.filter((one) => one !== particles[0])] : [particles];
  for (const choice of choices) {
    const path = [...start.slice(0, 1), ...choice, ...end.slice(0, 1)];
    const edges = edgesAlong(path);
    if (splitsParticle(mesh, edges)) return { edges, tips: [path[0], path[path.length - 1]] };
  }
  return { edges: [], tips: [] };
}
