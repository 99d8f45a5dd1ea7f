import { javascriptKernel } from '../../kernels/javascript';
import { solverLoops } from '../../kernels/javascript/solver-loops';
import { createArena } from '../../model/arena';
import { applyCoefficients } from '../../model/coefficients';
import { EMPTY_ENVIRONMENT } from '../../model/environment';
import { createControl, type State } from '../../model/model';
import type { Params } from '../../model/params';
import { buildModel, loadState } from '../../scenes/builders/build-model';
import { gridScene } from '../../scenes/builders/grid-scene';
import { createConjugateGradients, type LinearSystem } from '../../solvers/conjugate-gradients';
import { invertBlocks } from '../../solvers/diagonal-blocks';
import { none } from '../../solvers/preconditioners';
import { searchAlong } from '../../statics/equilibrium/line-search';
import { largest } from '../../statics/equilibrium/net-force';
import type { ConstraintDefinition } from '../../world/constraint';
import { createWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';
import type { SolveReport } from '../../world/preconditioner';
import type { World } from '../../world/world';

/** A square piece of cloth between grips, in the plane z = 0: x from 0 to the width, y from 0 downwards. */
export type Patch = ReturnType<typeof createPatch>;

/** @param force material of the patch: springs or membrane */
export function createPatch(force: ForceDefinition, params: Params, cells: number, width: number) {
  const side = cells + 1;
  const values: Params = { ...params, rows: side, columns: side };
  const scene = gridScene(values, {
    name: '',
    width,
    height: width,
    kinds: ['structural', 'shear', 'bend'],
    position: (row, column) => [(column * width) / cells, (-row * width) / cells, 0],
    pinned: [],
  });
  const arena = createArena('double');
  const model = buildModel(scene, arena);
  applyCoefficients(model, { masses: scene.masses, springs: scene, at: values }, values);
  model.inverseMasses.fill(1);
  const size = 4 * model.particleCount;
  const held = new Uint8Array(size).map((_, i) => (i % 4 >= 2 ? 1 : 0));
  const control = createControl();
  const laws = { forces: [force], constraints: [grips(held)], preconditioner: none };
  const settings = { params: values, environment: EMPTY_ENVIRONMENT };
  const world: World = createWorld(model, settings, control, javascriptKernel, arena, laws);
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  loadState(scene, state);
  const relax = createRelaxation(world);

  return {
    /** Particles along a side. */
    side,
    /** m. */
    width,
    state,
    /** 4n; 1 for each position component that a grip holds; z is always held. */
    held,
    /** Finds the equilibrium of the free components. @param tolerance N */
    relax: (tolerance: number) => relax(state, tolerance),
    /** Forces of the grips on the held components, N; 4n; 0 for free components. */
    reactions(): Float64Array {
      const f = new Float64Array(size);
      for (const bound of world.forces) bound.addForce?.(f, state);
      return f.map((value, i) => (held[i] === 1 ? -value : 0));
    },
  };
}

/** 4n; 1 for each component of a position that a grip holds. */
export type Grips = Uint8Array;

/** Holds single components of positions. */
export function grips(held: Grips): ConstraintDefinition {
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
