/** A rectangle that is sampled at columns × rows places, its edges included. */
export interface Raster {
  left: number;
  right: number;
  bottom: number;
  top: number;
  columns: number;
  rows: number;
}

/** Halvings of the way between two places, of which one is inside: to 1e-5 of it, whatever the slope of the function. */
const HALVINGS = 16;

/**
 * Makes `loops(level)`: the lines along which a function is at a level, as closed loops of x, y pairs with what is at most
 * at the level on their left. Outside the raster the function counts as infinite, so that what reaches an edge is closed
 * along it. Each crossing between two places is found on the function itself, not by interpolation.
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
  /** A number for each edge: the one to the right of a place is even, the one above it odd. */
  const edge = (i: number, j: number, upright: number) => 2 * ((j + 1) * (columns + 2) + i + 1) + upright;

  /** Where the function passes the level between a place inside and one outside. */
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
    /** From the edge where a piece of the line enters a cell to the one where it leaves it. */
    const next = new Map<number, number>();
    const points = new Map<number, [number, number]>();
    const inside = (i: number, j: number) => at(i, j) <= level;
    const mark = (i: number, j: number, upright: number) => {
      const key = edge(i, j, upright);
      if (points.has(key)) return key;
      const [a, b] = [i + 1 - upright, j + upright];
      points.set(key, inside(i, j) ? cross(level, i, j, a, b) : cross(level, a, b, i, j));
      return key;
    };
    for (let j = -1; j < rows; j++) {
      for (let i = -1; i < columns; i++) {
        // Round the cell against the clock: each edge, and whether its two ends are inside.
        const corners = [inside(i, j), inside(i + 1, j), inside(i + 1, j + 1), inside(i, j + 1)];
        const count = corners.filter(Boolean).length;
        if (count === 0 || count === 4) continue;
        const edges = [() => mark(i, j, 0), () => mark(i + 1, j, 1), () => mark(i, j + 1, 0), () => mark(i, j, 1)];
        /** Edges by which one comes out of the inside, and those by which one comes back into it. */
        const outs = edges.filter((_, k) => corners[k] && !corners[(k + 1) % 4]).map((make) => make());
        const ins = edges.filter((_, k) => !corners[k] && corners[(k + 1) % 4]).map((make) => make());
        if (outs.length === 1) next.set(outs[0], ins[0]);
        else {
          // A saddle: the middle tells which corners belong together.
          const joined = (at(i, j) + at(i + 1, j) + at(i, j + 1) + at(i + 1, j + 1)) / 4 <= level;
          const shift = corners[0] === joined ? 0 : 1;
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
