import type { Lab } from '../lab/lab';

/** What solves the step of an implicit method, in words, and the parameters that end it. */
export interface SolverWords {
  name: string;
  /** Begins a label. */
  short: string;
  tolerance: string;
  iterations: string;
  /** What its residual is a part of. */
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
  whole: 'the residual at the start',
};

/** Of the present method. */
export function solverWords({ catalog, frame }: Lab): SolverWords {
  const method = catalog.integrators.find(({ id }) => id === frame.status.integrator);
  return method?.newton ? NEWTON : GRADIENTS;
}
