import { dot, solverLoops } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { largestEntry } from '../../model/state';
import type { MadeOf } from '../../scenes/materials/sheet-material';
import { createConjugateGradients, type LinearSystem } from '../../solvers/conjugate-gradients';
import { invertBlocks } from '../../solvers/diagonal-blocks';
import { largest } from '../../statics/equilibrium/net-force';
import { searchAlong } from '../../statics/equilibrium/search';
import { type Factors, factor, largestDiagonal, solveFactored } from '../../statics/skyline-matrix';
import { addToBlock, assembleStiffness, layOut } from '../../statics/stiffness-matrix';
import type { ConstraintDefinition } from '../../world/constraint';
import type { ForceDefinition } from '../../world/force';
import type { SolveReport, World } from '../../world/world';
import { createCaseWorld } from './specimen';

/** A piece of cloth in the plane z = 0, between grips. */
export type Patch = ReturnType<typeof createPatch>;

/** @param forces material of the patch, and loads */
export function createPatch(scene: MadeOf, forces: readonly ForceDefinition[]) {
  const held = new Uint8Array(4 * scene.data.masses.length).map((_, i) => (i % 4 >= 2 ? 1 : 0));
  const { world, state } = createCaseWorld(scene, forces, [grips(held)]);
  world.model.inverseMasses.fill(1);
  const relax = createRelaxation(world);
  return {
    /** 4n; m. */
    positions: state.positions as Float64Array,
    /** 4n; 1 for each position component that a grip holds; z is always held. */
    held,
    /** Finds the equilibrium of the free components. @param tolerance N @returns false if there is none */
    relax: (tolerance: number) => relax(state, tolerance),
    /** Forces of the grips on the held components, N; 4n; 0 for free components. */
    reactions(): Float64Array {
      const f = new Float64Array(held.length);
      for (const bound of world.forces) bound.addForce?.(f, state);
      return f.map((value, i) => (held[i] === 1 ? -value : 0));
    },
  };
}

/** Holds single components of positions: where `held` is 1. */
function grips(held: Uint8Array): ConstraintDefinition {
  const hold = (y: Float32Array | Float64Array) => {
    for (let i = 0; i < held.length; i++) if (held[i] === 1) y[i] = 0;
  };
  return {
    id: 'grips',
    label: 'Grips',
    summary: 'Hold the edges of the tested patch.',
    create: () => ({ addReactions: hold, filter: hold }),
  };
}

/** Largest number of Newton steps. */
const MAX_STEPS = 40;

/** Static equilibrium f(x) = 0 of a small world in double precision, by truncated Newton steps:
 *    −K d = f,   x⁺ = x + α d,   α such that f(x⁺)·d ≈ 0.
 *  Conjugate gradients end at the first direction p with −pᵀK p ≤ 0; the result so far is a descent direction.
 *  Unlike `findEquilibrium`, it lets grips hold single components: filtered components stay as they are. For such small patches it
 *  is also faster than the factorizations there.
 *  Source: Nocedal and Wright, Numerical Optimization, algorithm 7.1.
 *  @returns `relax(state, tolerance)`: true if the net force on every free particle is at most the tolerance, N */
export function createRelaxation(world: World): (state: State, tolerance: number) => boolean {
  const n = world.model.particleCount;
  const size = 4 * n;
  const doubles = (count: number) => new Float64Array(count);
  const [f, d] = [doubles(size), doubles(size)];
  const blocks = doubles(9 * n);
  const gradients = createConjugateGradients(doubles, size);
  const report: SolveReport = { converged: true, iterations: 0, residual: 0 };

  const system: LinearSystem = {
    multiply(y, p) {
      y.fill(0);
      world.addDerivatives(y, p, -1, 0);
      world.filter(y);
    },
    precondition(z, r) {
      solverLoops.multiplyBlocks(z, blocks, r);
      world.filter(z);
    },
  };

  return (state, tolerance) => {
    const x = state.positions as Float64Array;
    const evaluate = () => {
      world.computeForces(state, f);
      world.filter(f);
      return largest(f);
    };
    state.velocities.fill(0);
    let residual = evaluate();
    for (let step = 0; step < MAX_STEPS && residual > tolerance; step++) {
      world.linearize(state, false);
      blocks.fill(0);
      world.addDiagonals(blocks, -1, 0);
      invertBlocks(blocks, n);
      d.fill(0);
      gradients.solve(system, d, f, Math.min(1e-2, residual), size, report);
      if (report.iterations === 0) system.precondition(d, f);
      searchAlong(x, d, f, Number.POSITIVE_INFINITY, evaluate);
      residual = evaluate();
    }
    return residual <= tolerance;
  };
}

