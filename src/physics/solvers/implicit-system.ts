import type { StepReport } from '../world/integrator';
import type { Preconditioner, PreconditionerDefinition } from '../world/preconditioner';
import type { World } from '../world/world';
import { createConjugateGradients, type LinearSystem } from './conjugate-gradients';

/** S(M − aK − bD) on what can move, with K = ∂f/∂x and D = ∂f/∂v as they were last linearized. */
export interface ImplicitSystem extends LinearSystem, Pick<Preconditioner, 'solve'> {
  /** Sets a and b, s² and s, and builds the preconditioner; call it after `world.linearize`. */
  assemble(a: number, b: number): void;
}

/** The solver of an implicit system. */
export interface ImplicitSolver extends Pick<ImplicitSystem, 'assemble'> {
  /**
   * As conjugate gradients do. Where they come to no end with the world's preconditioner, a spare one takes over, and the
   * report tells of its part, and says so. After a breakdown it sets out from the first guess, as if it had been the only
   * one; after too many iterations it goes on from what they have found.
   */
  solve(
    x: Float64Array,
    b: Float64Array,
    tolerance: number,
    maxIterations: number,
    report: Omit<StepReport, 'ok'>,
  ): void;
}

/** The matrix of an implicit step, never built: products from the forces' own derivatives.
 *
 *  The filter S of Baraff and Witkin takes out of residuals and directions what can't change within the step: entries of
 *  particles whose motion is prescribed, components into a contact. The solve thus runs on what is free: P A Pᵀ without
 *  building P. S is an orthogonal projection, so that S A S and S P⁻¹ S stay symmetric, and definite on what S leaves.
 *  Sources: Baraff and Witkin, Large Steps in Cloth Simulation; lecture notes 3D Mass Spring System. */
export function createImplicitSystem(
  world: World,
  definition: PreconditionerDefinition = world.preconditioner,
): ImplicitSystem {
  const { kernel } = world;
  const { masses } = world.model;
  const preconditioner = definition.create(world);
  /** −a and −b: kept, as a number made anew for each product would be garbage. */
  let ofK = 0;
  let ofD = 0;

  return {
    assemble(a, b) {
      ofK = -a;
      ofD = -b;
      preconditioner.assemble(a, b);
    },
    get scalesGuess() {
      return definition.scalesGuess && world.clamped;
    },
    multiply(y, p) {
      kernel.multiplyByWeights(y, masses, p);
      world.addDerivatives(y, p, ofK, ofD);
      world.filter(y);
    },
    precondition(z, r) {
      preconditioner.apply(z, r);
      world.filter(z);
    },
    solve: preconditioner.solve,
  };
}

/** @param spare takes over where the world's preconditioner fails */
export function createImplicitSolver(world: World, spare: PreconditionerDefinition): ImplicitSolver {
  const size = 4 * world.model.particleCount;
  const { doubles } = world.arena;
  const first = createImplicitSystem(world);
  const second = world.preconditioner === spare ? null : createImplicitSystem(world, spare);
  const gradients = createConjugateGradients(doubles, size, world.kernel);
  const guess = doubles(second ? size : 0);
  let ofK = 0;
  let ofD = 0;

  return {
    assemble(a, b) {
      ofK = a;
      ofD = b;
      first.assemble(a, b);
    },
    solve(x, b, tolerance, maxIterations, report) {
      report.fellBack = undefined;
      if (first.solve?.(x, b, tolerance, maxIterations, report)) return;
      if (second) guess.set(x);
      gradients.solve(first, x, b, tolerance, maxIterations, report);
      if (report.converged || !second) return;
      if (report.iterations < maxIterations) x.set(guess);
      second.assemble(ofK, ofD);
      gradients.solve(second, x, b, tolerance, maxIterations, report);
      report.fellBack = true;
    },
  };
}
