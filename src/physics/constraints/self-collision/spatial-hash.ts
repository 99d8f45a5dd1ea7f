import type { Arena, Floats } from '../../model/arena';

/** Capacity for pairs, per particle: each of many non-overlapping equal spheres touches at most 12 others, and a pair counts once. */
const MAX_PAIRS = 6;
/** Offsets to a cell itself and to 13 of its 26 neighbours: each pair of neighbouring cells is visited once. */
const NEIGHBOURS = [0, 0, 0, 1, 0, 0, -1, 1, 0, 0, 1, 0, 1, 1, 0].concat(
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => [x, y, 1])),
);

/** Particles sorted into the cells of a grid, and the pairs that are near each other. */
export interface SpatialHash {
  readonly particleCount: number;
  /** 2 per pair, in an order that depends on the positions alone. */
  readonly pairs: Uint32Array;
  pairCount: number;
  /** 3n; integer coordinates of each particle's cell, modulo 2³². */
  readonly cells: Uint32Array;
  /** Index in `sorted` of the first particle of each bucket, and one more for the end. */
  readonly bucketStarts: Uint32Array;
  /** n; particles sorted by bucket, ascending within each. */
  readonly sorted: Uint32Array;
}

export function createSpatialHash(arena: Arena, particleCount: number): SpatialHash {
  let buckets = 16;
  while (buckets < 2 * particleCount) buckets *= 2;
  return {
    particleCount,
    pairs: arena.indices(2 * MAX_PAIRS * particleCount),
    pairCount: 0,
    cells: arena.indices(3 * particleCount),
    bucketStarts: arena.indices(buckets + 1),
    sorted: arena.indices(particleCount),
  };
}

/** Finds the pairs closer than ½(t_a + t_b), m, up to the capacity. @param size cell size, m; at least the largest thickness */
export function findPairs(hash: SpatialHash, x: Floats, thicknesses: Float64Array, size: number): void {
  sort(hash, x, size);
  const { particleCount, cells, bucketStarts, sorted } = hash;
  hash.pairCount = 0;
  for (let i = 0; i < particleCount; i++) {
    for (let offset = 0; offset < NEIGHBOURS.length; offset += 3) {
      const cx = (cells[3 * i] + NEIGHBOURS[offset]) >>> 0;
      const cy = (cells[3 * i + 1] + NEIGHBOURS[offset + 1]) >>> 0;
      const cz = (cells[3 * i + 2] + NEIGHBOURS[offset + 2]) >>> 0;
      const bucket = bucketOf(hash, cx, cy, cz);
      for (let s = bucketStarts[bucket]; s < bucketStarts[bucket + 1]; s++) {
        const j = sorted[s];
        if (offset === 0 && j <= i) continue;
        if (cells[3 * j] !== cx || cells[3 * j + 1] !== cy || cells[3 * j + 2] !== cz) continue;
        addPair(hash, x, thicknesses, i, j);
      }
    }
  }
}

function addPair(hash: SpatialHash, x: Floats, thicknesses: Float64Array, i: number, j: number): void {
  const { pairs, pairCount } = hash;
  const dx = x[4 * i] - x[4 * j];
  const dy = x[4 * i + 1] - x[4 * j + 1];
  const dz = x[4 * i + 2] - x[4 * j + 2];
  const distance = 0.5 * (thicknesses[i] + thicknesses[j]);
  if (!(dx * dx + dy * dy + dz * dz < distance * distance) || 2 * pairCount === pairs.length) return;
  pairs[2 * pairCount] = i;
  pairs[2 * pairCount + 1] = j;
  hash.pairCount++;
}

/** Counting sort by bucket. Source: Müller, Ten Minute Physics 11, spatial hashing. */
function sort(hash: SpatialHash, x: Floats, size: number): void {
  const { particleCount, cells, bucketStarts, sorted } = hash;
  bucketStarts.fill(0);
  for (let i = 0; i < particleCount; i++) {
    for (let axis = 0; axis < 3; axis++) cells[3 * i + axis] = Math.floor(x[4 * i + axis] / size);
    bucketStarts[bucketOf(hash, cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])]++;
  }
  let sum = 0;
  for (let bucket = 0; bucket < bucketStarts.length; bucket++) {
    sum += bucketStarts[bucket];
    bucketStarts[bucket] = sum;
  }
  for (let i = particleCount - 1; i >= 0; i--) {
    sorted[--bucketStarts[bucketOf(hash, cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])]] = i;
  }
}

/** Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects. */
function bucketOf({ bucketStarts }: SpatialHash, cx: number, cy: number, cz: number): number {
  return (Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663) ^ Math.imul(cz, 83492791)) & (bucketStarts.length - 2);
}
