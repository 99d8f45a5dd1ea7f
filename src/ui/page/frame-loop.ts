import type { CameraControl } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { type LabInternals, replaysOf } from '../lab/create-lab';
import type { Pointer } from '../pointer/pointer';

/**
 * Most wall time that one frame may add, s: half of the slow replay of a blow-up, of which something is seen after a long pause too.
 * The run itself catches up with less.
 */
const MAX_ELAPSED = 2.5;

/**
 * Draws each animation frame, and lets time pass while the lab plays and the page is visible: in a frame of another page, while the
 * frame is in view.
 */
export function startFrameLoop(lab: LabInternals, pointer: Pointer, update: (now: number) => void): void {
  /** Time of the last frame, ms; null after the page was hidden. */
  let last: number | null = null;
  let settling = false;
  let inView = true;
  const path = createCameraPath();
  lab.page.cameraAt = path.at;

  /** Requests a frame: a paused engine sends none by itself, but the search for the limit is not finished. */
  async function settle() {
    if (settling) return;
    settling = true;
    // An engine that has stopped is reported elsewhere.
    await lab.settled().catch(() => {});
    settling = false;
  }

  function frame(now: number) {
    if (!inView) return;
    requestAnimationFrame(frame);
    if (document.hidden) return;
    const elapsed = last === null ? 0 : Math.min((now - last) / 1000, MAX_ELAPSED);
    last = now;
    pointer.update();
    const { status, companions } = lab.frame;
    // The slow replay of a blow-up is prepared and plays on its own; at its end the picture stays the same.
    // Paused, no step may come after a command that ends the slow replay.
    const shown =
      replaysOf(lab.frame).some(({ playing, boxes }) => playing || !boxes) && !(lab.paused && lab.engine.busy);
    const isStopped = status.replay !== null && companions.every(({ blowUp }) => blowUp !== null);
    const advances = shown || !(lab.paused || isStopped);
    if (advances && elapsed > 0) lab.advance(elapsed);
    else if (status.stability.sought || status.stability.refinable) void settle();
    // Update the controls first: the arrows and marks that they set belong to this frame.
    update(now);
    lab.view.setLook(lab.page.look);
    const latest = lab.host.latest();
    const texels = lab.page.pose?.(latest);
    lab.view.draw(texels ? { ...latest, texels, showsState: false } : latest, pointer.grab);
    path.note(latest, lab.view.camera);
    lab.engine.onDrawn();
  }

  document.addEventListener('visibilitychange', () => {
    last = null;
  });
  new IntersectionObserver((entries) => {
    const { isIntersecting = inView } = entries.at(-1) ?? {};
    if (isIntersecting === inView) return;
    inView = isIntersecting;
    last = null;
    if (inView) requestAnimationFrame(frame);
  }).observe(document.body);
  requestAnimationFrame(frame);
}

// Where the camera was while the run was recorded, so that a film can repeat its motion.

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
