/** A balanced tree of particles: to a distant one a group of them acts as one particle at its center of mass. */
import type { Floats } from '../../model/arena';

/** Axes of the entries of a moment. */
const ROWS = [0, 1, 2, 0, 0, 1];
const COLUMNS = [0, 1, 2, 1, 2, 2];

/**
 * Node k stands for `count[k]` particles, and its subtree is the nodes k … `end(k)` − 1: first itself, then those of its two halves.
 * Source: Barnes and Hut, A Hierarchical O(N log N) Force-Calculation Algorithm; here with halves of equal number instead of
 * cubes: particles at one place make no deep tree, and n of them always make 2n − 1 nodes.
 * @param angle a group acts as one where the diagonal of its box is less than this fraction of its distance
 * @param least particles of a group that may act as one
 */
export function createMassTree(particles: Uint32Array, masses: Floats, angle: number, least: number) {
  const size = 2 * particles.length - 1;
  // One more: `next` ends at a node without particles.
  const count = new Uint32Array(size + 1);
  const particle = new Uint32Array(size);
  const centers = new Float64Array(4 * size);
  const moments = new Float64Array(6 * size);
  /** m²; squared distance at which a node may act as one particle. */
  const far = new Float64Array(size);
  const order = new Uint32Array(particles.length);
  let x: Floats;

  /** Reorders from `low` to `high`: what lies below `middle` has coordinates that are not larger than what lies above (Hoare). */
  function partition(low: number, high: number, middle: number, axis: number): void {
    while (low < high) {
      const pivot = x[4 * order[(low + high) >> 1] + axis];
      let i = low;
      let j = high;
      while (i <= j) {
        while (x[4 * order[i] + axis] < pivot) i++;
        while (x[4 * order[j] + axis] > pivot) j--;
        if (i > j) break;
        const one = order[i];
        order[i++] = order[j];
        order[j--] = one;
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else return;
    }
  }

  /** Makes node k of the particles from `low` to `high` − 1. */
  function split(k: number, low: number, high: number): void {
    const o = 4 * k;
    count[k] = high - low;
    if (high - low === 1) {
      const p = order[low];
      particle[k] = p;
      for (let axis = 0; axis < 3; axis++) centers[o + axis] = x[4 * p + axis];
      centers[o + 3] = masses[p];
      return;
    }
    let longest = 0;
    let side = -1;
    far[k] = 0;
    for (let axis = 0; axis < 3; axis++) {
      let lowest = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = low; i < high; i++) {
        const value = x[4 * order[i] + axis];
        if (value < lowest) lowest = value;
        if (value > most) most = value;
      }
      const width = most - lowest;
      far[k] += (width * width) / (angle * angle);
      if (width <= side) continue;
      side = width;
      longest = axis;
    }
    const middle = (low + high) >> 1;
    partition(low, high - 1, middle, longest);
    const other = k + 2 * (middle - low);
    split(k + 1, low, middle);
    split(other, middle, high);
    const i = o + 4;
    const j = 4 * other;
    centers[o + 3] = centers[i + 3] + centers[j + 3];
    const fraction = centers[j + 3] / centers[o + 3];
    for (let axis = 0; axis < 3; axis++)
      centers[o + axis] = centers[i + axis] + fraction * (centers[j + axis] - centers[i + axis]);
    for (let m = 0; m < 6; m++) moments[6 * k + m] = momentOf(k + 1, k, m) + momentOf(other, k, m);
  }

  /** Of one half about the center of the whole: entry m of `moments`. */
  function momentOf(half: number, whole: number, m: number): number {
    const a = 4 * half + ROWS[m];
    const b = 4 * half + COLUMNS[m];
    const at = 4 * (whole - half);
    return (
      moments[6 * half + m] + centers[4 * half + 3] * (centers[a] - centers[a + at]) * (centers[b] - centers[b + at])
    );
  }

  return {
    /** Number of nodes. */
    size,
    /** Particles of each node; 1: it is a leaf. */
    count,
    /** The particle of each leaf. */
    particle,
    /** 4 for each node: center of mass, m, and mass, kg. */
    centers,
    /** 6 for each node, kg·m²: Σ m d dᵀ of its particles, with d from the center of mass: xx, yy, zz, xy, xz, yz. */
    moments,
    /** Builds the tree anew: the same positions give the same tree. */
    build(positions: Floats) {
      x = positions;
      order.set(particles);
      split(0, 0, order.length);
    },
    /** The first node from k on that acts on a leaf as one particle. */
    next(k: number, leaf: number): number {
      for (; count[k] > 1; k++) {
        const dx = centers[4 * leaf] - centers[4 * k];
        const dy = centers[4 * leaf + 1] - centers[4 * k + 1];
        const dz = centers[4 * leaf + 2] - centers[4 * k + 2];
        if (count[k] >= least && dx * dx + dy * dy + dz * dz > far[k]) break;
      }
      return k;
    },
    /** The first node after the subtree of k. */
    end: (k: number) => k + 2 * count[k] - 1,
  };
}
