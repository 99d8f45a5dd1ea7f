/** Grades a method or a force by the laws of its kind: each with a sentence that has the number. */
import { forces, methodOf } from '../../../registry';
import type { ForceDefinition } from '../../../world/force';
import type { IntegratorDefinition } from '../../../world/integrator';
import { FORCE_LAWS } from './force-laws';
import type { ArraysIn, Law, Verdict } from './law';
import { METHOD_LAWS } from './method-laws';

/** @throws RangeError for an id that is neither a method's nor a force's */
export function grade(id: string, arraysIn?: ArraysIn): (Verdict & { law: string })[] {
  const force = forces.find((one) => one.id === id);
  return force?.create ? gradeForce(force, arraysIn) : gradeMethod(methodOf(id), arraysIn);
}

export function gradeMethod(method: IntegratorDefinition, arraysIn?: ArraysIn): (Verdict & { law: string })[] {
  return graded(METHOD_LAWS, method, arraysIn);
}

export function gradeForce(force: ForceDefinition, arraysIn?: ArraysIn): (Verdict & { law: string })[] {
  return graded(FORCE_LAWS, force, arraysIn);
}

const notCounted: ArraysIn = (work) => {
  work();
  return 0;
};

function graded<D>(laws: readonly Law<D>[], definition: D, arraysIn = notCounted): (Verdict & { law: string })[] {
  return laws.map(({ law, measure }) => {
    try {
      return { law, ...measure(definition, arraysIn) };
    } catch (error) {
      return { law, holds: false, says: `could not be measured: ${error instanceof Error ? error.message : error}` };
    }
  });
}
