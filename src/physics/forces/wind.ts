import type { Floats } from '../model/arena';
import { isWhole } from '../model/cuts';
import type { ValuesOf } from '../model/environment';
import type { State, Vec3 } from '../model/model';
import type { ForceDefinition } from '../world/force';
import { createGusts, gustAt } from './gusts';
import { selectedTriangles } from './selected-triangles';

const FIELDS = {
  velocity: {
    kind: 'vector',
    label: 'velocity',
    unit: 'm/s',
    default: [0, 0, 2],
    required: true,
    accepts: 'any',
    help: 'Of the air: where it blows to, and how fast.',
  },
  density: {
    kind: 'number',
    label: 'air density',
    unit: 'kg/m³',
    default: 1.2,
    accepts: 'non-negative',
    range: [0, 5],
    scale: 'linear',
    help: 'Of the air: 1.2 on the ground of the Earth.',
  },
  dragCoefficient: {
    kind: 'number',
    label: 'drag coefficient',
    unit: '',
    default: 1,
    accepts: 'non-negative',
    range: [0, 2],
    scale: 'linear',
    help: 'C_d of a piece of cloth across the wind.',
  },
  gust: {
    kind: 'number',
    label: 'gusts',
    unit: 'm/s',
    default: 0,
    accepts: 'non-negative',
    range: [0, 10],
    scale: 'linear',
    help: 'By how much the velocity of the air changes at most, along each of x, y and z.',
  },
  gustPeriod: {
    kind: 'number',
    label: 'gust period',
    unit: 's',
    default: 0.5,
    accepts: 'positive',
    range: [0.05, 5],
    scale: 'logarithmic',
    help: 'From one random velocity of the air to the next.',
  },
  seed: {
    kind: 'number',
    label: 'seed',
    unit: '',
    default: 1,
    accepts: 'whole',
    range: [0, 100],
    scale: 'linear',
    help: 'Another number, other gusts; the same number, the same ones.',
  },
} as const;

/** Wind on the triangles of the surface, pressing along their normals alone: with area A, unit normal n̂, mean velocity v̄
 *  of the corners and w = W − v̄,
 *    F = ½ρC_d A (w·n̂)|w·n̂| n̂,  f = ⅓F on each corner
 *    ∂f_i/∂v_j = −⅑ρC_d A |w·n̂| n̂ n̂ᵀ on each pair of corners: symmetric, and never definite the wrong way.
 *  In the cross product c of two edges, A n̂ = ½c: f = ρC_d (w·c)|w·c| c/(12|c|²).
 *  ∂f/∂x, by which the normal turns, is not symmetric and is left out, as is usual. Torn triangles catch no wind, nor those
 *  with a corner that isn't chosen.
 *
 *  Gusts travel with the wind: the air at x is what was upwind a while before, W(x, t) = W̄ + gust · g(t − x·W̄/|W̄|²).
 *  Sources: Wejchert and Haumann, Animation Aerodynamics (the force); Taylor, The Spectrum of Turbulence (frozen gusts). */
export const wind: ForceDefinition<typeof FIELDS> = {
  id: 'wind',
  label: 'Wind',
  summary: 'Presses on the cloth triangle by triangle, with gusts if one likes.',
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
      let whole = isWhole(model, triangles);
      let cuts = model.cuts.version;

      return {
        addForce(f, state) {
          if (model.cuts.version !== cuts) {
            cuts = model.cuts.version;
            whole = isWhole(model, triangles);
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

/** The velocity of the air, wherever and whenever. */
interface Air {
  /** W̄, m/s. */
  readonly mean: Vec3;
  /** m/s. */
  readonly gust: number;
  /** Gust periods a second. */
  readonly rate: number;
  /** W̄/|W̄|², s/m: how much later a gust comes by, metre for metre. */
  readonly delay: Vec3;
  readonly gusts: Float64Array;
}

function airOf({ velocity: W, gust, gustPeriod, seed }: ValuesOf<typeof FIELDS>): Air {
  const squared = W[0] * W[0] + W[1] * W[1] + W[2] * W[2];
  const late = (part: number) => (squared > 0 ? part / squared : 0);
  return {
    mean: W,
    gust,
    rate: 1 / gustPeriod,
    delay: [late(W[0]), late(W[1]), late(W[2])],
    gusts: createGusts(seed),
  };
}

const THIRD = 1 / 3;
/** Of a triangle: c in m², and w·c in m³/s. */
const face = new Float64Array(4);
const swing = new Float64Array(3);

/** Finds what the triangle with corners at a, b and c is in the wind. */
function look({ positions: x, velocities: v, time }: State, air: Air, a: number, b: number, c: number): void {
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
    const late =
      air.delay[0] * (x[a] + x[b] + x[c]) +
      air.delay[1] * (x[a + 1] + x[b + 1] + x[c + 1]) +
      air.delay[2] * (x[a + 2] + x[b + 2] + x[c + 2]);
    gustAt(air.gusts, (time - THIRD * late) * air.rate, swing);
    wx += air.gust * swing[0];
    wy += air.gust * swing[1];
    wz += air.gust * swing[2];
  }
  face[0] = cx;
  face[1] = cy;
  face[2] = cz;
  face[3] = wx * cx + wy * cy + wz * cz;
}

/** f += the pressure of the air, N. A triangle without extent has none. */
function addPressure(f: Floats, state: State, triangles: Uint32Array, whole: Uint8Array, air: Air, drag: number): void {
  for (let t = 0; t < whole.length; t++) {
    if (whole[t] === 0) continue;
    const a = 4 * triangles[3 * t];
    const b = 4 * triangles[3 * t + 1];
    const c = 4 * triangles[3 * t + 2];
    look(state, air, a, b, c);
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
    look(state, air, 4 * triangles[3 * t], 4 * triangles[3 * t + 1], 4 * triangles[3 * t + 2]);
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
