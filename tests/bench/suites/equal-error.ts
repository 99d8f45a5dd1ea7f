import type { Simulation } from '../../../src/physics';
import { advance, type How, swingingCloth } from '../cloth';
import { errorOfChange } from '../error-of-change';
import { costs, enter, type Moment, momentsOf } from '../moments';
import type { Suite } from '../report';

/** Error of Δv for both preconditioners. */
const ERROR = 0.01;
/** Tried tolerances, descending. */
const TOLERANCES = Array.from({ length: 25 }, (_, i) => 10 ** (-1 - i / 4));

const MULTIGRID: How = { kernel: 'simd', preconditioner: 'multigrid' };
const BLOCK_JACOBI: How = { kernel: 'simd', preconditioner: 'block-jacobi' };

/** At the same residual, the error of Δv is many times larger with block Jacobi. */
export const equalError: Suite = {
  id: 'equal-error',
  about: 'block Jacobi and multigrid, each at the tolerance that leaves 1 % error in Δv',
  run(report) {
    const rows = [65, 129].flatMap((n) => {
      const moments = momentsOf(n);
      const multigrid = tuned(n, MULTIGRID, moments);
      const jacobi = tuned(n, BLOCK_JACOBI, moments);
      const cost = costs({ multigrid: multigrid.simulation, jacobi: jacobi.simulation }, moments, 4);
      const value = cost.jacobi.ms / cost.multigrid.ms;
      const promised = n === 129 ? { bar: 10, aim: 18 } : { bar: 3.5, aim: 6 };
      const name = `implicit ${n}² at 1 % error of Δv: simd, block Jacobi / simd, multigrid`;
      report.bars.push({ name, value, direction: 'at least', ...promised });
      const row = (preconditioner: string, { tolerance, error }: Tuned, { ms, iterations }: typeof cost.jacobi) => ({
        cloth: `${n}×${n}`,
        preconditioner,
        tolerance,
        'error of Δv': `${(100 * error).toPrecision(2)} %`,
        iterations,
        'ms per step': ms,
      });
      return [row('block Jacobi', jacobi, cost.jacobi), row('multigrid', multigrid, cost.multigrid)];
    });
    report.tables.push({
      title: 'Implicit Euler at equal error, kernel simd',
      brief: true,
      about: 'The loosest tolerance that leaves no more than 1 % error in Δv at any of the three moments of the swing.',
      rows,
    });
  },
};

type Tuned = ReturnType<typeof tuned>;

/** The largest tolerance at which the error is small at all moments. */
function tuned(n: number, how: How, moments: Moment[]) {
  const simulation = swingingCloth(n, how);
  for (const tolerance of TOLERANCES) {
    simulation.apply({ type: 'set', key: 'cgTolerance', value: tolerance });
    const error = largestError(simulation, moments);
    if (error <= ERROR) return { simulation, tolerance, error };
  }
  throw new Error(`${how.preconditioner} never reaches an error of ${ERROR}`);
}

/** Largest error of all moments; stops at the first one that is too large. */
function largestError(simulation: Simulation, moments: Moment[]): number {
  let largest = 0;
  for (const moment of moments) {
    if (largest > ERROR) break;
    enter(simulation, moment);
    advance(simulation, 1);
    largest = Math.max(largest, errorOfChange(simulation));
  }
  return largest;
}
