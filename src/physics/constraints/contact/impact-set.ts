import type { Floats } from '../../model/arena';
import { dot } from '../../model/deterministic-math';
import type { Model, State } from '../../model/model';
import { removeAlong, setZero } from '../../model/vectors';
import type { WorldContext } from '../../world/world-context';
import type { Obstacle } from '../obstacles/obstacle';
import { createBallisticPath } from './ballistic-path';
import type { RestingContacts } from './resting-contacts';

/** Surfaces that one particle may hit in a step. */
const MAX_SURFACES = 3;
/** A normal whose component across the others is less than this adds no direction: a narrow wedge would demand high speeds. */
export const MIN_COMPONENT = 0.1;

/** Where the normal of a surface has turned by more than arccos of this from the start of a step to its end, as at the rim of a table
 *  that is pulled away, the surface is the plane that the particle touched first. */
const MIN_ALIGNMENT = 0.99;

/** How a particle is held: no longer, along the normals, or in all directions. */
export const FREE = 0;
export const SLIDES = 1;
export const STICKS = 2;

/** The particles that hit a surface within an implicit step, and what the surfaces prescribe for their motion in it. */
export type ImpactSet = ReturnType<typeof createImpactSet>;

/** A step that has been solved. */
export interface SolvedStep {
  /** With the model, the velocities at the start and h. */
  readonly resting: RestingContacts;
  /** 4n; positions at the start, m. */
  readonly starts: Floats;
  obstacles: readonly Obstacle[];
  end: State;
  /** As in `Impacts.find`. */
  shift: number;
}

/** @param n number of particles, or 0 for a world that has no obstacles yet */
export function createImpactSet(world: WorldContext, n: number) {
  return {
    ...createEntries(world, n),
    /** Number of entries. */
    count: 0,
    /** Of the friction of what slides on moving surfaces in the step, J. */
    heat: 0,
    /** Scratch for one particle: its path, a point, N and φ there, N of each surface, impulses P and λ, a velocity. */
    path: createBallisticPath(),
    point: new Float64Array(3),
    normal: new Float64Array(4),
    normals: new Float64Array(3 * MAX_SURFACES),
    impulse: new Float64Array(3),
    lambda: new Float64Array(MAX_SURFACES),
    velocity: new Float64Array(3),
    /** Mean velocity of a moving surface in the step, and how much it is faster at the end, m/s. */
    carrier: new Float64Array(3),
    gain: new Float64Array(3),
  };
}

/** Makes room for n particles in the same object. If it were made anew, V8 would not keep the compiled code of the function that does it:
 *  `heat` may be an integer when the object is made, and is not one later. */
export function makeRoom(set: ImpactSet, world: WorldContext, n: number): void {
  Object.assign(set, createEntries(world, n));
}

/** The arrays of entries: they have room for n. */
function createEntries({ model, persistentArena }: WorldContext, n: number) {
  const { doubles, flags, indices } = persistentArena;
  return {
    /** n, or 0 before there are obstacles. */
    capacity: n,
    /** n; 1 if a spring or a triangle joins the particle to others. The others bounce at the end of a step, as in `impact.ts`. */
    isCoupled: coupledParticles(model, n),
    /** The entry of each particle, or −1; n. */
    entry: new Int32Array(n).fill(-1),
    particle: indices(n),
    mode: flags(n),
    /** Number of surfaces, and for each of MAX_SURFACES its index in the list of obstacles. */
    surfaces: flags(n),
    obstacle: indices(MAX_SURFACES * n),
    /** For each surface: the φ at which the step ends, m, and the normal velocity to which the surface reflects, m/s. */
    height: doubles(MAX_SURFACES * n),
    rebound: doubles(MAX_SURFACES * n),
    /** For each surface 4: the plane that touches it where the particle does first in the step: N and N·x of its points when the step
     *  ends; N = 0: there is none. */
    plane: doubles(4 * MAX_SURFACES * n),
    /** 3 × 3; orthogonal unit vectors that span the normals; zero where one adds no direction. */
    axes: doubles(9 * n),
    /** 3; the part of (x⁺ − x)/h along them, m/s. */
    prescribed: doubles(3 * n),
    /** 3; the rest of it where the particle sticks: that of the obstacle across the axes, m/s. */
    carried: doubles(3 * n),
    /** 3; impulse of friction while the particle slides, N·s. */
    friction: doubles(3 * n),
  };
}

