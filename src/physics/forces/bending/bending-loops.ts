/** The loops over rows of curvature. Letters as in `curvature-rows.ts`; e = x_b − x_a and g = x_d − x_c, so that c = e × g/A_c. */
import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { CurvatureRows } from './curvature-rows';

/** Of one row: κ or κ − κ₀c, e, g and e × g. */
export interface RowShape {
  readonly kappa: Float64Array;
  readonly e: Float64Array;
  readonly g: Float64Array;
  readonly normal: Float64Array;
}

export function createShape(): RowShape {
  const [kappa, e, g, normal] = [vector(), vector(), vector(), vector()];
  return { kappa, e, g, normal };
}

const vector = () => new Float64Array(3);

/** Scratch for one row; the changes of κ, e and g; and a cross product. */
const shape = createShape();
const [change, eChange, gChange, product] = [vector(), vector(), vector(), vector()];

/** y −= factor Σ wᵀw p: the force at the positions p, with factor D, and its derivative, of a surface that is flat at rest. */
export function addFlat(rows: CurvatureRows, y: Floats, p: Floats, factor: number): void {
  const { count, starts, places, weights } = rows;
  for (let r = 0; r < count; r++) {
    const from = starts[r];
    const to = starts[r + 1];
    let kx = 0;
    let ky = 0;
    let kz = 0;
    for (let k = from; k < to; k++) {
      const o = places[k];
      const w = weights[k];
      kx += w * p[o];
      ky += w * p[o + 1];
      kz += w * p[o + 2];
    }
    kx *= factor;
    ky *= factor;
    kz *= factor;
    for (let k = from; k < to; k++) {
      const o = places[k];
      const w = weights[k];
      y[o] -= w * kx;
      y[o + 1] -= w * ky;
      y[o + 2] -= w * kz;
    }
  }
}

/** f −= D Σ Jᵀ(κ − κ₀c) at the positions x, with J = ∂(κ − κ₀c)/∂x: the force of a surface that is curved at rest. */
export function addCurved(rows: CurvatureRows, f: Floats, x: Floats, D: number): void {
  const { kappa, e, g } = shape;
  for (let r = 0; r < rows.count; r++) {
    setResidual(rows, r, x);
    scatter(rows, r, f, kappa, D);
    const factor = D * rows.rest[r] * rows.perArea[r];
    cross(product, g, kappa);
    addAt(f, rows.corners, 4 * r, product, factor);
    cross(product, kappa, e);
    addAt(f, rows.corners, 4 * r + 2, product, factor);
  }
}

/**
 * y −= factor (JᵀJ + Σ (κ − κ₀c)·∂²(κ − κ₀c)) p about the positions x. The second term can make the matrix indefinite: the
 * clamp drops it.
 */
export function addCurvedDerivative(
  rows: CurvatureRows,
  y: Floats,
  x: Floats,
  p: Floats,
  factor: number,
  clamp: boolean,
): void {
  const { kappa, e, g } = shape;
  for (let r = 0; r < rows.count; r++) {
    const tilt = rows.rest[r] * rows.perArea[r];
    setResidual(rows, r, x);
    setChange(rows, r, p);
    for (let i = 0; i < 3; i++) change[i] -= tilt * product[i];
    scatter(rows, r, y, change, factor);
    cross(product, g, change);
    if (!clamp) addCross(product, gChange, kappa);
    addAt(y, rows.corners, 4 * r, product, factor * tilt);
    cross(product, change, e);
    if (!clamp) addCross(product, kappa, eChange);
    addAt(y, rows.corners, 4 * r + 2, product, factor * tilt);
  }
}

/** y −= factor Σ b(b·p) about the positions x, with b = ∂(κ·c)/∂x: the damping of the curvature across the surface. A change
 *  of κ·c is no rotation, so this force has no torque. */
