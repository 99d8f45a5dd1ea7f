import type { Simulation } from '../../src/physics';
import { advance } from './cloth';

/** ‖b − A Δv‖/‖b‖ of the solve that counts as exact. */
const EXACT = 1e-10;

/** Takes a step. @returns ‖Δv − Δv*‖/‖Δv*‖, where Δv* is a solution to 1e-10 from the same state */
export function errorOfChange(simulation: Simulation): number {
  const exact = simulation.fork();
  exact.apply({ type: 'set', key: 'cgTolerance', value: EXACT });
  exact.apply({ type: 'preconditioner', id: 'auto' });
  advance(simulation, 1);
  advance(exact, 1);
  const [found, right] = [simulation.lastChange, exact.lastChange];
  if (!found || !right) throw new Error(`${simulation.integrator} stores no Δv`);
  if (!exact.report.converged)
    throw new Error(`the exact solve ended at a residual of ${exact.report.residual}, not ${EXACT}`);
  let difference = 0;
  let size = 0;
  for (let i = 0; i < right.length; i++) {
    difference += (found[i] - right[i]) ** 2;
    size += right[i] ** 2;
  }
  return Math.sqrt(difference / size);
}
