import { FACE_TOLERANCE } from '../constraints/contact/faces/face-search';
import { createFaceStep, setSearch } from '../constraints/contact/faces/face-step';
import { canTouchFaces, findFaces } from '../constraints/contact/faces/find-faces';
import { CONTACT_TOLERANCE, coordinateScale, createObstacles } from '../constraints/contact/obstacle-cache';
import { isHalfSpace, type Obstacle } from '../constraints/obstacles/obstacle';
import { dot } from '../model/deterministic-math';
import type { Vec3 } from '../model/model';
import { lengthOf, removeAlong, setZero } from '../model/vectors';
import type { World } from '../world/world';
import type { Hold } from './stiffness-matrix';

/** Of μN: the friction on a particle that slides. So it comes to rest where friction holds it, and not on the border of that. */
const SLIDING = 0.99;
/** Times the force on a particle: a smaller push into a surface is rounding. */
const PUSH = 1e-9;
/** Times the length of a path: a smaller component out of the surface counts as along it. */
const ALONG = 1e-6;
/** Passes that move a particle in a corner out of one surface after the other. */
const PASSES = 20;
/** Sphere-tracing steps, each as long as the distance to the surface; the last one counts as a hit. */
const MARCH = 64;

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Planes, spheres and bodies as constraints on particles at rest: a particle is never inside. On one surface Coulomb friction holds it while
 * the tangential force is at most μ times the normal force N; otherwise it slides, and friction takes SLIDING μN of that force. In corners
 * there is no friction.
 * @param touch m; a particle at most this far from a surface touches it @param time s; where moving obstacles stand
 */
