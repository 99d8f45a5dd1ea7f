import type { Box, Plane, RegionNow } from './region-plane';

export interface ContourLabel {
  level: number;
  /** CSS pixels; of its middle. */
  x: number;
  y: number;
}

/** CSS pixels: a label keeps away so far from the edges, and wants to keep away so far from the others. */
const EDGE = 14;
const APART = 60;
/** It must keep away so far; as it is wider than high, more so to the sides. */
const LEAST = 38;
const FLAT = 2;

/**
 * Where the numbers of the lines stand: on them, clear of the axis that the modes keep to, of one another, and of what
 * covers a part of the picture.
 */
export function placeLabels(contours: RegionNow['contours'], plane: Plane, cover: Box): ContourLabel[] {
  const { frame, view } = plane;
  const labels: ContourLabel[] = [];
  // The limit itself comes first and has the best place.
  const byWeight = [...contours].sort((a, b) => Math.abs(Math.log(a.level)) - Math.abs(Math.log(b.level)));
  for (const { level, loops } of byWeight) {
    let best: ContourLabel | null = null;
    let most = 0;
    for (const loop of loops) {
      for (let at = 0; at < loop.length; at += 2) {
        const [x, y] = [plane.toX(loop[at]), plane.toY(loop[at + 1])];
        const inside = Math.min(x - frame.left, frame.right - x, y - frame.top, frame.bottom - y);
        const outside = Math.max(cover.left - x, x - cover.right, cover.top - y, y - cover.bottom);
        if (inside < EDGE || outside < EDGE) continue;
        const away = Math.min(APART, ...labels.map((other) => Math.hypot(other.x - x, FLAT * (other.y - y))));
        // Modes crowd along one axis: Re z = 0, or ζ = 0.
        const clear = view === 'z' ? frame.right - x : frame.bottom - y;
        const score = away + Math.min(60, clear);
        if (away > LEAST && score > most) {
          most = score;
          best = { level, x, y };
        }
      }
    }
    if (best) labels.push(best);
  }
  return labels;
}