export function addDamping(rows: CurvatureRows, y: Floats, x: Floats, p: Floats, factor: number): void {
  const { count, starts, places, weights, corners, perArea } = rows;
  for (let r = 0; r < count; r++) {
    const a = corners[4 * r];
    const b = corners[4 * r + 1];
    const c = corners[4 * r + 2];
    const d = corners[4 * r + 3];
    const ex = x[b] - x[a];
    const ey = x[b + 1] - x[a + 1];
    const ez = x[b + 2] - x[a + 2];
    const gx = x[d] - x[c];
    const gy = x[d + 1] - x[c + 1];
    const gz = x[d + 2] - x[c + 2];
    const nx = ey * gz - ez * gy;
    const ny = ez * gx - ex * gz;
    const nz = ex * gy - ey * gx;
    let kx = 0;
    let ky = 0;
    let kz = 0;
    let change = 0;
    for (let k = starts[r]; k < starts[r + 1]; k++) {
      const o = places[k];
      const w = weights[k];
      kx += w * x[o];
      ky += w * x[o + 1];
      kz += w * x[o + 2];
      change += w * (nx * p[o] + ny * p[o + 1] + nz * p[o + 2]);
    }
    // κ·(δe × g) = δe·(g × κ), and κ·(e × δg) = δg·(κ × e).
    const ux = gy * kz - gz * ky;
    const uy = gz * kx - gx * kz;
    const uz = gx * ky - gy * kx;
    const vx = ky * ez - kz * ey;
    const vy = kz * ex - kx * ez;
    const vz = kx * ey - ky * ex;
    change += ux * (p[b] - p[a]) + uy * (p[b + 1] - p[a + 1]) + uz * (p[b + 2] - p[a + 2]);
    change += vx * (p[d] - p[c]) + vy * (p[d + 1] - p[c + 1]) + vz * (p[d + 2] - p[c + 2]);
    const s = factor * perArea[r] * perArea[r] * change;
    for (let k = starts[r]; k < starts[r + 1]; k++) {
      const o = places[k];
      const w = s * weights[k];
      y[o] -= w * nx;
      y[o + 1] -= w * ny;
      y[o + 2] -= w * nz;
    }
    y[a] += s * ux;
    y[a + 1] += s * uy;
    y[a + 2] += s * uz;
    y[b] -= s * ux;
    y[b + 1] -= s * uy;
    y[b + 2] -= s * uz;
    y[c] += s * vx;
    y[c + 1] += s * vy;
    y[c + 2] += s * vz;
    y[d] -= s * vx;
    y[d + 1] -= s * vy;
    y[d + 2] -= s * vz;
  }
}

/** Σ |κ − κ₀c|². */
export function squaredCurvatures(rows: CurvatureRows, x: Floats): number {
  let sum = 0;
  for (let r = 0; r < rows.count; r++) {
    setResidual(rows, r, x);
    sum += dot(shape.kappa, shape.kappa);
  }
  return sum;
}

/** Σ (d(κ·c)/dt)². */
export function squaredRates(rows: CurvatureRows, { positions, velocities }: State): number {
  let sum = 0;
  for (let r = 0; r < rows.count; r++) {
    setShape(shape, rows, r, positions);
    setChange(rows, r, velocities);
    const rate = rows.perArea[r] * (dot(change, shape.normal) + dot(shape.kappa, product));
    sum += rate * rate;
  }
  return sum;
}

/** Sets the shape of a row with κ − κ₀c. */
function setResidual(rows: CurvatureRows, r: number, x: Floats): void {
  setShape(shape, rows, r, x);
  const tilt = rows.rest[r] * rows.perArea[r];
  for (let i = 0; i < 3; i++) shape.kappa[i] -= tilt * shape.normal[i];
}

/** Sets the shape of a row, with κ. */
export function setShape({ kappa, e, g, normal }: RowShape, rows: CurvatureRows, r: number, x: Floats): void {
  gather(rows, r, x, kappa);
  differences(rows, r, x, e, g);
  cross(normal, e, g);
}

/** change := the change of κ, and product := that of e × g, where x changes by p. */
function setChange(rows: CurvatureRows, r: number, p: Floats): void {
  gather(rows, r, p, change);
  differences(rows, r, p, eChange, gChange);
  cross(product, eChange, shape.g);
  addCross(product, shape.e, gChange);
}

/** to := Σ w p. */
function gather({ starts, places, weights }: CurvatureRows, r: number, p: Floats, to: Float64Array): void {
  to.fill(0);
  for (let k = starts[r]; k < starts[r + 1]; k++) for (let i = 0; i < 3; i++) to[i] += weights[k] * p[places[k] + i];
}

/** y −= factor wᵀ v. */
function scatter(
  { starts, places, weights }: CurvatureRows,
  r: number,
  y: Floats,
  v: Float64Array,
  factor: number,
): void {
  for (let k = starts[r]; k < starts[r + 1]; k++)
    for (let i = 0; i < 3; i++) y[places[k] + i] -= factor * weights[k] * v[i];
}

/** u := p_b − p_a, v := p_d − p_c. */
function differences({ corners }: CurvatureRows, r: number, p: Floats, u: Float64Array, v: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    u[i] = p[corners[4 * r + 1] + i] - p[corners[4 * r] + i];
    v[i] = p[corners[4 * r + 3] + i] - p[corners[4 * r + 2] + i];
  }
}

/** Adds a vector at the second of two corners, and subtracts it at the first. */
function addAt(y: Floats, corners: Uint32Array, first: number, v: Float64Array, factor: number): void {
  for (let i = 0; i < 3; i++) {
    y[corners[first + 1] + i] += factor * v[i];
    y[corners[first] + i] -= factor * v[i];
  }
}

export function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(to: Float64Array, a: Float64Array, b: Float64Array): void {
  to.fill(0);
  addCross(to, a, b);
}

function addCross(to: Float64Array, a: Float64Array, b: Float64Array): void {
  to[0] += a[1] * b[2] - a[2] * b[1];
  to[1] += a[2] * b[0] - a[0] * b[2];
  to[2] += a[0] * b[1] - a[1] * b[0];
}
