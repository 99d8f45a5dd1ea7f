/** Loads the code that shows a blow-up when the first one is shown: most visits begin without one. */
import type { EnlargedParts, ZoomOut } from './zoom-out';

/** @param onChange called when the picture has to be drawn again */
export function createZoomOutLoader(parts: EnlargedParts, onChange: () => void): ZoomOut {
  let zoomOut: ZoomOut | null = null;
  let loading = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      zoomOut = (await import('./zoom-out')).createZoomOut(parts, onChange);
      onChange();
    } catch {
      // Offline: the next frame of the show tries again.
      loading = false;
    }
  }

  return {
    update(show, scene) {
      if (show && !loading) void load();
      zoomOut?.update(show, scene);
    },
    drawRun(companion, scene, draw) {
      if (companion?.show && !loading) void load();
      if (zoomOut) zoomOut.drawRun(companion, scene, draw);
      else draw();
    },
  };
}
