/** Loads the springs' code when they are first to be seen: most visits begin with a cloth that hides them. */
import { Group } from 'three';
import type { CompanionFrame, DrawableFrame, Structure } from '../../runtime/frame/frame';
import { CASTS_SHADOW } from '../background/soft-shadow';
import type { SceneBounds } from '../bounds/scene-bounds';
import type { ParticleStore } from '../particles/particle-store';
import { SHOWN_STRAIN } from '../view';
import type { SpringLines } from './spring-lines';

/** True if some springs are drawn as rods: one of their ends is not part of a cloth. */
function hasRods({ springs, surface, particleCount }: Structure): boolean {
  const corner = new Uint8Array(particleCount);
  for (let k = 0; k < surface.length; k++) corner[surface[k]] = 1;
  for (let k = 0; k < springs.length; k++) if (corner[springs[k]] === 0) return true;
  return false;
}

/** The largest strain of what is drawn: infinite while a blow-up is shown, as the strain of a frame is that of the state at rest. */
export function drawnStrain(frame: DrawableFrame | null, companion: CompanionFrame | null): number {
  if (companion) return companion.show ? Number.POSITIVE_INFINITY : companion.strain;
  return frame?.showsState ? frame.status.strain : Number.POSITIVE_INFINITY;
}

export interface Springs extends Omit<SpringLines, 'mesh'> {
  /** Empty until they are loaded. */
  readonly mesh: Group;
  /** True if some springs are drawn as rods: those that are not part of a cloth. */
  readonly hasRods: boolean;
}

/** @param onLoad called when they can be drawn */
export function createSpringsLoader(
  store: ParticleStore,
  viewport: { value: [number, number] },
  onLoad: () => void,
): Springs {
  const mesh = new Group();
  let lines: SpringLines | null = null;
  let loading = false;
  let rods = false;
  let pixelRatio = 1;
  let latest: [Structure, SceneBounds, boolean] | null = null;

  async function load(): Promise<void> {
    loading = true;
    try {
      const { createSpringLines } = await import('./spring-lines');
      lines = createSpringLines(store, viewport);
    } catch {
      // Offline: the next frame that needs them tries again.
      loading = false;
      return;
    }
    lines.setPixelRatio(pixelRatio);
    if (latest) lines.rebuild(...latest);
    lines.mesh.layers.enable(CASTS_SHADOW);
    mesh.add(lines.mesh);
    onLoad();
  }

  return {
    mesh,
    get hasRods() {
      return rods;
    },
    rebuild(...now) {
      latest = now;
      rods = hasRods(now[0]);
      lines?.rebuild(...now);
    },
    update(structure) {
      if (latest) latest[0] = structure;
      lines?.update(structure);
    },
    show(layer, strain) {
      mesh.visible = layer || rods || strain > SHOWN_STRAIN;
      if (mesh.visible && !loading) void load();
      lines?.show(layer, strain);
    },
    setPixelRatio(ratio) {
      pixelRatio = ratio;
      lines?.setPixelRatio(ratio);
    },
    dispose: () => lines?.dispose(),
  };
}
