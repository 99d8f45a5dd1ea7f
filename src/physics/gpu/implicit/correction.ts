import { REPEATS } from '../../integrators/implicit-euler';
import type { Correction } from '../../world/integrator';
import type { StepEnd } from './step-end';

/** An iteration whose residual falls to no less than this fraction has stalled: what is left is rounding, or needs the true K. */
const STALLED = 0.9;

/**
 * Makes a step that would create energy again, as `integrators/implicit-euler.ts` does, with the clamped K throughout.
 * @param delta where a solve has its solution @param newtonTolerance residual, relative to the first one, below which no solve is made
 */
export async function correctStep(end: StepEnd, delta: GPUBuffer, newtonTolerance: number): Promise<Correction> {
  end.clear(end.change);
  await end.search();
  for (let repeats = 0; end.exceeds; repeats++) {
    const before = end.residual;
    let isStuck = repeats === REPEATS || before <= newtonTolerance * end.initial;
    if (!isStuck) {
      end.clear(delta);
      isStuck = !(await end.iterate()) || (end.exceeds && end.residual > STALLED * before);
    }
    if (!end.exceeds) return 'repeated';
    if (isStuck) {
      await end.brake();
      return 'braked';
    }
  }
  return 'shortened';
}