/** n; 1 if a spring or a triangle joins the particle to others. */
export function coupledParticles({ springs, membrane }: Model, n: number): Uint8Array {
  const flags = new Uint8Array(n);
  // Reading the membrane would compute it.
  if (n === 0) return flags;
  for (const end of springs) flags[end] = 1;
  for (const corner of membrane?.triangles ?? []) flags[corner] = 1;
  return flags;
}

export function clearImpacts(set: ImpactSet): void {
  while (set.count > 0) removeLastImpact(set);
}

/** Adds a particle without surfaces. @returns its entry */
export function addImpact(set: ImpactSet, i: number): number {
  const e = set.count++;
  set.entry[i] = e;
  set.particle[e] = i;
  set.mode[e] = SLIDES;
  set.surfaces[e] = 0;
  setZero(set.friction, 3 * e);
  return e;
}

export function removeLastImpact(set: ImpactSet): void {
  set.entry[set.particle[--set.count]] = -1;
}

/** Adds a surface that the entry does not have. @param height m @param rebound m/s @returns its slot, or −1 */
export function addSurface(set: ImpactSet, e: number, k: number, height: number, rebound: number): number {
  const slot = firstSurface(e) + set.surfaces[e];
  if (hasSurface(set, e, k) || set.surfaces[e] === MAX_SURFACES) return -1;
  set.surfaces[e]++;
  set.obstacle[slot] = k;
  set.height[slot] = height;
  set.rebound[slot] = rebound;
  setZero(set.plane, 4 * slot, 4);
  return slot;
}

export function hasSurface(set: ImpactSet, e: number, k: number): boolean {
  const first = firstSurface(e);
  for (let slot = first; slot < first + set.surfaces[e]; slot++) if (set.obstacle[slot] === k) return true;
  return false;
}

export function removeSurface(
  { surfaces, obstacle, height, rebound, plane }: ImpactSet,
  e: number,
  slot: number,
): void {
  const last = firstSurface(e) + --surfaces[e];
  obstacle[slot] = obstacle[last];
  height[slot] = height[last];
  rebound[slot] = rebound[last];
  for (let k = 0; k < 4; k++) plane[4 * slot + k] = plane[4 * last + k];
}

/** The first slot of an entry's surfaces in `obstacle`, `height` and `rebound`. */
export function firstSurface(e: number): number {
  return MAX_SURFACES * e;
}

/** Writes N and φ − height of a surface to `normal`, at the particle's position in a state at the end of the step.
 *  @returns φ of the obstacle itself, m */
export function measureSurface(
  set: ImpactSet,
  { obstacles, resting }: SolvedStep,
  { positions: x }: State,
  e: number,
  slot: number,
): number {
  const { point, normal, particle, obstacle, height, plane } = set;
  for (let axis = 0; axis < 3; axis++) point[axis] = x[4 * particle[e] + axis];
  obstacles[obstacle[slot]].measure(point, normal, 0, resting.time + resting.h, particle[e]);
  const phi = normal[3];
  const aligned = dot(normal, plane, 0, 4 * slot);
  if (aligned < MIN_ALIGNMENT && dot(plane, plane, 4 * slot, 4 * slot) > 0) {
    for (let axis = 0; axis < 3; axis++) normal[axis] = plane[4 * slot + axis];
    normal[3] = dot(point, normal) - plane[4 * slot + 3];
  }
  normal[3] -= height[slot];
  return phi;
}

/** Sets the axes and the prescribed velocity of an entry, about the end of a solved step:
 *    N·v⁺ ← N·v⁺ − (φ − height)/h,  exact for a plane, a Newton iteration for a sphere.
 *  After a step of another method than backward Euler v⁺ is (x⁺ − x)/h. */
