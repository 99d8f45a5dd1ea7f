import type { Floats } from '../../model/arena';
import type { Model, State } from '../../model/model';
import type { SpringLoops } from '../kernel';

/**
 * A spring shorter than this fraction of its rest length, or of the mean rest length, has no direction of its own. It uses the
 * axis j mod 3, so that coincident particles are pushed apart reproducibly and nothing is divided by zero.
 */
const NO_DIRECTION = 1e-6;

/** The loops call this only for l ≤ `model.shortest`: every longer spring has a direction. */
export function hasNoDirection({ restLengths, meanLength }: Model, j: number, l: number): boolean {
  return l <= NO_DIRECTION * Math.max(restLengths[j], meanLength);
}

/** Loops over the springs in JavaScript. */
export const springLoops: SpringLoops = {
  addSpringForces: (model, state, f) => addForcesOfSprings(model, state, f, 0, model.springCount),

  springEnergy: (model, { positions }) => 0.5 * addSpringEnergies(0, model, positions, 0),

  springHeat(model, { positions: x, velocities: v }) {
    const { springCount, springs, damping, shortest } = model;
    let sum = 0;
    for (let j = 0; j < springCount; j++) {
      const a = 4 * springs[2 * j];
      const b = 4 * springs[2 * j + 1];
      const dx = x[a] - x[b];
      const dy = x[a + 1] - x[b + 1];
      const dz = x[a + 2] - x[b + 2];
      const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
      let u = 0;
      if (l <= shortest && hasNoDirection(model, j, l)) u = v[a + (j % 3)] - v[b + (j % 3)];
      else u = ((v[a] - v[b]) * dx + (v[a + 1] - v[b + 1]) * dy + (v[a + 2] - v[b + 2]) * dz) / l;
      sum += damping[j] * u * u;
    }
    return sum;
  },

  linearizeSprings(model, state, clamp, tangents) {
    const { springs, restLengths, shortest } = model;
    const x = state.positions;
    for (let j = 0, end = model.springCount; j < end; j++) {
      const a = 4 * springs[2 * j];
      const b = 4 * springs[2 * j + 1];
      const dx = x[a] - x[b];
      const dy = x[a + 1] - x[b + 1];
      const dz = x[a + 2] - x[b + 2];
      const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (l <= shortest && hasNoDirection(model, j, l)) {
        for (let axis = 0; axis < 3; axis++) tangents[4 * j + axis] = j % 3 === axis ? 1 : 0;
        tangents[4 * j + 3] = restLengths[j] === 0 ? 1 : 0;
        continue;
      }
      const inverse = 1 / l;
      const c = 1 - restLengths[j] * inverse;
      tangents[4 * j] = dx * inverse;
      tangents[4 * j + 1] = dy * inverse;
      tangents[4 * j + 2] = dz * inverse;
      tangents[4 * j + 3] = clamp && c < 0 ? 0 : c;
    }
  },

  // y_a −= (a k(1 − c) + b k_d) n (n·q) + a k c q with q = p_a − p_b: subtracting first avoids cancellation in single precision.
  addSpringDerivatives(model, tangents, y, p, a, b) {
    const { springs, stiffness, damping } = model;
    for (let j = 0, end = model.springCount; j < end; j++) {
      const i = 4 * springs[2 * j];
      const k = 4 * springs[2 * j + 1];
      const nx = tangents[4 * j];
      const ny = tangents[4 * j + 1];
      const nz = tangents[4 * j + 2];
      const qx = p[i] - p[k];
      const qy = p[i + 1] - p[k + 1];
      const qz = p[i + 2] - p[k + 2];
      const across = a * stiffness[j] * tangents[4 * j + 3];
      const along = (a * stiffness[j] - across + b * damping[j]) * (nx * qx + ny * qy + nz * qz);
      const gx = along * nx + across * qx;
      const gy = along * ny + across * qy;
      const gz = along * nz + across * qz;
      y[i] -= gx;
      y[i + 1] -= gy;
      y[i + 2] -= gz;
      y[k] += gx;
      y[k + 1] += gy;
      y[k + 2] += gz;
    }
  },

  addSpringDiagonals(model, tangents, blocks, a, b) {
    const { springs, stiffness, damping } = model;
    for (let j = 0, end = model.springCount; j < end; j++) {
      const across = a * stiffness[j] * tangents[4 * j + 3];
      const along = a * stiffness[j] - across + b * damping[j];
      subtractBlock(blocks, 9 * springs[2 * j], tangents, 4 * j, along, across);
      subtractBlock(blocks, 9 * springs[2 * j + 1], tangents, 4 * j, along, across);
    }
  },
};