// Static equilibrium of a mesh by Newton's method, with a factorization of the true derivative that holds every coupling.

/** Of a soft strip of 40 cells some 100 are needed, a few more or less by rounding: its first steps are short. */
const MAX_FACTORED = 200;
/** Times the largest force of a single kind on a particle: a smaller net force is none. */
const TOLERANCE = 1e-7;
/** m; longest way of a particle in a step. */
const REACH = 0.3;
/** Where the clamped matrix is not positive definite by rounding: a part more on its diagonal. */
const SHIFT = 1e-7;
/** Times the largest stiffness: that of an axis along which nothing moves. */
const HELD = 1e10;
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Finds static shapes of one strip.
 * @param axes along which its particles move
 */
export function createStaticSearch(world: World, state: State, axes: readonly number[] = [0, 1, 2]) {
  const layout = layOut(world);
  const { order, coordinates } = layout;
  /** x, of which nothing is left along the other axes. */
  const filter = (x: Float64Array) => x.map((value, row) => (axes.includes(coordinates[row] % 4) ? value : 0));

  /** Of −∂f/∂x; null if it is not positive definite. */
  function factorize(clamp: boolean): Factors | null {
    world.linearize(state, clamp);
    const matrix = assembleStiffness(world, layout);
    const stiffness = HELD * largestDiagonal(matrix);
    for (const axis of [0, 1, 2].filter((one) => !axes.includes(one))) {
      for (let place = 0; place < order.length; place++) addToBlock(matrix, place, 0, stiffness, AXES[axis]);
    }
    if (clamp) for (let i = 0; i < matrix.size; i++) matrix.values[matrix.starts[i + 1] - 1] *= 1 + SHIFT;
    const factors = factor(matrix, 0);
    return factors.vanished.length === 0 ? factors : null;
  }

  /** A Newton step, with the clamped derivative where the true one is not definite. */
  function direction(force: Float64Array): Float64Array {
    const factors = factorize(false) ?? factorize(true);
    if (!factors) throw new RangeError('the matrix is not positive definite');
    const d = force.slice();
    solveFactored(factors, d);
    return filter(d);
  }

  return {
    /**
     * Moves the free particles to equilibrium; yields after every step.
     * @throws RangeError if none is found
     */
    *settle(): Generator<null, void, void> {
      const f = new Float64Array(state.positions.length);
      for (let step = 0; step < MAX_FACTORED; step++) {
        world.computeForces(state, f);
        const force = filter(Float64Array.from(coordinates, (o) => f[o]));
        if (largestEntry(force) <= TOLERANCE * largestLoad(world, state)) return;
        descend(world, state, coordinates, direction(force), force);
        yield null;
      }
      throw new RangeError('no equilibrium found');
    },
    /** True if the energy has a minimum here: ∂f/∂x is negative definite. */
    isStable: () => factorize(false) !== null,
  };
}

/** N; the sum over the forces of the largest on a particle. */
function largestLoad(world: World, state: State): number {
  let sum = 0;
  const f = new Float64Array(state.positions.length);
  for (const force of world.forces) {
    f.fill(0);
    force.addForce?.(f, state);
    sum += largest(f);
  }
  return sum;
}

/** Goes along a direction as far as the energy sinks. */
function descend(world: World, state: State, at: Uint32Array, d: Float64Array, force: Float64Array): void {
  const from = state.positions.slice();
  const before = world.energy(state).total;
  const slope = dot(d, force);
  let t = Math.min(1, REACH / largestEntry(d));
  for (let halving = 0; halving < 30; halving++, t /= 2) {
    for (let k = 0; k < at.length; k++) state.positions[at[k]] = from[at[k]] + t * d[k];
    if (world.energy(state).total <= before - 1e-4 * t * slope + 1e-13 * Math.abs(before)) return;
  }
}
