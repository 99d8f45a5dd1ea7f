import { THEME_COLORS } from '../background/theme-colors';
import type { OverlayRequests } from './render-context';

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
    scale: { diverging: false },
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
