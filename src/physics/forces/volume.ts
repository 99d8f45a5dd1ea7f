import type { Floats } from '../model/arena';
import { selectedTriangles } from '../model/surface-mesh';
import type { ForceDefinition } from '../world/force';

const FIELDS = {
  restVolume: {
    label: 'rest volume',
    unit: 'm³',
    default: 0.01,
    required: true,
    accepts: 'positive',
    range: [1e-4, 1],
    help: 'Volume at which it neither pushes nor pulls.',
  },
  bulk: {
    label: 'bulk modulus',
    unit: 'Pa',
    default: 1000,
    required: true,
    accepts: 'non-negative',
    range: [1, 1e5],
    help: 'Pressure when the volume differs from its rest value by 100 %; a larger value makes it harder to compress.',
  },
} as const;

/**
 * A volume spring inside a closed surface: pressure p = −κ(V − V₀)/V₀ on all of it, with the energy E = ½κ(V − V₀)²/V₀.
 *
 *   V = Σ over triangles of x_a·(x_b × x_c)/6,   ∂V/∂x_a = (x_b × x_c)/6 and cyclically
 *   f = p ∂V/∂x,   ∂f/∂x = −(κ/V₀) (∂V/∂x)(∂V/∂x)ᵀ + p ∂²V/∂x²
 *
 * The second term is indefinite; the clamp drops it. Triangles count if all their corners are selected; they must form a closed
 * surface, counter-clockwise as seen from outside.
 * Source: Teschner, Heidelberger, Müller, Gross, A Versatile and Robust Model for Geometrically Complex Deformable Solids.
 */
export const volume: ForceDefinition<typeof FIELDS> = {
  id: 'volume',
  label: 'Volume spring',
  summary: 'Keeps the volume inside a closed surface, by a pressure on all of it.',
  isRelative: true,
  account: 'elastic',
  listed: {
    particles: 'any',
    fields: FIELDS,
    create(world, { restVolume, bulk }, particles) {
      const triangles = selectedTriangles(world.model, particles);
      const size = 4 * world.model.particleCount;
      const gradient = new Float64Array(size);
      const at = new Float64Array(size);
      let pressure = 0;

      const pressureAt = (x: Floats) => (-bulk * (volumeOf(triangles, x) - restVolume)) / restVolume;

      return {
        addForce(f, { positions }) {
          addVolumeGradient(triangles, positions, f, pressureAt(positions));
        },
        linearize({ positions }, clamp) {
          at.set(positions);
          gradient.fill(0);
          addVolumeGradient(triangles, at, gradient, 1);
          pressure = clamp ? 0 : pressureAt(at);
        },
        addDerivative(y, p, a) {
          let along = 0;
          for (let i = 0; i < size; i++) along += gradient[i] * p[i];
          const w = (-a * bulk * along) / restVolume;
          for (let i = 0; i < size; i++) y[i] += w * gradient[i];
          if (pressure !== 0) addCurvature(triangles, at, p, y, a * pressure);
        },
        // The second term has no diagonal blocks: ∂²V/∂x_a² = 0.
        addDiagonal(blocks, a) {
          const w = (-a * bulk) / restVolume;
          for (let i = 0; i < world.model.particleCount; i++) {
            for (let row = 0; row < 3; row++) {
              const g = w * gradient[4 * i + row];
              for (let column = 0; column < 3; column++)
                blocks[9 * i + 3 * row + column] += g * gradient[4 * i + column];
            }
          }
        },
        addBounds: () => false,
        energy({ positions }) {
          const excess = volumeOf(triangles, positions) - restVolume;
          return (0.5 * bulk * excess * excess) / restVolume;
        },
      };
    },
  },
};

/** Σ x_a·(x_b × x_c)/6, m³. */
function volumeOf(triangles: Uint32Array, x: Floats): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 4 * triangles[t];
    const b = 4 * triangles[t + 1];
    const c = 4 * triangles[t + 2];
    sum +=
      x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]) +
      x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]) +
      x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return sum / 6;
}

/** y += w ∂V/∂x: for each corner a sixth of the cross product of the other two. */
function addVolumeGradient(triangles: Uint32Array, x: Floats, y: Floats, w: number): void {
  for (let t = 0; t < triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const a = 4 * triangles[t + corner];
      const b = 4 * triangles[t + ((corner + 1) % 3)];
      const c = 4 * triangles[t + ((corner + 2) % 3)];
      addCross(y, a, x, b, x, c, w / 6);
    }
  }
}

/** y += w (∂²V/∂x²) p: the derivative of those cross products, p_b × x_c + x_b × p_c. */
function addCurvature(triangles: Uint32Array, x: Floats, p: Floats, y: Floats, w: number): void {
  for (let t = 0; t < triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const a = 4 * triangles[t + corner];
      const b = 4 * triangles[t + ((corner + 1) % 3)];
      const c = 4 * triangles[t + ((corner + 2) % 3)];
      addCross(y, a, p, b, x, c, w / 6);
      addCross(y, a, x, b, p, c, w / 6);
    }
  }
}

/** y_o += w (u_b × v_c). */
function addCross(y: Floats, o: number, u: Floats, b: number, v: Floats, c: number, w: number): void {
  y[o] += w * (u[b + 1] * v[c + 2] - u[b + 2] * v[c + 1]);
  y[o + 1] += w * (u[b + 2] * v[c] - u[b] * v[c + 2]);
  y[o + 2] += w * (u[b] * v[c + 1] - u[b + 1] * v[c]);
}
