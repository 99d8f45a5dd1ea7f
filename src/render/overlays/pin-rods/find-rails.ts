/** Finds the straight rows of pins that a cloth hangs from or is stretched between. */
import type { Structure } from '../../../runtime/frame/frame';

/** Particles at the ends of a row of pins. */
export type Rail = readonly [from: number, to: number];

/** Fewest pins in a row; most rows; and most pins of a scene with rows: more of them are an area. */
const MIN_PINS = 3;
const MAX_ROWS = 8;
const MAX_PINS = 400;
/** Pins farther than this from the line are not in the row, in mean rest lengths of springs; pleats are within. */
const TOLERANCE = 1.6;
/** Lines are tried between at most so many pins. */
const MAX_TRIED = 32;

/** A line through two particles. */
class Line {
  readonly #x: ArrayLike<number>;
  readonly #from: number;
  readonly #direction: readonly [number, number, number];

  constructor(x: ArrayLike<number>, from: number, to: number) {
    const [dx, dy, dz] = [x[4 * to] - x[4 * from], x[4 * to + 1] - x[4 * from + 1], x[4 * to + 2] - x[4 * from + 2]];
    const length = Math.hypot(dx, dy, dz) || 1;
    this.#x = x;
    this.#from = 4 * from;
    this.#direction = [dx / length, dy / length, dz / length];
  }

  /** Position along the line, m. */
  along(i: number): number {
    const [u, v, w] = this.#direction;
    const [x, o] = [this.#x, this.#from];
    return u * (x[4 * i] - x[o]) + v * (x[4 * i + 1] - x[o + 1]) + w * (x[4 * i + 2] - x[o + 2]);
  }

  /** m². */
  squaredDistance(i: number): number {
    const [x, o] = [this.#x, this.#from];
    const [dx, dy, dz] = [x[4 * i] - x[o], x[4 * i + 1] - x[o + 1], x[4 * i + 2] - x[o + 2]];
    const along = this.along(i);
    return Math.max(0, dx * dx + dy * dy + dz * dz - along * along);
  }
}

/**
 * The rows of at least three pins, those of most pins first.
 * @param positions 4n; m
 * @param spacing mean rest length of the springs, m
 */
export function findRails(
  { pinned }: Pick<Structure, 'pinned'>,
  positions: ArrayLike<number>,
  spacing: number,
): Rail[] {
  const pins: number[] = [];
  for (let i = 0; i < pinned.length; i++) if (pinned[i] === 1 && Number.isFinite(positions[4 * i])) pins.push(i);
  if (pins.length > MAX_PINS) return [];
  const rails: Rail[] = [];
  const limit = (TOLERANCE * spacing) ** 2;
  let free = pins;
  while (free.length >= MIN_PINS && rails.length < MAX_ROWS) {
    const stride = Math.ceil(free.length / MAX_TRIED);
    let most = MIN_PINS - 1;
    let best: Line | null = null;
    for (let a = 0; a < free.length; a += stride) {
      for (let b = a + stride; b < free.length; b += stride) {
        const line = new Line(positions, free[a], free[b]);
        let count = 0;
        for (const i of free) if (line.squaredDistance(i) < limit) count++;
        if (count <= most) continue;
        most = count;
        best = line;
      }
    }
    if (!best) break;
    rails.push(endsOf(best, pins, limit));
    const line = best;
    // The deepest pleats are a little farther, and no row of their own.
    free = free.filter((i) => line.squaredDistance(i) >= 4 * limit);
  }
  return rails;
}

/** The first and the last pin of the row; of pins side by side, as at a corner, the one nearer to the line. */
function endsOf(line: Line, pins: readonly number[], limit: number): Rail {
  let [from, to, low, high] = [-1, -1, Infinity, -Infinity];
  for (const i of pins) {
    const squared = line.squaredDistance(i);
    if (squared >= limit) continue;
    const [along, distance] = [line.along(i), Math.sqrt(squared)];
    if (along + distance < low) [from, low] = [i, along + distance];
    if (along - distance > high) [to, high] = [i, along - distance];
  }
  return [from, to];
}
