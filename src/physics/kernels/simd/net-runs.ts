import type { Model } from '../../model/model';
import { NEIGHBOURS } from '../grid-net';

/**
 * Where the springs of a net begin that are in the order in which scenes build them: row by row, in each row place by
 * place of `NEIGHBOURS`, in each from left to right, without a gap.
 * @returns 6 a row: the number of the first spring to each place, or −1 where there are none; null for any other order
 */
export function netRuns({ grid, springs, springCount }: Model): Int32Array | null {
  if (!grid) return null;
  const { rows, columns } = grid;
  const runs = new Int32Array(NEIGHBOURS.length * rows).fill(-1);
  let j = 0;
  for (let run = 0; run < runs.length; run++) {
    const row = Math.floor(run / NEIGHBOURS.length);
    const { down, right } = NEIGHBOURS[run % NEIGHBOURS.length];
    const count = row + down < rows ? columns - Math.abs(right) : 0;
    const first = row * columns + Math.max(0, -right);
    const leads = (spring: number, a: number) =>
      springs[2 * spring] === a && springs[2 * spring + 1] === a + down * columns + right;
    if (count <= 0 || !leads(j, first)) continue;
    for (let i = 1; i < count; i++) if (!leads(j + i, first + i)) return null;
    runs[run] = j;
    j += count;
  }
  return j === springCount ? runs : null;
}
