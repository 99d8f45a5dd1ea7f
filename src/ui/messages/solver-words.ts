import type { Engine } from '../lab/engine-client';

/** Names for the solver of an implicit method, and the parameters that stop it. */
export interface SolverWords {
  name: string;
  /** First word of a label. */
  short: string;
  tolerance: string;
  iterations: string;
  /** What the relative residual is relative to. */
  whole: string;
}

const GRADIENTS: SolverWords = {
  name: 'linear solver',
  short: 'CG',
  tolerance: 'cgTolerance',
  iterations: 'cgIterations',
  whole: 'the right-hand side',
};

const NEWTON: SolverWords = {
  name: 'Newton solver',
  short: 'Newton',
  tolerance: 'newtonTolerance',
  iterations: 'newtonIterations',
  whole: 'its value at the start',
};

/** The solver of the present method. */
export function solverWords({ catalog, frame }: Engine): SolverWords {
  const method = catalog.integrators.find(({ id }) => id === frame.status.integrator);
  return method?.newton ? NEWTON : GRADIENTS;
}
