/** The positions of a run's recording at equal distances in time, for the particles that the scene has now. */
import type { Simulation } from '../physics';
import { INTERVAL, type RecordedRange, recordedMoments, recordedSteps } from '../physics/experiment/recorded-table';
import { areFinite } from '../physics/model/state';
import type { Progress } from '../physics/slices';
import { positionsFor } from './frame/snapshot';

/** The particles at one moment. */
export interface RecordedPose {
  /** s. */
  readonly time: number;
  /** 4n; m. */
  readonly positions: Float32Array<ArrayBuffer>;
}

/** Positions in all poses together: some 100 MB as text. */
const MAX_POSITIONS = 3e6;

/**
 * In slices; each partial result is the next pose, or null. Poses of a blow-up that are not finite are left out. Returns the interval, s.
 * @throws RangeError for a time that is not recorded, or too many poses
 */
export function* recordedPoses(
  simulation: Simulation,
  range: RecordedRange,
): Generator<Progress<RecordedPose | null>, number, void> {
  const steps = recordedSteps(simulation, range);
  const most = Math.floor(MAX_POSITIONS / simulation.particleCount);
  if (steps.length > most) {
    throw new RangeError(
      `interval: ${steps.length} moments of ${simulation.particleCount} particles, at most ${most} moments`,
    );
  }
  // A later slit would change it.
  const { model } = simulation;
  let made = 0;
  for (const moment of recordedMoments(simulation, steps)) {
    let pose: RecordedPose | null = null;
    if (moment) {
      made++;
      const { time, state } = moment;
      const positions = Float32Array.from(positionsFor(model, state.positions, moment.model.origins));
      if (areFinite(positions)) pose = { time, positions };
    }
    yield { done: made / steps.length, partial: pose };
  }
  return range.interval ?? INTERVAL;
}
