import { type LabInternals, replaysOf } from '../lab/create-lab';
import type { Pointer } from '../pointer/pointer';
import { createCameraPath } from '../sharing/camera-path';

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
