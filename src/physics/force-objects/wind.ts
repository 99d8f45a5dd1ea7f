import type { ForceObjectDefinition } from '../contracts';
import { isWhole } from '../cuts';
import type { Floats } from '../memory';
import type { State } from '../model';
import { chosenTriangles } from './chosen-triangles';
import { createGusts } from './gusts';

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
 *  ∂f/∂x, by which the normal turns, is not symmetric and is left out, as is usual. Torn triangles catch no wind, nor those
 *  with a corner that isn't chosen.
 *
 *  Gusts travel with the wind: the air at x is what was upwind a while before, W(x, t) = W̄ + gust · g(t − x·W̄/|W̄|²).
 *  Sources: Wejchert and Haumann, Animation Aerodynamics (the force); Taylor, The Spectrum of Turbulence (frozen gusts). */
export const wind: ForceObjectDefinition<typeof FIELDS> = {
  type: 'wind',
  label: 'Wind',
  summary: 'Presses on the cloth triangle by triangle, with gusts if one likes.',
  particles: 'any',
  fields: FIELDS,
  create({ model }, { velocity: W, density, dragCoefficient, gust, gustPeriod, seed }, particles) {
    const triangles = chosenTriangles(model, particles);
    const count = triangles.length / 3;
    /** ρC_d, kg/m³. */
    const drag = density * dragCoefficient;
    const gusts = createGusts(seed);
    const squared = W[0] * W[0] + W[1] * W[1] + W[2] * W[2];
    /** W̄/|W̄|², s/m: how much later a gust comes by, metre for metre. */
    const delay = W.map((part) => (squared > 0 ? part / squared : 0));
    const swing = new Float64Array(3);
    const face: Face = { x: 0, y: 0, z: 0, area: 0, along: 0 };
    /** 3 a triangle; (⅑ρC_d A |w·n̂|)^½ n̂. */
    const dampers = new Float64Array(3 * count);
    let whole = isWhole(model, triangles);
    let cuts = model.cuts.count;

    /** Finds what a triangle is in the wind. */
    function look(t: number, { positions: x, velocities: v, time }: State): void {
      const a = 4 * triangles[3 * t];
      const b = 4 * triangles[3 * t + 1];
      const c = 4 * triangles[3 * t + 2];
      measure(face, x, a, b, c);
      if (gust > 0) {
        let late = 0;
        for (let axis = 0; axis < 3; axis++) late += (delay[axis] * (x[a + axis] + x[b + axis] + x[c + axis])) / 3;
        gusts.at((time - late) / gustPeriod, swing);
      }
      const wx = W[0] + gust * swing[0] - (v[a] + v[b] + v[c]) / 3;
      const wy = W[1] + gust * swing[1] - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
      const wz = W[2] + gust * swing[2] - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
      face.along = wx * face.x + wy * face.y + wz * face.z;
    }

    return {
      addForce(f, state) {
        if (model.cuts.count !== cuts) {
          cuts = model.cuts.count;
          whole = isWhole(model, triangles);
        }
        for (let t = 0; t < count; t++) {
          if (whole[t] === 0) continue;
          look(t, state);
          const strength = (drag * face.area * face.along * Math.abs(face.along)) / 6;
          for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
            const o = 4 * triangles[corner];
            f[o] += strength * face.x;
            f[o + 1] += strength * face.y;
            f[o + 2] += strength * face.z;
          }
        }
      },
      linearize(state) {
        for (let t = 0; t < count; t++) {
          look(t, state);
          const root = Math.sqrt(whole[t] * drag * face.area * Math.abs(face.along)) / 3;
          dampers[3 * t] = root * face.x;
          dampers[3 * t + 1] = root * face.y;
          dampers[3 * t + 2] = root * face.z;
        }
      },
      addDerivative(y, p, _a, b) {
        for (let t = 0; t < count; t++) {
          let product = 0;
          for (let corner = 0; corner < 3; corner++) {
            const o = 4 * triangles[3 * t + corner];
            for (let axis = 0; axis < 3; axis++) product += dampers[3 * t + axis] * p[o + axis];
          }
          for (let corner = 0; corner < 3; corner++) {
            const o = 4 * triangles[3 * t + corner];
            for (let axis = 0; axis < 3; axis++) y[o + axis] -= b * product * dampers[3 * t + axis];
          }
        }
      },
      addDiagonal(blocks, _a, b) {
        for (let corner = 0; corner < 3 * count; corner++) {
          const o = 9 * triangles[corner];
          const d = 3 * Math.floor(corner / 3);
          for (let row = 0; row < 3; row++) {
            for (let column = 0; column < 3; column++) {
              blocks[o + 3 * row + column] -= b * dampers[d + row] * dampers[d + column];
            }
          }
        }
      },
    };
  },
};

/** A triangle in the wind. */
interface Face {
  /** n̂. */
  x: number;
  y: number;
  z: number;
  /** m². */
  area: number;
  /** w·n̂, m/s. */
  along: number;
}

/** Normal and area of the triangle whose corners stand at a, b and c in x; both 0 where it has no extent. */
function measure(face: Face, x: Floats, a: number, b: number, c: number): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const inverse = length > 0 ? 1 / length : 0;
  face.x = nx * inverse;
  face.y = ny * inverse;
  face.z = nz * inverse;
  face.area = 0.5 * length;
}