export function prescribe(set: ImpactSet, step: SolvedStep, e: number): void {
  const { end, resting, shift, starts } = step;
  const { axes, prescribed, carried, carrier, normal, particle, surfaces, velocity } = set;
  const o = 4 * particle[e];
  for (let axis = 0; axis < 3; axis++) {
    velocity[axis] = shift > 0 ? end.velocities[o + axis] : (end.positions[o + axis] - starts[o + axis]) / resting.h;
  }
  const p = 3 * e;
  setZero(prescribed, p);
  setZero(axes, 9 * e, 3 * MAX_SURFACES);
  for (let s = 0; s < surfaces[e]; s++) {
    const q = 9 * e + 3 * s;
    measureSurface(set, step, end, e, firstSurface(e) + s);
    const vN = dot(velocity, normal) - normal[3] / resting.h;
    const missing = vN - dot(prescribed, normal, p);
    for (let axis = 0; axis < 3; axis++) axes[q + axis] = normal[axis];
    removeAlong(axes, q, axes, 9 * e, s);
    const component = Math.sqrt(dot(axes, axes, q, q));
    const scale = component > MIN_COMPONENT ? 1 / component : 0;
    for (let axis = 0; axis < 3; axis++) {
      axes[q + axis] *= scale;
      prescribed[p + axis] += axes[q + axis] * missing * scale;
    }
  }
  if (setCarrier(set, step, e)) removeAlong(carrier, 0, axes, 9 * e, MAX_SURFACES);
  for (let axis = 0; axis < 3; axis++) carried[p + axis] = carrier[axis];
}

/** Writes `carrier` and `gain` of the first moving surface of an entry, of its point where the particle is at the start; or 0.
 *  @returns true if one moves */
export function setCarrier(set: ImpactSet, { obstacles, resting, starts }: SolvedStep, e: number): boolean {
  const { carrier, gain, obstacle, particle, point, surfaces } = set;
  const first = firstSurface(e);
  setZero(carrier);
  setZero(gain);
  for (let slot = first; slot < first + surfaces[e]; slot++) {
    const { motion } = obstacles[obstacle[slot]];
    if (!motion) continue;
    for (let axis = 0; axis < 3; axis++) point[axis] = starts[4 * particle[e] + axis];
    motion.displacement(point, resting.time, resting.h, carrier);
    for (let axis = 0; axis < 3; axis++) point[axis] += carrier[axis];
    motion.velocityAt(point, resting.time + resting.h, gain);
    for (let axis = 0; axis < 3; axis++) {
      carrier[axis] /= resting.h;
      gain[axis] -= carrier[axis];
    }
    return true;
  }
  return false;
}

/** y := S y, with S = I − Σ q qᵀ for a particle that slides, and 0 for one that sticks. */
export function filterImpacts({ count, particle, mode, axes }: ImpactSet, y: Float64Array): void {
  for (let e = 0; e < count; e++) {
    const o = 4 * particle[e];
    if (mode[e] === STICKS) y[o] = y[o + 1] = y[o + 2] = 0;
    else if (mode[e] === SLIDES) removeAlong(y, o, axes, 9 * e, MAX_SURFACES);
  }
}

/** w := S w + the prescribed velocities. */
export function prescribeVelocities(set: ImpactSet, w: Float64Array): void {
  filterImpacts(set, w);
  addToHeld(set, w, set.prescribed, SLIDES, STICKS);
  addToHeld(set, w, set.carried, STICKS, STICKS);
}

/** p += the impulses of friction on sliding particles, N·s. */
export function addFriction(set: ImpactSet, p: Float64Array): void {
  addToHeld(set, p, set.friction, SLIDES, SLIDES);
}

function addToHeld(
  { count, particle, mode }: ImpactSet,
  y: Float64Array,
  added: Float64Array,
  least: number,
  most: number,
): void {
  for (let e = 0; e < count; e++) {
    if (mode[e] < least || mode[e] > most) continue;
    for (let axis = 0; axis < 3; axis++) y[4 * particle[e] + axis] += added[3 * e + axis];
  }
}
