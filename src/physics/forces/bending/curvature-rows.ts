/** Collects rows of curvature. */
import type { CurvatureRows } from '../../kernels/curvature-rows';
import { dot } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { between, cross } from '../../model/vectors';

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
