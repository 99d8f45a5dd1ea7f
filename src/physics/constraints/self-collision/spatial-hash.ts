import type { Arena, Floats } from '../../model/arena';

/** Pairs that have room, per particle: balls that don't overlap touch six others each, on average and counted once, at most. */
const ROOM = 6;
/** Cells ahead of one, itself first: each pair of neighbouring cells is looked at from one side. */
const AHEAD = [0, 0, 0, 1, 0, 0, -1, 1, 0, 0, 1, 0, 1, 1, 0].concat(
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => [x, y, 1])),
);

/** Particles sorted into the cells of a grid, and the pairs that are near each other. */
export interface SpatialHash {
  readonly particleCount: number;
  /** 2 a pair, in an order that follows from the positions alone. */
  readonly pairs: Uint32Array;
  pairCount: number;
  /** 3n; cell of each particle; whole numbers, modulo 2³². */
  readonly cells: Uint32Array;
  /** Where the particles of each bucket begin in `sorted`, and one more for the end. */
  readonly begins: Uint32Array;
  /** n; particles by bucket, ascending in each. */
  readonly sorted: Uint32Array;
}

export function createSpatialHash(arena: Arena, particleCount: number): SpatialHash {
  let buckets = 16;
  while (buckets < 2 * particleCount) buckets *= 2;
  return {
    particleCount,
    pairs: arena.indices(2 * ROOM * particleCount),
    pairCount: 0,
    cells: arena.indices(3 * particleCount),
    begins: arena.indices(buckets + 1),
    sorted: arena.indices(particleCount),
  };
}

/** Finds the pairs nearer than ½(range_a + range_b), m, as far as there is room. @param size m; no range is larger */
export function findPairs(hash: SpatialHash, x: Floats, ranges: Float64Array, size: number): void {
  sort(hash, x, size);
  const { particleCount, cells, begins, sorted } = hash;
  hash.pairCount = 0;
  for (let i = 0; i < particleCount; i++) {
    for (let ahead = 0; ahead < AHEAD.length; ahead += 3) {
      const cx = (cells[3 * i] + AHEAD[ahead]) >>> 0;
      const cy = (cells[3 * i + 1] + AHEAD[ahead + 1]) >>> 0;
      const cz = (cells[3 * i + 2] + AHEAD[ahead + 2]) >>> 0;
      const bucket = bucketOf(hash, cx, cy, cz);
      for (let s = begins[bucket]; s < begins[bucket + 1]; s++) {
        const j = sorted[s];
        if (ahead === 0 && j <= i) continue;
        if (cells[3 * j] !== cx || cells[3 * j + 1] !== cy || cells[3 * j + 2] !== cz) continue;
        addPair(hash, x, ranges, i, j);
      }
    }
  }
}

function addPair(hash: SpatialHash, x: Floats, ranges: Float64Array, i: number, j: number): void {
  const { pairs, pairCount } = hash;
  const dx = x[4 * i] - x[4 * j];
  const dy = x[4 * i + 1] - x[4 * j + 1];
  const dz = x[4 * i + 2] - x[4 * j + 2];
  const range = 0.5 * (ranges[i] + ranges[j]);
  if (!(dx * dx + dy * dy + dz * dz < range * range) || 2 * pairCount === pairs.length) return;
  pairs[2 * pairCount] = i;
  pairs[2 * pairCount + 1] = j;
  hash.pairCount++;
}

/** Counting sort by bucket. Source: Müller, Ten Minute Physics 11, spatial hashing. */
function sort(hash: SpatialHash, x: Floats, size: number): void {
  const { particleCount, cells, begins, sorted } = hash;
  begins.fill(0);
  for (let i = 0; i < particleCount; i++) {
    for (let axis = 0; axis < 3; axis++) cells[3 * i + axis] = Math.floor(x[4 * i + axis] / size);
    begins[bucketOf(hash, cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])]++;
  }
  let sum = 0;
  for (let bucket = 0; bucket < begins.length; bucket++) {
    sum += begins[bucket];
    begins[bucket] = sum;
  }
  for (let i = particleCount - 1; i >= 0; i--) {
    sorted[--begins[bucketOf(hash, cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])]] = i;
  }
}

/** Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects. */
function bucketOf({ begins }: SpatialHash, cx: number, cy: number, cz: number): number {
  return (Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663) ^ Math.imul(cz, 83492791)) & (begins.length - 2);
}
