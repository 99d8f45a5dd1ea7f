import { bindings } from '../../device-memory';
import { bendingSource } from '../../forces/bending';
import type { NetFeatures } from '../../forces/external';
import type { GpuNet } from '../../gpu-net';
import { BLOCKS, blockAccess } from './blocks';
import { bentBlocks, EDGES, LEVEL, NODE } from './coarsening';
import { type Shape, solverSource } from './solver-source';

/** Pᵀ d of the finer level at a node: the transpose of bilinear interpolation. @param fine the size of the finer level */
export const restriction = (read: (at: string) => string, rows: string, columns: string) => /* wgsl */ `
  var sum = vec3f(0.0);
  for (var dj = -1; dj <= 1; dj++) {
    for (var di = -1; di <= 1; di++) {
      let row = 2 * J + dj;
      let column = 2 * I + di;
      if (row < 0 || column < 0 || row >= i32(${rows}) || column >= i32(${columns})) { continue; }
      let weight = select(0.5, 1.0, dj == 0) * select(0.5, 1.0, di == 0);
      sum += weight * ${read(`u32(row) * ${columns} + u32(column)`)};
    }
  }`;

export const RESTRICT = /* wgsl */ `
fn restricted(J: i32, I: i32) -> vec3f {
  ${restriction((at) => `finer[${at}].xyz`, 'level.fine_rows', 'level.fine_columns')}
  return sum;
}
`;

/** P e: a node between coarse ones takes the mean of two or four. On a coarse node the four coincide. */
export const INTERPOLATE = /* wgsl */ `
fn interpolated(row: i32, column: i32) -> vec3f {
  let a = u32(row >> 1u) * coarser.columns + u32(column >> 1u);
  let right = u32(column & 1);
  let below = u32(row & 1) * coarser.columns;
  let sum = correction[a].xyz + correction[a + right].xyz + (correction[a + below].xyz + correction[a + below + right].xyz);
  return 0.25 * coarser.s * sum;
}
`;

/** Nodes on each side of a workgroup whose values it needs: bending reaches two. */
const edgeOf = (bending: boolean) => (bending ? 2 : 1);
const bentTile = (width: number) =>
  bentBlocks() +
  bendingSource('bent', {
    weights: (q) => `blocks_bent(${q}, level.rows * level.columns)`,
    value: (place) => `tile[${place}]`,
    columns: 'level.columns',
    stride: `${width}u`,
  });

/** A workgroup writes a vector of its nodes and of their neighbours into its memory; `value_at` computes it. */
const tile = ({ side }: Shape, { bending }: NetFeatures) => {
  const edge = edgeOf(bending);
  const width = side + 2 * edge;
  return /* wgsl */ `${bending ? bentTile(width) : ''}
var<workgroup> tile: array<vec3f, ${width * width}>;
fn is_inside(row: i32, column: i32) -> bool {
  return row >= 0 && column >= 0 && row < i32(level.rows) && column < i32(level.columns);
}
fn fill_tile(t: u32, group: vec3u) {
  for (var k = t; k < ${width * width}u; k += ${side * side}u) {
    let row = i32(group.y * ${side}u + k / ${width}u) - ${edge};
    let column = i32(group.x * ${side}u + k % ${width}u) - ${edge};
    var value = vec3f(0.0);
    if (is_inside(row, column)) { value = value_at(u32(row) * level.columns + u32(column), row, column); }
    tile[k] = value;
  }
  workgroupBarrier();
}
/** A x = G x_i + Σ B (x_i − x_j). */
fn product(i: u32, row: i32, column: i32, at: i32) -> vec3f {
  let n = level.rows * level.columns;
  let x = tile[at];
  var sum = times(block(i + ${3 * NODE.own}u * n, n), x);
  for (var edge = 0u; edge < 4u; edge++) {
    let down = EDGE_DOWN[edge];
    let right = EDGE_RIGHT[edge];
    let ahead = down * ${width} + right;
    sum += times(block(i + 3u * edge * n, n), x - tile[at + ahead]);
    if (row < down || column < right || column - right >= i32(level.columns)) { continue; }
    let j = u32(i32(i) - down * i32(level.columns) - right);
    sum += times(block(j + 3u * edge * n, n), x - tile[at - ahead]);
  }
  return sum${bending ? ' + bent_gradient(i, u32(at), u32(row), u32(column))' : ''};
}
`;
};

const HEAD = /* wgsl */ `${solverSource()}${BLOCKS}${LEVEL}${EDGES}
${bindings(0, 2, 'uniform level: Level', 'read blocks')}
${blockAccess('block', 'blocks')}
fn smoothed(i: u32, b: vec3f) -> vec3f {
  let n = level.rows * level.columns;
  return times(block(i + ${3 * NODE.smoother}u * n, n), b);
}
`;

const onLevel = ({ side }: Shape, { bending }: NetFeatures, name: string, text: string) => /* wgsl */ `
@compute @workgroup_size(${side}, ${side})
fn ${name}(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  if (solve.done == 1u) { return; }
  fill_tile(t, group);
  let row = i32(group.y * ${side}u + t / ${side}u);
  let column = i32(group.x * ${side}u + t % ${side}u);
  if (!is_inside(row, column)) { return; }
  let i = u32(row) * level.columns + u32(column);
  let at = i32((t / ${side}u + ${edgeOf(bending)}u) * ${side + 2 * edgeOf(bending)}u + t % ${side}u + ${edgeOf(bending)}u);
  ${text}
}
`;

/** On the way down: b = Pᵀ d of the finer level;  x = ωD⁻¹b;  d = b − A x. x is not stored: the way up computes it again. */
export const descendLevelSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${HEAD}
${bindings(0, 4, 'read finer', 'write side defect')}
${RESTRICT}
fn value_at(j: u32, row: i32, column: i32) -> vec3f { return smoothed(j, restricted(row, column)); }
${tile(shape, features)}${onLevel(
  shape,
  features,
  'descend',
  /* wgsl */ `let b = restricted(row, column);
  side[i] = vec4f(b, 0.0);
  defect[i] = vec4f(b - product(i, row, column, at), 0.0);`,
)}`;

/** On the way up: y = x + s P e of the coarser level;  x = y + ωD⁻¹(b − A y). @param isFirst x is ωD⁻¹b still */
export const ascendLevelSource = (shape: Shape, { features }: GpuNet, isFirst: boolean) => /* wgsl */ `${HEAD}
${bindings(0, 4, 'read side correction', 'uniform coarser: Level', 'write next')}
${isFirst ? '' : '@group(0) @binding(8) var<storage, read> x: array<vec4f>;'}
${INTERPOLATE}
fn value_at(j: u32, row: i32, column: i32) -> vec3f {
  return ${isFirst ? 'smoothed(j, side[j].xyz)' : 'x[j].xyz'} + interpolated(row, column);
}
${tile(shape, features)}${onLevel(
  shape,
  features,
  'ascend',
  'next[i] = vec4f(tile[at] + smoothed(i, side[i].xyz - product(i, row, column, at)), 0.0);',
)}`;

/** Between two corrections of a level: d = b − A x. */
export const levelDefectSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${HEAD}
${bindings(0, 4, 'read side x', 'write defect')}
fn value_at(j: u32, row: i32, column: i32) -> vec3f { return x[j].xyz; }
${tile(shape, features)}${onLevel(shape, features, 'find_defect', 'defect[i] = vec4f(side[i].xyz - product(i, row, column, at), 0.0);')}`;
