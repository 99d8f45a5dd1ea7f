import type { Floats } from '../model/arena';
import { intactFlags } from '../model/cuts';
import type { ValuesOf } from '../model/environment';
import type { State } from '../model/model';
import { selectedTriangles } from '../model/surface-mesh';
import type { ForceDefinition } from '../world/force';

const FIELDS = {
  velocity: {
    kind: 'vector',
    label: 'velocity',
    unit: 'm/s',
    default: [0, 0, 2],
    required: true,
    help: 'Velocity of the air: its speed and the direction in which it blows.',
  },
  density: {
    label: 'air density',
    unit: 'kg/m³',
    default: 1.2,
    accepts: 'non-negative',
    range: [0, 5],
    help: 'Density of the air; 1.2 kg/m³ at sea level.',
  },
  dragCoefficient: {
    label: 'drag coefficient',
    unit: '',
    default: 1,
    accepts: 'non-negative',
    range: [0, 2],
    help: 'C_d of a piece of cloth perpendicular to the wind.',
  },
  gust: {
    label: 'gusts',
    unit: 'm/s',
    default: 0,
    accepts: 'non-negative',
    range: [0, 10],
    help: 'Largest change of the air’s velocity, along each of x, y and z.',
  },
  gustPeriod: {
    label: 'gust period',
    unit: 's',
    default: 0.5,
    accepts: 'positive',
    range: [0.05, 5],
    help: 'Time from one random velocity of the air to the next.',
  },
  seed: {
    label: 'seed',
    unit: '',
    default: 1,
    accepts: 'whole',
    range: [0, 100],
    help: 'Seed of the random gusts: the same number gives the same gusts.',
  },
} as const;

/** Wind on the triangles of the surface, along their normals only: with area A, unit normal n̂, mean velocity v̄
 *  of the corners and w = W − v̄,
 *    F = ½ρC_d A (w·n̂)|w·n̂| n̂,  f = ⅓F on each corner
 *    ∂f_i/∂v_j = −⅑ρC_d A |w·n̂| n̂ n̂ᵀ on each pair of corners: symmetric and negative semidefinite.
 *  With the cross product c of two edges, A n̂ = ½c: f = ρC_d (w·c)|w·c| c/(12|c|²).
 *  ∂f/∂x, through the normal, is not symmetric and is left out, as is usual. Torn triangles feel no wind, nor do those with a
 *  corner that is not selected.
 *
 *  Gusts travel with the mean wind: the air at x was upwind some time before, W(x, t) = W̄ + gust · g(t − x·W̄/|W̄|²).
 *  Sources: Wejchert and Haumann, Animation Aerodynamics (the force); Taylor, The Spectrum of Turbulence (frozen gusts). */
export const wind: ForceDefinition<typeof FIELDS> = {
  id: 'wind',
  label: 'Wind',
  summary: 'Presses on each triangle of the cloth, with optional gusts.',
  isRelative: true,
  listed: {
    particles: 'any',
    fields: FIELDS,
    create({ model }, values, particles) {
      const triangles = selectedTriangles(model, particles);
      const air = airOf(values);
      /** ρC_d, kg/m³. */
      const drag = values.density * values.dragCoefficient;
      /** 3 a triangle; (⅑ρC_d A |w·n̂|)^½ n̂. */
      const dampers = new Float64Array(triangles.length);
      let whole = intactFlags(model, triangles);
      let cuts = model.cuts.version;

      return {
        // The three corners of a triangle.
        dampsTogether: 3,
        addForce(f, state) {
          if (model.cuts.version !== cuts) {
            cuts = model.cuts.version;
            whole = intactFlags(model, triangles);
          }
          addPressure(f, state, triangles, whole, air, drag);
        },
        linearize: (state) => findDampers(dampers, state, triangles, whole, air, drag),
        addDerivative: (y, p, _a, b) => addDamping(y, p, triangles, dampers, b),
        addDiagonal: (blocks, _a, b) => addBlocks(blocks, triangles, dampers, b),
      };
    },
  },
};

type Air = ReturnType<typeof airOf>;

/** The velocity of the air as a function of place and time. */
function airOf({ velocity: W, gust, gustPeriod, seed }: ValuesOf<typeof FIELDS>) {
  const squared = W[0] * W[0] + W[1] * W[1] + W[2] * W[2];
  const delay = (component: number) => (squared > 0 ? component / squared : 0);
  return {
    /** W̄, m/s. */
    mean: W,
    /** Amplitude of the gusts, m/s. */
    gust,
    /** Gust periods per second. */
    rate: 1 / gustPeriod,
    /** W̄/|W̄|², s/m: by how much a gust arrives later, per metre. */
    delay: [delay(W[0]), delay(W[1]), delay(W[2])],
    gusts: createGusts(seed),
  };
}

const THIRD = 1 / 3;
/** Scratch for one triangle: c in m², and w·c in m³/s. */
const face = new Float64Array(4);
const gustVector = new Float64Array(3);

