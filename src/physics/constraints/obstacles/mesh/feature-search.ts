import type { BoundingTree } from './bounding-tree';

const nodes = new Int32Array(128);

/** The distance of a point to the nearest feature, m. @param most m; farther away it is this */
export function clearance(
  tree: BoundingTree,
  ends: Float64Array,
  x: number,
  y: number,
  z: number,
  most: number,
): number {
  const { boxes, children, counts, order } = tree;
  let least = most * most;
  let top = 0;
  nodes[0] = 0;
  while (top >= 0) {
    const node = nodes[top--];
    const b = 6 * node;
    const ex = Math.max(boxes[b] - x, 0, x - boxes[b + 3]);
    const ey = Math.max(boxes[b + 1] - y, 0, y - boxes[b + 4]);
    const ez = Math.max(boxes[b + 2] - z, 0, z - boxes[b + 5]);
    if (ex * ex + ey * ey + ez * ez >= least) continue;
    const child = children[node];
    if (child < 0) {
      for (let k = -1 - child; k < -1 - child + counts[node]; k++)
        least = Math.min(least, squaredDistance(ends, 6 * order[k], x, y, z));
    } else {
      nodes[++top] = child;
      nodes[++top] = child + 1;
    }
  }
  return Math.sqrt(least);
}

/** Of a point from a line between two ends. */
function squaredDistance(ends: Float64Array, at: number, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [ends[at + 3] - ends[at], ends[at + 4] - ends[at + 1], ends[at + 5] - ends[at + 2]];
  const [px, py, pz] = [x - ends[at], y - ends[at + 1], z - ends[at + 2]];
  const squared = dx * dx + dy * dy + dz * dz;
  const t = squared > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy + pz * dz) / squared)) : 0;
  const [ex, ey, ez] = [px - t * dx, py - t * dy, pz - t * dz];
  return ex * ex + ey * ey + ez * ez;
}
