import type { Structure } from '../../runtime/frame/frame';

/** Tiles of the weave along the longer side of the cloth. */
const TILES = 3;

/** Up to this part of the middle one, the least extent of a mesh counts as flat. */
const FLAT = 0.4;
/** Two directions at right angles: the plane that a cube is seen in along its diagonal. */
const ASKEW = [
  [Math.sqrt(2 / 3), -Math.sqrt(1 / 6), -Math.sqrt(1 / 6)],
  [0, Math.SQRT1_2, -Math.SQRT1_2],
];

/** Mean rest length of the structural springs whose ends are `apart` particles from each other, m. */
function meanRestLength(structure: Structure, apart: number): number {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < structure.kinds.length; j++) {
    if (structure.kinds[j] !== 0) continue;
    if (Math.abs(structure.springs[2 * j] - structure.springs[2 * j + 1]) !== apart) continue;
    sum += structure.restLengths[j];
    count++;
  }
  return count ? sum / count : 0;
}

/**
 * Where each particle lies on the unstretched cloth, in tiles of the weave, 2n: the threads are fixed to the cloth, and
 * so show how it is stretched and sheared. Without a grid, the first positions serve: seen along their thinnest axis, or
 * where they are about as thick as wide, askew, so that no side of a block is seen edge-on.
 * @param positions 4n; m
 */
export function restCoordinates(structure: Structure, positions: Float32Array): Float32Array {
  const n = structure.particleCount;
  const uv = new Float32Array(2 * n);
  if (structure.grid) {
    const { rows, columns } = structure.grid;
    // Two columns: neighbours in a row and in a column may be the same distance apart; then cells count as square.
    const across = (columns - 1) * (meanRestLength(structure, 1) || 1);
    const down = (rows - 1) * (meanRestLength(structure, columns) || 1);
    const scale = TILES / Math.max(across, down);
    for (let i = 0; i < n; i++) {
      uv[2 * i] = ((i % columns) / (columns - 1)) * across * scale;
      uv[2 * i + 1] = (Math.floor(i / columns) / (rows - 1)) * down * scale;
    }
    return uv;
  }
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 4 * n; i += 4) {
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[i + c]);
      max[c] = Math.max(max[c], positions[i + c]);
    }
  }
  const extent = [0, 1, 2].map((c) => max[c] - min[c]);
  const axes = [0, 1, 2].sort((a, b) => extent[b] - extent[a]);
  const scale = TILES / (extent[axes[0]] || 1);
  const solid = extent[axes[2]] > FLAT * extent[axes[1]];
  const [u, v] = solid ? ASKEW : axes.slice(0, 2).map((axis) => [0, 1, 2].map((c) => (c === axis ? 1 : 0)));
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) {
      const x = (positions[4 * i + c] - min[c]) * scale;
      uv[2 * i] += u[c] * x;
      uv[2 * i + 1] += v[c] * x;
    }
  }
  return uv;
}
