import type { CurvatureRows, NetBending } from '../../kernels/curvature-rows';
import type { WorldContext } from '../../world/world-context';

/** Largest difference of neighbouring cells, and of all of them, for which they count as equal, relative: rounding of a file. */
const TOLERANCE = 1e-6;
const TOLERANCE_OF_ALL = 1e-5;

/** No differences yet. Allocates. @returns null if the model has no net, or slits divide it */
export function createNetBending({ model, arena }: WorldContext): NetBending | null {
  const { grid, origins, particleCount } = model;
  if (!grid || origins.length > 0) return null;
  const { floats } = arena;
  const scratch = floats(8 * grid.columns);
  const positions = floats(4 * particleCount);
  return {
    ...grid,
    weights: floats(4 * particleCount),
    scratch,
    positions,
    factor: 0,
    dampingFactor: 0,
    approximated: 0,
  };
}

/** Sets the weights from the rows of a net. @returns false if its cells are not all alike */
export function setWeights(
  net: NetBending,
  { count, starts, places, weights, corners, perArea }: CurvatureRows,
): boolean {
  net.weights.fill(0);
  for (let r = 0; r < count; r++) {
    const k = starts[r];
    const far = Math.abs(places[k + 2] - places[k]);
    const kind = starts[r + 1] - k === 4 ? 2 : far === 8 ? 0 : 1;
    if (kind < 2 && Math.abs(weights[k] - weights[k + 2]) > TOLERANCE * weights[k]) return false;
    if (Math.abs(perArea[r] - perArea[0]) > TOLERANCE_OF_ALL * perArea[0]) return false;
    const first = Math.min(places[k], places[k + 2]);
    net.weights[first + kind] += (weights[k + 1] * weights[k + 1]) / (kind < 2 ? 4 : 1);
    // The neighbour of the middle, one row or column before it.
    if (kind < 2 && corners[4 * r + 3] < corners[4 * r + 2]) net.weights[first + 3] += 1 + kind;
  }
  return true;
}
