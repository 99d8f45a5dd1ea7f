import { axpy, dot, norm } from '../kernels/javascript/solver-loops';
import type { State } from '../model/model';
import { largestEntry } from '../model/state';
import { lengthOf } from '../model/vectors';
import { mapSlices, runToEnd } from '../slices';
import type { World } from '../world/world';
import { nullSpaceInSlices } from './null-space';
import { createSurfaces } from './surfaces';

/** A zero-stiffness motion, at first order. */
export interface Mechanism {
  /** 'translation along x', 'rotation about z', 'rotation about z through particle 0', 'particle 5 alone', 'sway' … */
  name: string;
  /** True if the whole scene moves as one rigid body. */
  rigid: boolean;
  /** 3n; x, y, z of each particle; the shapes are orthonormal. */
  shape: number[];
  /** Particles that move most, in descending order. */
  particles: number[];
}

/** Most multiplications to make the listed shapes orthogonal: some ten seconds. */
const MAX_WORK = 5e9;
/** Largest number of listed particles. */
const MAX_PARTICLES = 6;
/** Times the length of a rigid motion: the largest part outside the null space. */
const SAME = 1e-6;
/** Times the length of a shape: a smaller remainder, orthogonal to those before, means linear dependence. Rigid motions may differ from
 *  the null space by `SAME`. This difference is no motion of its own. */
const DEPENDENT = 10 * SAME;
/** Times the largest displacement of a particle: smaller ones count as none. */
const STILL = 1e-6;
const AXES = ['x', 'y', 'z'];

/** The zero-stiffness motions of a scene. */
export interface Mechanisms {
  /** Null if there are too many particles. */
  count: number | null;
  /** Number of those in which the whole scene moves as one rigid body. */
  rigid: number;
  /** All of them, orthonormal, rigid ones first; none if they are too many to list. */
  motions: Mechanism[];
}

/** Zero-stiffness motions with names. */
export function classifyMechanisms(world: World, state: State): Mechanisms {
  return runToEnd(mechanismsInSlices(world, state));
}

/** `classifyMechanisms` in slices; yields the part of the work that is done: a third each to count, to find and to name the motions. */
export function* mechanismsInSlices(world: World, state: State): Generator<number, Mechanisms> {
  const { particleCount: n } = world.model;
  const x = Float64Array.from(state.positions);
  const f = new Float64Array(4 * n);
  const still: State = { positions: state.positions, velocities: new Float64Array(4 * n), time: state.time };
  for (const force of world.forces) force.addForce?.(f, still);
  const unit = state.positions instanceof Float32Array ? 2 ** -21 : 2 ** -40;
  const surfaces = createSurfaces(world, unit * Math.max(largestEntry(x), world.model.meanLength), state.time);
  surfaces.press(x, f);
  const found = yield* mapSlices(nullSpaceInSlices(world, state, surfaces.holds(false)), (done) => done / 3);
  const count = Number.isNaN(found.count) ? null : found.count;
  if (count === null || count * count * 3 * n > MAX_WORK) return { count, rigid: 0, motions: [] };

  const space: Float64Array[] = [];
  for (const shape of found.shapes()) {
    addOrthonormal(space, shape);
    yield (1 + space.length / count) / 3;
  }
  const mechanisms: Mechanism[] = [];
  const classified: Float64Array[] = [];
  const add = (shape: Float64Array, name: string, rigid: boolean) => {
    const before = classified.length;
    addOrthonormal(classified, shape);
    if (classified.length === before) return;
    mechanisms.push({
      name,
      rigid,
      shape: Array.from(classified[before]),
      particles: movingParticles(classified[before]),
    });
  };
  const center = centerOf(x, n);
  for (let axis = 0; axis < 6; axis++) {
    const shape = rigidMotion(x, n, center, axis);
    const name = axis < 3 ? `translation along ${AXES[axis]}` : `rotation about ${AXES[axis - 3]}`;
    if (liesIn(shape, space)) add(shape, name, true);
  }
  const [first, second] = pinsOf(world);
  if (first !== undefined) {
    const through = Float64Array.from(x.subarray(4 * first, 4 * first + 3));
    for (let axis = 3; axis < 6; axis++) {
      const shape = rigidMotion(x, n, through, axis);
      if (liesIn(shape, space)) add(shape, `rotation about ${AXES[axis - 3]} through particle ${first}`, true);
    }
    if (second !== undefined) {
      const shape = new Float64Array(3 * n);
      for (let axis = 0; axis < 3; axis++) {
        const along = x[4 * second + axis] - x[4 * first + axis];
        rigidMotion(x, n, through, 3 + axis).forEach((part, i) => {
          shape[i] += along * part;
        });
      }
      if (liesIn(shape, space)) add(shape, `rotation about the line from particle ${first} to ${second}`, true);
    }
  }
  for (const [i, shape] of space.entries()) {
    const particles = movingParticles(shape);
    add(shape, particles.length === 1 ? `particle ${particles[0]} alone` : 'sway', false);
    yield (2 + (i + 1) / count) / 3;
  }
  return { count: mechanisms.length, rigid: mechanisms.filter(({ rigid }) => rigid).length, motions: mechanisms };
}

/** The first two pinned particles: rigid motions rotate about them. */
function pinsOf({ model }: World): number[] {
  const pins: number[] = [];
  for (let i = 0; i < model.particleCount && pins.length < 2; i++) if (model.inverseMasses[i] === 0) pins.push(i);
  return pins;
}

/** Axis 0–2: translation along x, y, z; 3–5: rotation about them through `center`. */
function rigidMotion(x: Float64Array, n: number, center: Float64Array, axis: number): Float64Array {
  const shape = new Float64Array(3 * n);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  for (let i = 0; i < n; i++) {
    if (axis < 3) shape[3 * i + axis] = 1;
    else {
      shape[3 * i + u] = -(x[4 * i + v] - center[v]);
      shape[3 * i + v] = x[4 * i + u] - center[u];
    }
  }
  return shape;
}

function liesIn(shape: Float64Array, space: readonly Float64Array[]): boolean {
  const rest = shape.slice();
  for (const q of space) axpy(rest, -dot(rest, q), q);
  const length = norm(shape);
  return length > 0 && norm(rest) <= SAME * length;
}

function addOrthonormal(basis: Float64Array[], shape: Float64Array): void {
  const rest = shape.slice();
  for (let pass = 0; pass < 2; pass++) for (const q of basis) axpy(rest, -dot(rest, q), q);
  const left = norm(rest);
  if (!(left > DEPENDENT * norm(shape))) return;
  for (let i = 0; i < rest.length; i++) rest[i] /= left;
  basis.push(rest);
}

function movingParticles(shape: Float64Array): number[] {
  const motion = (i: number) => lengthOf(shape.subarray(3 * i, 3 * i + 3));
  const all = Array.from({ length: shape.length / 3 }, (_, i) => i).sort((a, b) => motion(b) - motion(a) || a - b);
  return all.filter((i) => motion(i) > STILL * motion(all[0])).slice(0, MAX_PARTICLES);
}

function centerOf(x: Float64Array, n: number): Float64Array {
  const center = new Float64Array(3);
  for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) center[axis] += x[4 * i + axis] / n;
  return center;
}
