/** The box that a scene occupies, and its sizes, from the first frame of it. */
import type { Floats, Vec3 } from '../../physics';
import { type Box, centerOf, diagonalOf, type Structure } from '../../runtime/frame/frame';

export type Point = Vec3;

/** All sizes in the view are fractions of these. */
export interface SceneBounds extends Readonly<Box> {
  readonly center: Point;
  /** Diagonal of the box, m. */
  readonly size: number;
  /** Height of the floor, m. */
  readonly floor: number;
  /** Mean rest length of structural springs, m. */
  readonly spacing: number;
}

/** Radius of a particle of mean mass in a scene without cloth, m. */
export function bodyRadius({ size, spacing }: SceneBounds): number {
  return Math.min(0.024 * size, 0.15 * spacing);
}

/** Gap between the lowest point and the floor, in scene sizes. */
const CLEARANCE = 0.12;
/** Room for a chain to swing to the sides, in chain lengths. */
const SWING = 0.8;
/** At most this many pins are examined. */
const MAX_PINS = 64;

/** The box around all finite positions. */
function box(positions: Float32Array): Box {
  let [left, bottom, back] = [Infinity, Infinity, Infinity];
  let [right, top, front] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 4) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (!Number.isFinite(x + y + z)) continue;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
    if (z < back) back = z;
    if (z > front) front = z;
  }
  if (!(left <= right)) return { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };
  return { min: [left, bottom, back], max: [right, top, front] };
}

function meanSpacing({ kinds, restLengths }: Structure): number {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < kinds.length; j++) {
    if (kinds[j] !== 0 || !(restLengths[j] > 0)) continue;
    sum += restLengths[j];
    count++;
  }
  return count ? sum / count : 0;
}

function centerOfMass(positions: Float32Array, masses: Floats): Point {
  const center: Point = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < masses.length; i++) total += masses[i];
  for (let i = 0; i < masses.length; i++)
    for (let c = 0; c < 3; c++) center[c] += (masses[i] / total) * positions[4 * i + c];
  return center;
}

/** True if the motion has a component along z, towards the camera's first position. */
function movesInDepth(velocities: Floats): boolean {
  let deep = 0;
  let most = 0;
  for (let i = 0; i < velocities.length; i += 4) {
    deep = Math.max(deep, Math.abs(velocities[i + 2]));
    most = Math.max(most, Math.abs(velocities[i]), Math.abs(velocities[i + 1]));
  }
  return deep > 0.1 * most;
}

/** Largest distance of a particle from its nearest anchor, m. */
function reachFrom(positions: Float32Array, anchors: readonly Point[]): number {
  // Squares of distances, m².
  let most = 0;
  for (let i = 0; i < positions.length; i += 4) {
    let least = Infinity;
    for (const anchor of anchors) {
      const x = positions[i] - anchor[0];
      const y = positions[i + 1] - anchor[1];
      const z = positions[i + 2] - anchor[2];
      least = Math.min(least, x * x + y * y + z * z);
    }
    if (least < Infinity && least > most) most = least;
  }
  return Math.sqrt(most);
}

/**
 * Widens the box to where the scene will move, so that it stays in view. A chain swings about its pin, free bodies rotate about
 * their center of mass, and a level cloth sags between its pins, or from them a little if they hold it at one side only: it is stiff.
 */
function widen(min: Point, max: Point, particles: BoundsInput, gravity: number): void {
  const { positions, velocities, structure } = particles;
  const hasGravity = gravity > 0;
  const pins: Point[] = [];
  for (let i = 0; i < structure.pinned.length && pins.length < MAX_PINS; i++)
    if (structure.pinned[i]) pins.push([positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]]);
  if (structure.surface.length === 0) {
    const center = centerOfMass(positions, structure.masses);
    const anchors = pins.length ? pins : [center];
    // What stands on its pins can fall over to the side.
    const stands = pins.some((pin) => pin[1] < center[1]);
    const inDepth = movesInDepth(velocities);
    const reach = 1.1 * reachFrom(positions, anchors);
    const side = hasGravity && !stands ? SWING * reach : reach;
    for (const [x, y, z] of anchors) {
      min[0] = Math.min(min[0], x - side);
      max[0] = Math.max(max[0], x + side);
      min[1] = Math.min(min[1], y - reach);
      if (!hasGravity) max[1] = Math.max(max[1], y + reach);
      else if (pins.length === 0) max[1] = Math.max(max[1], highestPoint(particles, gravity));
      if (inDepth) {
        min[2] = Math.min(min[2], z - side);
        max[2] = Math.max(max[2], z + side);
      }
    }
  } else if (hasGravity && pins.length && max[1] - min[1] < 0.3 * Math.max(max[0] - min[0], max[2] - min[2])) {
    const spread = (c: number) => Math.max(...pins.map((p) => p[c])) - Math.min(...pins.map((p) => p[c]));
    const heldAround = [0, 2].every((c) => spread(c) > 0.5 * (max[c] - min[c]));
    min[1] = Math.min(min[1], max[1] - reachFrom(positions, pins) * (heldAround ? 0.5 : 0.2));
  }
}

/** Highest y that free particles will reach, m: y + v²/2g for those that move up, and a tenth more, as explicit Euler does. */
function highestPoint({ positions, velocities }: BoundsInput, gravity: number): number {
  let top = -Infinity;
  for (let i = 0; i < positions.length; i += 4) {
    const up = Math.max(0, velocities[i + 1]);
    top = Math.max(top, positions[i + 1] + (1.1 * up * up) / (2 * gravity));
  }
  return top;
}

/** The particles of a frame. */
export interface BoundsInput {
  /** 4n; m. */
  readonly positions: Float32Array;
  /** 4n; m/s. */
  readonly velocities: Floats;
  readonly structure: Structure;
}

/**
 * @param gravity m/s²
 * @param current the box of the present positions, without room for motion
 */
export function createSceneBounds(particles: BoundsInput, gravity: number, current = false): SceneBounds {
  const { positions, structure } = particles;
  const hasGravity = gravity > 0;
  const around = box(positions);
  const { min, max } = around;
  if (!current) widen(min, max, particles, gravity);
  const size = diagonalOf(around) || 1;
  const floor = Math.min(0, min[1] - CLEARANCE * size);
  // Room for a hanging scene to stretch, and for its shadow.
  if (!current && hasGravity) min[1] -= 0.5 * Math.min(min[1] - floor, 0.5 * (max[1] - min[1]));
  return { ...around, center: centerOf(around), size, floor, spacing: Math.min(meanSpacing(structure) || size, size) };
}
