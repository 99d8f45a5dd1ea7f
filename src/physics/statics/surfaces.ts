import type { Obstacle, World } from '../contracts';
import type { Vec3 } from '../model';
import { obstacles } from '../registry';
import type { Hold } from './null-motions';

/**
 * Planes and spheres as limits on where a particle at rest may be: never inside, and pushed outwards where it touches.
 * Friction is left out: what it could hold in place slides until nothing pushes it along the surface.
 */
export interface Surfaces {
  readonly any: boolean;
  /** Takes particles that are inside to the nearest point of the surface. */
  keepOut(x: Float64Array): void;
  /** Finds which particles at `x` the forces `f` press against which surfaces: those can't move into them. */
  press(x: Float64Array, f: Float64Array): void;
  /** Takes out of y what goes along the normals of the surfaces that are pressed; 4n. */
  filter(y: Float64Array): void;
  /** The surfaces that are pressed, particle by particle, by unit vectors at right angles to each other. */
  holds(): Hold[];
}

/** Of the force on a particle: a push into a surface that is less than this is rounding. */
const PUSH = 1e-9;
/** Turns in which a particle in a corner is moved out of one surface after the other. */
const TURNS = 20;

/** @param touch m; a particle that is no farther from a surface than this touches it */
export function createSurfaces({ model, scenery }: World, touch: number): Surfaces {
  const bodies: Obstacle[] = obstacles.flatMap((definition) =>
    scenery[definition.list].map((values) => definition.create(values as never)),
  );
  const n = model.particleCount;
  const point = new Float64Array(3);
  /** N and φ. */
  const measured = new Float64Array(4);
  /** 9n; of each particle up to three orthonormal vectors. */
  const normals = new Float64Array(9 * n);
  const counts = new Uint8Array(n);

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
    while (counts[i] < 3) {
      const y = free(i, f);
      const strength = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
      let hardest = -PUSH * strength;
      let against: Vec3 | null = null;
      for (const body of bodies) {
        if (distance(body, x, i) > touch) continue;
        const push = y[0] * measured[0] + y[1] * measured[1] + y[2] * measured[2];
        if (push >= hardest) continue;
        hardest = push;
        against = [measured[0], measured[1], measured[2]];
      }
      if (!against) return;
      bar(i, against);
    }
  }

  return {
    any: bodies.length > 0,
    keepOut(x) {
      if (bodies.length > 0) for (let i = 0; i < n; i++) if (isFree(i)) keepOneOut(x, i);
    },
    press(x, f) {
      counts.fill(0);
      if (bodies.length > 0) for (let i = 0; i < n; i++) if (isFree(i)) pressOne(x, f, i);
    },
    filter(y) {
      for (let i = 0; i < n; i++) {
        if (counts[i] === 0) continue;
        y.set(counts[i] === 3 ? [0, 0, 0] : free(i, y), 4 * i);
      }
    },
    holds() {
      const all: Hold[] = [];
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < counts[i]; k++) {
          all.push({ particle: i, normal: normals.slice(9 * i + 3 * k, 9 * i + 3 * k + 3) });
        }
      }
      return all;
    },
  };
}
