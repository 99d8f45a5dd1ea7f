import { bindings } from '../device-memory';
import { bendingDampingSource, bendingSource } from '../forces/bending';
import type { NetFeatures } from '../forces/external';
import type { GpuNet } from '../gpu-net';
import { FAMILIES } from '../net-source';
import { BLOCKS, blockAccess, holdsOf } from './solver/blocks';
import { LEVEL } from './solver/coarsening';
import { INTERPOLATE } from './solver/levels';
import { dampersOf } from './solver/matrix';
import {
  forEachSpring,
  partial,
  planesOf,
  type Shape,
  SLOTS,
  solverSource,
  sumOnNet,
  threadsOf,
} from './solver/solver-source';

/** What differs from iteration to iteration: the slots of rᵀz, of this one and of the one before. */
const HEAD = /* wgsl */ `${solverSource()}${FAMILIES}
struct Iteration { rz: u32, before: u32, is_first: u32 };
${bindings(0, 2, 'uniform iteration: Iteration')}
`;

/**
 * The product with A. A workgroup writes a vector of its particles and of their neighbours, two on each side, into its memory first;
 * `value_at` computes it from what lies in the device's memory, so that it is never written there.
 *
 *   (A q)_i = g_i q_i + Σ B (q_i − q_j) + Σ d (d·(q_a + q_b + q_c)) + h²D K_E q,   B p = w (w·p) + β p
 *
 * with the springs at i, the triangles abc at i that feel a wind, and the derivative K_E of bending.
 * Differences come before products, as in single precision they must.
 * @param isExact false: in the cycle, where bending stands for its damping
 */
function tile(shape: Shape, features: NetFeatures, isExact = false): string {
  const { columns, rows } = shape;
  const width = columns + 4;
  const size = width * (rows + 4);
  return /* wgsl */ `${dampersOf(features, planesOf(features).wind)}${holdsOf(features)}${features.bending ? bendingOfTile(features, width, isExact) : ''}
var<workgroup> tile: array<vec3f, ${size}>;
fn fill_tile(t: u32, group: vec3u) {
  for (var k = t; k < ${size}u; k += ${threadsOf(shape)}u) {
    let row = i32(group.y * ${rows}u + k / ${width}u) - 2;
    let column = i32(group.x * ${columns}u + k % ${width}u) - 2;
    var value = vec3f(0.0);
    if (inside(row, column)) { value = value_at(u32(row) * solver.columns + u32(column), row, column); }
    tile[k] = value;
  }
  workgroupBarrier();
}
/** Where the k-th particle of a thread is. */
fn place(t: u32, k: u32) -> i32 {
  return i32((t / ${columns}u + ${rows / 2}u * k + 2u) * ${width}u + t % ${columns}u + 2u);
}
/** A q without g q. */
fn product_at(i: u32, row: i32, column: i32, at: i32) -> vec3f {
  let n = solver.rows * solver.columns;
  let q = tile[at];
  var sum = vec3f(0.0);
  ${forEachSpring(/* wgsl */ `
      let s = tangents[family * n + owner];
      let p = q - tile[at + down * ${width} + right];
      sum += s.xyz * dot(s.xyz, p) + s.w * p;`)}
${features.winds > 0 ? windProduct(width) : ''}
${features.bending ? '  sum += bent_gradient(i, u32(at), u32(row), u32(column));' : ''}
${isExact && features.bendingDamping ? '  sum += damped(u32(at), u32(row), u32(column));' : ''}
  return sum;
}
`;
}

/** (h²D + hD′) K_E q, or h²D K_E q, and h times the damping. */
function bendingOfTile(features: NetFeatures, width: number, isExact: boolean): string {
  const { bent, damped } = planesOf(features);
  const at = (plane: number, q: string) => `tangents[${plane}u * solver.rows * solver.columns + ${q}]`;
  const places = {
    value: (place: string) => `tile[${place}]`,
    rows: 'solver.rows',
    columns: 'solver.columns',
    stride: `${width}u`,
  };
  if (!isExact || !features.bendingDamping) {
    return bendingSource('bent', { ...places, weights: (q) => `${at(bent, q)}.xyz` });
  }
  return (
    bendingSource('bent', { ...places, weights: (q) => `(${at(bent, q)}.w * ${at(bent, q)}.xyz)` }) +
    bendingDampingSource('damped', {
      ...places,
      weights: (q) => `((1.0 - ${at(bent, q)}.w) * ${at(bent, q)}.xyz)`,
      sides: (q) => `u32(${at(damped, q)}.w)`,
      position: (j) => `${at(damped, j)}.xyz`,
    })
  );
}

const windProduct = (width: number) => /* wgsl */ `
  for (var t = 0u; t < 6u; t++) {
    let d = damper_at(row, column, CELLS[t]);
    let first = at - i32(CELLS[t].x) * ${width} - i32(CELLS[t].y);
    let z = i32(CELLS[t].z);
    sum += dot(d, tile[first + z] + tile[first + ${width}] + tile[first + 1 + z * ${width}]) * d;
  }`;

