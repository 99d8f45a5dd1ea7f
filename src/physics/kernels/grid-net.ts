import type { Grid, Model } from '../model/model';

/** The springs of a rectangular net of particles by their place, in any order; any of them may be missing. */
export interface GridNet {
  readonly rows: number;
  readonly columns: number;
  /** 6n; for each particle its springs in the order of `NEIGHBOURS`; −1 if there is none. */
  readonly springs: Int32Array;
}

/** The neighbours that a particle of a net may have a spring to: rows down, columns right. */
export const NEIGHBOURS = [
  { down: 0, right: 1 },
  { down: 1, right: 0 },
  { down: 1, right: 1 },
  { down: 1, right: -1 },
  { down: 0, right: 2 },
  { down: 2, right: 0 },
] as const;

/** The index in `NEIGHBOURS` of a spring between a and b, seen from the smaller of the two; −1 if no net has such a spring. */
export function placeInNet({ columns }: Grid, a: number, b: number): number {
  const from = Math.min(a, b);
  const to = Math.max(a, b);
  const down = Math.floor(to / columns) - Math.floor(from / columns);
  const right = (to % columns) - (from % columns);
  return NEIGHBOURS.findIndex((place) => place.down === down && place.right === right);
}

/** The springs of a model by place; null if it has no grid, slits, two springs in one place, or a spring that fits no place. */
export function gridNet({ grid, particleCount, springs, springCount, origins }: Model): GridNet | null {
  if (!grid || origins.length > 0) return null;
  const places = new Int32Array(NEIGHBOURS.length * particleCount).fill(-1);
  for (let j = 0; j < springCount; j++) {
    const place = placeInNet(grid, springs[2 * j], springs[2 * j + 1]);
    const at = NEIGHBOURS.length * Math.min(springs[2 * j], springs[2 * j + 1]) + place;
    if (place < 0 || places[at] >= 0) return null;
    places[at] = j;
  }
  return { ...grid, springs: places };
}
