/** Where the camera was while the run was recorded, so that a film can repeat its motion. */
import type { CameraControl } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';

/** Entries, at most: about two minutes of motion. */
const MAX_ENTRIES = 8192;

interface Entry {
  /** Simulated s. */
  time: number;
  /** Position and target, m. */
  pose: readonly number[];
}

export function createCameraPath(most = MAX_ENTRIES) {
  /** In the order of their times. A camera at rest has two, the first and the last of its rest; so has a time at which it is moved. */
  let entries: Entry[] = [];
  let sceneNumber = -1;
  let moved = false;

  /** Removes what the recording does not have. */
  function forget(first: number, last: number): void {
    while (entries.length > 0 && entries[entries.length - 1].time > last) entries.pop();
    const older = entries.findIndex(({ time }) => time > first);
    if (older > 1) entries.splice(0, older - 1);
  }

  return {
    /** Notes the camera at the time of a frame, unless the frame repeats the recording. */
    note({ status: { timeline, replay, time }, structure }: Frame, camera: CameraControl): void {
      if (structure.sceneNumber !== sceneNumber) {
        entries = [];
        moved = false;
        sceneNumber = structure.sceneNumber;
      }
      if (replay || timeline.past) return;
      forget(timeline.first.time, timeline.last.time);
      moved ||= camera.pose !== null;
      const pose = camera.current;
      const both = (is: (entry: Entry) => boolean) => entries.length > 1 && entries.slice(-2).every(is);
      const rests = both((entry) => entry.pose.every((x, k) => x === pose[k]));
      if (rests || both((entry) => entry.time === time)) entries.pop();
      entries.push({ time, pose });
      // Beyond the limit the path becomes coarser.
      if (entries.length > most) entries = entries.filter((_, k) => k % 2 === 0 || k === entries.length - 1);
    },
    /** The pose at a time, on the line between the noted ones; null if the user has not moved the camera. @param time simulated s */
    at(time: number): readonly number[] | null {
      if (!moved || entries.length === 0) return null;
      const next = entries.findIndex((entry) => entry.time > time);
      if (next < 0) return entries[entries.length - 1].pose;
      const [a, b] = [entries[Math.max(0, next - 1)], entries[next]];
      if (a === b) return a.pose;
      const fraction = (time - a.time) / (b.time - a.time);
      return a.pose.map((x, k) => x + fraction * (b.pose[k] - x));
    },
  };
}
