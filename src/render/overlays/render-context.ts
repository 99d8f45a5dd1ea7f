/** The types that overlays share: what the page requests, and the parts of the view that they use. */
import type { Group } from 'three';
import type { Lighting } from '../background/lighting';
import { THEME_COLORS, type ThemeColors, type ThemeUniforms } from '../background/theme-colors';
import type { ClothSurface } from '../cloth/cloth-surface';
import type { ParticleDots } from '../mass-spring/particle-dots';
import type { ParticleStore } from '../mass-spring/particle-store';
import type { Screen } from '../mass-spring/screen';
import type { Arrow, CompanionDisplay, Handle, Inset } from '../view';

/** What the page requests besides the scene itself. */
export interface OverlayRequests {
  colors: ThemeColors;
  trails: boolean;
  /** Whether the handles of obstacles are shown. */
  handles: boolean;
  /** The handle under the pointer. */
  hover: Handle | null;
  /** The highlighted spring, or −1. */
  spring: number;
  particles: readonly number[];
  arrows: readonly Arrow[];
  companions: CompanionDisplay | null;
  covered: Inset;
  /** The palette of a field goes from zero to both sides. */
  diverging: boolean;
}

/** The parts of the view that overlays use. */
export interface RenderContext {
  readonly store: ParticleStore;
  readonly theme: ThemeUniforms;
  readonly lighting: Lighting;
  readonly cloth: ClothSurface;
  readonly dots: ParticleDots;
  readonly screen: Screen;
  /** Groups for objects drawn before springs and particles, and for those drawn over everything. */
  readonly behind: Group;
  readonly over: Group;
}

/** What the overlays are asked to show, with a way to change it. @param onChange called when the picture has to be drawn again */
export function createOverlayRequests(onChange: () => void) {
  const requests: OverlayRequests = {
    colors: THEME_COLORS.light,
    trails: false,
    handles: true,
    hover: null,
    spring: -1,
    particles: [],
    arrows: [],
    companions: null,
    covered: { top: 0, right: 0, bottom: 0, left: 0 },
    diverging: false,
  };
  return {
    requests,
    /** A request that repeats the last one, as once per frame, draws nothing. */
    request(changes: Partial<OverlayRequests>): void {
      const before = Object.keys(changes).map((key) => requests[key as keyof OverlayRequests]);
      if (JSON.stringify(before) === JSON.stringify(Object.values(changes))) return;
      Object.assign(requests, changes);
      onChange();
    },
  };
}
