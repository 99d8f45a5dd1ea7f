import { createObstacles } from '../constraints/contact/obstacle-cache';
import type { Obstacle } from '../constraints/obstacles/obstacle';
import type { Vec3 } from '../model/model';
import type { World } from '../world/world';
import type { Hold } from './null-space';

/**
 * Planes and spheres as limits on where a particle at rest may be: never inside, and pushed outwards where it touches. A
 * particle on one surface is held in place by Coulomb's friction where the force along the surface is at most μ times the
 * one into it; one that is pushed harder slides, until it is not. In a corner friction is left out.
 */
export interface Surfaces {
  /** Ends the way of each particle from `from` to `x` where it meets a surface, and takes out what is inside yet. */
  keepOut(x: Float64Array, from: Float64Array): void;
  /** Finds which particles at `x` the forces `f` press against which surfaces: those can't move into them. */
  press(x: Float64Array, f: Float64Array): void;
  /** Takes out of y what goes along the normals of the surfaces that are pressed, and all of what friction holds; 4n. */
  filter(y: Float64Array): void;
  /**
   * The directions that are barred, particle by particle, by unit vectors at right angles to each other.
   * @param friction with those that friction bars
   */
  holds(friction: boolean): Hold[];
}

/** Of the force on a particle: a push into a surface that is less than this is rounding. */
const PUSH = 1e-9;
/** Of the length of a way: one that leads out of a surface by less leads along it. */
const ALONG = 1e-6;
/** Turns in which a particle in a corner is moved out of one surface after the other. */
const TURNS = 20;
/** Steps along the way to a sphere, each as long as the distance from it: the last one of them counts as a hit. */
const MARCH = 64;

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** @param touch m; a particle that is no farther from a surface than this touches it */
export function createSurfaces({ model, environment }: World, touch: number): Surfaces {
  const bodies = createObstacles(environment);
  const n = model.particleCount;
  const point = new Float64Array(3);
  /** N and φ. */
  const measured = new Float64Array(4);
  /** 9n; of each particle up to three orthonormal vectors. */
  const normals = new Float64Array(9 * n);
  const counts = new Uint8Array(n);
  /** n; 1 where friction bars what the normals don't. */
  const held = new Uint8Array(n);

  const isFree = (i: number) => model.inverseMasses[i] !== 0;
  /** φ, m; finds N too. */
  function distance(body: Obstacle, x: Float64Array, i: number): number {
    for (let axis = 0; axis < 3; axis++) point[axis] = x[4 * i + axis];
    body.measure(point, measured, 0);
    return measured[3];
  }

  function keepOneOut(x: Float64Array, i: number): void {
    for (let turn = 0; turn < TURNS; turn++) {
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
   * Ends the way of one particle at the first sphere that stands in it: φ is the distance that it may go for sure. One that
   * set out along the surface stays on it.
   */
  function stopAtSphere(body: Obstacle, x: Float64Array, from: Float64Array, i: number): void {
    const o = 4 * i;
    const way: Vec3 = [x[o] - from[o], x[o + 1] - from[o + 1], x[o + 2] - from[o + 2]];
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    let gone = 0;
    for (let step = 0; step < MARCH && gone < length; step++) {
      for (let axis = 0; axis < 3; axis++) point[axis] = from[o + axis] + (gone / length) * way[axis];
      body.measure(point, measured, 0);
      const outwards = way[0] * measured[0] + way[1] * measured[1] + way[2] * measured[2];
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

  /** Bars the direction `normal`, or what is left of it at right angles to those that are barred already. */
  function bar(i: number, normal: Vec3): void {
    const at = 9 * i + 3 * counts[i];
    const rest = Float64Array.of(0, 0, 0);
    rest.set(normal);
    for (let k = 0; k < counts[i]; k++) {
      const o = 9 * i + 3 * k;
      const along = rest[0] * normals[o] + rest[1] * normals[o + 1] + rest[2] * normals[o + 2];
      for (let axis = 0; axis < 3; axis++) rest[axis] -= along * normals[o + axis];
    }
    const length = Math.sqrt(rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
    for (let axis = 0; axis < 3; axis++) normals[at + axis] = rest[axis] / length;
    counts[i]++;
  }

  /** f of one particle without what goes along barred directions. */
  function free(i: number, f: Float64Array): Vec3 {
    const y: Vec3 = [f[4 * i], f[4 * i + 1], f[4 * i + 2]];
    for (let k = 0; k < counts[i]; k++) {
      const o = 9 * i + 3 * k;
      const along = y[0] * normals[o] + y[1] * normals[o + 1] + y[2] * normals[o + 2];
      for (let axis = 0; axis < 3; axis++) y[axis] -= along * normals[o + axis];
    }
    return y;
  }

  /** One surface after the other, the one that is pressed the most first, until none is pressed any more. */
  function pressOne(x: Float64Array, f: Float64Array, i: number): void {
    const [fx, fy, fz] = free(i, f);
    const strength = Math.sqrt(fx * fx + fy * fy + fz * fz);
    while (counts[i] < 3) {
      const y = free(i, f);
      let hardest = -PUSH * strength;
      let against: Vec3 | null = null;
      let friction = 0;
      for (const body of bodies) {
        if (distance(body, x, i) > touch) continue;
        const push = y[0] * measured[0] + y[1] * measured[1] + y[2] * measured[2];
        if (push >= hardest) continue;
        hardest = push;
        friction = body.friction;
        against = [measured[0], measured[1], measured[2]];
      }
      if (!against) return;
      bar(i, against);
      const along = free(i, f);
      const slide = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
      held[i] = counts[i] === 1 && slide <= friction * -hardest ? 1 : 0;
    }
  }

  return {
    keepOut(x, from) {
      for (let i = 0; bodies.length > 0 && i < n; i++) {
        if (!isFree(i)) continue;
        for (const body of bodies) if (body.curvature > 0) stopAtSphere(body, x, from, i);
        keepOneOut(x, i);
      }
    },
    press(x, f) {
      counts.fill(0);
      held.fill(0);
      for (let i = 0; bodies.length > 0 && i < n; i++) if (isFree(i)) pressOne(x, f, i);
    },
    filter(y) {
      for (let i = 0; i < n; i++) {
        if (counts[i] > 0) y.set(counts[i] === 3 || held[i] === 1 ? [0, 0, 0] : free(i, y), 4 * i);
      }
    },
    holds(friction) {
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
