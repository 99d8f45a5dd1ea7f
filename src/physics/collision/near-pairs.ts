import type { Arena } from '../model/arena';
import { areFinite } from '../model/state';
import type { FeaturePair } from './closest-points';
import { createFeatureBoxes, findFeatureBoxes, findParticleBoxes, spread } from './feature-boxes';
import { areBothCrossed, type Features } from './features';
import { areFlat, createFlatPatches, findHeights, isFlatAround } from './flat-patches';
import { areApart, findApproach, findClosestAt } from './impact-time';
import { createSpatialHash, findPairs, markNeighbours, overlap } from './spatial-hash';

/** Pairs push each other apart from this many thicknesses. */
export const REACH = 1.25;
/** A list looks so far ahead, over the spacing, and so many steps at most. */
const AHEAD = 1;
const MAX_STEPS = 64;
/** Margin over the spacing: for each of those steps, and its bounds. Short lists of fast motion end early whatever their margin is. */
const MARGIN = { ofStep: 0.01, least: 0.03, most: 0.1 };
/** Margin of a list around a state, over the longest way in it; such a list is made for ways up to a part of the spacing. */
const AROUND = { margin: 1.5, most: 0.3 };
/**
 * Pairs of overlapping boxes at most for each particle, where particles move by more than half of AHEAD in a step. Cloth that folds,
 * falls or is wrung has 24. In a blow-up every box overlaps every other one: its steps are not corrected.
 */
const MAX_OVERLAPS = 48;
/** Thickness where at most two edges join the particles that features belong to, over that of the cloth: a fold may be sharp. */
const IN_PATCH = 0.25;
/** Numbers per pair: 1 for two edges, else 0 for a particle and a triangle; and the particles. */
export const SIZE = 5;

export type NearPairs = ReturnType<typeof createNearPairs>;

/**
 * The pairs of features that may come within their thickness in a step. The list is made for several steps at the velocities of the
 * first one. It holds until a particle has left its straight way by more than the margin, up to a common translation. What a step
 * does depends on the pairs that come near, and on their order, not on when the list was made: it need not be remembered.
 */
export function createNearPairs(features: Features, arena: Arena, pair: FeaturePair) {
  const n = features.thicknesses.length;
  return {
    features,
    hash: createSpatialHash(arena, n),
    patches: createFlatPatches(arena, n, features.triangles.length),
    boxes: createFeatureBoxes(arena, n, features.triangles.length),
    /** SIZE per pair, in the order of the particles that the features belong to. */
    pairs: new Uint32Array(SIZE * 16 * n),
    /** Distances to keep, m. */
    thicknesses: new Float64Array(16 * n),
    /** Least distances at the positions `at`, m; 0 where they are not known, as after the list has been made anew. */
    distances: new Float64Array(16 * n),
    /** Bounds of them for what is looked at, m. */
    leastDistances: new Float64Array(16 * n),
    /** 4n; m. */
    at: arena.doubles(4 * n),
    /** True if those within reach are the distances themselves. */
    areExact: false,
    /** n; how far each particle moves in what is looked at, m. */
    moves: arena.doubles(n),
    /** The largest of them, m: no two come closer than by twice as much. */
    mostMove: 0,
    count: 0,
    /** 4n; the positions at the start and at the end of the steps that the list was made for, m; and how many they are. */
    from: arena.doubles(4 * n),
    to: arena.doubles(4 * n),
    steps: 1,
    /** Those that have passed. */
    age: 0,
    /** m. */
    margin: 0,
    /** That of the features it was made for. */
    version: -1,
    /** n; 1 where the surface is so flat that no pair is within what one or two edges join to a particle. */
    areFlat: arena.flags(n),
    pair,
    /** Scratch. */
    shift: new Float64Array(3),
  };
}

/**
 * Makes a new list if the present one does not hold for the step from x to y. @param x 4n; m @param y 4n; m
 * @param isIteration true: the step is one of Newton's method, the next ones go to and fro; the list is made for all states around x
 * @returns false if y is not finite: there is no list for it
 */
