import type { Obstacle, Outline } from '../../obstacles/obstacle';
import { findBodyFaces, measureBodyFace } from './body-faces';
import { type FaceContacts, keepFirst } from './face-contacts';
import { boundOfLongest, type FaceSearch, longestAtStart, longestOfAll } from './face-search';
import { findSphereFaces, isCoarse, measureSphereFace } from './sphere-faces';

/** True for a sphere, and for a body of triangles: the net can touch them between its particles. */
export function canTouchFaces({ curvature, outline }: Obstacle): boolean {
  return curvature > 0 || outline !== undefined;
}

/** Adds the contacts of a step that are not in the set: where a point of the net ends deeper inside than `depth` times the side of its
 *  triangle, or nearer than −`depth` times it. @param again true: after points were moved only, the rest need not be looked at again
 *  @returns true if there are any */
export function findFaces(faces: FaceContacts, search: FaceSearch, depth: number, again = false): boolean {
  const { triangles, obstacles, to, spacing } = search;
  const before = faces.count;
  if (!again) search.count++;
  // The triangles of most nets are too small for spheres.
  const bound = obstacles.some(({ curvature }) => curvature > 0) ? boundOfLongest(search) : 0;
  const canTouch = ({ curvature, outline }: Obstacle) =>
    isCoarse(bound, curvature) || canTouchFeatures(outline, spacing);
  if (!obstacles.some(canTouch)) return false;
  const reach = Math.max(longestOfAll(to, triangles), longestAtStart(search));
  for (let k = 0; k < obstacles.length; k++) {
    if (obstacles[k].outline) findBodyFaces(faces, search, k, reach, depth);
    else if (obstacles[k].curvature > 0) findSphereFaces(faces, search, k, reach, depth);
  }
  keepFirst(faces, before);
  return faces.count > before;
}

/** True for a body that is sharp or thin for a net of this spacing, m. */
export function canTouchFeatures(outline: Outline | undefined, spacing: number): boolean {
  return outline !== undefined && outline.featuresAt(spacing).count > 0;
}

/** Measures a contact where it ends: λ, N and φ. @param keeps true if λ and N of a body stay @returns φ, m */
export function measureFace(faces: FaceContacts, search: FaceSearch, c: number, keeps = false): number {
  return faces.feature[c] < 0 ? measureSphereFace(faces, search, c) : measureBodyFace(faces, search, c, keeps);
}
