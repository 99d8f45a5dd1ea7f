import type { Arena } from '../model/arena';

/** Offsets to a cell itself and to its 26 neighbours. */
const NEIGHBOURS = [-1, 0, 1].flatMap((z) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => [x, y, z])));

/** Boxes sorted into the cells of a grid by their lower corners, and the pairs that overlap. */
export interface SpatialHash {
  /** 6 per box: least and largest coordinates, m. */
  readonly boxes: Float64Array;
  /** n + 1; of the first partner of each box. */
  readonly starts: Uint32Array;
  /** The boxes j > i that overlap box i, ascending. */
  partners: Uint32Array;
  /** 3n; integer coordinates of each box's cell, modulo 2³². */
  readonly cells: Uint32Array;
  /** Index in `sorted` of the first box of each bucket, and one more for the end. */
  readonly bucketStarts: Uint32Array;
  /** n; boxes sorted by bucket, ascending within each. */
  readonly sorted: Uint32Array;
}

export function createSpatialHash(arena: Arena, n: number): SpatialHash {
  let buckets = 16;
  while (buckets < 2 * n) buckets *= 2;
  return {
    boxes: arena.doubles(6 * n),
    starts: arena.indices(n + 1),
    partners: new Uint32Array(16 * n),
    cells: arena.indices(3 * n),
    bucketStarts: arena.indices(buckets + 1),
    sorted: arena.indices(n),
  };
}

/** Finds the pairs of boxes that overlap. @returns false if there are more than `most`: then not all are found */
export function findPairs(hash: SpatialHash, most: number): boolean {
  sort(hash);
  const { boxes, starts, cells, bucketStarts, sorted } = hash;
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    for (let offset = 0; offset < NEIGHBOURS.length; offset += 3) {
      const cx = (cells[3 * i] + NEIGHBOURS[offset]) >>> 0;
      const cy = (cells[3 * i + 1] + NEIGHBOURS[offset + 1]) >>> 0;
      const cz = (cells[3 * i + 2] + NEIGHBOURS[offset + 2]) >>> 0;
      const bucket = bucketOf(hash, cx, cy, cz);
      for (let s = bucketStarts[bucket]; s < bucketStarts[bucket + 1]; s++) {
        const j = sorted[s];
        if (j <= i || cells[3 * j] !== cx || cells[3 * j + 1] !== cy || cells[3 * j + 2] !== cz) continue;
        if (!overlap(boxes, 6 * i, boxes, 6 * j)) continue;
        if (count === hash.partners.length) grow(hash);
        insert(hash.partners, starts[i], count++, j);
      }
    }
    starts[i + 1] = count;
    if (count > most) return false;
  }
  return true;
}

/** True if the box at a of the one array overlaps the one at b of the other. */
export function overlap(boxes: Float64Array, a: number, others: Float64Array, b: number): boolean {
  return (
    boxes[a] <= others[b + 3] &&
    others[b] <= boxes[a + 3] &&
    boxes[a + 1] <= others[b + 4] &&
    others[b + 1] <= boxes[a + 4] &&
    boxes[a + 2] <= others[b + 5] &&
    others[b + 2] <= boxes[a + 5]
  );
}

function grow(hash: SpatialHash): void {
  const { partners } = hash;
  hash.partners = new Uint32Array(2 * partners.length);
  hash.partners.set(partners);
}

/** Inserts a value into the ascending values from one place to another. */
function insert(values: Uint32Array, from: number, to: number, value: number): void {
  let at = to;
  for (; at > from && values[at - 1] > value; at--) values[at] = values[at - 1];
  values[at] = value;
}

/** Counting sort by bucket; a cell is as large as the largest box. Source: Müller, Ten Minute Physics 11, spatial hashing. */
function sort(hash: SpatialHash): void {
  const { boxes, cells, bucketStarts, sorted } = hash;
  const n = sorted.length;
  let size = 0;
  for (let o = 0; o < 6 * n; o++) if (o % 6 < 3) size = Math.max(size, boxes[o + 3] - boxes[o]);
  bucketStarts.fill(0);
  for (let i = 0; i < n; i++) {
    for (let axis = 0; axis < 3; axis++) cells[3 * i + axis] = Math.floor(boxes[6 * i + axis] / size);
    bucketStarts[bucketOf(hash, cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])]++;
  }
  let sum = 0;
  for (let bucket = 0; bucket < bucketStarts.length; bucket++) {
    sum += bucketStarts[bucket];
    bucketStarts[bucket] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    sorted[--bucketStarts[bucketOf(hash, cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])]] = i;
  }
}

/** Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects. */
function bucketOf({ bucketStarts }: SpatialHash, cx: number, cy: number, cz: number): number {
  return (Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663) ^ Math.imul(cz, 83492791)) & (bucketStarts.length - 2);
}
