import type { Simulation, World } from '../../physics';
import { createArena } from '../../physics/model/arena';
import { type CgStep, stepByStep } from './cg-steps';

/** Row by row. */
export type Rows = number[][];

/** A spring's share in the stiffness matrix: E_jᵀ K_j E_j. */
export interface SpringBlock {
  spring: number;
  /** Particles A and B. */
  ends: [number, number];
  /** E_j, 6 × 3n: q_j = (x_A, x_B) = E_j q. */
  selection: Rows;
  /** K_j = −∂²V_j/∂q_j², 6 × 6, N/m. */
  block: Rows;
}

/**
 * The matrices of the linearly-implicit step at this moment, (M − hD − h²K) Δv = h(f + h K v), for n particles of which
 * `free.length` move freely. Source: lecture notes 3D Mass Spring System.
 */
export interface MatricesNow {
  /** s. */
  h: number;
  /** Whether c = 1 − L₀/l of compressed springs is taken as 0 in K. */
  clamped: boolean;
  /** 3n: 'x₀', 'y₀', 'z₀', 'x₁' …; of the components of q. */
  names: string[];
  /** Particles whose components P selects. */
  free: number[];
  /** The same for the components of P q. */
  freeNames: string[];
  /** 3n × 3n, kg. */
  M: Rows;
  /** ∂f/∂x, 3n × 3n, N/m. */
  K: Rows;
  /** ∂f/∂v, 3n × 3n, N·s/m. */
  D: Rows;
  /** Rows of the identity, 3·free × 3n. */
  P: Rows;
  /** A = P(M − hD − h²K)Pᵀ, kg. */
  A: Rows;
  /** f, 3n, N. */
  f: number[];
  /** v, 3n, m/s. */
  v: number[];
  /** P h(f + h K v), N·s. */
  rightSide: number[];
  /** Δv with A Δv = right side, m/s. */
  change: number[];
  springs: SpringBlock[];
  /** How the conjugate gradients get there from 0 with the run's preconditioner. */
  steps: CgStep[];
  /** Its id. */
  preconditioner: string;
}

/** Particles, at most: of more the matrices can't be read. */
const MOST = 12;
const AXES = ['x', 'y', 'z'];

/** @throws RangeError for a scene of too many particles */
export function matrices(simulation: Simulation, _args: Record<never, never>): MatricesNow {
  const { world, state, params } = simulation;
  const { model } = world;
  const n = model.particleCount;
  if (n > MOST)
    throw new RangeError(`matrices are shown of scenes of at most ${MOST} particles, and this one has ${n}`);
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
    h,
    clamped: params.clamp === 1,
    names: namesOf(particles),
    free,
    freeNames: namesOf(free),
    M,
    K,
    D,
    P,
    A,
    f,
    v,
    rightSide,
    ...stepByStep(A, rightSide, preconditionerOf(world, h, free), {
      tolerance: params.cgTolerance,
      most: params.cgIterations,
    }),
    preconditioner: simulation.preconditioner,
    springs: springBlocks(simulation),
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

/** z := P⁻¹ r on the components of what moves freely, by the run's preconditioner and the linearization at hand. */
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

/** K_j of every spring that is there, with B = −k[n nᵀ + c(I − n nᵀ)]: K_j = (B, −B; −B, B). */
function springBlocks({ world, state, params }: Simulation): SpringBlock[] {
  const { model, kernel } = world;
  const tangents = new Float64Array(4 * model.springCount);
  kernel.linearizeSprings(model, state, params.clamp === 1, tangents);
  const blocks: SpringBlock[] = [];
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
      ends: [a, b],
      selection: [a, b].flatMap((i) =>
        AXES.map((_, axis) =>
          Array.from({ length: 3 * model.particleCount }, (_, at) => (at === 3 * i + axis ? 1 : 0)),
        ),
      ),
      block: square(6, (row, column) => sign(row, column) * B(row % 3, column % 3)),
    });
  }
  return blocks;
}

function square(size: number, entry: (row: number, column: number) => number): Rows {
  return Array.from({ length: size }, (_, row) =>
    // A zero has no sign here.
    Array.from({ length: size }, (_, column) => entry(row, column) || 0),
  );
}

/** x, y, z of each particle, of a vector with stride 4. */
function unpadded(vector: ArrayLike<number>, n: number): number[] {
  return Array.from({ length: 3 * n }, (_, at) => vector[4 * Math.floor(at / 3) + (at % 3)]);
}

function subscript(i: number): string {
  return String(i).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);
}
