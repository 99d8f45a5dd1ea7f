/** Texture coordinates of a surface, fixed to the unstretched cloth: of its weave in the view, and of exported meshes. */
import type { Floats } from '../../physics';
import { boxOf, type Structure } from './frame';

/** A mesh is flat if its least extent is at most this part of the middle one. */
const FLAT = 0.4;
/** Two orthogonal directions: the plane normal to a cube's diagonal. */
const DIAGONAL_PLANE = [
  [Math.sqrt(2 / 3), -Math.sqrt(1 / 6), -Math.sqrt(1 / 6)],
  [0, Math.SQRT1_2, -Math.SQRT1_2],
];

/** Mean rest length of the structural springs whose ends differ by `apart` in index, m. */
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
 * The coordinates of each particle in the weave, 2n, from 0 to 1 along the longer side: the threads show how the cloth is stretched and sheared. Without a
 * grid they are the first positions projected along their thinnest axis; for a block along its diagonal, so that no side is
 * parallel to the projection.
 * @param positions 4n; m
 */
export function restCoordinates(structure: Structure, positions: Floats): Float32Array<ArrayBuffer> {
  const n = structure.particleCount;
  const uv = new Float32Array(2 * n);
  if (structure.grid) {
    const { rows, columns } = structure.grid;
    // With two columns, neighbours in a row and in a column may have the same distance in index: cells then count as square.
    const across = (columns - 1) * (meanRestLength(structure, 1) || 1);
    const down = (rows - 1) * (meanRestLength(structure, columns) || 1);
    const scale = 1 / Math.max(across, down);
    for (let i = 0; i < n; i++) {
      // A particle that a slit has split off has the coordinates of the whole one.
      const at = i < rows * columns ? i : structure.origins[i - rows * columns];
      uv[2 * i] = ((at % columns) / (columns - 1)) * across * scale;
      uv[2 * i + 1] = (Math.floor(at / columns) / (rows - 1)) * down * scale;
    }
    return uv;
  }
  const { min, max } = boxOf(positions);
  const extent = max.map((most, c) => most - min[c]);
  const axes = [0, 1, 2].sort((a, b) => extent[b] - extent[a]);
  const scale = 1 / (extent[axes[0]] || 1);
  const solid = extent[axes[2]] > FLAT * extent[axes[1]];
  const [u, v] = solid ? DIAGONAL_PLANE : axes.slice(0, 2).map((axis) => [0, 1, 2].map((c) => (c === axis ? 1 : 0)));
  for (const [c, least] of min.entries()) {
    const [uc, vc] = [u[c], v[c]];
    for (let i = 0; i < n; i++) {
      const x = (positions[4 * i + c] - least) * scale;
      uv[2 * i] += uc * x;
      uv[2 * i + 1] += vc * x;
    }
  }
  return uv;
}
