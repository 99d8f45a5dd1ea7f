import { findShift, type NearPairs, SIZE } from './near-pairs';

/** Finds how far each particle moves from x to y, without the mean motion: no two come closer than by the sum of theirs. */
export function findMoves(list: NearPairs, x: Float64Array, y: Float64Array): void {
  const { moves, shift } = list;
  findShift(shift, y, x);
  let most = 0;
  for (let i = 0, o = 0; i < moves.length; i++, o += 4) {
    const dx = y[o] - x[o] - shift[0];
    const dy = y[o + 1] - x[o + 1] - shift[1];
    const dz = y[o + 2] - x[o + 2] - shift[2];
    moves[i] = Math.sqrt(dx * dx + dy * dy + dz * dz);
    most = Math.max(most, moves[i]);
  }
  list.mostMove = most;
}

/** How much closer the pair at a place of a list of pairs can come by the moves, m. */
export function mostApproach(pairs: Uint32Array, o: number, moves: Float64Array): number {
  const a = moves[pairs[o + 1]];
  const b = moves[pairs[o + 2]];
  const last = Math.max(moves[pairs[o + 3]], moves[pairs[o + 4]]);
  return pairs[o] === 1 ? Math.max(a, b) + last : a + Math.max(b, last);
}

/** Takes the least distances of the list from the positions that they are of to x. */
export function moveDistances(list: NearPairs, x: Float64Array): void {
  const { pairs, distances, moves, at, count } = list;
  if (areSame(at, x)) return;
  findMoves(list, at, x);
  at.set(x);
  list.areExact = false;
  for (let c = 0; c < count; c++) distances[c] -= mostApproach(pairs, SIZE * c, moves);
}

export function areSame(x: ArrayLike<number>, y: ArrayLike<number>): boolean {
  for (let o = 0; o < x.length; o++) if (x[o] !== y[o]) return false;
  return true;
}
