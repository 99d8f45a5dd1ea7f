import { BENDING_SCALE } from '../../../kernels/javascript/multigrid/bending';
import { bindings } from '../../device-memory';
import { bendingDiagonal } from '../../forces/bending';
import type { NetFeatures } from '../../forces/external';
import type { GpuNet } from '../../gpu-net';
import { FAMILIES } from '../../net-source';
import { BLOCKS, blockAccess } from './blocks';
import { dampersOf, OMEGA } from './matrix';
import { forEachSpring, planesOf, type Shape, solverSource, threadsOf } from './solver-source';

/** Blocks of a coarse node: of its four edges, its own G, and its smoother ω D⁻¹. */
export const NODE = { own: 4, smoother: 5, count: 6 } as const;
/** Of the weights of bending: (X, Y) and (Z, 0). */
const BENT = 3 * NODE.count;
/** Pairs of a coarse node. */
export const pairsOf = ({ bending }: NetFeatures) => BENT + (bending ? 2 : 0);

/** Weights of bending of the node whose first pair is there. */
export const bentBlocks = (array = 'blocks') => /* wgsl */ `
fn ${array}_bent(at: u32, plane: u32) -> vec3f {
  return vec3f(${array}[at + ${BENT}u * plane], ${array}[at + ${BENT + 1}u * plane].x);
}
`;

/** Bytes of `Level`. */
export const LEVEL_BYTES = 32;
/** A level, and the next finer one. */
export const LEVEL = /* wgsl */ `
struct Level {
  rows: u32,
  columns: u32,
  fine_rows: u32,
  fine_columns: u32,
  s: f32,      // factor of the corrections that it gives
  visit: u32,  // of this iteration, from 0
};
`;

/** Steps down and right along the four edges of a coarse node. */
export const EDGES = /* wgsl */ `
const EDGE_DOWN = array<i32, 4>(0, 1, 1, 1);
const EDGE_RIGHT = array<i32, 4>(1, 0, 1, -1);
`;

/**
 * Coarse node (J, I) lies on fine node (2J, 2I); between them interpolation is bilinear. A coarse edge spans two fine ones, each
 * with half its stretch and a quarter of its energy; those between two coarse rows are shared by both:
 *
 *   X_c(J, I) = ¼ Σ_{j = 2J−1 … 2J+1} s_j [X(j, 2I) + X(j, 2I+1)],  s = ½, 1, ½,  down likewise;
 *   each diagonal ¼ of the sum of the four in its cell;  G_c = Pᵀ G P lumped
 *
 * The text around it has fine_edge(edge, row, column) and fine_node(row, column), which are 0 outside.
 */
const coarsen = (bends: boolean, isFirst = false) => /* wgsl */ `
fn coarse_edge(edge: u32, J: i32, I: i32) -> Block {
  // The cell of an edge to below left begins one coarse column before its node.
  let top = select(0, -1, edge == 0u);
  let left = select(0, -1, edge == 1u || edge == 3u);
  let rows = select(2, 3, edge == 0u);
  let columns = select(2, 3, edge == 1u);
  var B = no_block();
  for (var k = 0; k < rows * columns; k++) {
    let dj = top + k / columns;
    let di = left + k % columns;
    let is_shared = (edge == 0u && dj != 0) || (edge == 1u && di != 0);
    B = plus(B, select(0.25, 0.125, is_shared), fine_edge(edge, 2 * J + dj, 2 * I + di));
  }
  return B;
}
fn coarse_node(J: i32, I: i32) -> Block {
  var B = no_block();
  for (var dj = -1; dj <= 1; dj++) {
    for (var di = -1; di <= 1; di++) {
      B = plus(B, select(0.5, 1.0, dj == 0) * select(0.5, 1.0, di == 0), fine_node(2 * J + dj, 2 * I + di));
    }
  }
  return B;
}
${bends ? coarseBending(isFirst ? BENDING_SCALE.ofFirst : BENDING_SCALE.ofOthers) : ''}
/** @param i its first pair */
fn coarsen_node(J: i32, I: i32, rows: u32, columns: u32, plane: u32, i: u32) {
${bends ? '  set_bending(J, I, rows, columns, plane, i);' : ''}
  for (var edge = 0u; edge < 4u; edge++) { set_block(i + 3u * edge * plane, plane, coarse_edge(edge, J, I)); }
  set_block(i + ${3 * NODE.own}u * plane, plane, coarse_node(J, I));
}
`;

