import type { Simulation } from '../../physics';
import { type CgXRay, cgXRay as look } from '../../physics/analysis/solver/cg-x-ray';
import { schemeOf } from '../../physics/analysis/solver/step-equation';
import { methodOf, preconditioners } from '../../physics/registry';

export interface CgXRayNow extends CgXRay {
  /** Whether the run's method solves it, too. */
  implicit: boolean;
  /** Whether the run has the clamp. */
  clamp: boolean;
  /** ‖residual‖ / ‖b‖ that is enough for the run, and its iterations at most. */
  tolerance: number;
  iterations: number;
  /** Id of the run's preconditioner. */
  preconditioner: string;
  /** ms that the look took. */
  took: number;
}

/** The linear solve of an implicit step at this moment. */
export function cgXRay(simulation: Simulation, _args: object): CgXRayNow {
  const { world, state, params, integrator, preconditioner, lastChange } = simulation;
  const begun = performance.now();
  const method = methodOf(integrator);
  const settings = {
    scheme: schemeOf(method),
    clamp: params.clamp === 1,
    tolerance: params.cgTolerance,
    iterations: params.cgIterations,
    warm: method.implicit ? lastChange : null,
    preconditioners: preconditioners.filter((one) => one.unsupportedReason(world) === null),
  };
  const found = look(world, state, params.dt, settings);
  const { clamp, tolerance, iterations } = settings;
  const took = performance.now() - begun;
  return { ...found, implicit: method.implicit === true, clamp, tolerance, iterations, preconditioner, took };
}
