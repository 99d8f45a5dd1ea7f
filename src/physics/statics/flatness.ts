import { dot } from '../model/deterministic-math';
import type { Model } from '../model/model';

/** Times the scene's size: particles nearer to a plane than this lie in it. */
const FLAT = 1e-6;
/** Times the largest force: a smaller component out of the plane is rounding. */
const SIDEWAYS = 1e-9;

/**
 * Unit normal of the plane that contains all particles and all forces; null if there is no such plane, or more than one, as for
 * particles on a line.
 * @param f 4n; N
 */
export function planeOf(model: Model, x: ArrayLike<number>, f: ArrayLike<number>): Float64Array | null {
  const n = model.particleCount;
  const fromFirst = (i: number) => [0, 1, 2].map((axis) => x[4 * i + axis] - x[axis]);
  const u = new Float64Array(3);
  for (let i = 0; i < n; i++) if (lengthOf(fromFirst(i)) > lengthOf(u)) u.set(fromFirst(i));
  const size = lengthOf(u);
  if (n < 3 || size === 0) return null;
  for (let axis = 0; axis < 3; axis++) u[axis] /= size;
  const w = new Float64Array(3);
  let widest = 0;
  for (let i = 1; i < n; i++) {
    const d = fromFirst(i);
    const along = dot(d, u);
    const across = d.map((part, axis) => part - along * u[axis]);
    if (lengthOf(across) > widest) {
      widest = lengthOf(across);
      w.set(across);
    }
  }
  if (widest <= FLAT * size) return null;
  const N = Float64Array.of(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]);
  const length = lengthOf(N);
  for (let axis = 0; axis < 3; axis++) N[axis] /= length;

  let strongest = 0;
  let sideways = 0;
  for (let i = 0; i < n; i++) {
    const o = 4 * i;
    const off = (x[o] - x[0]) * N[0] + (x[o + 1] - x[1]) * N[1] + (x[o + 2] - x[2]) * N[2];
    if (Math.abs(off) > FLAT * size) return null;
    strongest = Math.max(strongest, Math.abs(f[o]), Math.abs(f[o + 1]), Math.abs(f[o + 2]));
    sideways = Math.max(sideways, Math.abs(f[o] * N[0] + f[o + 1] * N[1] + f[o + 2] * N[2]));
  }
  return sideways <= SIDEWAYS * strongest ? N : null;
}

const lengthOf = (d: ArrayLike<number>) => Math.sqrt(dot(d, d));
