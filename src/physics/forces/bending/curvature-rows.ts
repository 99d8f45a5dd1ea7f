/** The curvature of a surface as a fixed linear function of the positions, row by row. */
import type { Vec3 } from '../../model/model';

/**
 * Rows of curvature, each of a small part of the surface with area A and in one direction:
 *
 *   κ = Σ_i w_i x_i,   ½D|κ − κ₀ c|² its energy,   c = (x_b − x_a) × (x_d − x_c)/A_c
 *
 * w holds √A, so that κ is a second derivative of the position, in 1/m, times √A. c is normal to the surface, with length 1 at
 * rest, and κ₀ the value of κ·c at rest, 0 in a flat surface. As Σ w_i = 0, neither κ nor the energy depends on where the
 * surface is and how it is turned.
 */
export interface CurvatureRows {
  readonly count: number;
  /** Three if every three rows that follow each other have the same particles and the same c, otherwise one. */
  readonly together: 1 | 3;
  /** count + 1; where the entries of each row begin. */
  readonly starts: Uint32Array;
  /** 4i of each entry's particle i. */
  readonly places: Uint32Array;
  /** w of each entry, 1/m. */
  readonly weights: Float64Array;
  /** 4 a row; 4i of the particles a, b, c and d. */
  readonly corners: Uint32Array;
  /** 1/A_c, 1/m². */
  readonly perArea: Float64Array;
  /** κ₀. */
  readonly rest: Float64Array;
  /** True if a κ₀ is not 0. */
  readonly isCurved: boolean;
}

/** √A κ at rest below which a surface counts as flat: rounding. */
const FLAT = 1e-7;

/** Collects rows. @param at 3n; positions at rest, m */
export function collectRows(at: Float64Array, together: CurvatureRows['together']) {
  const starts = [0];
  const places: number[] = [];
  const weights: number[] = [];
  const corners: number[] = [];
  const perArea: number[] = [];
  const rest: number[] = [];

  return {
    /** Adds a row. @param frame the particles a, b, c and d */
    add(particles: readonly number[], w: readonly number[], frame: readonly number[]): void {
      const kappa: Vec3 = [0, 0, 0];
      particles.forEach((i, k) => {
        places.push(4 * i);
        weights.push(w[k]);
        for (let axis = 0; axis < 3; axis++) kappa[axis] += w[k] * at[3 * i + axis];
      });
      starts.push(places.length);
      const [a, b, c, d] = frame;
      const normal = cross(between(at, a, b), between(at, c, d));
      const area = Math.sqrt(dot(normal, normal));
      corners.push(4 * a, 4 * b, 4 * c, 4 * d);
      perArea.push(1 / area);
      const along = dot(kappa, normal) / area;
      rest.push(Math.abs(along) < FLAT ? 0 : along);
    },
    rows: (): CurvatureRows => ({
      count: rest.length,
      together,
      starts: Uint32Array.from(starts),
      places: Uint32Array.from(places),
      weights: Float64Array.from(weights),
      corners: Uint32Array.from(corners),
      perArea: Float64Array.from(perArea),
      rest: Float64Array.from(rest),
      isCurved: rest.some((value) => value !== 0),
    }),
  };
}

/** x_b − x_a. @param at stride 3 */
export function between(at: Float64Array, a: number, b: number): Vec3 {
  return [at[3 * b] - at[3 * a], at[3 * b + 1] - at[3 * a + 1], at[3 * b + 2] - at[3 * a + 2]];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