/** f_a −= [k(l − L₀) + k_d u] n, f_b += the same, for springs `from` to `to` − 1; u = (v_a − v_b)·n. */
export function addForcesOfSprings(model: Model, state: State, f: Floats, from: number, to: number): void {
  const { springs, restLengths, stiffness, damping, shortest } = model;
  const { positions: x, velocities: v } = state;
  for (let j = from; j < to; j++) {
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (l <= shortest && hasNoDirection(model, j, l)) {
      addAlongAxis(model, state, f, j, l);
      continue;
    }
    const inverse = 1 / l;
    const u = ((v[a] - v[b]) * dx + (v[a + 1] - v[b + 1]) * dy + (v[a + 2] - v[b + 2]) * dz) * inverse;
    const tension = (stiffness[j] * (l - restLengths[j]) + damping[j] * u) * inverse;
    const fx = tension * dx;
    const fy = tension * dy;
    const fz = tension * dz;
    f[a] -= fx;
    f[a + 1] -= fy;
    f[a + 2] -= fz;
    f[b] += fx;
    f[b + 1] += fy;
    f[b + 2] += fz;
  }
}

/** sum + Σ k(l − L₀)² over the springs from `first` on, J: twice their energy. */
export function addSpringEnergies(sum: number, model: Model, x: Floats, first: number): number {
  const { springCount, springs, restLengths, stiffness } = model;
  let total = sum;
  for (let j = first; j < springCount; j++) {
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const stretch = Math.sqrt(dx * dx + dy * dy + dz * dz) - restLengths[j];
    total += stiffness[j] * stretch * stretch;
  }
  return total;
}

/** The force of a spring without a direction of its own. */
function addAlongAxis(model: Model, { velocities: v }: State, f: Floats, j: number, l: number): void {
  const a = 4 * model.springs[2 * j] + (j % 3);
  const b = 4 * model.springs[2 * j + 1] + (j % 3);
  const tension = model.stiffness[j] * (l - model.restLengths[j]) + model.damping[j] * (v[a] - v[b]);
  f[a] -= tension;
  f[b] += tension;
}

/** blocks[o …] −= along·n nᵀ + across·I. */
function subtractBlock(blocks: Floats, o: number, n: Float64Array, at: number, along: number, across: number): void {
  const x = n[at];
  const y = n[at + 1];
  const z = n[at + 2];
  blocks[o] -= along * x * x + across;
  blocks[o + 1] -= along * x * y;
  blocks[o + 2] -= along * x * z;
  blocks[o + 3] -= along * y * x;
  blocks[o + 4] -= along * y * y + across;
  blocks[o + 5] -= along * y * z;
  blocks[o + 6] -= along * z * x;
  blocks[o + 7] -= along * z * y;
  blocks[o + 8] -= along * z * z + across;
}

/** The bounds used by `hasNoDirection`, m. */
export function directionBounds(restLengths: Floats): Pick<Model, 'meanLength' | 'shortest'> {
  let sum = 0;
  let largest = 0;
  for (let j = 0; j < restLengths.length; j++) {
    sum += restLengths[j];
    largest = Math.max(largest, restLengths[j]);
  }
  return { meanLength: restLengths.length > 0 ? sum / restLengths.length : 0, shortest: NO_DIRECTION * largest };
}
