import { bindings } from '../../device-memory';
import { bendingSource } from '../../forces/bending';
import type { GpuNet } from '../../gpu-net';
import { BLOCKS, blockAccess } from './blocks';
import { bentBlocks, EDGES, LEVEL, NODE, pairsOf, TAIL_LEVELS } from './coarsening';
import { RESTRICT, restriction } from './levels';
import { partial, type Shape, SLOTS, solverSource, threadsOf } from './solver-source';

/** What the workgroup does with a level, one after the other: the operations of `MultigridLevel`. */
export const OPERATIONS = ['preSmooth', 'residual', 'restrict', 'prolong', 'postSmooth'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Whether the solve ends: ‖r‖² ≤ tolerance² · ‖b‖². @param memory of the workgroup, two numbers a thread @param counts an iteration follows */
const check = (shape: Shape, memory: string, counts: boolean) => /* wgsl */ `${partial(shape)}
var<workgroup> is_done: u32;
fn check(t: u32) {
  ${memory}[t] = partial(${SLOTS.rr}u, t);
  ${memory}[t + ${threadsOf(shape)}u] = partial(${SLOTS.bb}u, t);
  workgroupBarrier();
  for (var s = ${threadsOf(shape) / 2}u; s > 0u; s >>= 1u) {
    if (t < s) {
      ${memory}[t] += ${memory}[t + s];
      ${memory}[t + ${threadsOf(shape)}u] += ${memory}[t + ${threadsOf(shape)}u + s];
    }
    workgroupBarrier();
  }
  if (t == 0u) {
    if (solve.done == 0u) {
      solve.rr = ${memory}[0];
      solve.bb = ${memory}[${threadsOf(shape)}];
      if (solve.rr <= solver.tolerance * solve.bb) { solve.done = 1u; }${counts ? ' else { solve.iterations += 1u; }' : ''}
    }
    is_done = solve.done;
  }
}
`;

/** For all nodes of a level: k, and its place among all. */
const forEachNode = (shape: Shape, text: string, level = 'here') =>
  `for (var k = t; k < ${level}.rows * ${level}.columns; k += ${threadsOf(shape)}u) {
          let i = ${level}.first + k;
          ${text}
        }`;

/** Vectors of all levels in the memory of the workgroup, x, y and z in planes. */
const vectors = ({ tail }: Shape) =>
  ['solution', 'side', 'defect']
    .map(
      (name) => /* wgsl */ `
var<workgroup> ${name}: array<f32, ${3 * tail}>;
fn ${name}_at(i: u32) -> vec3f { return vec3f(${name}[i], ${name}[i + ${tail}u], ${name}[i + ${2 * tail}u]); }
fn set_${name}(i: u32, v: vec3f) {
  ${name}[i] = v.x;
  ${name}[i + ${tail}u] = v.y;
  ${name}[i + ${2 * tail}u] = v.z;
}
`,
    )
    .join('');

/** Bending of the level at hand. */
const bentTail = (pairs: number) => /* wgsl */ `${bentBlocks()}
var<private> bent_level: TailLevel;
fn bent_weights(k: u32) -> vec3f { return blocks_bent(${pairs}u * bent_level.first + k, bent_level.rows * bent_level.columns); }
${bendingSource('bent', {
  weights: (q) => `bent_weights(${q})`,
  value: (place) => `solution_at(${place})`,
  columns: 'bent_level.columns',
})}
`;
const BEND = /* wgsl */ `
  bent_level = here;
  d -= bent_gradient(k, i, u32(row), u32(column));`;

/** The cycle on all of the coarsest levels in one workgroup, as a list of operations; before that, whether the solve has converged. */
export const tailSource = (
  shape: Shape,
  { features }: GpuNet,
) => /* wgsl */ `${solverSource(0, true)}${BLOCKS}${LEVEL}${EDGES}${TAIL_LEVELS}
${bindings(0, 2, 'uniform level: Level', 'uniform tail: Tail', 'read blocks finer', 'write correction', 'read sums')}
${blockAccess('block', 'blocks')}${RESTRICT}${vectors(shape)}${check(shape, 'defect', true)}
fn block_of(here: TailLevel, which: u32, k: u32) -> Block {
  let n = here.rows * here.columns;
  return block(${pairsOf(features)}u * here.first + 3u * which * n + k, n);
}
fn smoothed(here: TailLevel, k: u32, b: vec3f) -> vec3f { return times(block_of(here, ${NODE.smoother}u, k), b); }
${features.bending ? bentTail(pairsOf(features)) : ''}
fn defect_of(here: TailLevel, k: u32) -> vec3f {
  let row = i32(k / here.columns);
  let column = i32(k % here.columns);
  let i = here.first + k;
  let x = solution_at(i);
  var d = side_at(i) - times(block_of(here, ${NODE.own}u, k), x);
  for (var edge = 0u; edge < 4u; edge++) {
    for (var sign = 1; sign >= -1; sign -= 2) {
      let down = sign * EDGE_DOWN[edge];
      let right = sign * EDGE_RIGHT[edge];
      if (row + down < 0 || row + down >= i32(here.rows)) { continue; }
      if (column + right < 0 || column + right >= i32(here.columns)) { continue; }
      let ahead = down * i32(here.columns) + right;
      let B = block_of(here, edge, u32(i32(k) + select(ahead, 0, sign == 1)));
      d -= times(B, x - solution_at(u32(i32(i) + ahead)));
    }
  }
${features.bending ? BEND : ''}
  return d;
}
fn restricted_within(here: TailLevel, J: i32, I: i32) -> vec3f {
  ${restriction((at) => `defect_at(here.first + ${at})`, 'here.rows', 'here.columns')}
  return sum;
}
fn interpolated(coarser: TailLevel, row: u32, column: u32) -> vec3f {
  let a = coarser.first + (row >> 1u) * coarser.columns + (column >> 1u);
  let right = column & 1u;
  let below = (row & 1u) * coarser.columns;
  return 0.25 * (solution_at(a) + solution_at(a + right) + (solution_at(a + below) + solution_at(a + below + right)));
}
@compute @workgroup_size(${threadsOf(shape)})
fn tail_cycle(@builtin(local_invocation_index) t: u32) {
  // Only once an iteration.
  if (level.visit == 0u) { check(t); } else if (t == 0u) { is_done = solve.done; }
  if (workgroupUniformLoad(&is_done) == 1u) { return; }
  let top = tail.levels[0];
  ${forEachNode(shape, 'set_side(i, restricted(i32(k / top.columns), i32(k % top.columns)));', 'top')}
  workgroupBarrier();
  for (var o = 0u; o < tail.counts.y; o++) {
    let operation = tail.operations[o].x;
    let l = tail.operations[o].y;
    let here = tail.levels[l];
    let coarser = tail.levels[min(l + 1u, tail.counts.x - 1u)];
    switch operation {
      case ${OPERATIONS.indexOf('restrict')}u: {
        ${forEachNode(shape, 'set_side(i, restricted_within(here, i32(k / coarser.columns), i32(k % coarser.columns)));', 'coarser')}
      }
      case ${OPERATIONS.indexOf('prolong')}u: {
        ${forEachNode(shape, 'set_solution(i, solution_at(i) + here.s * interpolated(coarser, k / here.columns, k % here.columns));')}
      }
      default: {
        if (operation == ${OPERATIONS.indexOf('preSmooth')}u) {
          ${forEachNode(shape, 'set_solution(i, smoothed(here, k, side_at(i)));')}
          workgroupBarrier();
        }
        ${forEachNode(shape, 'set_defect(i, defect_of(here, k));')}
        if (operation == ${OPERATIONS.indexOf('postSmooth')}u) {
          workgroupBarrier();
          ${forEachNode(shape, 'set_solution(i, solution_at(i) + smoothed(here, k, defect_at(i)));')}
        }
      }
    }
    workgroupBarrier();
  }
  ${forEachNode(shape, 'correction[i] = vec4f(solution_at(i), 0.0);', 'top')}
}
`;

/** The same look at the residual where no cycle follows. */
export const checkSource = (shape: Shape) => /* wgsl */ `${solverSource(0, true)}
${bindings(0, 2, 'read sums')}
var<workgroup> memory: array<f32, ${2 * threadsOf(shape)}>;
${check(shape, 'memory', false)}
@compute @workgroup_size(${threadsOf(shape)})
fn look(@builtin(local_invocation_index) t: u32) { check(t); }
`;
