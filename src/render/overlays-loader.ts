import type { Group } from 'three';
import type { Frame } from '../runtime/frame/frame';
import type { SoftShadow } from './background/soft-shadow';
import type { ThemeColors } from './background/theme-colors';
import type { ClothSurface } from './cloth/cloth-surface';
import type { Overlays } from './overlays/overlays';
import { TRAIL_LIMIT } from './overlays/trail-limit';
import type { ParticleDots } from './particles/particle-dots';
import type { ParticleStore } from './particles/particle-store';
import type { Arrow, CompanionLook, Handle } from './view';

/** What the page wants to see beside the scene itself. */
export interface OverlayRequests {
  colors: ThemeColors;
  trails: boolean;
  /** Whether obstacles show what they can be dragged by. */
  handles: boolean;
  /** The handle under the pointer. */
  hover: Handle | null;
  /** Marked, or −1. */
  spring: number;
  particles: readonly number[];
  arrows: readonly Arrow[];
  company: CompanionLook | null;
  /** CSS pixels of the canvas that other things stand over. */
  covered: { top: number; right: number; bottom: number; left: number };
  scale: { diverging: boolean; range?: readonly [low: number, high: number] };
}

/** What extras are made of and work on. */
export interface RenderContext {
  readonly store: ParticleStore;
  readonly shadow: SoftShadow;
  readonly cloth: ClothSurface;
  readonly dots: ParticleDots;
  readonly viewport: { value: [number, number] };
  readonly pixelRatio: { value: number };
  /** For what is drawn ahead of springs and particles, and for what is drawn over everything. */
  readonly behind: Group;
  readonly over: Group;
}

const wanted = ({ status: { environment }, structure, field, companions }: Frame, wishes: OverlayRequests): boolean =>
  environment.planes.length > 0 ||
  environment.spheres.length > 0 ||
  field !== null ||
  companions.length > 0 ||
  (wishes.trails && structure.particleCount <= TRAIL_LIMIT) ||
  wishes.spring >= 0 ||
  wishes.particles.length > 0 ||
  wishes.arrows.length > 0;

/**
 * Loads obstacles, colours, trails and marks when a frame or a wish first needs them: most visits never do.
 * @param onLoad they can be drawn from now on
 */
export function createOverlaysLoader(picture: RenderContext, onLoad: () => void) {
  let extras: Overlays | null = null;
  let loading = false;
  let disposed = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      const { createOverlays } = await import('./overlays/overlays');
      if (disposed) return;
      extras = createOverlays(picture, onLoad);
      onLoad();
    } catch {
      // No connection: the next frame that needs them asks again.
      loading = false;
    }
  }

  return {
    get loaded() {
      return extras;
    },
    /** The extras, if these need any and they are there. */
    want(frame: Frame, wishes: OverlayRequests): Overlays | null {
      if (!extras && !loading && wanted(frame, wishes)) void load();
      return extras;
    },
    dispose() {
      disposed = true;
      extras?.dispose();
    },
  };
}
