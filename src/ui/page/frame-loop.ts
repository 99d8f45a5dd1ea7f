import type { LabInternals } from '../lab/create-lab';
import type { Pointer } from '../pointer/pointer';

/** Wall time that one frame may bring, s: whoever comes back to the page finds it where it was left. */
const LONGEST = 0.25;

/** Draws on every frame of the screen, and lets time pass while the lab plays and the page can be seen. */
export function startFrameLoop(lab: LabInternals, pointer: Pointer, update: (now: number) => void): void {
  /** ms; of the last frame that was seen, or null after a time out of sight. */
  let last: number | null = null;
  let settling = false;

  /** While it rests no frame would come by itself, and the limit is not found yet. */
  async function settle() {
    if (settling) return;
    settling = true;
    // An engine that has died says so elsewhere.
    await lab.settled().catch(() => {});
    settling = false;
  }

  function frame(now: number) {
    requestAnimationFrame(frame);
    if (document.hidden) return;
    const elapsed = last === null ? 0 : Math.min((now - last) / 1000, LONGEST);
    last = now;
    pointer.update();
    if (!lab.paused && elapsed > 0) lab.advance(elapsed);
    else if (lab.frame.status.stability.sought) void settle();
    // What stands round the picture comes first: arrows and marks that it sets belong to this very frame.
    update(now);
    const texels = lab.page.pose?.(lab.frame);
    lab.view.draw(texels ? { ...lab.frame, texels, showsState: false } : lab.frame, pointer.hand);
    lab.engine.onDrawn();
  }

  document.addEventListener('visibilitychange', () => {
    last = null;
  });
  requestAnimationFrame(frame);
}