/** Computes `face` for the triangle with corners at a, b and c. */
function computeFace({ positions: x, velocities: v, time }: State, air: Air, a: number, b: number, c: number): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  let wx = air.mean[0] - THIRD * (v[a] + v[b] + v[c]);
  let wy = air.mean[1] - THIRD * (v[a + 1] + v[b + 1] + v[c + 1]);
  let wz = air.mean[2] - THIRD * (v[a + 2] + v[b + 2] + v[c + 2]);
  if (air.gust > 0) {
    const delay =
      air.delay[0] * (x[a] + x[b] + x[c]) +
      air.delay[1] * (x[a + 1] + x[b + 1] + x[c + 1]) +
      air.delay[2] * (x[a + 2] + x[b + 2] + x[c + 2]);
    gustAt(air.gusts, (time - THIRD * delay) * air.rate, gustVector);
    wx += air.gust * gustVector[0];
    wy += air.gust * gustVector[1];
    wz += air.gust * gustVector[2];
  }
  face[0] = cx;
  face[1] = cy;
  face[2] = cz;
  face[3] = wx * cx + wy * cy + wz * cz;
}

/** f += the wind's force, N; zero on a triangle without area. */
function addPressure(f: Floats, state: State, triangles: Uint32Array, whole: Uint8Array, air: Air, drag: number): void {
  for (let t = 0; t < whole.length; t++) {
    if (whole[t] === 0) continue;
    const a = 4 * triangles[3 * t];
    const b = 4 * triangles[3 * t + 1];
    const c = 4 * triangles[3 * t + 2];
    computeFace(state, air, a, b, c);
    const squared = face[0] * face[0] + face[1] * face[1] + face[2] * face[2];
    const strength = squared > 0 ? (drag * face[3] * Math.abs(face[3])) / (12 * squared) : 0;
    const fx = strength * face[0];
    const fy = strength * face[1];
    const fz = strength * face[2];
    f[a] += fx;
    f[a + 1] += fy;
    f[a + 2] += fz;
    f[b] += fx;
    f[b + 1] += fy;
    f[b + 2] += fz;
    f[c] += fx;
    f[c + 1] += fy;
    f[c + 2] += fz;
  }
}

/** (⅑ρC_d A |w·n̂|)^½ n̂ = (ρC_d |w·c|/18)^½ c/|c|; 0 where the triangle is torn. */
function findDampers(
  dampers: Float64Array,
  state: State,
  triangles: Uint32Array,
  whole: Uint8Array,
  air: Air,
  drag: number,
): void {
  for (let t = 0; t < whole.length; t++) {
    computeFace(state, air, 4 * triangles[3 * t], 4 * triangles[3 * t + 1], 4 * triangles[3 * t + 2]);
    const squared = face[0] * face[0] + face[1] * face[1] + face[2] * face[2];
    const root = squared > 0 ? Math.sqrt((whole[t] * drag * Math.abs(face[3])) / (18 * squared)) : 0;
    for (let axis = 0; axis < 3; axis++) dampers[3 * t + axis] = root * face[axis];
  }
}

/** y −= b·d(d·Σp) at each corner. */
function addDamping(y: Floats, p: Floats, triangles: Uint32Array, dampers: Float64Array, b: number): void {
  for (let t = 0; t < triangles.length; t += 3) {
    let along = 0;
    for (let corner = 0; corner < 3; corner++) {
      const o = 4 * triangles[t + corner];
      along += dampers[t] * p[o] + dampers[t + 1] * p[o + 1] + dampers[t + 2] * p[o + 2];
    }
    for (let corner = 0; corner < 3; corner++) {
      const o = 4 * triangles[t + corner];
      for (let axis = 0; axis < 3; axis++) y[o + axis] -= b * along * dampers[t + axis];
    }
  }
}

function addBlocks(blocks: Floats, triangles: Uint32Array, dampers: Float64Array, b: number): void {
  for (let corner = 0; corner < triangles.length; corner++) {
    const o = 9 * triangles[corner];
    const t = corner - (corner % 3);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        blocks[o + 3 * row + column] -= b * dampers[t + row] * dampers[t + column];
      }
    }
  }
}

/** Periods after which the gusts repeat: a power of 2. */
export const PERIODS = 1024;
/** 2³². */
const RANGE = 4294967296;

/** Value noise: smooth random vectors over time in periods, the same for the same seed.
 *
 *  Each whole number k has a random vector, uniform in [−1, 1]³; between two, 6u⁵ − 15u⁴ + 10u³ interpolates, whose first two
 *  derivatives vanish at both ends.
 *  Source: Perlin, Improving Noise (the polynomial).
 *  @returns those vectors, 3 numbers each; the first one is repeated at the end */
function createGusts(seed: number): Float64Array {
  const gusts = new Float64Array(3 * (PERIODS + 1));
  for (let i = 0; i < 3 * PERIODS; i++) gusts[i] = (2 * mix(seed, i)) / RANGE - 1;
  gusts.copyWithin(3 * PERIODS, 0, 3);
  return gusts;
}

/** out := the vector at τ periods. */
function gustAt(gusts: Float64Array, tau: number, out: Float64Array): void {
  const k = Math.floor(tau);
  const u = tau - k;
  const weight = u * u * u * (u * (6 * u - 15) + 10);
  const o = 3 * (k & (PERIODS - 1));
  out[0] = gusts[o] + weight * (gusts[o + 3] - gusts[o]);
  out[1] = gusts[o + 1] + weight * (gusts[o + 4] - gusts[o + 1]);
  out[2] = gusts[o + 2] + weight * (gusts[o + 5] - gusts[o + 2]);
}

/** A 32-bit word from two whole numbers. Source: the finalizer of MurmurHash3 by Austin Appleby, public domain. */
function mix(seed: number, i: number): number {
  let word = Math.imul(seed, 0x9e3779b1) ^ Math.imul(i + 1, 0x85ebca77);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
