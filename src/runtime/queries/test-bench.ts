import { type Simulation, SPRING_KINDS } from '../../physics';
import { type BenchKind, testBench as runBench, type TestBench } from '../../physics/analysis/test-bench/test-bench';

/** Points of a curve, at most. */
const MOST = 200;

/**
 * Pulls or shears a square patch of the springs, and one of the membrane, that the simulation has now.
 * @throws RangeError for another kind of test, or a number of points that there can't be
 */
export function testBench(simulation: Simulation, args: { kind: BenchKind; points?: number }): TestBench {
  const { kind, points = 40 } = args;
  if (kind !== 'uniaxial' && kind !== 'shear')
    throw new RangeError(`there is no test "${kind}"; there are uniaxial, shear`);
  if (!Number.isInteger(points) || points < 2 || points > MOST) {
    throw new RangeError(`points must be a whole number from 2 to ${MOST}, got ${points}`);
  }
  const { model, params } = simulation;
  return runBench(kind, params, { points, spacing: spacingOf(model) });
}

const STRUCTURAL = SPRING_KINDS.indexOf('structural');

/** The mean rest length of the structural springs, m. */
function spacingOf({ springCount, kinds, restLengths }: Simulation['model']): number | undefined {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < springCount; j++) {
    if (kinds[j] !== STRUCTURAL) continue;
    sum += restLengths[j];
    count++;
  }
  return sum > 0 ? sum / count : undefined;
}
