import type { Force, SquaredRows } from '../world/force';
import type { World } from '../world/world';
import { type Coupling, couplingOf, distanceTwoColoring, reverseCuthillMcKee } from './coupling';
import { createSkylineMatrix, type SkylineMatrix } from './skyline-matrix';

/** Rows of the free particles in a matrix, 3 each, and the skyline of its rows. */
export interface Layout {
  /** The free particles, in the order of their rows. */
  readonly order: Uint32Array;
  /** n; index of a particle in `order`; −1 if it is not free. */
  readonly places: Int32Array;
  /** Column of the first entry of each row. */
  readonly first: Uint32Array;
  readonly coupling: Coupling;
  readonly colors: Uint32Array;
  /** The same without forces that are sums of squares. */
  readonly products: Pick<Layout, 'coupling' | 'colors'>;
}

/** @param allPairs couples every pair of particles */
export function layOut(world: Pick<World, 'model' | 'environment' | 'forces'>, allPairs = false): Layout {
  const { particleCount, inverseMasses } = world.model;
  const coupling = couplingOf(world, allPairs);
  const order = reverseCuthillMcKee(coupling, (i) => inverseMasses[i] !== 0);
  const places = new Int32Array(particleCount).fill(-1);
  order.forEach((i, place) => {
    places[i] = place;
  });
  const first = new Uint32Array(3 * order.length);
  order.forEach((i, place) => {
    let least = place;
    for (let s = coupling.starts[i]; s < coupling.starts[i + 1]; s++) {
      least = Math.min(least, places[coupling.neighbours[s]]);
    }
    first.fill(3 * least, 3 * place, 3 * place + 3);
  });
  const rest = world.forces.filter((force) => !squaresOf(force));
  const narrow = rest.length < world.forces.length ? couplingOf(world, allPairs, rest) : coupling;
  const products = { coupling: narrow, colors: distanceTwoColoring(narrow) };
  const colors = narrow === coupling ? products.colors : distanceTwoColoring(coupling);
  return { order, places, first, coupling, colors, products };
}

/** −∂f/∂x over the free particles as a matrix, about the point of the last `linearize`. */
export function assembleStiffness(world: World, layout: Layout): SkylineMatrix {
  const squares = world.forces.map(squaresOf);
  const matrix = assembleProducts({ ...layout, ...layout.products }, world.model.particleCount, (y, p) => {
    y.fill(0);
    world.forces.forEach((force, i) => {
      if (!squares[i]) force.addDerivative?.(y, p, -1, 0);
    });
  });
  for (const rows of squares) if (rows) addSquares(matrix, layout, rows);
  return matrix;
}

function squaresOf({ derivatives }: Force): SquaredRows | null {
  return derivatives?.of === 'curvatures' ? derivatives.squares() : null;
}

function addSquares(
  { starts, values, first }: SkylineMatrix,
  { places }: Layout,
  { factor, count, weights, ...rows }: SquaredRows,
): void {
  for (let r = 0; r < count; r++) {
    for (let k = rows.starts[r]; k < rows.starts[r + 1]; k++) {
      const i = places[rows.places[k] >> 2];
      if (i < 0) continue;
      for (let l = rows.starts[r]; l < rows.starts[r + 1]; l++) {
        const j = places[rows.places[l] >> 2];
        if (j < 0 || j > i) continue;
        const value = factor * weights[k] * weights[l];
        for (let axis = 0; axis < 3; axis++) {
          values[starts[3 * i + axis] + 3 * j + axis - first[3 * i + axis]] += value;
        }
      }
    }
  }
}

/**
 * Assembles a matrix from products y := A p, 4n each. Particles of one color share no neighbour, so one product gives a column of
 * each of them.
 * Source: Curtis, Powell and Reid 1974.
 */
export function assembleProducts(
  { order, places, first, coupling, colors }: Layout,
  particleCount: number,
  multiply: (y: Float64Array, p: Float64Array) => void,
): SkylineMatrix {
  const matrix = createSkylineMatrix(first);
  const size = 4 * particleCount;
  const p = new Float64Array(size);
  const y = new Float64Array(size);
  const colorCount = order.reduce((most, i) => Math.max(most, colors[i] + 1), 0);
  const members: number[][] = Array.from({ length: colorCount }, () => []);
  for (const i of order) members[colors[i]].push(i);

  const keep = (column: number, row: number, i: number) => {
    for (let axis = 0; axis < 3; axis++) {
      if (row + axis < column) continue;
      matrix.values[matrix.starts[row + axis] + column - first[row + axis]] = y[4 * i + axis];
    }
  };
  for (const group of members) {
    for (let axis = 0; axis < 3; axis++) {
      p.fill(0);
      for (const i of group) p[4 * i + axis] = 1;
      multiply(y, p);
      for (const i of group) {
        const column = 3 * places[i] + axis;
        keep(column, 3 * places[i], i);
        for (let s = coupling.starts[i]; s < coupling.starts[i + 1]; s++) {
          const j = coupling.neighbours[s];
          if (places[j] > places[i]) keep(column, 3 * places[j], j);
        }
      }
    }
  }
  return matrix;
}

/** The block of particle i gains a·I + b·m mᵀ. */
export function addToBlock(matrix: SkylineMatrix, place: number, a: number, b: number, m: ArrayLike<number>): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column <= row; column++) {
      const at = matrix.starts[3 * place + row] + 3 * place + column - matrix.first[3 * place + row];
      matrix.values[at] += (row === column ? a : 0) + b * m[row] * m[column];
    }
  }
}

/** Adds the blocks of a spring between two particles: a·I + b·m mᵀ on the diagonal, its negative off it; −1: not free. */
export function addCoupling(
  matrix: SkylineMatrix,
  place: number,
  other: number,
  a: number,
  b: number,
  m: ArrayLike<number>,
): void {
  if (place >= 0) addToBlock(matrix, place, a, b, m);
  if (other >= 0) addToBlock(matrix, other, a, b, m);
  if (place < 0 || other < 0) return;
  const [lower, upper] = [Math.max(place, other), Math.min(place, other)];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const at = matrix.starts[3 * lower + row] + 3 * upper + column - matrix.first[3 * lower + row];
      matrix.values[at] -= (row === column ? a : 0) + b * m[row] * m[column];
    }
  }
}

/** ‖(A − K) p‖ / ‖K p‖ for one p, with the forces' own product K p: not 0 if the layout misses couplings. */
export function mismatch(world: World, { order, first }: Layout, { starts, values }: SkylineMatrix): number {
  const size = 4 * world.model.particleCount;
  const p = new Float64Array(size);
  const y = new Float64Array(size);
  order.forEach((i, place) => {
    for (let axis = 0; axis < 3; axis++) p[4 * i + axis] = 0.5 + (((3 * place + axis) * 0.6180339887498949) % 1);
  });
  world.addDerivatives(y, p, -1, 0);
  const at = (row: number) => 4 * order[Math.floor(row / 3)] + (row % 3);
  const product = new Float64Array(3 * order.length);
  for (let i = 0; i < product.length; i++) {
    for (let j = first[i]; j <= i; j++) {
      const a = values[starts[i] + j - first[i]];
      product[i] += a * p[at(j)];
      if (j < i) product[j] += a * p[at(i)];
    }
  }
  let wrong = 0;
  let all = 0;
  for (let i = 0; i < product.length; i++) {
    wrong += (product[i] - y[at(i)]) * (product[i] - y[at(i)]);
    all += y[at(i)] * y[at(i)];
  }
  return all === 0 ? Math.sqrt(wrong) : Math.sqrt(wrong / all);
}
