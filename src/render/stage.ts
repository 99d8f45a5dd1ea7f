import type { Structure } from '../runtime/protocol';

/** Where a scene stands and how large it is; every size in the picture is a fraction of it. */
export interface Stage {
  /** Corners of the box that holds the scene, m. */
  readonly min: [number, number, number];
  readonly max: [number, number, number];
  readonly center: [number, number, number];
  /** Diagonal of the box, m. */
  readonly size: number;
  /** Height of the floor, m. */
  readonly floor: number;
  /** Typical distance of neighbours: the mean rest length of structural springs, m. */
  readonly spacing: number;
}

/** Gap between the lowest point and the floor, as a fraction of the size. */
const CLEARANCE = 0.12;

/** The box round the particles, without those that are nowhere. */
function box(positions: Float32Array): { min: [number, number, number]; max: [number, number, number] } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 4) {
    if (!Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) continue;
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[i + c]);
      max[c] = Math.max(max[c], positions[i + c]);
    }
  }
  return min[0] <= max[0] ? { min, max } : { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };
}

function meanSpacing(structure: Structure): number {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < structure.kinds.length; j++) {
    if (structure.kinds[j] !== 0 || !(structure.restLengths[j] > 0)) continue;
    sum += structure.restLengths[j];
    count++;
  }
  return count ? sum / count : 0;
}

/**
 * @param positions 4n; m
 * @param falls whether gravity pulls: what lies level between its pins will hang below them soon, and the floor
 *   must leave room for it
 */
export function createStage(positions: Float32Array, structure: Structure, falls: boolean): Stage {
  const { min, max } = box(positions);
  const extent = (c: number) => max[c] - min[c];
  if (falls && structure.pinned.includes(1) && extent(1) < 0.3 * Math.max(extent(0), extent(2))) {
    let top = -Infinity;
    for (let i = 0; i < structure.pinned.length; i++)
      if (structure.pinned[i]) top = Math.max(top, positions[4 * i + 1]);
    const reach = structure.grid ? Math.min(extent(0), extent(2)) : 0.6 * Math.max(extent(0), extent(2));
    if (Number.isFinite(top)) min[1] = Math.min(min[1], top - reach);
  }
  const size = Math.hypot(extent(0), extent(1), extent(2)) || 1;
  return {
    min,
    max,
    center: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2],
    size,
    floor: Math.min(0, min[1] - CLEARANCE * size),
    spacing: Math.min(meanSpacing(structure) || size, size),
  };
}
