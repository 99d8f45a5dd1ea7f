/** A rectangle, sampled at columns × rows points including its edges. */
export interface Raster {
  left: number;
  right: number;
  bottom: number;
  top: number;
  columns: number;
  rows: number;
}

/** Halvings of the distance between two samples: the crossing is accurate to 1e-5 of it. */
const HALVINGS = 16;

/**
 * Creates `loops(level)`: the contour lines of a function, as closed loops of x, y pairs with the region f ≤ level on their left.
 * Outside the raster the function counts as infinite, so regions are closed along its edges. Crossings are found by bisection of
 * the function itself, not by interpolation.
 * Source: Lorensen and Cline 1987 (in the plane: marching squares).
 */
export function createContours(f: (x: number, y: number) => number, raster: Raster): (level: number) => Float64Array[] {
  const { left, bottom, columns, rows } = raster;
  const dx = (raster.right - left) / (columns - 1);
  const dy = (raster.top - bottom) / (rows - 1);
  const values = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) values[j * columns + i] = f(left + i * dx, bottom + j * dy);
  }
  const at = (i: number, j: number) =>
    i < 0 || j < 0 || i >= columns || j >= rows ? Number.POSITIVE_INFINITY : values[j * columns + i];
  /** Key of an edge: even to the right of a sample, odd above it. */
  const edge = (i: number, j: number, upright: number) => 2 * ((j + 1) * (columns + 2) + i + 1) + upright;

  /** The point where the function crosses the level, between a sample inside and one outside. */
  function cross(
    level: number,
    insideX: number,
    insideY: number,
    outsideX: number,
    outsideY: number,
  ): [number, number] {
    const [x, y] = [left + insideX * dx, bottom + insideY * dy];
    if (at(outsideX, outsideY) === Number.POSITIVE_INFINITY) return [x, y];
    const [toX, toY] = [(outsideX - insideX) * dx, (outsideY - insideY) * dy];
    let [from, to] = [0, 1];
    for (let i = 0; i < HALVINGS; i++) {
      const t = (from + to) / 2;
      if (f(x + t * toX, y + t * toY) <= level) from = t;
      else to = t;
    }
    return [x + from * toX, y + from * toY];
  }

  return (level) => {
    /** From the edge where a line enters a cell to the edge where it leaves it. */
    const next = new Map<number, number>();
    const points = new Map<number, [number, number]>();
    const inside = (i: number, j: number) => at(i, j) <= level;
    const pointOn = (i: number, j: number, upright: number) => {
      const key = edge(i, j, upright);
      if (points.has(key)) return key;
      const [a, b] = [i + 1 - upright, j + upright];
      points.set(key, inside(i, j) ? cross(level, i, j, a, b) : cross(level, a, b, i, j));
      return key;
    };
    for (let j = -1; j < rows; j++) {
      for (let i = -1; i < columns; i++) {
        // Corners and edges of the cell, counterclockwise.
        const corners = [inside(i, j), inside(i + 1, j), inside(i + 1, j + 1), inside(i, j + 1)];
        const count = corners.filter(Boolean).length;
        if (count === 0 || count === 4) continue;
        const edges = [
          () => pointOn(i, j, 0),
          () => pointOn(i + 1, j, 1),
          () => pointOn(i, j + 1, 0),
          () => pointOn(i, j, 1),
        ];
        /** Edges that lead out of the inside, and edges that lead back into it. */
        const outs = edges.filter((_, k) => corners[k] && !corners[(k + 1) % 4]).map((make) => make());
        const ins = edges.filter((_, k) => !corners[k] && corners[(k + 1) % 4]).map((make) => make());
        if (outs.length === 1) next.set(outs[0], ins[0]);
        else {
          // A saddle: the value at the center decides which corners are connected.
          const centerInside = (at(i, j) + at(i + 1, j) + at(i, j + 1) + at(i + 1, j + 1)) / 4 <= level;
          const shift = corners[0] === centerInside ? 0 : 1;
          next.set(outs[0], ins[shift]);
          next.set(outs[1], ins[1 - shift]);
        }
      }
    }
    return chain(next, points);
  };
}

function chain(next: Map<number, number>, points: Map<number, [number, number]>): Float64Array[] {
  const loops: Float64Array[] = [];
  while (next.size > 0) {
    const loop: number[] = [];
    let [key] = next.keys();
    while (next.has(key)) {
      loop.push(...(points.get(key) as [number, number]));
      const to = next.get(key) as number;
      next.delete(key);
      key = to;
    }
    loops.push(Float64Array.from(loop));
  }
  return loops;
}
