import type { FeaturePair } from './closest-points';

/** True if a plane keeps two features their limit apart all the way from x to y. Its normal joins their centers at x. */
export function areApart({ particles, isEdges, limit }: FeaturePair, x: Float64Array, y: Float64Array): boolean {
  const a = 4 * particles[0];
  const b = 4 * particles[1];
  const c = 4 * particles[2];
  const d = 4 * particles[3];
  const u = isEdges === 1 ? 0.5 : 1;
  const v = isEdges === 1 ? 0.5 : -1 / 3;
  const w = isEdges === 1 ? -0.5 : -1 / 3;
  const nx = u * x[a] + v * x[b] + w * (x[c] + x[d]);
  const ny = u * x[a + 1] + v * x[b + 1] + w * (x[c + 1] + x[d + 1]);
  const nz = u * x[a + 2] + v * x[b + 2] + w * (x[c + 2] + x[d + 2]);
  const least = limit * Math.sqrt(nx * nx + ny * ny + nz * nz);
  let z = x;
  for (;;) {
    const ha = nx * z[a] + ny * z[a + 1] + nz * z[a + 2];
    const hb = nx * z[b] + ny * z[b + 1] + nz * z[b + 2];
    const hc = nx * z[c] + ny * z[c + 1] + nz * z[c + 2];
    const hd = nx * z[d] + ny * z[d + 1] + nz * z[d + 2];
    const gap = isEdges === 1 ? Math.min(ha, hb) - Math.max(hc, hd) : ha - Math.max(hb, hc, hd);
    if (!(gap > least)) return false;
    if (z === y) return true;
    z = y;
  }
}