const INVERT_BENDING = /* wgsl */ `
  let row = J;
  let column = I;
  let c = u32(columns);
  ${bendingDiagonal((q) => `blocks_bent(${q}, plane)`)}
  D = plus(D, 1.0, diagonal_block(own));`;

/** The smoother of a node, ω (G + Σ B)⁻¹ with the edges that begin and that end in it. */
const invert = (bends: boolean) => /* wgsl */ `${bends ? bentBlocks() : ''}
fn invert_node(J: i32, I: i32, columns: i32, plane: u32, i: u32) {
  var D = block(i + ${3 * NODE.own}u * plane, plane);
  for (var edge = 0u; edge < 4u; edge++) {
    let down = EDGE_DOWN[edge];
    let right = EDGE_RIGHT[edge];
    D = plus(D, 1.0, block(i + 3u * edge * plane, plane));
    if (J < down || I < right || I - right >= columns) { continue; }
    D = plus(D, 1.0, block(u32(i32(i) - down * columns - right) + 3u * edge * plane, plane));
  }
${bends ? INVERT_BENDING : ''}
  set_block(i + ${3 * NODE.smoother}u * plane, plane, weighted_inverse(D, ${OMEGA}));
}
`;

/** A kernel on a coarse level, one thread a node, that writes its blocks. */
const onLevel = ({ side }: Shape, name: string, text: string) => /* wgsl */ `
@compute @workgroup_size(${side}, ${side})
fn ${name}(@builtin(global_invocation_id) id: vec3u) {
  if (solve.halted == 1u || id.x >= level.columns || id.y >= level.rows) { return; }
  let plane = level.rows * level.columns;
  let i = id.y * level.columns + id.x;
  ${text}
}
`;

/** Where the three corners of a triangle move alike, d (d·(q_a + q_b + q_c)) = 3 d dᵀ q. */
const LUMPED_WIND = /* wgsl */ `
  for (var t = 0u; t < 6u; t++) { G = plus(G, 3.0, spring_block(vec4f(damper_at(row, column, CELLS[t]), 0.0))); }`;

/** From `kernels/javascript/multigrid/bending.ts`: each difference spans two fine ones, and has the energy of those around it. */
const coarseBending = (scale: number) => /* wgsl */ `
const BETWEEN = vec4f(0.0, 0.5, 1.0, 0.5);
const ABOUT = vec4f(0.5, 1.0, 0.5, 0.0);
const EDGE = vec4f(0.0, 1.0, 1.0, 0.0);
fn set_bending(J: i32, I: i32, rows: u32, columns: u32, plane: u32, i: u32) {
  var sum = vec3f(0.0);
  for (var k = 0; k < 16; k++) {
    let down = k / 4;
    let right = k % 4;
    let shares = vec3f(ABOUT[down] * BETWEEN[right], BETWEEN[down] * ABOUT[right], EDGE[down] * EDGE[right]);
    sum += shares * fine_bending(2 * J + down - 1, 2 * I + right - 1);
  }
  // Differences that would lead out of the net have none.
  let fits = vec3<bool>(u32(I) + 2u < columns, u32(J) + 2u < rows, true);
  sum = select(vec3f(0.0), ${scale / 16} * sum, fits);
  blocks[i + ${BENT}u * plane] = sum.xy;
  blocks[i + ${BENT + 1}u * plane] = vec2f(sum.z, 0.0);
}
`;

