/** The mesh of the present scene at the moments of a part of the recording. */
import type { RecordedPose } from '../../../../runtime/recorded-poses';
import type { Lab } from '../../../lab/lab';
import type { ExportWatch } from '../../../lab/scripting';
import { readPoses } from '../read-recording';
import { type Mesh, meshOf } from './mesh';

export interface Motion {
  readonly mesh: Mesh;
  /** Ascending in time; at least one. */
  readonly poses: readonly RecordedPose[];
  /** s. */
  readonly interval: number;
  /** The name of the scene. */
  readonly scene: string;
}

/** @param options RANGE_OPTIONS @throws RangeError for times that are not recorded, or without a finite position */
export async function readMotion(
  lab: Lab,
  options: Readonly<Record<string, unknown>>,
  watch: ExportWatch,
): Promise<Motion> {
  const { structure, positions, status } = lab.frame;
  const { parts: poses, end: interval } = await readPoses(lab, options, watch);
  if (poses.length === 0) throw new RangeError('between from and to no position is finite');
  if (poses[0].positions.length !== positions.length) throw new RangeError('the scene has changed');
  return { mesh: meshOf(structure, positions), poses, interval, scene: status.scene };
}
