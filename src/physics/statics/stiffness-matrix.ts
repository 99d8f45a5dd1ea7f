import type { Force, SquaredRows } from '../world/force';
import type { World } from '../world/world';
import { couplingOf, distanceTwoColoring, reverseCuthillMcKee } from './coupling';
import { createSkylineMatrix, type Factors, type SkylineMatrix, solveFactored } from './skyline-matrix';

/** Rows of the free particles in a matrix, 3 each, and the skyline of its rows. */
export type Layout = ReturnType<typeof layOut>;

/** @param allPairs couples every pair of particles */
export function layOut(world: Pick<World, 'model' | 'environment' | 'forces'>, allPairs = false) {
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
  return {
    /** The free particles, in the order of their rows. */
    order,
    /** n; index of a particle in `order`; −1 if it is not free. */
    places,
    /** The coordinate of each row among those of all particles, 4i + axis. */
    coordinates: coordinatesOf(order),
    /** Column of the first entry of each row. */
    first,
    coupling,
    colors,
    /** The same without forces that are sums of squares. */
    products,
  };
}

/** 4i + axis for the three axes of each particle. */
export function coordinatesOf(particles: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: 3 * particles.length }, (_, row) => 4 * particles[Math.floor(row / 3)] + (row % 3));
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

/** A particle that cannot move along a direction, for example into the surface it rests on. */
export interface Hold {
  particle: number;
  /** Unit vector. */
  normal: ArrayLike<number>;
}

/** Gives constrained directions a stiffness, N/m. */
export function addHolds(matrix: SkylineMatrix, { places }: Layout, holds: readonly Hold[], stiffness: number): void {
  for (const { particle, normal } of holds) {
    if (places[particle] >= 0) addToBlock(matrix, places[particle], 0, stiffness, normal);
  }
}

const NO_DIRECTION = [0, 0, 0];

/** The block of particle i gains a·I + b·m mᵀ. */
export function addToBlock(
  matrix: SkylineMatrix,
  place: number,
  a: number,
  b = 0,
  m: ArrayLike<number> = NO_DIRECTION,
) {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column <= row; column++) {
      const at = matrix.starts[3 * place + row] + 3 * place + column - matrix.first[3 * place + row];
      matrix.values[at] += (row === column ? a : 0) + b * m[row] * m[column];
    }
  }
}

/** Adds the blocks of an isotropic spring of k, N/m, between two particles: k I on the diagonal, its negative off it; −1: not free. */
export function addCoupling(matrix: SkylineMatrix, place: number, other: number, k: number): void {
  if (place >= 0) addToBlock(matrix, place, k);
  if (other >= 0) addToBlock(matrix, other, k);
  if (place < 0 || other < 0) return;
  const [lower, upper] = [Math.max(place, other), Math.min(place, other)];
  for (let axis = 0; axis < 3; axis++) {
    matrix.values[matrix.starts[3 * lower + axis] + 3 * upper + axis - matrix.first[3 * lower + axis]] -= k;
  }
}

/** z := A⁻¹ r on the free particles, 0 elsewhere; 4n each. @param packed scratch, a number for each row */
export function solveLaidOut(
  z: Float64Array,
  r: Float64Array,
  factors: Factors,
  { coordinates }: Layout,
  packed: Float64Array,
): void {
  for (let row = 0; row < packed.length; row++) packed[row] = r[coordinates[row]];
  solveFactored(factors, packed);
  z.fill(0);
  for (let row = 0; row < packed.length; row++) z[coordinates[row]] = packed[row];
}

/** ‖(A − K) p‖ / ‖K p‖ for one p, with the forces' own product K p: not 0 if the layout misses couplings. */
export function mismatch(world: World, { coordinates, first }: Layout, { starts, values }: SkylineMatrix): number {
  const size = 4 * world.model.particleCount;
  const p = new Float64Array(size);
  const y = new Float64Array(size);
  coordinates.forEach((o, row) => {
    p[o] = 0.5 + ((row * 0.6180339887498949) % 1);
  });
  world.addDerivatives(y, p, -1, 0);
  const product = new Float64Array(coordinates.length);
  for (let i = 0; i < product.length; i++) {
    for (let j = first[i]; j <= i; j++) {
      const a = values[starts[i] + j - first[i]];
      product[i] += a * p[coordinates[j]];
      if (j < i) product[j] += a * p[coordinates[i]];
    }
  }
  let wrong = 0;
  let all = 0;
  for (let i = 0; i < product.length; i++) {
    const exact = y[coordinates[i]];
    wrong += (product[i] - exact) * (product[i] - exact);
    all += exact * exact;
  }
  return all === 0 ? Math.sqrt(wrong) : Math.sqrt(wrong / all);
}
