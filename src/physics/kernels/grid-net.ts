import type { Grid, Model } from '../model/model';
import type { GridNet } from './kernel';

/** Where the springs of a particle lead in a rectangular net, in the order in which `GridNet` has them: rows down, columns right. */
export const NEIGHBOURS = [
  { down: 0, right: 1 },
  { down: 1, right: 0 },
  { down: 1, right: 1 },
  { down: 1, right: -1 },
  { down: 0, right: 2 },
  { down: 2, right: 0 },
] as const;

/** Which of its particle's springs one between a and b is, or −1 where it belongs to no net. Its particle is the lesser of the two. */
export function placeInNet({ columns }: Grid, a: number, b: number): number {
  const from = Math.min(a, b);
  const to = Math.max(a, b);
  const down = Math.floor(to / columns) - Math.floor(from / columns);
  const right = (to % columns) - (from % columns);
  return NEIGHBOURS.findIndex((place) => place.down === down && place.right === right);
}

/** The springs of a model by place; null where it has no grid, or springs that belong to none, or two in one place. */
export function gridNet({ grid, particleCount, springs, springCount }: Model): GridNet | null {
  if (!grid) return null;
  const places = new Int32Array(NEIGHBOURS.length * particleCount).fill(-1);
  for (let j = 0; j < springCount; j++) {
    const place = placeInNet(grid, springs[2 * j], springs[2 * j + 1]);
    const at = NEIGHBOURS.length * Math.min(springs[2 * j], springs[2 * j + 1]) + place;
    if (place < 0 || places[at] >= 0) return null;
    places[at] = j;
  }
  return { ...grid, springs: places };
}
