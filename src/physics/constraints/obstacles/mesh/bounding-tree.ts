import type { TriangleMesh } from '../obstacle';

/** Triangles in a leaf at most. */
const LEAF = 4;

export type BoundingTree = ReturnType<typeof createBoundingTree>;

/**
 * A binary tree of boxes around the triangles of a mesh. The children of a node stand side by side. Splits at the median of the centers,
 * along the longest side of their box.
 */
export function createBoundingTree({ positions, triangles }: TriangleMesh) {
  const count = triangles.length / 3;
  const centers = new Float64Array(3 * count);
  for (let q = 0; q < 3 * count; q++) {
    const t = Math.floor(q / 3);
    for (let corner = 0; corner < 3; corner++) centers[q] += positions[3 * triangles[3 * t + corner] + (q % 3)] / 3;
  }
  const order = Uint32Array.from({ length: count }, (_, t) => t);
  const boxes: number[] = [];
  const children: number[] = [];
  const counts: number[] = [];
  let depth = 0;

  function addNode(): number {
    for (let axis = 0; axis < 3; axis++) boxes.push(Number.POSITIVE_INFINITY);
    for (let axis = 0; axis < 3; axis++) boxes.push(Number.NEGATIVE_INFINITY);
    children.push(0);
    return counts.push(0) - 1;
  }

  function fill(node: number, from: number, to: number, level: number): void {
    depth = Math.max(depth, level);
    for (let q = 3 * from; q < 3 * to; q++) {
      const v = 3 * triangles[3 * order[Math.floor(q / 3)] + (q % 3)];
      for (let axis = 0; axis < 3; axis++) {
        boxes[6 * node + axis] = Math.min(boxes[6 * node + axis], positions[v + axis]);
        boxes[6 * node + 3 + axis] = Math.max(boxes[6 * node + 3 + axis], positions[v + axis]);
      }
    }
    if (to - from <= LEAF) {
      children[node] = -1 - from;
      counts[node] = to - from;
      return;
    }
    const axis = longestSide(centers, order, from, to);
    order.subarray(from, to).sort((s, t) => centers[3 * s + axis] - centers[3 * t + axis] || s - t);
    const middle = (from + to) >> 1;
    const first = addNode();
    addNode();
    children[node] = first;
    fill(first, from, middle, level + 1);
    fill(first + 1, middle, to, level + 1);
  }

  fill(addNode(), 0, count, 0);
  return {
    /** 6 per node; least and largest coordinates, m. */
    boxes: Float64Array.from(boxes),
    /** The first child of a node, or −1 − the place of the first triangle of a leaf in `order`. */
    children: Int32Array.from(children),
    /** Number of triangles of a leaf. */
    counts: Uint8Array.from(counts),
    /** t; the triangles, leaf by leaf. */
    order,
    /** Of the root: no path from there to a leaf is longer. */
    depth,
  };
}

function longestSide(centers: Float64Array, order: Uint32Array, from: number, to: number): number {
  let longest = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = from; k < to; k++) {
      low = Math.min(low, centers[3 * order[k] + axis]);
      high = Math.max(high, centers[3 * order[k] + axis]);
    }
    if (high - low <= most) continue;
    most = high - low;
    longest = axis;
  }
  return longest;
}
