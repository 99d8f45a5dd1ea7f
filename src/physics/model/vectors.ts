/** Vectors of three numbers, which may stand anywhere in longer arrays. */
import { dot } from './deterministic-math';
import type { Vec3 } from './model';

/** x_b − x_a. @param x stride 3 */
export function between(x: ArrayLike<number>, a: number, b: number): Vec3 {
  return [x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1], x[3 * b + 2] - x[3 * a + 2]];
}

export function minus(a: ArrayLike<number>, b: ArrayLike<number>): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a × b. */
export function cross(a: ArrayLike<number>, b: ArrayLike<number>): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function lengthOf(v: ArrayLike<number>): number {
  return Math.sqrt(dot(v, v));
}

/** v/|v|, or 0. Divides by the largest component first, so that squares cannot overflow. */
export function unit(v: ArrayLike<number>): Vec3 {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (!(largest > 0)) return [0, 0, 0];
  const [x, y, z] = [v[0] / largest, v[1] / largest, v[2] / largest];
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** The distance of the point at x[i …] from that at y[j …]. */
export function distanceAt(x: ArrayLike<number>, i: number, y: ArrayLike<number>, j: number): number {
  const dx = x[i] - y[j];
  const dy = x[i + 1] - y[j + 1];
  const dz = x[i + 2] - y[j + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Sets `count` numbers from a[i] on to 0: for so few, `fill` takes several times as long. */
export function setZero(a: Float64Array | Uint8Array, i = 0, count = 3): void {
  for (let k = i; k < i + count; k++) a[k] = 0;
}

/** y −= Σ q qᵀ y over `count` axes from axes[from] on; 3 numbers from y[o] on. */
export function removeAlong(y: Float64Array, o: number, axes: Float64Array, from: number, count: number): void {
  for (let q = from; q < from + 3 * count; q += 3) {
    const part = dot(y, axes, o, q);
    for (let axis = 0; axis < 3; axis++) y[o + axis] -= part * axes[q + axis];
  }
}

/** v := R v, three numbers from v[at] on. @param R row by row */
export function rotate(R: Float64Array, v: Float64Array, at: number): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  v[at] = R[0] * x + R[1] * y + R[2] * z;
  v[at + 1] = R[3] * x + R[4] * y + R[5] * z;
  v[at + 2] = R[6] * x + R[7] * y + R[8] * z;
}

/** v := Rᵀ v. */
export function rotateBack(R: Float64Array, v: Float64Array, at: number): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  v[at] = R[0] * x + R[3] * y + R[6] * z;
  v[at + 1] = R[1] * x + R[4] * y + R[7] * z;
  v[at + 2] = R[2] * x + R[5] * y + R[8] * z;
}
