import type { State } from '../../model/model';
import type { MadeOf } from '../../scenes/materials/sheet-material';
import { runToEnd } from '../../slices';
import { largest } from '../../statics/equilibrium/net-force';
import { searchAlong } from '../../statics/equilibrium/search';
import { type Factors, factor, largestDiagonal, solveFactored } from '../../statics/skyline-matrix';
import { assembleStiffness, layOut } from '../../statics/stiffness-matrix';
import type { ForceDefinition } from '../../world/force';
import type { World } from '../../world/world';
import { createBareWorld } from '../state/bare-world';

/** A piece of cloth in the plane z = 0, between grips. */
export type Patch = ReturnType<typeof createPatch>;

/** @param forces material of the patch, and loads */
export function createPatch(scene: MadeOf, forces: readonly ForceDefinition[]) {
  const held = new Uint8Array(4 * scene.data.masses.length).map((_, i) => (i % 4 >= 2 ? 1 : 0));
  const { world, state } = createBareWorld(scene, forces);
  world.model.inverseMasses.fill(1);
  const search = createStaticSearch(world, state, held);
  const positions = state.positions as Float64Array;
  const places = Array.from(world.model.masses, (_, i) => [positions[4 * i], positions[4 * i + 1]] as const);
  return {
    /** 4n; m. */
    positions,
    /** x and y of each particle at first, m. */
    places,
    /** Holds some axes of the particles whose place at first is such; z is always held. */
    hold(axes: readonly number[], where: (x: number, y: number) => boolean) {
      places.forEach((place, i) => {
        if (where(...place)) for (const axis of axes) held[4 * i + axis] = 1;
      });
    },
    /** Moves every particle. */
    move(to: (x: number, y: number) => readonly [number, number]) {
      places.forEach((place, i) => {
        positions.set(to(...place), 4 * i);
      });
    },
    /** Finds the equilibrium of the free components. @param tolerance N @returns false if there is none */
    relax: (tolerance: number) => runToEnd(search.settle(tolerance)),
    /** Forces of the grips on the held components, N; 4n; 0 for free components. */
    reactions(): Float64Array {
      const f = new Float64Array(held.length);
      for (const bound of world.forces) bound.addForce?.(f, state);
      return f.map((value, i) => (held[i] === 1 ? -value : 0));
    },
  };
}

/** Newton steps at most. Of a soft strip of 40 cells some 100 are needed: its first steps are short. */
const MAX_STEPS = 200;
/** Times the largest force of a single kind on a particle: a smaller net force is none. */
const TOLERANCE = 1e-7;
/** m; longest way of a particle in a step. */
const REACH = 0.3;
/** Where the clamped matrix is not positive definite by rounding: a part more on its diagonal. */
const SHIFT = 1e-7;
/** Times the largest stiffness: that of a component which is held. */
const HELD = 1e10;

/**
 * Finds static shapes by Newton's method, with a factorization of the true derivative that holds every coupling. Unlike
 * `findEquilibrium`, it lets grips hold single components of positions.
 * @param held 4n; 1 for each component that does not move, beside those of pinned particles; read at each search
 */
export function createStaticSearch(world: World, state: State, held = new Uint8Array(state.positions.length)) {
  const layout = layOut(world);
  const { coordinates } = layout;
  const x = state.positions as Float64Array;
  const f = new Float64Array(x.length);

  /** Of −∂f/∂x; null if it is not positive definite. */
  function factorize(clamp: boolean): Factors | null {
    world.linearize(state, clamp);
    const matrix = assembleStiffness(world, layout);
    const stiffness = HELD * largestDiagonal(matrix);
    coordinates.forEach((o, row) => {
      const diagonal = matrix.starts[row + 1] - 1;
      if (held[o] === 1) matrix.values[diagonal] += stiffness;
      if (clamp) matrix.values[diagonal] *= 1 + SHIFT;
    });
    const factors = factor(matrix, 0);
    return factors.vanished.length === 0 ? factors : null;
  }

  /** f := the forces on what can move, N. @returns the largest on a particle */
  function evaluate(): number {
    world.computeForces(state, f);
    world.filter(f);
    for (let o = 0; o < f.length; o++) if (held[o] === 1) f[o] = 0;
    return largest(f);
  }

  /** A Newton step, with the clamped derivative where the true one is not definite; 4n, m. */
  function direction(): Float64Array {
    const factors = factorize(false) ?? factorize(true);
    if (!factors) throw new RangeError('the matrix is not positive definite');
    const rows = Float64Array.from(coordinates, (o) => f[o]);
    solveFactored(factors, rows);
    const d = new Float64Array(x.length);
    coordinates.forEach((o, row) => {
      if (held[o] === 0) d[o] = rows[row];
    });
    return d;
  }

  /** N; the sum over the forces of the largest on a particle. */
  function largestLoad(): number {
    let sum = 0;
    for (const force of world.forces) {
      const single = new Float64Array(x.length);
      force.addForce?.(single, state);
      sum += largest(single);
    }
    return sum;
  }

  return {
    /**
     * Moves the free particles to equilibrium; yields after every step.
     * @param tolerance of the net force, N; absent: what rounding leaves of the loads
     * @returns false if none is found
     */
    *settle(tolerance?: number): Generator<null, boolean, void> {
      state.velocities.fill(0);
      for (let step = 0; step < MAX_STEPS; step++) {
        if (evaluate() <= (tolerance ?? TOLERANCE * largestLoad())) return true;
        searchAlong(x, direction(), f, REACH, evaluate);
        yield null;
      }
      return false;
    },
    /** True if the energy has a minimum here: ∂f/∂x is negative definite. */
    isStable: () => factorize(false) !== null,
  };
}
