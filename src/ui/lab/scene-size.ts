import { STRIDE } from '../../physics/model/model';

/** m; the longest side of the box round the particles; 1 where they are all in one place. @param positions 4n */
export function sizeOf(positions: ArrayLike<number>): number {
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < positions.length; i += STRIDE) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    size = Math.max(size, high - low);
  }
  return size || 1;
}
