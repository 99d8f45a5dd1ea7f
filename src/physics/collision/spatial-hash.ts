import type { Arena } from '../model/arena';

/** Primes by which the hash multiplies the coordinates of a cell. */
const PRIMES = [73856093, 19349663, 83492791] as const;

export type SpatialHash = ReturnType<typeof createSpatialHash>;

/** Boxes that are no partners of some other ones, whether they overlap or not. */
export interface PassedOver {
  /** n; 1: a box that passes over what one or two edges join to it. */
  readonly passes: Uint8Array;
  /** n + 1, and the boxes that edges join to each. */
  readonly neighbourStarts: Uint32Array;
  readonly neighbours: Uint32Array;
}

/** Boxes sorted into the cells of a grid by their lower corners, and the pairs that overlap. */
export function createSpatialHash(arena: Arena, n: number) {
  let buckets = 16;
  while (buckets < 2 * n) buckets *= 2;
  return {
    /** 6 per box: least and largest coordinates, m. */
    boxes: arena.doubles(6 * n),
    /** n + 1; of the first partner of each box. */
    starts: arena.indices(n + 1),
    /** The boxes j > i that overlap box i, ascending. */
    partners: new Uint32Array(4 * n),
    /** The same pairs as they are found: i and j. */
    found: new Uint32Array(8 * n),
    /** 3n; integer coordinates of each box's cell, modulo 2³². */
    cells: new Int32Array(3 * n),
    /** Index in `sorted` of the first box of each bucket, and one more for the end. */
    bucketStarts: arena.indices(buckets + 1),
    /** n; boxes sorted by bucket, ascending within each. */
    sorted: arena.indices(n),
    /** n; scratch: the last i for which the box is passed over, plus 1. */
    marks: arena.indices(n),
  };
}

/** Finds the pairs of boxes that overlap. @returns false if there are more than `most`: then not all are found */
export function findPairs(hash: SpatialHash, most: number, over: PassedOver): boolean {
  sort(hash);
  const { cells, marks, sorted } = hash;
  let count = 0;
  marks.fill(0);
  for (let i = 0; i < sorted.length; i++) {
    if (over.passes[i] === 1) markNeighbours(marks, over, i);
    const x = cells[3 * i];
    const y = cells[3 * i + 1];
    const z = cells[3 * i + 2];
    count = findInRow(hash, i, x, 2, y, z, count);
    for (let row = 0; row < 4; row++) {
      const isBeside = row === 0;
      count = findInRow(hash, i, x - 1, 3, isBeside ? y + 1 : y + row - 2, isBeside ? z : z + 1, count);
    }
    if (count > most) return false;
  }
  sortByFirst(hash, count);
  return true;
}

/** Marks with i + 1 what one or two edges join to i. */
export function markNeighbours(
  marks: Uint32Array,
  { neighbourStarts, neighbours }: Pick<PassedOver, 'neighbourStarts' | 'neighbours'>,
  i: number,
): void {
  for (let k = neighbourStarts[i]; k < neighbourStarts[i + 1]; k++) {
    const j = neighbours[k];
    marks[j] = i + 1;
    for (let l = neighbourStarts[j]; l < neighbourStarts[j + 1]; l++) marks[neighbours[l]] = i + 1;
  }
}

/** Adds the pairs of box i with those of some cells in a row; in its own cell, where the row begins if `cells` is 2, with those after it. */
function findInRow(
  hash: SpatialHash,
  i: number,
  from: number,
  length: number,
  y: number,
  z: number,
  count: number,
): number {
  const { boxes, cells, bucketStarts, sorted, marks } = hash;
  const row = Math.imul(y, PRIMES[1]) ^ Math.imul(z, PRIMES[2]);
  const mask = bucketStarts.length - 2;
  const after = length === 2 ? i : -1;
  for (let x = from; x < from + length; x++) {
    const bucket = (row ^ Math.imul(x, PRIMES[0])) & mask;
    for (let s = bucketStarts[bucket]; s < bucketStarts[bucket + 1]; s++) {
      const j = sorted[s];
      if (cells[3 * j] !== (x | 0) || cells[3 * j + 1] !== (y | 0) || cells[3 * j + 2] !== (z | 0)) continue;
      if ((x === from && j <= after) || marks[j] === i + 1 || !overlap(boxes, 6 * i, boxes, 6 * j)) continue;
      if (2 * count === hash.found.length) hash.found = doubled(hash.found);
      hash.found[2 * count] = Math.min(i, j);
      hash.found[2 * count + 1] = Math.max(i, j);
      count++;
    }
  }
  return count;
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

function doubled(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * values.length);
  more.set(values);
  return more;
}

/** Counting sort of the pairs by i, and by j within each. */
function sortByFirst(hash: SpatialHash, count: number): void {
  const { starts, found } = hash;
  while (hash.partners.length < count) hash.partners = doubled(hash.partners);
  const { partners } = hash;
  starts.fill(0);
  for (let k = 0; k < 2 * count; k += 2) starts[found[k]]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  for (let k = 0; k < 2 * count; k += 2) partners[--starts[found[k]]] = found[k + 1];
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let k = starts[i] + 1; k < starts[i + 1]; k++) {
      const value = partners[k];
      let at = k;
      for (; at > starts[i] && partners[at - 1] > value; at--) partners[at] = partners[at - 1];
      partners[at] = value;
    }
  }
}

/** Counting sort by bucket; a cell is as large as the largest box. Source: Müller, Ten Minute Physics 11, spatial hashing. */
function sort(hash: SpatialHash): void {
  const { boxes, cells, bucketStarts, sorted } = hash;
  const n = sorted.length;
  let size = 0;
  for (let o = 0; o < 6 * n; o += 6)
    size = Math.max(size, boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
  bucketStarts.fill(0);
  for (let i = 0; i < n; i++) {
    for (let axis = 0; axis < 3; axis++) cells[3 * i + axis] = Math.floor(boxes[6 * i + axis] / size);
    bucketStarts[bucketOf(hash, i)]++;
  }
  let sum = 0;
  for (let bucket = 0; bucket < bucketStarts.length; bucket++) {
    sum += bucketStarts[bucket];
    bucketStarts[bucket] = sum;
  }
  for (let i = n - 1; i >= 0; i--) sorted[--bucketStarts[bucketOf(hash, i)]] = i;
}

/** Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects. */
function bucketOf({ bucketStarts, cells }: SpatialHash, i: number): number {
  const x = Math.imul(cells[3 * i], PRIMES[0]);
  const y = Math.imul(cells[3 * i + 1], PRIMES[1]);
  const z = Math.imul(cells[3 * i + 2], PRIMES[2]);
  return (x ^ y ^ z) & (bucketStarts.length - 2);
}
