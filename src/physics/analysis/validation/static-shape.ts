/** Static equilibrium of a mesh by Newton's method, with a factorization of the true derivative that holds every coupling. */

import { dot } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { largestEntry } from '../../model/state';
import { largest } from '../../statics/equilibrium/net-force';
import { type Factors, factor, largestDiagonal, solveFactored } from '../../statics/skyline-matrix';
import { addToBlock, assembleStiffness, layOut } from '../../statics/stiffness-matrix';
import type { World } from '../../world/world';

/** Of a soft strip of 40 cells some 100 are needed, a few more or less by rounding: its first steps are short. */
const MAX_STEPS = 200;
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
      for (let step = 0; step < MAX_STEPS; step++) {
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
