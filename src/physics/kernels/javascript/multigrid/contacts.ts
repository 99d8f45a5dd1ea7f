/** Products with the matrix of contacts between particles, and its share of the smoother. */
import type { Floats } from '../../../model/arena';
import { type ContactMatrix, type GridMatrix, ROW } from '../../kernel';
import { addFineNode, type Level } from './level';
import { addBlock, BLOCK, setBlock } from './symmetric-blocks';

/** y −= a Σ r (rᵀp); vectors have stride 4. Each iteration of a solve calls it: it is written out. */
export function subtractContacts({ contacts, a }: ContactMatrix, y: Floats, p: Floats): void {
  if (!contacts) return;
  const { count, particles, numbers } = contacts;
  for (let c = 0, o = 0; c < count; c++, o += ROW) {
    const nx = numbers[o];
    const ny = numbers[o + 1];
    const nz = numbers[o + 2];
    const i = 4 * particles[4 * c];
    const j = 4 * particles[4 * c + 1];
    const k = 4 * particles[4 * c + 2];
    const l = 4 * particles[4 * c + 3];
    const wi = numbers[o + 3];
    const wj = numbers[o + 4];
    const wk = numbers[o + 5];
    const wl = numbers[o + 6];
    const x = wi * p[i] + wj * p[j] + wk * p[k] + wl * p[l];
    const w = wi * p[i + 1] + wj * p[j + 1] + wk * p[k + 1] + wl * p[l + 1];
    const z = wi * p[i + 2] + wj * p[j + 2] + wk * p[k + 2] + wl * p[l + 2];
    const u = a * (nx * x + ny * w + nz * z);
    const fx = u * nx;
    const fy = u * ny;
    const fz = u * nz;
    y[i] -= wi * fx;
    y[i + 1] -= wi * fy;
    y[i + 2] -= wi * fz;
    y[j] -= wj * fx;
    y[j + 1] -= wj * fy;
    y[j + 2] -= wj * fz;
    y[k] -= wk * fx;
    y[k + 1] -= wk * fy;
    y[k + 2] -= wk * fz;
    y[l] -= wl * fx;
    y[l + 1] -= wl * fy;
    y[l + 2] -= wl * fz;
  }
}

const block = new Float64Array(BLOCK);

/**
 * D += a |w_k| K N Nᵀ at each particle, half of the sum of absolute values over each row, as Σ|w_k| = 2: then a Σ r rᵀ ≤ 2 D. The
 * coarse level gets half of the diagonal blocks a w_k² K N Nᵀ: what moves together is not resisted, and what moves apart twice as much
 * (between 0.2 and 1 of them, a wrung cloth needs about the same iterations).
 * @param restricted as in `Finest`
 */
export function addContactDiagonals(
  { contacts, a, net }: GridMatrix,
  restricted: Uint8Array,
  D: Float64Array,
  coarse: Level,
): void {
  if (!contacts) return;
  const { count, particles, numbers } = contacts;
  for (let c = 0, o = 0; c < count; c++, o += ROW) {
    const x = numbers[o];
    const y = numbers[o + 1];
    const z = numbers[o + 2];
    for (let k = 0; k < 4; k++) {
      const i = particles[4 * c + k];
      const w = numbers[o + 3 + k];
      setBlock(block, a * Math.abs(w), x, y, z, 0);
      addBlock(D, BLOCK * i, 1, block, 0);
      setBlock(block, 0.5 * a * w * w, x, y, z, 0);
      if (restricted[i] < 2) addFineNode(coarse, i % net.columns, Math.floor(i / net.columns), block, 0);
    }
  }
}
