import { CELLS } from '../../forces/external';
import type { NetFeatures } from '../../forces/features';

/**
 * The derivative of wind, as in `forces/wind.ts`: of each triangle, on each pair of its corners,
 *
 *    −h ∂f/∂v = d dᵀ,   d = (h Σ ρC_d |w·c| / 18)^½ c/|c|
 *
 * with the sum over the winds that it feels, as they share its normal.
 */
export const windDamper = ({ winds }: NetFeatures) => /* wgsl */ `
fn damper(q: u32, triangle: u32) -> vec4f {
  var strength = 0.0;
  var normal = vec3f(0.0);
  for (var k = 0u; k < ${winds}u; k++) {
    if (!feels(q, triangle, k)) { continue; }
    let c = face_of(k, q, triangle);
    normal = c.xyz;
    strength += surroundings.winds[k].strength * abs(c.w);
  }
  let squared = dot(normal, normal);
  return vec4f(select(0.0, sqrt(step.h * strength / (18.0 * squared)), squared > 0.0) * normal, 0.0);
}
`;

/** Where the dampers of a net lie among its tangents: two planes, one for each triangle of a cell. */
export function dampersOf({ winds }: NetFeatures, plane: number): string {
  return winds === 0
    ? ''
    : /* wgsl */ `${CELLS}
/** d of one of the six triangles around a particle; 0 where there is none. */
fn damper_at(row: i32, column: i32, cell: vec3u) -> vec3f {
  let top = row - i32(cell.x);
  let left = column - i32(cell.y);
  if (!inside(top, left)) { return vec3f(0.0); }
  return tangents[(${plane}u + cell.z) * solver.rows * solver.columns + u32(top) * solver.columns + u32(left)].xyz;
}
`;
}
