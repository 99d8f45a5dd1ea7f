/** The matrices of an implicit step, written out for small scenes. */
import { createArena } from '../../model/arena';
import type { State } from '../../model/model';
import { couplingOf, reverseCuthillMcKee } from '../../statics/coupling';
import type { World } from '../../world/world';
import { eliminate } from '../eigen/eigenvalues';
import { cgIterates } from './traced-solve';

/** Row by row. */
type Rows = number[][];

const AXES = ['x', 'y', 'z'];

/**
 * The matrices of the linearly implicit step, (M − hD − h²K) Δv = h(f + h K v), for n particles of which `free.length` are
 * free; dense, for scenes of a few particles. Linearizes the world about the state. Source: lecture notes 3D Mass Spring System.
 */
export function stepMatrices(world: World, state: State) {
  const { model, params } = world;
  const n = model.particleCount;
  const h = params.dt;
  const particles = Array.from({ length: n }, (_, i) => i);
  const free = particles.filter((i) => model.inverseMasses[i] !== 0);
  const namesOf = (list: number[]) => list.flatMap((i) => AXES.map((axis) => axis + subscript(i)));
  const selected = free.flatMap((i) => [3 * i, 3 * i + 1, 3 * i + 2]);

  world.linearize(state);
  const K = derivative(world, 1, 0);
  const D = derivative(world, 0, 1);
  const M = square(3 * n, (row, column) => (row === column ? model.masses[Math.floor(row / 3)] : 0));
  const force = new Float64Array(4 * n);
  for (const acting of world.forces) acting.addForce?.(force, state);
  const f = unpadded(force, n);
  const v = unpadded(state.velocities, n);
  const P = selected.map((place) => M.map((_, column) => (column === place ? 1 : 0)));
  const A = selected.map((row) =>
    selected.map((column) => M[row][column] - h * D[row][column] - h * h * K[row][column]),
  );
  const rightSide = selected.map((row) => h * (f[row] + h * K[row].reduce((sum, k, column) => sum + k * v[column], 0)));
  return {
    /** s. */
    h,
    /** True if c = 1 − L₀/l of compressed springs is set to 0 in K. */
    clamped: params.clamp === 1,
    /** 3n; names of the components of q: 'x₀', 'y₀', 'z₀', 'x₁' …. */
    names: namesOf(particles),
    /** Particles that move freely: P selects their components. */
    free,
    /** Names of the components of P q. */
    freeNames: namesOf(free),
    /** 3n × 3n, kg. */
    M,
    /** ∂f/∂x, 3n × 3n, N/m. */
    K,
    /** ∂f/∂v, 3n × 3n, N·s/m. */
    D,
    /** Rows of the identity, 3·free × 3n. */
    P,
    /** A = P(M − hD − h²K)Pᵀ, kg. */
    A,
    /** f, 3n, N. */
    f,
    /** v, 3n, m/s. */
    v,
    /** P h(f + h K v), N·s. */
    rightSide,
    /** Δv with A Δv = right side, m/s. */
    change: [...eliminate(A.map((row) => Float64Array.from(row)))(Float64Array.from(rightSide))],
    /** Conjugate gradients from 0 with the run's preconditioner. */
    steps: cgIterates(A, rightSide, preconditionerOf(world, h, free), {
      tolerance: params.cgTolerance,
      iterations: params.cgIterations,
    }),
    /** Id of the run's preconditioner. */
    preconditioner: world.preconditioner.id,
    springs: springBlocks(world, state),
  };
}

/** a·∂f/∂x + b·∂f/∂v, column by column from the forces' own products. */
function derivative(world: World, a: number, b: number): Rows {
  const n = world.model.particleCount;
  const p = new Float64Array(4 * n);
  const y = new Float64Array(4 * n);
  const columns = Array.from({ length: 3 * n }, (_, column) => {
    p.fill(0);
    y.fill(0);
    p[4 * Math.floor(column / 3) + (column % 3)] = 1;
    world.addDerivatives(y, p, a, b);
    return unpadded(y, n);
  });
  return square(3 * n, (row, column) => columns[column][row]);
}

/** z := P⁻¹ r on the components of the free particles, with the run's preconditioner at the present linearization. */
function preconditionerOf(world: World, h: number, free: number[]): (z: Float64Array, r: Float64Array) => void {
  const inverse = world.preconditioner.create({ ...world, arena: createArena('double') });
  inverse.assemble(h * h, h);
  const padded = new Float64Array(4 * world.model.particleCount);
  const result = new Float64Array(padded.length);
  return (z, r) => {
    free.forEach((i, place) => {
      padded.set(r.subarray(3 * place, 3 * place + 3), 4 * i);
    });
    inverse.apply(result, padded);
    free.forEach((i, place) => {
      z.set(result.subarray(4 * i, 4 * i + 3), 3 * place);
    });
  };
}

