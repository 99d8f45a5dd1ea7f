import type { Floats } from '../../../model/arena';
import { distanceAt } from '../../../model/vectors';
import type { Obstacle, Outline, SharpFeatures } from '../../obstacles/obstacle';
import type { BodyPlaces, FaceSearch } from './face-search';

/** A feature is looked for in so many spacings. */
const FAR = 6;

/** @param n particles @param corners of all triangles */
export function createBodyPlaces(n: number, corners: number): BodyPlaces {
  return {
    outline: null,
    start: new Float64Array(3 * n),
    end: new Float64Array(3 * n),
    asked: new Float64Array(3 * n),
    clear: new Float64Array(n),
    isNear: new Uint8Array(n),
    seen: new Float64Array(3 * corners),
    bounds: new Float64Array(corners / 3),
    searches: new Uint32Array(corners / 3),
  };
}

/** Sets where the particles near the surface are. @returns false if no triangle can touch a feature */
export function findPlaces(
  places: BodyPlaces,
  { from, to, start, end, phi, spacing }: FaceSearch,
  obstacle: Obstacle,
  outline: Outline,
  features: SharpFeatures,
  reach: number,
): boolean {
  const { asked, clear, isNear, start: x0, end: x1 } = places;
  const n = phi.length;
  if (places.outline !== outline) {
    clear.fill(-1);
    places.bounds.fill(Number.NEGATIVE_INFINITY);
  }
  places.outline = outline;
  obstacle.distances(to, phi, n, end);
  read(to, x1, n);
  for (let i = 0; i < n; i++) outline.toBody(x1, 3 * i, end);
  read(from, x0, n);
  for (let i = 0; i < n; i++) outline.toBody(x0, 3 * i, start);
  let isAnyNear = false;
  for (let i = 0; i < n; i++) {
    const o = 3 * i;
    const way = reach + distanceAt(x0, o, x1, o);
    isNear[i] = 0;
    if (!(Math.abs(phi[i]) <= way)) continue;
    let moved = distanceAt(asked, o, x1, o);
    // Where what is known of an earlier place does not tell.
    if (!(clear[i] >= 0 && Math.abs(clear[i] - way) > moved)) {
      clear[i] = features.clearance(x1[o], x1[o + 1], x1[o + 2], FAR * spacing + way);
      for (let axis = o; axis < o + 3; axis++) asked[axis] = x1[axis];
      moved = 0;
    }
    if (clear[i] - moved > way) continue;
    isNear[i] = 1;
    isAnyNear = true;
  }
  return isAnyNear;
}

function read(x: Floats, out: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = x[4 * i + axis];
}
