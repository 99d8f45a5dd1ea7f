import { solverLoops } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import type { MadeOf } from '../../scenes/materials/sheet-material';
import { createConjugateGradients, type LinearSystem } from '../../solvers/conjugate-gradients';
import { invertBlocks } from '../../solvers/diagonal-blocks';
import { searchAlong } from '../../statics/equilibrium/line-search';
import { largest } from '../../statics/equilibrium/net-force';
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