/** The first coarse level, from the springs. A fixed end has no stretch: B then belongs to the node of the free end alone. */
export const coarsenNetSource = (
  shape: Shape,
  { features }: GpuNet,
) => /* wgsl */ `${solverSource()}${FAMILIES}${BLOCKS}${LEVEL}
${bindings(0, 2, 'uniform level: Level', 'read side tangents', 'write blocks')}
${blockAccess('block', 'blocks', true)}${dampersOf(features, planesOf(features).wind)}
fn is_free(row: i32, column: i32) -> bool {
  return inside(row, column) && side[u32(row) * solver.columns + u32(column)].w > 0.0;
}
fn spring(family: u32, row: i32, column: i32) -> Block {
  if (!is_free(row, column) || !is_free(row + DOWN[family], column + RIGHT[family])) { return no_block(); }
  return spring_block(tangents[family * solver.rows * solver.columns + u32(row) * solver.columns + u32(column)]);
}
/** A spring over two edges, |u + v|² ≤ 2|u|² + 2|v|², adds 2B to both. */
fn fine_edge(edge: u32, row: i32, column: i32) -> Block {
  var B = no_block();
  for (var k = 0; k < select(1, 3, edge < 2u); k++) {
    let back = select(0, 1, k == 2);
    let family = select(edge + 4u, edge, k == 0);
    B = plus(B, select(2.0, 1.0, k == 0), spring(family, row - back * i32(edge), column - back * (1 - i32(edge))));
  }
  return B;
}
fn fine_node(row: i32, column: i32) -> Block {
  if (!is_free(row, column)) { return no_block(); }
  let i = u32(row) * solver.columns + u32(column);
  let n = solver.rows * solver.columns;
  var G = diagonal_block(side[i].w);
  ${forEachSpring('if (side[j].w == 0.0) { G = plus(G, 1.0, spring_block(tangents[family * n + owner])); }')}
${features.winds > 0 ? LUMPED_WIND : ''}
  return G;
}
${features.bending ? netBending(planesOf(features).bent) : ''}
${coarsen(features.bending, true)}${onLevel(shape, 'coarsen', 'coarsen_node(i32(id.y), i32(id.x), level.rows, level.columns, plane, i);')}
`;

