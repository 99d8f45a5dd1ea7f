/** Where the differences of a net take their numbers from, as expressions in WGSL. */
export interface Differences {
  /** The weights X, Y and Z of particle q, a vec3f. */
  weights(q: string): string;
  /** The vector at a place: positions of the net, or of a part of it that a workgroup has. */
  value(place: string): string;
  /** From a place to the one below; absent: as in the net. */
  readonly stride?: string;
  /** Columns of the net. */
  readonly columns?: string;
}

/**
 * The derivative of the energy of `kernels/curvature-rows.ts` with D = 1,
 *
 *   E = ½ Σ X |x_i − 2x_{i+1} + x_{i+2}|² + Y |x_i − 2x_{i+c} + x_{i+2c}|² + Z |x_i − x_{i+1} − x_{i+c} + x_{i+c+1}|²
 *
 * by one particle, which is in three differences along its row, three along its column and four across cells. It is linear in x.
 * @param name of the functions: name_gradient(q, place, row, column), and name_along, name_down and name_across for Xd, Yd and Zd
 */
export function bendingSource(
  name: string,
  { weights, value, columns = 'step.columns', stride = columns }: Differences,
): string {
  const difference = (kind: string, weight: string, [b, c, d]: readonly string[]) => /* wgsl */ `
fn ${name}_${kind}(q: u32, place: u32) -> vec3f {
  let weight = ${weights('q')}.${weight};
  // A difference of weight 0 may lead out of the net.
  if (weight == 0.0) { return vec3f(0.0); }
  let middle = ${value(`place + ${b}`)};
  return weight * ((${value('place')} - middle) - (${value(`place + ${c}`)} - ${value(`place + ${d}`)}));
}`;
  return /* wgsl */ `
${difference('along', 'x', ['1u', '1u', '2u'])}
${difference('down', 'y', [stride, stride, `2u * ${stride}`])}
${difference('across', 'z', ['1u', stride, `${stride} + 1u`])}
fn ${name}_gradient(q: u32, place: u32, row: u32, column: u32) -> vec3f {
  let c = ${columns};
  let s = ${stride};
  var sum = ${name}_along(q, place) + ${name}_down(q, place) + ${name}_across(q, place);
  if (column > 0u) { sum -= 2.0 * ${name}_along(q - 1u, place - 1u) + ${name}_across(q - 1u, place - 1u); }
  if (column > 1u) { sum += ${name}_along(q - 2u, place - 2u); }
  if (row > 0u) { sum -= 2.0 * ${name}_down(q - c, place - s) + ${name}_across(q - c, place - s); }
  if (row > 1u) { sum += ${name}_down(q - 2u * c, place - 2u * s); }
  if (row > 0u && column > 0u) { sum += ${name}_across(q - c - 1u, place - s - 1u); }
  return sum;
}
`;
}

/**
 * Half of the sums of absolute values over each row of that derivative, as `own` for particle i at `row` and `column`, of c columns:
 * the derivative is at most twice this diagonal.
 */
export const bendingDiagonal = (weights: (q: string) => string) => /* wgsl */ `
    var own = dot(${weights('i')}, vec3f(2.0));
    if (column > 0) { own += dot(${weights('i - 1u')}.xz, vec2f(4.0, 2.0)); }
    if (column > 1) { own += 2.0 * ${weights('i - 2u')}.x; }
    if (row > 0) { own += dot(${weights('i - c')}.yz, vec2f(4.0, 2.0)); }
    if (row > 1) { own += 2.0 * ${weights('i - 2u * c')}.y; }
    if (row > 0 && column > 0) { own += 2.0 * ${weights('i - c - 1u')}.z; }`;