/** The first guess is θ times the last Δv, as if p = Δv had been a direction from 0: p, A p, and bᵀp, pᵀA p, ‖b‖². */
export const startSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${HEAD}
${bindings(0, 3, 'read side tangents change', 'write direction product sums')}
fn value_at(j: u32, row: i32, column: i32) -> vec3f { return select(vec3f(0.0), allowed(j, change[j].xyz), side[j].w > 0.0); }
${tile(shape, features, true)}${sumOnNet(
  shape,
  'start',
  ['iteration.before', SLOTS.pAp, SLOTS.bb],
  /* wgsl */ `
  if (solve.done == 1u) { return; }
  fill_tile(t, group);`,
  /* wgsl */ `
    let b = side[i];
    let p = tile[place(t, k)];
    let Ap = select(vec3f(0.0), allowed(i, b.w * p + product_at(i, row, column, place(t, k))), b.w > 0.0);
    direction[i] = vec4f(p, b.w);
    product[i] = vec4f(Ap, 0.0);
    added += vec4f(dot(b.xyz, p), dot(p, Ap), dot(b.xyz, b.xyz), 0.0);`,
)}`;

/**
 * The step along a direction, and the first half of the cycle on the net:
 *
 *   α = rᵀz / pᵀA p;  Δv += α p;  r −= α A p;  z = ωD⁻¹r;  d = r − A z,  which the first coarse level restricts
 */
export const descendSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${HEAD}${BLOCKS}
${bindings(0, 3, 'read before tangents direction product smoothers', 'write change residual defect sums')}
${blockAccess('smoother', 'smoothers')}
var<private> alpha: f32;
fn residual_at(j: u32) -> vec4f {
  let r = before[j];
  return vec4f(r.xyz - alpha * product[j].xyz, r.w);
}
fn value_at(j: u32, row: i32, column: i32) -> vec3f {
  return times(smoother(j, solver.rows * solver.columns), residual_at(j).xyz);
}
${tile(shape, features)}${partial(shape)}${sumOnNet(
  shape,
  'descend',
  [SLOTS.rr],
  /* wgsl */ `
  if (solve.done == 1u) { return; }
  let sums_before = total(t, vec4f(partial(iteration.before, t), partial(${SLOTS.pAp}u, t), 0.0, 0.0));
  alpha = select(0.0, sums_before.x / sums_before.y, sums_before.y > 0.0);
  fill_tile(t, group);`,
  /* wgsl */ `
    let r = residual_at(i);
    let guess = select(change[i].xyz, vec3f(0.0), iteration.is_first == 1u);
    change[i] = vec4f(guess + alpha * direction[i].xyz, 0.0);
    residual[i] = r;
    let d = r.xyz - r.w * tile[place(t, k)] - product_at(i, row, column, place(t, k));
    defect[i] = vec4f(select(vec3f(0.0), allowed(i, d), r.w > 0.0), 0.0);
    added.x += dot(r.xyz, r.xyz);`,
)}`;

/** The second half of the cycle on the net: y = ωD⁻¹r + s P e;  z = y + ωD⁻¹(r − A y);  rᵀz. */
export const ascendSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${HEAD}${BLOCKS}${LEVEL}
${bindings(0, 3, 'uniform coarser: Level', 'read residual tangents smoothers correction', 'write z sums')}
${blockAccess('smoother', 'smoothers')}${INTERPOLATE}
fn value_at(j: u32, row: i32, column: i32) -> vec3f {
  let r = residual[j];
  let y = times(smoother(j, solver.rows * solver.columns), r.xyz) + interpolated(row, column);
  return select(vec3f(0.0), allowed(j, y), r.w > 0.0);
}
${tile(shape, features)}${sumOnNet(
  shape,
  'ascend',
  ['iteration.rz'],
  /* wgsl */ `
  if (solve.done == 1u) { return; }
  fill_tile(t, group);`,
  /* wgsl */ `
    let r = residual[i];
    let y = tile[place(t, k)];
    let d = r.xyz - r.w * y - product_at(i, row, column, place(t, k));
    let next = y + times(smoother(i, solver.rows * solver.columns), d);
    z[i] = vec4f(next, r.w);
    added.x += dot(next, r.xyz);`,
)}`;

/** The next direction and its product: β = rᵀz / (rᵀz)_before;  p = z + β p;  A p and pᵀA p. */
export const multiplySource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${HEAD}
${bindings(0, 3, 'read z tangents before', 'write direction product sums')}
var<private> beta: f32;
fn value_at(j: u32, row: i32, column: i32) -> vec3f { return z[j].xyz + beta * before[j].xyz; }
${tile(shape, features, true)}${partial(shape)}${sumOnNet(
  shape,
  'multiply',
  [SLOTS.pAp],
  /* wgsl */ `
  if (solve.done == 1u) { return; }
  let rz = total(t, vec4f(partial(iteration.rz, t), partial(iteration.before, t), 0.0, 0.0));
  beta = select(rz.x / rz.y, 0.0, iteration.is_first == 1u || rz.y == 0.0);
  fill_tile(t, group);`,
  /* wgsl */ `
    let g = z[i].w;
    let p = tile[place(t, k)];
    let Ap = select(vec3f(0.0), allowed(i, g * p + product_at(i, row, column, place(t, k))), g > 0.0);
    direction[i] = vec4f(p, g);
    product[i] = vec4f(Ap, 0.0);
    added.x += dot(p, Ap);`,
)}`;
