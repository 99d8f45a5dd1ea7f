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

/** Where the damping of a net's bending takes its numbers from, as expressions in WGSL. Its value is the vector that is multiplied. */
interface DampedDifferences extends Differences {
  /** The word of sides of particle q: bit 0 for its first difference, bit 1 for the second. */
  sides(q: string): string;
  /** Positions in the net. */
  position(j: string): string;
  /** Rows of the net. */
  readonly rows?: string;
}

/**
 * The parts of one particle in the differences of a net (0 along rows, 1 along columns, 2 across cells): how many rows below and columns
 * right of it the difference begins; the side on which that difference must have its third direction, −1 if it does not matter; and how
 * much of N, u and v is its part of β.
 */
const PARTS: readonly [
  kind: number,
  down: number,
  right: number,
  side: number,
  ofN: number,
  ofU: number,
  ofV: number,
][] = [
  [0, 0, 0, -1, 1, -1, 0],
  [0, 0, -1, -1, -2, 0, -1],
  [0, 0, -2, -1, 1, 1, 0],
  [0, -1, -1, 0, 0, 0, 1],
  [0, 1, -1, 1, 0, 0, 1],
  [1, 0, 0, -1, 1, -1, 0],
  [1, -1, 0, -1, -2, 0, -1],
  [1, -2, 0, -1, 1, 1, 0],
  [1, -1, -1, 0, 0, 0, 1],
  [1, -1, 1, 1, 0, 0, 1],
  [2, 0, 0, -1, 1, -1, 0],
  [2, 0, -1, -1, -1, 0, -1],
  [2, -1, 0, -1, -1, 0, 1],
  [2, -1, -1, -1, 1, 1, 0],
];

/**
 * The damping of bending, as in `kernels/javascript/bending-loops.ts`, for one particle and without its factor:
 *
 *    Σ weight β_i (β·p),   β·p = N·δp + u·δe + v·δg,   N = e × g,  u = g × δ,  v = δ × e
 *
 * with the difference δ = x_a − x_b − x_c + x_d, e = x_d − x_a and g = x_h − x_b of each difference that it is in, β = ∂(δ·N)/∂x.
 * @param name of the function: name(place, row, column)
 */
export function bendingDampingSource(
  name: string,
  {
    weights,
    sides,
    position,
    value,
    rows = 'step.rows',
    columns = 'step.columns',
    stride = columns,
  }: DampedDifferences,
): string {
  const list = (type: string, entries: readonly (readonly number[])[]) =>
    `array<${type}, ${entries.length}>(${entries.map((entry) => `${type}(${entry.join(', ')})`).join(', ')})`;
  return /* wgsl */ `
const ${name}_at = ${list(
    'vec4i',
    PARTS.map(([kind, down, right, side]) => [kind, down, right, side]),
  )};
const ${name}_of = ${list(
    'vec3f',
    PARTS.map(([, , , , ofN, ofU, ofV]) => [ofN, ofU, ofV]),
  )};
fn ${name}_position(q: i32, to: vec2i) -> vec3f {
  let j = u32(q + to.x * i32(${columns}) + to.y);
  return ${position('j')};
}
fn ${name}_value(at: i32, to: vec2i) -> vec3f {
  let place = u32(at + to.x * i32(${stride}) + to.y);
  return ${value('place')};
}
fn ${name}(place: u32, row: u32, column: u32) -> vec3f {
  var sum = vec3f(0.0);
  for (var k = 0u; k < ${PARTS.length}u; k++) {
    let part = ${name}_at[k];
    let begin = vec2i(i32(row), i32(column)) + part.yz;
    if (any(begin < vec2i(0)) || begin.x >= i32(${rows}) || begin.y >= i32(${columns})) { continue; }
    let q = begin.x * i32(${columns}) + begin.y;
    let weight = ${weights('u32(q)')}[part.x];
    let side = i32((${sides('u32(q)')} >> u32(part.x)) & 1u);
    // A difference of weight 0 may lead out of the net.
    if (weight == 0.0 || (part.w >= 0 && part.w != side)) { continue; }
    let at = i32(place) + part.y * i32(${stride}) + part.z;
    let b = select(vec2i(0, 1), vec2i(1, 0), part.x == 1);
    let c = select(vec2i(1, 0), vec2i(0, 1), part.x == 0);
    let d = b + c;
    let third = select(vec2i(0, 1), vec2i(1, 0), part.x == 0) * (1 - 2 * side);
    let h = select(b + third, c, part.x == 2);
    let a = vec2i(0);
    let e = ${name}_position(q, d) - ${name}_position(q, a);
    let g = ${name}_position(q, h) - ${name}_position(q, b);
    let bent = (${name}_position(q, a) - ${name}_position(q, b)) - (${name}_position(q, c) - ${name}_position(q, d));
    let N = cross(e, g);
    let u = cross(g, bent);
    let v = cross(bent, e);
    let change = (${name}_value(at, a) - ${name}_value(at, b)) - (${name}_value(at, c) - ${name}_value(at, d));
    let rate = dot(N, change) + dot(u, ${name}_value(at, d) - ${name}_value(at, a))
      + dot(v, ${name}_value(at, h) - ${name}_value(at, b));
    let own = ${name}_of[k];
    sum += weight * rate * (own.x * N + own.y * u + own.z * v);
  }
  return sum;
}
`;
}
