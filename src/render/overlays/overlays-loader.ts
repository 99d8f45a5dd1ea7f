/** Loads the overlays when a frame or a request first needs them: most visits never do. */
import type { DrawableFrame } from '../../runtime/frame/frame';
import { SAMPLED_PARTICLES } from '../../runtime/frame/samples';
import { isRoomFloor } from '../view';
import type { Overlays } from './overlays';
import type { OverlayRequests, RenderContext } from './render-context';

/** Fewest pins that may be a row, which a rod holds. */
const ROW = 3;

function areNeeded({ status, structure, field, companions }: DrawableFrame, requests: OverlayRequests): boolean {
  return (
    (structure.surface.length > 0 && hasPins(structure, ROW)) ||
    !status.environment.planes.every(isRoomFloor) ||
    status.environment.spheres.length > 0 ||
    field !== null ||
    companions.length > 0 ||
    (requests.trails && structure.particleCount <= SAMPLED_PARTICLES) ||
    requests.spring >= 0 ||
    requests.particles.length > 0 ||
    requests.arrows.length > 0
  );
}

/** True if at least `count` particles are pinned. */
function hasPins({ pinned }: DrawableFrame['structure'], count: number): boolean {
  for (let i = pinned.indexOf(1); i >= 0; i = pinned.indexOf(1, i + 1)) if (--count === 0) return true;
  return false;
}

/** @param onLoad called when they can be drawn */
export function createOverlaysLoader(context: RenderContext, onLoad: () => void) {
  let overlays: Overlays | null = null;
  let loading = false;
  let disposed = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      const { createOverlays } = await import('./overlays');
      if (disposed) return;
      overlays = createOverlays(context, onLoad);
      onLoad();
    } catch {
      // Offline: the next frame that needs them tries again.
      loading = false;
    }
  }

  return {
    /** null until they are loaded. */
    get loaded() {
      return overlays;
    },
    /** Starts loading if they are needed. @returns null until they are loaded */
    request(frame: DrawableFrame, requests: OverlayRequests): Overlays | null {
      if (!overlays && !loading && areNeeded(frame, requests)) void load();
      return overlays;
    },
    dispose() {
      disposed = true;
      overlays?.dispose();
    },
  };
}