export function createSurfaces(world: World, touch: number, time: number) {
  const { model, environment } = world;
  const bodies = createObstacles(environment);
  const n = model.particleCount;
  const point = new Float64Array(3);
  /** N and φ. */
  const measured = new Float64Array(4);
  /** 9n; up to three orthonormal constrained directions of each particle. */
  const normals = new Float64Array(9 * n);
  const counts = new Uint8Array(n);
  /** n; 1 where friction constrains the remaining directions. */
  const held = new Uint8Array(n);
  /** n; N; the friction μN of a surface on a particle that slides. */
  const friction = new Float64Array(n);

  const isFree = (i: number) => model.inverseMasses[i] !== 0;
  /** Returns φ, m; writes N and φ to `measured`. */
  function distance(body: Obstacle, x: Float64Array, i: number): number {
    for (let axis = 0; axis < 3; axis++) point[axis] = x[4 * i + axis];
    body.measure(point, measured, 0, time, i);
    return measured[3];
  }

  function keepOneOut(x: Float64Array, i: number): void {
    for (let pass = 0; pass < PASSES; pass++) {
      let deepest = 0;
      for (const body of bodies) {
        const phi = distance(body, x, i);
        if (phi >= 0) continue;
        deepest = Math.min(deepest, phi);
        for (let axis = 0; axis < 3; axis++) x[4 * i + axis] -= phi * measured[axis];
      }
      if (deepest > -touch) return;
    }
  }

  /**
   * Stops one particle at a sphere or a body, by sphere tracing: φ is a distance that is always free. A particle that starts along the
   * surface stays on it.
   */
  function stopAtBody(body: Obstacle, x: Float64Array, from: Float64Array, i: number): void {
    const o = 4 * i;
    const path: Vec3 = [x[o] - from[o], x[o + 1] - from[o + 1], x[o + 2] - from[o + 2]];
    const length = lengthOf(path);
    let gone = 0;
    for (let step = 0; step < MARCH && gone < length; step++) {
      for (let axis = 0; axis < 3; axis++) point[axis] = from[o + axis] + (gone / length) * path[axis];
      body.measure(point, measured, 0, time);
      const outwards = dot(path, measured);
      if (step === 0 && measured[3] <= touch && Math.abs(outwards) <= ALONG * length) {
        const phi = distance(body, x, i);
        for (let axis = 0; axis < 3; axis++) x[o + axis] -= phi * measured[axis];
        return;
      }
      if (outwards >= 0) return;
      if (measured[3] <= touch || step === MARCH - 1) {
        x.set(point, o);
        return;
      }
      gone += measured[3];
    }
  }

  /** Constrains the part of `normal` that is orthogonal to the directions constrained already. */
  function constrain(i: number, normal: Vec3): void {
    const at = 9 * i + 3 * counts[i];
    const rest = Float64Array.from(normal);
    removeAlong(rest, 0, normals, 9 * i, counts[i]);
    const length = lengthOf(rest);
    for (let axis = 0; axis < 3; axis++) normals[at + axis] = rest[axis] / length;
    counts[i]++;
  }

  /** The force on one particle without its components along constrained directions. */
  function freeForce(i: number, f: Float64Array): Float64Array {
    const y = f.slice(4 * i, 4 * i + 3);
    removeAlong(y, 0, normals, 9 * i, counts[i]);
    return y;
  }

  /** Adds one surface after the other, the most strongly pressed first, until none is pressed. */
  function pressOne(x: Float64Array, f: Float64Array, i: number): void {
    const strength = lengthOf(freeForce(i, f));
    while (counts[i] < 3) {
      const y = freeForce(i, f);
      let hardest = -PUSH * strength;
      let against: Vec3 | null = null;
      let coefficient = 0;
      for (const body of bodies) {
        if (distance(body, x, i) > touch) continue;
        const push = dot(y, measured);
        if (push >= hardest) continue;
        hardest = push;
        coefficient = body.friction;
        against = [measured[0], measured[1], measured[2]];
      }
      if (!against) return;
      constrain(i, against);
      const slide = lengthOf(freeForce(i, f));
      friction[i] = counts[i] === 1 ? coefficient * -hardest : 0;
      held[i] = counts[i] === 1 && slide <= friction[i] ? 1 : 0;
    }
  }

  function filter(y: Float64Array): void {
    for (let i = 0; i < n; i++) {
      if (counts[i] === 3 || held[i] === 1) setZero(y, 4 * i);
      else removeAlong(y, 4 * i, normals, 9 * i, counts[i]);
    }
  }

  return {
    /** Stops each particle, on its way from `from` to `x`, at the first surface, and moves the rest out of surfaces. */
    keepOut(x: Float64Array, from: Float64Array) {
      for (let i = 0; bodies.length > 0 && i < n; i++) {
        if (!isFree(i)) continue;
        for (const body of bodies) if (!isHalfSpace(body)) stopAtBody(body, x, from, i);
        keepOneOut(x, i);
      }
    },
    /** Finds which particles at `x` the forces `f` press against which surfaces. They cannot move into them. */
    press(x: Float64Array, f: Float64Array) {
      counts.fill(0);
      held.fill(0);
      friction.fill(0);
      for (let i = 0; bodies.length > 0 && i < n; i++) if (isFree(i)) pressOne(x, f, i);
    },
    /** True if one is inside the net between its particles: these surfaces hold only particles. */
    enterNet(x: Float64Array): boolean {
      if (model.surface.length === 0 || !bodies.some(canTouchFaces)) return false;
      const step = createFaceStep();
      const end = { positions: x, velocities: x, time };
      setSearch(step, world, bodies, x, end, time, 0, new Float64Array(n));
      return findFaces(step.faces, step.search, FACE_TOLERANCE);
    },
    /** True if one pressed a particle at the last `press`. */
    get presses() {
      return counts.some((count) => count > 0);
    },
    /** Puts particles onto a surface that motion has left a little off it. */
    putOn(x: Float64Array) {
      for (let i = 0; bodies.length > 0 && i < n; i++) {
        if (!isFree(i)) continue;
        const near = CONTACT_TOLERANCE * coordinateScale(x, 4 * i);
        for (const body of bodies) {
          const phi = distance(body, x, i);
          if (phi > near || phi < -near) continue;
          for (let axis = 0; axis < 3; axis++) x[4 * i + axis] -= phi * measured[axis];
        }
      }
    },
    /** Removes from y, 4n, the components along the normals of pressed surfaces, and all of a particle held by friction. */
    filter,
    /**
     * Leaves of the forces f, 4n, what surfaces do not balance, by their push and by friction, where they press; N.
     * @param sliding of μN: the friction on a particle that slides; absent: `SLIDING`
     */
    resist(f: Float64Array, sliding = SLIDING) {
      filter(f);
      for (let i = 0, o = 0; i < n; i++, o += 4) {
        if (friction[i] === 0 || held[i] === 1) continue;
        const slide = Math.sqrt(f[o] * f[o] + f[o + 1] * f[o + 1] + f[o + 2] * f[o + 2]);
        for (let axis = o; axis < o + 3; axis++) f[axis] *= 1 - (sliding * friction[i]) / slide;
      }
    },
    /**
     * The constrained directions, particle by particle, as orthonormal vectors.
     * @param friction includes those held by friction
     */
    holds(friction: boolean): Hold[] {
      const all: Hold[] = [];
      for (let i = 0; i < n; i++) {
        if (friction && held[i] === 1) {
          for (const normal of AXES) all.push({ particle: i, normal });
          continue;
        }
        for (let k = 0; k < counts[i]; k++) {
          all.push({ particle: i, normal: normals.slice(9 * i + 3 * k, 9 * i + 3 * k + 3) });
        }
      }
      return all;
    },
  };
}
