/** The parts of a surface whose curvature is taken as one: its triangles, and slivers together with a neighbour. */

import { dot } from '../../model/deterministic-math';
import { cornersOf, type SurfaceMesh } from '../../model/surface-mesh';
import { between } from '../../model/vectors';

/** A part of the border of a cell, from a to b with the cell on the left, and the triangle of the cell there. */
export interface CellEdge {
  readonly a: number;
  readonly b: number;
  readonly t: number;
}

interface Cell {
  /** Its highest triangle, whose plane it has. */
  readonly frame: number;
  readonly triangles: readonly number[];
  readonly edges: readonly CellEdge[];
  /** m². */
  readonly area: number;
}

/** A cell of less than this share of the mean area around it is joined to a neighbour: its own curvature would be stiff without bound. */
const SLIVER = 0.5;
/**
 * So is a thin one: its area and that of its highest triangle are less than this share of the square of their longest edge. Where a surface
 * is curved, a thin triangle can stand across it: its normal is not that of the surface, and its own curvature hundreds of times as large.
 */
const THIN = 0.06;
/** The least growth of that share at which it is joined: a particle far away would take in the whole surface. */
const ROUNDER = 1.1;

/**
 * @param at 3n; positions at rest, m
 * @param areas of the triangles, m²
 * @param around of each corner of each triangle, the mean area around that particle, m²
 */
export function cellsOf(
  mesh: SurfaceMesh,
  at: Float64Array,
  areas: Float64Array,
  around: readonly number[],
): Set<Cell> {
  const cells = Array.from(areas, (area, t): Cell => {
    const [a, b, c] = cornersOf(mesh, t);
    return { frame: t, triangles: [t], edges: [a, b, c].map((from, k) => ({ a: from, b: [b, c, a][k], t })), area };
  });
  /** The square of the longest edge of each triangle. */
  const squares = areas.map((_, t) => longest(cells[t].edges));
  const typical = (t: number) => (around[3 * t] + around[3 * t + 1] + around[3 * t + 2]) / 3;
  for (const t of [...areas.keys()].sort((s, t) => areas[s] - areas[t])) {
    while (isSmall(cells[t]) || isThin(cells[t])) {
      const joined = joinedAtLongestEdge(cells[t]);
      if (!joined || (!isSmall(cells[t]) && roundness(joined) < ROUNDER * roundness(cells[t]))) break;
      for (const one of joined.triangles) cells[one] = joined;
    }
  }
  return new Set(cells);

  function isSmall({ area, frame }: Cell): boolean {
    return area < SLIVER * typical(frame);
  }

  /** A quarter of the square of the height of its frame. */
  function height({ frame }: Cell): number {
    return (areas[frame] * areas[frame]) / squares[frame];
  }

  function isThin(cell: Cell): boolean {
    return areas[cell.frame] < THIN * squares[cell.frame] && roundness(cell) < THIN;
  }

  /** The square of the length of the longest one. */
  function longest(edges: readonly CellEdge[]): number {
    return Math.max(...edges.map(({ a, b }) => dot(between(at, a, b), between(at, a, b))));
  }

  /** The area over the square of the longest edge. */
  function roundness({ area, edges }: Cell): number {
    return area / longest(edges);
  }

  /** The cell with its neighbour beyond the longest edge that has one; null: none has. */
  function joinedAtLongestEdge(cell: Cell): Cell | null {
    let other: Cell | null = null;
    let [edge, most] = [cell.edges[0], -1];
    for (const one of cell.edges) {
      const beside = mesh.beside(one.a, one.b);
      const beyond = cells[beside[0] === one.t ? beside[1] : beside[0]];
      const along = between(at, one.a, one.b);
      if (beside.length !== 2 || beyond === cell || dot(along, along) <= most) continue;
      [other, edge, most] = [beyond, one, dot(along, along)];
    }
    if (!other) return null;
    const [higher, lower] = height(other) < height(cell) ? [cell, other] : [other, cell];
    // Both are on the left of their edges where the edge between them has two directions.
    const isTurned = other.edges.some(({ a, b }) => a === edge.a && b === edge.b);
    const turned = lower.edges.map(({ a, b, t }) => (isTurned ? { a: b, b: a, t } : { a, b, t }));
    const all = [...higher.edges, ...turned];
    return {
      frame: higher.frame,
      triangles: [...higher.triangles, ...lower.triangles],
      edges: all.filter((one) => !all.some(({ a, b }) => a === one.b && b === one.a)),
      area: higher.area + lower.area,
    };
  }
}