/** A coarse level from a coarse level. */
export const coarsenLevelSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${solverSource()}${BLOCKS}${LEVEL}
${bindings(0, 2, 'uniform level: Level', 'read fine', 'write blocks')}
${blockAccess('block', 'blocks', true)}${blockAccess('fine_block', 'fine')}
fn fine_edge(which: u32, row: i32, column: i32) -> Block {
  if (row < 0 || column < 0 || row >= i32(level.fine_rows) || column >= i32(level.fine_columns)) { return no_block(); }
  let plane = level.fine_rows * level.fine_columns;
  return fine_block(3u * which * plane + u32(row) * level.fine_columns + u32(column), plane);
}
fn fine_node(row: i32, column: i32) -> Block { return fine_edge(${NODE.own}u, row, column); }
${features.bending ? FINE_BENDING : ''}
${coarsen(features.bending)}${onLevel(shape, 'coarsen', 'coarsen_node(i32(id.y), i32(id.x), level.rows, level.columns, plane, i);')}
`;

/** The smoothers of a coarse level. */
export const invertLevelSource = (
  shape: Shape,
  { features }: GpuNet,
) => /* wgsl */ `${solverSource()}${BLOCKS}${LEVEL}${EDGES}
${bindings(0, 2, 'uniform level: Level', 'write blocks')}
${blockAccess('block', 'blocks', true)}
${invert(features.bending)}${onLevel(shape, 'invert', 'invert_node(i32(id.y), i32(id.x), i32(level.columns), plane, i);')}
`;

/** Coarse levels at most that one workgroup computes, and operations on them in a cycle. */
export const MAX_TAIL_LEVELS = 8;
export const MAX_OPERATIONS = 256;
/** Bytes of `Tail`. */
export const TAIL_BYTES = 16 * (MAX_TAIL_LEVELS + 1 + MAX_OPERATIONS);
/** The coarsest levels, which one workgroup computes; their blocks lie in one array. */
export const TAIL_LEVELS = /* wgsl */ `
struct TailLevel {
  rows: u32,
  columns: u32,
  first: u32,  // nodes of the levels before it
  s: f32,      // factor of the corrections that it takes
};
struct Tail {
  levels: array<TailLevel, ${MAX_TAIL_LEVELS}>,
  counts: vec4u,                             // of levels, and of operations
  operations: array<vec4u, ${MAX_OPERATIONS}>,  // which, and of which level
};
`;

const netBending = (plane: number) => /* wgsl */ `
fn fine_bending(row: i32, column: i32) -> vec3f {
  if (!inside(row, column)) { return vec3f(0.0); }
  return tangents[${plane}u * solver.rows * solver.columns + u32(row) * solver.columns + u32(column)].xyz;
}
`;
const FINE_BENDING = /* wgsl */ `${bentBlocks('fine')}
fn fine_bending(row: i32, column: i32) -> vec3f {
  if (row < 0 || column < 0 || row >= i32(level.fine_rows) || column >= i32(level.fine_columns)) { return vec3f(0.0); }
  return fine_bent(u32(row) * level.fine_columns + u32(column), level.fine_rows * level.fine_columns);
}
`;
const TAIL_BENDING = (pairs: number) => /* wgsl */ `
fn fine_bending(row: i32, column: i32) -> vec3f {
  let fine = tail.levels[fine_level];
  if (row < 0 || column < 0 || row >= i32(fine.rows) || column >= i32(fine.columns)) { return vec3f(0.0); }
  return blocks_bent(${pairs}u * fine.first + u32(row) * fine.columns + u32(column), fine.rows * fine.columns);
}
`;

/** The blocks of those but the first, and the smoothers of all. */
export const coarsenTailSource = (
  shape: Shape,
  { features }: GpuNet,
) => /* wgsl */ `${solverSource()}${BLOCKS}${EDGES}${TAIL_LEVELS}
${bindings(0, 2, 'uniform tail: Tail', 'write blocks')}
${blockAccess('block', 'blocks', true)}
var<private> fine_level: u32;
fn fine_edge(which: u32, row: i32, column: i32) -> Block {
  let fine = tail.levels[fine_level];
  if (row < 0 || column < 0 || row >= i32(fine.rows) || column >= i32(fine.columns)) { return no_block(); }
  let plane = fine.rows * fine.columns;
  return block(${pairsOf(features)}u * fine.first + 3u * which * plane + u32(row) * fine.columns + u32(column), plane);
}
fn fine_node(row: i32, column: i32) -> Block { return fine_edge(${NODE.own}u, row, column); }
${features.bending ? TAIL_BENDING(pairsOf(features)) : ''}
${coarsen(features.bending)}${invert(features.bending)}
@compute @workgroup_size(${threadsOf(shape)})
fn coarsen_tail(@builtin(local_invocation_index) t: u32) {
  if (solve.halted == 1u) { return; }
  for (var l = 0u; l < tail.counts.x; l++) {
    let here = tail.levels[l];
    let count = here.rows * here.columns;
    let first = ${pairsOf(features)}u * here.first;
    if (l > 0u) {
      fine_level = l - 1u;
      for (var k = t; k < count; k += ${threadsOf(shape)}u) {
        coarsen_node(i32(k / here.columns), i32(k % here.columns), here.rows, here.columns, count, first + k);
      }
      storageBarrier();
    }
    for (var k = t; k < count; k += ${threadsOf(shape)}u) {
      invert_node(i32(k / here.columns), i32(k % here.columns), i32(here.columns), count, first + k);
    }
  }
}
`;
