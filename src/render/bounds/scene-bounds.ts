import type { Floats } from '../../physics';
import type { Structure } from '../../runtime/frame/frame';

export type Point = [number, number, number];

/** Where a scene stands and how large it is; every size in the picture is a fraction of it. */
export interface SceneBounds {
  /** Corners of the box that holds the scene, m. */
  readonly min: Point;
  readonly max: Point;
  readonly center: Point;
  /** Diagonal of the box, m. */
  readonly size: number;
  /** Height of the floor, m. */
  readonly floor: number;
  /** Typical distance of neighbours: the mean rest length of structural springs, m. */
  readonly spacing: number;
}

/** Gap between the lowest point and the floor, as a fraction of the size. */
const CLEARANCE = 0.12;
/** How far to the sides a chain is expected to swing, as a fraction of its length. */
const SWING = 0.8;
/** So many pins say enough of where a scene is held. */
const MOST_PINS = 64;

/** The box round the particles, without those that are nowhere. */
function box(positions: Float32Array): { min: Point; max: Point } {
  const min: Point = [Infinity, Infinity, Infinity];
  const max: Point = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 4) {
    if (!Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) continue;
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[i + c]);
      max[c] = Math.max(max[c], positions[i + c]);
    }
  }
  return min[0] <= max[0] ? { min, max } : { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };
}

function meanSpacing(structure: Structure): number {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < structure.kinds.length; j++) {
    if (structure.kinds[j] !== 0 || !(structure.restLengths[j] > 0)) continue;
    sum += structure.restLengths[j];
    count++;
  }
  return count ? sum / count : 0;
}

/** Where free bodies turn about. */
function centerOfMass(positions: Float32Array, masses: Floats): Point {
  const center: Point = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < masses.length; i++) total += masses[i];
  for (let i = 0; i < masses.length; i++)
    for (let c = 0; c < 3; c++) center[c] += (masses[i] / total) * positions[4 * i + c];
  return center;
}

/** Whether any of it moves towards or away from where a scene is first seen from. */
function movesInDepth(velocities: Floats): boolean {
  let deep = 0;
  let most = 0;
  for (let i = 0; i < velocities.length; i += 4) {
    deep = Math.max(deep, Math.abs(velocities[i + 2]));
    most = Math.max(most, Math.abs(velocities[i]), Math.abs(velocities[i + 1]));
  }
  return deep > 0.1 * most;
}

/** Farthest that a particle is from the nearest of the anchors, m. */
function farthest(positions: Float32Array, anchors: readonly Point[]): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 4) {
    let least = Infinity;
    for (const [x, y, z] of anchors)
      least = Math.min(least, Math.hypot(positions[i] - x, positions[i + 1] - y, positions[i + 2] - z));
    if (least < Infinity) most = Math.max(most, least);
  }
  return most;
}

/**
 * Where it all may soon be: the picture leaves room for it, so that a scene need not be framed again as it moves. A
 * chain swings round its pin, bodies without one turn about their center of mass, and what lies level between pins will sag,
 * or hang where they hold it at one side only.
 */
function widen(min: Point, max: Point, seen: Seen, gravity: number): void {
  const { positions, velocities, structure } = seen;
  const falls = gravity > 0;
  const pins: Point[] = [];
  for (let i = 0; i < structure.pinned.length && pins.length < MOST_PINS; i++)
    if (structure.pinned[i]) pins.push([positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]]);
  if (structure.surface.length === 0) {
    const anchors = pins.length ? pins : [centerOfMass(positions, structure.masses)];
    const deep = movesInDepth(velocities);
    const reach = 1.1 * farthest(positions, anchors);
    const aside = falls ? SWING * reach : reach;
    for (const [x, y, z] of anchors) {
      min[0] = Math.min(min[0], x - aside);
      max[0] = Math.max(max[0], x + aside);
      min[1] = Math.min(min[1], y - reach);
      if (!falls) max[1] = Math.max(max[1], y + reach);
      else if (pins.length === 0) max[1] = Math.max(max[1], risesTo(seen, gravity));
      if (deep) {
        min[2] = Math.min(min[2], z - aside);
        max[2] = Math.max(max[2], z + aside);
      }
    }
  } else if (falls && pins.length && max[1] - min[1] < 0.3 * Math.max(max[0] - min[0], max[2] - min[2])) {
    const spread = (c: number) => Math.max(...pins.map((p) => p[c])) - Math.min(...pins.map((p) => p[c]));
    const heldAround = [0, 2].every((c) => spread(c) > 0.5 * (max[c] - min[c]));
    min[1] = Math.min(min[1], max[1] - farthest(positions, pins) * (heldAround ? 0.5 : 1));
  }
}

/** How high what is free will rise against gravity, m: its y, and v²/2g on the way up. */
function risesTo({ positions, velocities }: Seen, gravity: number): number {
  let top = -Infinity;
  for (let i = 0; i < positions.length; i += 4) {
    const up = Math.max(0, velocities[i + 1]);
    top = Math.max(top, positions[i + 1] + (up * up) / (2 * gravity));
  }
  return top;
}

/** The particles of a frame. */
export interface Seen {
  /** 4n; m. */
  readonly positions: Float32Array;
  /** 4n; m/s. */
  readonly velocities: Floats;
  readonly structure: Structure;
}

/**
 * @param gravity m/s²
 * @param settled the scene is seen as it is now, without room for what is to come
 */
export function createSceneBounds(seen: Seen, gravity: number, settled = false): SceneBounds {
  const { positions, structure } = seen;
  const falls = gravity > 0;
  const { min, max } = box(positions);
  if (!settled) widen(min, max, seen, gravity);
  const extent = (c: number) => max[c] - min[c];
  const size = Math.hypot(extent(0), extent(1), extent(2)) || 1;
  const floor = Math.min(0, min[1] - CLEARANCE * size);
  // What hangs stretches by its weight, and its shadow belongs to the picture.
  if (!settled && falls) min[1] -= 0.5 * Math.min(min[1] - floor, 0.5 * extent(1));
  return {
    min,
    max,
    center: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2],
    size,
    floor,
    spacing: Math.min(meanSpacing(structure) || size, size),
  };
}
