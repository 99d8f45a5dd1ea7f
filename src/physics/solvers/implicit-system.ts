import type { Preconditioner, PreconditionerDefinition, SolveReport, World } from '../world/world';
import { createConjugateGradients, type LinearSystem } from './conjugate-gradients';

/** A = S(M − aK − bD)S, with K = ∂f/∂x and D = ∂f/∂v as linearized last. */
export interface ImplicitSystem extends LinearSystem, Pick<Preconditioner, 'solve'> {
  /** Sets a and b, s² and s, and assembles the preconditioner; call after `world.linearize`. */
  assemble(a: number, b: number): void;
}

/** Solves an implicit system by conjugate gradients, with a fallback preconditioner. */
export interface ImplicitSolver extends Pick<ImplicitSystem, 'assemble'> {
  /**
   * As `ConjugateGradients.solve`. If it does not converge with the world's preconditioner, a second solve uses the fallback, and
   * `fellBack` is set in the report. After a breakdown the second solve starts from the first guess; after too many iterations it
   * continues from the x found so far. The report has the iterations of all solves, and the residual of the last.
   * @returns false if the last solve ended at a direction without positive curvature
   */
  solve(x: Float64Array, b: Float64Array, tolerance: number, maxIterations: number, report: SolveReport): boolean;
}

/** The matrix of an implicit step in matrix-free form: products come from the forces' derivatives.
 *
 *  The filter S of Baraff and Witkin removes from residuals and directions what cannot change within the step: entries of
 *  particles with prescribed motion, components into a contact. The solve runs on the range of S. S is an orthogonal projection,
 *  so S A S and S P⁻¹ S are symmetric, and definite on the range of S.
 *  Sources: Baraff and Witkin, Large Steps in Cloth Simulation; lecture notes 3D Mass Spring System. */
export function createImplicitSystem(
  world: World,
  definition: PreconditionerDefinition = world.preconditioner,
): ImplicitSystem {
  const { kernel } = world;
  const { masses } = world.model;
  const preconditioner = definition.create(world);
  /** The factors of K and D in A. */
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

/** @param fallback the preconditioner that replaces the world's if the solve fails */
export function createImplicitSolver(world: World, fallback: PreconditionerDefinition): ImplicitSolver {
  const size = 4 * world.model.particleCount;
  const { doubles } = world.arena;
  const first = createImplicitSystem(world);
  const second = world.preconditioner === fallback ? null : createImplicitSystem(world, fallback);
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
      report.iterations = 0;
      if (first.solve?.(x, b, tolerance, maxIterations, report)) return true;
      let before = report.iterations;
      if (second) guess.set(x);
      gradients.solve(first, x, b, tolerance, maxIterations, report);
      if (!report.converged && second) {
        if (report.iterations < maxIterations) x.set(guess);
        before += report.iterations;
        second.assemble(ofK, ofD);
        gradients.solve(second, x, b, tolerance, maxIterations, report);
        report.fellBack = true;
      }
      const definite = report.converged || report.iterations === maxIterations;
      report.iterations += before;
      return definite;
    },
  };
}
