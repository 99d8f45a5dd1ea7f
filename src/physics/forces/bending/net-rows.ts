/** The curvature of a rectangular net from differences along its rows, its columns and across its cells; and those as a kernel takes them. */
import type { CurvatureRows, NetBending } from '../../kernels/curvature-rows';
import { dot } from '../../model/deterministic-math';
import type { Model } from '../../model/model';
import { between, lengthOf } from '../../model/vectors';
import type { WorldContext } from '../../world/world-context';
import { collectRows } from './curvature-rows';

/** The particles of a triangle by their place in the cell: 2·(rows down) + columns right; −1 at the corner that it lacks. */
type Corners = [number, number, number, number];

/** Largest deviation of a net at rest from flat and rectangular, relative: rounding of a file. */
const TOLERANCE = 1e-4;

/**
 * Central differences of a flat net with rectangular cells, whatever their diagonals:
 *
 *   x_ss ≈ [(w − v)/l₂ − (v − u)/l₁]·2/(l₁ + l₂)   on three particles in line, by row and by column
 *   x_st ≈ (x₀ − x₁ − x₂ + x₃)/(l h)               on the corners of a cell
 *
 * with |x_ss|² + |x_tt|² + 2|x_st|² = the sum of the squared principal curvatures, in any direction of bending. Three particles
 * in line count on each side where two whole cells have their sides in common, with half of the area: a slit between two cells
 * ends it, and a border has one side.
 * Source: Timoshenko and Woinowsky-Krieger, Theory of Plates and Shells, finite differences for the bent plate.
 * @param triangles 3t; those of the net, without the torn ones
 * @returns null if they are not those of a flat, rectangular net
 */
export function netRows({ grid, origins }: Model, triangles: Uint32Array, at: Float64Array): CurvatureRows | null {
  if (!grid) return null;
  const { rows, columns } = grid;
  const cells: Corners[][] = Array.from({ length: rows * columns }, () => []);
  for (let t = 0; t < triangles.length; t += 3) {
    const particles = [...triangles.subarray(t, t + 3)];
    const whole = particles.map((i) => (i < rows * columns ? i : origins[i - rows * columns]));
    const top = Math.min(...whole.map((i) => Math.floor(i / columns)));
    const left = Math.min(...whole.map((i) => i % columns));
    const corners: Corners = [-1, -1, -1, -1];
    for (let k = 0; k < 3; k++) {
      const down = Math.floor(whole[k] / columns) - top;
      const right = (whole[k] % columns) - left;
      if (down > 1 || right > 1) return null;
      corners[2 * down + right] = particles[k];
    }
    if (cells[top * columns + left].push(corners) > 2) return null;
  }
  const length = (a: number, b: number) => lengthOf(between(at, a, b));
  /** The particles at two places of a cell, of the triangle that has both; null: none has. */
  const side = (cell: number, p: number, q: number) => {
    const triangle = cells[cell]?.find((corners) => corners[p] >= 0 && corners[q] >= 0);
    return triangle ? [triangle[p], triangle[q]] : null;
  };
  const collected = collectRows(at, 1);
  let isFlat = true;

  /** Adds three in line along a step between cells: 1 to the right, 2 down. */
  const lines = (one: number, other: number, far: 1 | 2, found: Map<number, Line>) => {
    const across = 3 - far;
    const end = side(one, far, 3);
    const start = side(other, 0, across);
    if (!end || !start || end[0] !== start[0] || end[1] !== start[1]) return;
    for (const strip of [0, 1]) {
      const before = side(one, strip * across, strip * across + far);
      const after = side(other, strip * across, strip * across + far);
      if (before?.[1] !== end[strip] || after?.[0] !== end[strip]) continue;
      const [u, v, w] = [before[0], end[strip], after[1]];
      const half = (length(...(end as [number, number])) * (length(u, v) + length(v, w))) / 4;
      const same = found.get(v);
      if (same && same.u === u && same.w === w) same.area += half;
      else found.set(same ? -1 - found.size : v, { u, v, w, beside: end[1 - strip], area: half });
    }
  };

  for (const far of [1, 2] as const) {
    const found = new Map<number, Line>();
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const cell = row * columns + column;
        if (far === 2 || column + 1 < columns) lines(cell, cell + (far === 1 ? 1 : columns), far, found);
      }
    }
    for (const { u, v, w, beside, area } of found.values()) {
      const [l, m] = [length(u, v), length(v, w)];
      const scale = (2 * Math.sqrt(area)) / (l + m);
      const weights = [scale / l, -scale / l - scale / m, scale / m];
      if (length(u, w) < (1 - TOLERANCE) * (l + m)) isFlat = false;
      collected.add([u, v, w], weights, [u, w, v, beside]);
    }
  }
  for (const cell of cells) {
    if (cell.length < 2) continue;
    const [p, q] = cell;
    const corners = p.map((i, place) => Math.max(i, q[place]));
    if (p.some((i, place) => i >= 0 && q[place] >= 0 && i !== q[place])) continue;
    const [a, b, c, d] = corners;
    const [l, h] = [length(a, b), length(a, c)];
    const w = Math.sqrt(2 / (l * h));
    if (Math.abs(dot(between(at, a, b), between(at, a, c))) > TOLERANCE * l * h) isFlat = false;
    collected.add([a, b, c, d], [w, -w, -w, w], [a, d, b, c]);
  }
  return isFlat ? collected.rows() : null;
}

/** Three particles in line. */
interface Line {
  readonly u: number;
  readonly v: number;
  readonly w: number;
  /** A neighbour of v to one side of the line. */
  readonly beside: number;
  /** m². */
  area: number;
}

/** Largest difference of neighbouring cells, and of all of them, for which they count as equal, relative: rounding of a file. */
const ALIKE = 1e-6;
const ALIKE_IN_ALL = 1e-5;

/** No differences yet. Allocates. @returns null if the model has no net, or slits divide it */
export function createNetBending({ model, arena }: WorldContext): NetBending | null {
  const { grid, origins, particleCount } = model;
  if (!grid || origins.length > 0) return null;
  const { floats } = arena;
  const scratch = floats(8 * grid.columns);
  const positions = floats(4 * particleCount);
  return {
    ...grid,
    weights: floats(4 * particleCount),
    scratch,
    positions,
    factor: 0,
    dampingFactor: 0,
    approximated: 0,
  };
}

/** Sets the weights from the rows of a net. @returns false if its cells are not all alike */
export function setWeights(
  net: NetBending,
  { count, starts, places, weights, corners, perArea }: CurvatureRows,
): boolean {
  net.weights.fill(0);
  for (let r = 0; r < count; r++) {
    const k = starts[r];
    const far = Math.abs(places[k + 2] - places[k]);
    const kind = starts[r + 1] - k === 4 ? 2 : far === 8 ? 0 : 1;
    if (kind < 2 && Math.abs(weights[k] - weights[k + 2]) > ALIKE * weights[k]) return false;
    if (Math.abs(perArea[r] - perArea[0]) > ALIKE_IN_ALL * perArea[0]) return false;
    const first = Math.min(places[k], places[k + 2]);
    net.weights[first + kind] += (weights[k + 1] * weights[k + 1]) / (kind < 2 ? 4 : 1);
    // The neighbour of the middle, one row or column before it.
    if (kind < 2 && corners[4 * r + 3] < corners[4 * r + 2]) net.weights[first + 3] += 1 + kind;
  }
  return true;
}
