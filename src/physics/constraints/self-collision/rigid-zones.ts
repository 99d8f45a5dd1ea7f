import type { Arena } from '../../model/arena';
import type { Model } from '../../model/model';
import type { Motion } from './contacts';

/** Mass of a particle with a prescribed motion, kg: its zone moves with it. */
const PRESCRIBED = 1e9;
/** Added to the inertia of a zone, as a part of it: a zone in a line has none about the line. */
const SLENDER = 1e-6;

/**
 * Groups of particles that move like one rigid body in a step: what does not cross itself at the start does not cross itself at the
 * end. Each group is a circle of particles, which `next` leads around.
 */
export interface RigidZones {
  /** n; another particle of the same zone, closer to its root, which is its own parent. */
  readonly parents: Uint32Array;
  readonly next: Uint32Array;
  /** n; of a root: 1 if the zone must be moved again; 2 if it is held at the positions of the start. */
  readonly states: Uint8Array;
  /** Scratch: of the last zone, momentum, angular momentum, 6 of its inertia, mass and center. */
  readonly sums: Float64Array;
}

export function createRigidZones(arena: Arena, n: number): RigidZones {
  return { parents: arena.indices(n), next: arena.indices(n), states: arena.flags(n), sums: new Float64Array(16) };
}

/** Makes each particle a zone. */
export function clearZones({ parents, next, states }: RigidZones): void {
  for (let i = 0; i < parents.length; i++) parents[i] = next[i] = i;
  states.fill(0);
}

function rootOf({ parents }: RigidZones, i: number): number {
  let root = i;
  while (parents[root] !== root) root = parents[root] = parents[parents[root]];
  return root;
}

/** Joins particles to one zone. If they are one already, their zone is held. @returns false if that changes nothing */
export function joinZones(zones: RigidZones, particles: ArrayLike<number>): boolean {
  const { parents, next, states } = zones;
  const a = rootOf(zones, particles[0]);
  let state = states[a] === 2 ? 2 : 1;
  let joins = false;
  for (let k = 1; k < particles.length; k++) {
    const b = rootOf(zones, particles[k]);
    if (a === b) continue;
    if (states[b] === 2) state = 2;
    joins = true;
    parents[b] = a;
    const after = next[a];
    next[a] = next[b];
    next[b] = after;
  }
  if (!joins && states[a] === 2) return false;
  states[a] = joins ? state : 2;
  return true;
}

/** Particles of zones that are held, without pins. */
export function countHeld(zones: RigidZones, { inverseMasses }: Model): number {
  let count = 0;
  for (let i = 0; i < inverseMasses.length; i++)
    if (inverseMasses[i] > 0 && zones.states[rootOf(zones, i)] === 2) count++;
  return count;
}

/** Moves the zones that have changed. @param penetrates true if a particle ends the step inside an obstacle */
export function moveZones(
  zones: RigidZones,
  motion: Motion,
  model: Model,
  penetrates: (particle: number) => boolean,
): void {
  const { parents, next, states } = zones;
  const { starts: x, ends: y, velocities: v, moved } = motion;
  for (let root = 0; root < parents.length; root++) {
    if (parents[root] !== root || states[root] === 0) continue;
    const rigid = states[root] === 1;
    let i = root;
    do {
      moved[i] = 1;
      for (let o = 4 * i; o < 4 * i + 3; o++) y[o] -= x[o];
      i = next[i];
    } while (i !== root);
    makeRigid(zones, root, model, x, y, rigid);
    makeRigid(zones, root, model, x, v, rigid);
    do {
      for (let o = 4 * i; o < 4 * i + 3; o++) y[o] += x[o];
      i = next[i];
    } while (i !== root);
    if (!rigid) continue;
    states[root] = 0;
    do {
      if (model.inverseMasses[i] > 0 && penetrates(i)) states[root] = 2;
      i = next[i];
    } while (i !== root);
    // Holds it.
    if (states[root] === 2) root--;
  }
}

/**
 * Replaces a field u of velocities in a zone by the rigid one with its momentum and angular momentum, which adds no kinetic energy:
 *    c = Σ m x/M, r = x − c, ū = Σ m u/M, (Σ m (|r|² − r rᵀ)) ω = Σ m r × u,  u ← ū + ω × r
 * Of displacements too: x → x + u then expands the zone across ω, and no distance in it shrinks. Not rigid: by 0.
 * Source: Bridson, Fedkiw, Anderson; Provot, Collision and Self-collision Handling in Cloth Model Dedicated to Design Garments.
 */
function makeRigid(
  { next, sums }: RigidZones,
  root: number,
  { masses, inverseMasses }: Model,
  x: Float64Array,
  u: Float64Array,
  rigid: boolean,
): void {
  sums.fill(0);
  let i = root;
  // The momentum and the center first, then what turns about it.
  for (let turn = 0; turn < 2 && rigid; turn++) {
    do {
      const m = inverseMasses[i] > 0 ? masses[i] : PRESCRIBED;
      const o = 4 * i;
      if (turn === 0) {
        sums[12] += m;
        for (let axis = 0; axis < 3; axis++) {
          sums[axis] += m * u[o + axis];
          sums[13 + axis] += m * x[o + axis];
        }
      } else {
        for (let j = 0; j < 3; j++) {
          const k = (j + 1) % 3;
          const l = (j + 2) % 3;
          const rk = x[o + k] - sums[13 + k];
          const rl = x[o + l] - sums[13 + l];
          sums[3 + j] += m * (rk * (u[o + l] - sums[l]) - rl * (u[o + k] - sums[k]));
          sums[6 + j] += m * (rk * rk + rl * rl);
          sums[9 + j] -= m * rk * rl;
        }
      }
      i = next[i];
    } while (i !== root);
    if (turn === 0)
      for (let axis = 0; axis < 3; axis++) {
        sums[axis] /= sums[12];
        sums[13 + axis] /= sums[12];
      }
  }
  solveInertia(sums);
  do {
    for (let j = 0; j < 3 && inverseMasses[i] > 0; j++) {
      const k = (j + 1) % 3;
      const l = (j + 2) % 3;
      u[4 * i + j] =
        sums[j] + sums[3 + k] * (x[4 * i + l] - sums[13 + l]) - sums[3 + l] * (x[4 * i + k] - sums[13 + k]);
    }
    i = next[i];
  } while (i !== root);
}

/** Angular momentum → ω, by Cramer's rule. */
function solveInertia(sums: Float64Array): void {
  const more = SLENDER * (sums[6] + sums[7] + sums[8]);
  const a = sums[6] + more;
  const b = sums[7] + more;
  const c = sums[8] + more;
  // Across the axes 1 2, 2 0 and 0 1.
  const [x, y, z] = [sums[3], sums[4], sums[5]];
  const [f, e, d] = [sums[9], sums[10], sums[11]];
  const aa = b * c - f * f;
  const ab = e * f - d * c;
  const ac = d * f - e * b;
  const bc = d * e - a * f;
  const determinant = a * aa + d * ab + e * ac;
  const inverse = determinant > 0 ? 1 / determinant : 0;
  sums[3] = inverse * (aa * x + ab * y + ac * z);
  sums[4] = inverse * (ab * x + (a * c - e * e) * y + bc * z);
  sums[5] = inverse * (ac * x + bc * y + (a * b - d * d) * z);
}