export function updateNearPairs(list: NearPairs, x: Float64Array, y: Float64Array, isIteration = false): boolean {
  const { age } = list;
  // A corrected step may end near its start.
  if (isPresent(list) && (follows(list, y, age + 1) || follows(list, y, age)) && follows(list, x, age)) return true;
  if (!areFinite(y)) return false;
  const most = isIteration ? farthest(list, x, y) : Number.POSITIVE_INFINITY;
  if (most < AROUND.most * list.features.spacing) makeList(list, x, x, AROUND.margin * most);
  else makeList(list, x, y);
  return true;
}

function isPresent({ version, features }: NearPairs): boolean {
  return version === features.version;
}

/** @param least margin, m */
function makeList(list: NearPairs, x: Float64Array, y: Float64Array, least = 0): void {
  const { features, from, to } = list;
  const { spacing } = features;
  const limit = AHEAD * spacing;
  list.steps = Math.max(1, Math.min(MAX_STEPS, Math.floor(limit / farthest(list, x, y))));
  list.age = 0;
  const margin = Math.min(MARGIN.most, Math.max(MARGIN.least, MARGIN.ofStep * list.steps));
  list.margin = Math.max(least, spacing * margin);
  list.version = features.version;
  from.set(x);
  for (let o = 0; o < to.length; o++) to[o] = x[o] + list.steps * (y[o] - x[o]);
  listPairs(list);
}

/** The largest displacement between two states, without the mean one, m. */
function farthest({ shift }: NearPairs, x: Float64Array, y: Float64Array): number {
  let largest = 0;
  findShift(shift, y, x);
  for (let o = 0; o < x.length; o += 4) {
    const dx = y[o] - x[o] - shift[0];
    const dy = y[o + 1] - x[o + 1] - shift[1];
    const dz = y[o + 2] - x[o + 2] - shift[2];
    largest = Math.max(largest, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(largest);
}

/** True if no particle is farther than the margin from where the list has it after some steps, up to a common translation. */
function follows(list: NearPairs, x: Float64Array, steps: number): boolean {
  const { from, to, shift } = list;
  // Whatever stays at the end of its way needs no other list.
  const part = Math.min(1, steps / list.steps);
  shift.fill(0);
  if (areNear(list, x, part)) return true;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let o = 0; o < x.length; o += 4) {
    sx += x[o] - from[o] - part * (to[o] - from[o]);
    sy += x[o + 1] - from[o + 1] - part * (to[o + 1] - from[o + 1]);
    sz += x[o + 2] - from[o + 2] - part * (to[o + 2] - from[o + 2]);
  }
  const scale = 4 / x.length;
  shift[0] = scale * sx;
  shift[1] = scale * sy;
  shift[2] = scale * sz;
  return areNear(list, x, part);
}

/** The same up to the translation `shift`. False also for what is no number. */
function areNear({ from, to, margin, shift }: NearPairs, x: Float64Array, part: number): boolean {
  const most = margin * margin;
  const sx = shift[0];
  const sy = shift[1];
  const sz = shift[2];
  for (let o = 0; o < x.length; o += 4) {
    const dx = x[o] - from[o] - part * (to[o] - from[o]) - sx;
    const dy = x[o + 1] - from[o + 1] - part * (to[o + 1] - from[o + 1]) - sy;
    const dz = x[o + 2] - from[o + 2] - part * (to[o + 2] - from[o + 2]) - sz;
    if (!(dx * dx + dy * dy + dz * dz <= most)) return false;
  }
  return true;
}

/** The mean displacement. */
export function findShift(shift: Float64Array, x: Float64Array, was: Float64Array): void {
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let o = 0; o < was.length; o += 4) {
    sx += x[o] - was[o];
    sy += x[o + 1] - was[o + 1];
    sz += x[o + 2] - was[o + 2];
  }
  shift[0] = (4 * sx) / was.length;
  shift[1] = (4 * sy) / was.length;
  shift[2] = (4 * sz) / was.length;
}