/** Every uncut spring's term of the stiffness matrix, E_jᵀ K_j E_j, with B = −k[n nᵀ + c(I − n nᵀ)]: K_j = (B, −B; −B, B). */
function springBlocks({ model, kernel, params }: World, state: State) {
  const tangents = new Float64Array(4 * model.springCount);
  kernel.linearizeSprings(model, state, params.clamp === 1, tangents);
  const blocks = [];
  for (let j = 0; j < model.springCount; j++) {
    if (model.stiffness[j] === 0) continue;
    const k = model.stiffness[j];
    const [a, b] = [model.springs[2 * j], model.springs[2 * j + 1]];
    const n = tangents.subarray(4 * j, 4 * j + 3);
    const c = tangents[4 * j + 3];
    const B = (row: number, column: number) => -k * ((1 - c) * n[row] * n[column] + (row === column ? c : 0));
    const sign = (row: number, column: number) => (row < 3 === column < 3 ? 1 : -1);
    blocks.push({
      spring: j,
      /** Particles A and B. */
      ends: [a, b],
      /** E_j, 6 × 3n: q_j = (x_A, x_B) = E_j q. */
      selection: [a, b].flatMap((i) =>
        AXES.map((_, axis) =>
          Array.from({ length: 3 * model.particleCount }, (_, at) => (at === 3 * i + axis ? 1 : 0)),
        ),
      ),
      /** K_j = −∂²V_j/∂q_j², 6 × 6, N/m. */
      block: square(6, (row, column) => sign(row, column) * B(row % 3, column % 3)),
    });
  }
  return blocks;
}

function square(size: number, entry: (row: number, column: number) => number): Rows {
  return Array.from({ length: size }, (_, row) =>
    // Turns −0 into 0.
    Array.from({ length: size }, (_, column) => entry(row, column) || 0),
  );
}

/** 3n; x, y, z of each particle, from a vector of stride 4. */
function unpadded(vector: ArrayLike<number>, n: number): number[] {
  return Array.from({ length: 3 * n }, (_, at) => vector[4 * Math.floor(at / 3) + (at % 3)]);
}

function subscript(i: number): string {
  return String(i).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);
}

/** Largest number of displayed rows. */
const MAX_CELLS = 128;

/** Sparsity pattern of the matrix of an implicit step, by 3×3 blocks, for the free particles. */
export function matrixPattern(world: World) {
  const { particleCount, inverseMasses } = world.model;
  const coupling = couplingOf(world);
  const isFree = (i: number) => inverseMasses[i] !== 0;
  const free = Array.from({ length: particleCount }, (_, i) => i).filter(isFree);
  const size = free.length;
  const cells = Math.min(size, MAX_CELLS);
  const density = new Float32Array(cells * cells);
  /** Rows of blocks in each cell. */
  const areas = new Float32Array(cells);
  const cellOf = (index: number) => Math.floor((index * cells) / size);
  for (let index = 0; index < size; index++) areas[cellOf(index)]++;
  let blocks = 0;

  const visitBlocks = (order: ArrayLike<number>, visit: (row: number, column: number) => void): number => {
    const indices = new Int32Array(particleCount);
    for (let index = 0; index < size; index++) indices[order[index]] = index;
    let width = 0;
    for (let row = 0; row < size; row++) {
      visit(row, row);
      for (let s = coupling.starts[order[row]]; s < coupling.starts[order[row] + 1]; s++) {
        const column = indices[coupling.neighbours[s]];
        visit(row, column);
        width = Math.max(width, Math.abs(row - column));
      }
    }
    return width;
  };
  const bandwidth = visitBlocks(free, (row, column) => {
    blocks++;
    const [r, c] = [cellOf(row), cellOf(column)];
    density[r * cells + c] += 1 / (areas[r] * areas[c]);
  });
  const reordered = visitBlocks(reverseCuthillMcKee(coupling, isFree), () => {});
  return {
    /** Free particles: rows and columns of blocks. */
    size,
    /** Number of nonzero blocks. */
    blocks,
    /** Their entries: nine per block. */
    entries: 9 * blocks,
    /** Largest distance of a block from the diagonal, with the particles in their own order. */
    bandwidth,
    /** The same in the order of a factorization. */
    reordered,
    /** Rows and columns of `density`: one per particle, at most 128. */
    cells,
    /** cells², row by row; the part of nonzero blocks in each cell. */
    density,
  };
}
