import type { Group } from 'three';
import type { Frame } from '../runtime/protocol';
import type { Arrow, CompanionLook, Handle } from '../ui/view';
import type { ClothSurface } from './cloth-surface';
import type { Extras } from './extras/extras';
import type { ParticleDots } from './particle-dots';
import type { ParticleStore } from './particle-store';
import type { SoftShadow } from './soft-shadow';
import type { StudioColors } from './studio-colors';
import { TRAILED } from './trailed';

/** What the page wants to see beside the scene itself. */
export interface Wishes {
  colors: StudioColors;
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
export interface Picture {
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

const wanted = ({ status: { scenery }, structure, field, companions }: Frame, wishes: Wishes): boolean =>
  scenery.planes.length > 0 ||
  scenery.spheres.length > 0 ||
  field !== null ||
  companions.length > 0 ||
  (wishes.trails && structure.particleCount <= TRAILED) ||
  wishes.spring >= 0 ||
  wishes.particles.length > 0 ||
  wishes.arrows.length > 0;

/**
 * Loads obstacles, colours, trails and marks when a frame or a wish first needs them: most visits never do.
 * @param onLoad they can be drawn from now on
 */
export function createExtrasLoader(picture: Picture, onLoad: () => void) {
  let extras: Extras | null = null;
  let loading = false;
  let disposed = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      const { createExtras } = await import('./extras/extras');
      if (disposed) return;
      extras = createExtras(picture, onLoad);
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
    want(frame: Frame, wishes: Wishes): Extras | null {
      if (!extras && !loading && wanted(frame, wishes)) void load();
      return extras;
    },
    dispose() {
      disposed = true;
      extras?.dispose();
    },
  };
}