function listPairs(list: NearPairs): void {
  const { features, hash, patches, from, to, margin, shift, boxes } = list;
  const { edges, edgeStarts, triangles, triangleStarts, inSurface, thicknesses, neighbourStarts, neighbours } =
    features;
  const { ofParticles, ofEdges, ofTriangles } = boxes;
  const { marks } = hash;
  const n = marks.length;
  let thickest = 0;
  list.count = 0;
  list.distances.fill(0);
  list.areExact = false;
  findShift(shift, to, from);
  findParticleBoxes(boxes, list, REACH);
  spread(hash.boxes, ofParticles, features.memberStarts, features.members);
  for (let i = 0; i < n; i++) thickest = Math.max(thickest, thicknesses[i]);
  findHeights(patches, features, from, to);
  const flatDistance = REACH * IN_PATCH * thickest + 2 * margin;
  for (let i = 0; i < n; i++) list.areFlat[i] = isFlatAround(patches, i, flatDistance) ? 1 : 0;
  const over = { passes: list.areFlat, neighbourStarts, neighbours };
  if (!findPairs(hash, list.steps === 1 ? MAX_OVERLAPS * n : Number.POSITIVE_INFINITY, over)) return;
  marks.fill(0);
  for (let i = 0; i < n; i++) {
    if (hash.starts[i] === hash.starts[i + 1]) continue;
    markNeighbours(marks, features, i);
    findFeatureBoxes(boxes, features, i);
    for (let k = hash.starts[i]; k < hash.starts[i + 1]; k++) {
      const j = hash.partners[k];
      const ratio = marks[j] === i + 1 ? IN_PATCH : 1;
      if (ratio < 1 && areFlat(patches, i, j, flatDistance)) continue;
      findFeatureBoxes(boxes, features, j);
      if (inSurface[i] + inSurface[j] < 2) addIfNear(list, ratio, 0, i, j, j, j);
      for (let t = triangleStarts[i]; t < triangleStarts[i + 1]; t++)
        if (overlap(ofTriangles, 6 * t, ofParticles, 6 * j))
          addIfNear(list, ratio, 0, j, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
      for (let t = triangleStarts[j]; t < triangleStarts[j + 1]; t++)
        if (overlap(ofTriangles, 6 * t, ofParticles, 6 * i))
          addIfNear(list, ratio, 0, i, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
      for (let e = edgeStarts[i]; e < edgeStarts[i + 1]; e++)
        for (let f = edgeStarts[j]; f < edgeStarts[j + 1]; f++)
          if (overlap(ofEdges, 6 * e, ofEdges, 6 * f))
            addIfNear(list, ratio, 1, edges[2 * e], edges[2 * e + 1], edges[2 * f], edges[2 * f + 1]);
    }
  }
}

/** Adds a pair without a common particle. @param isEdges 1: a, b is one edge and c, d the other one; 0: particle a and triangle b, c, d */
function addIfNear(list: NearPairs, ratio: number, isEdges: number, a: number, b: number, c: number, d: number): void {
  if (a === c || a === d || (isEdges === 1 ? b === c || b === d : a === b)) return;
  const { features, pair, from, to, margin } = list;
  const { thicknesses: t, crossedCount } = features;
  if (crossedCount > 0 && areBothCrossed(features, isEdges, a, b, c, d)) return;
  const { particles } = pair;
  pair.isEdges = isEdges;
  particles[0] = a;
  particles[1] = b;
  particles[2] = c;
  particles[3] = d;
  const thickness = ratio * Math.min(t[a], t[b], t[c], t[d]);
  const reach = REACH * thickness + 2 * margin;
  pair.limit = reach;
  if (areApart(pair, from, to)) return;
  findClosestAt(pair, from);
  findApproach(pair, from, to);
  if (pair.distance - pair.approach > reach) return;
  if (list.count === list.thicknesses.length) grow(list);
  const o = SIZE * list.count;
  list.pairs[o] = isEdges;
  for (let k = 0; k < 4; k++) list.pairs[o + 1 + k] = particles[k];
  list.thicknesses[list.count++] = thickness;
}

function grow(list: NearPairs): void {
  const { pairs, thicknesses } = list;
  list.pairs = new Uint32Array(2 * pairs.length);
  list.pairs.set(pairs);
  list.thicknesses = new Float64Array(2 * thicknesses.length);
  list.thicknesses.set(thicknesses);
  list.distances = new Float64Array(2 * thicknesses.length);
  list.leastDistances = new Float64Array(2 * thicknesses.length);
}

/** Reads a pair of the list. @returns the distance to keep, m */
export function readPair({ pair, pairs, thicknesses }: NearPairs, at: number): number {
  const o = SIZE * at;
  pair.isEdges = pairs[o];
  for (let k = 0; k < 4; k++) pair.particles[k] = pairs[o + 1 + k];
  return thicknesses[at];
}
