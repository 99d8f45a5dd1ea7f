import type { Obstacle } from '../../obstacles/obstacle';
import { findBodyFaces, measureBodyFace } from './body-faces';
import { type FaceContacts, keepFirst } from './face-contacts';
import { boundOfLongest, type FaceSearch, longestOfAll } from './face-search';
import { findSphereFaces, isCoarse, measureSphereFace } from './sphere-faces';

/** True for a sphere, and for a body with edges and corners: the net can touch them between its particles. */
export function canTouchFaces({ curvature, outline }: Obstacle): boolean {
  return curvature > 0 || outline !== undefined;
}

/** Adds the contacts of a step that are not in the set: where a point of the net ends deeper inside than `depth` times the side of its
 *  triangle, or nearer than −`depth` times it. @returns true if there are any */
export function findFaces(faces: FaceContacts, search: FaceSearch, depth: number): boolean {
  const { triangles, obstacles, from, to, spacing } = search;
  const before = faces.count;
  // The triangles of most nets are too small for spheres.
  const bound = obstacles.some(({ curvature }) => curvature > 0) ? boundOfLongest(search) : 0;
  const canTouch = ({ curvature, outline }: Obstacle) =>
    isCoarse(bound, curvature) || (outline?.featuresAt(spacing).count ?? 0) > 0;
  if (!obstacles.some(canTouch)) return false;
  const reach = Math.max(longestOfAll(to, triangles), longestOfAll(from, triangles));
  for (let k = 0; k < obstacles.length; k++) {
    if (obstacles[k].outline) findBodyFaces(faces, search, k, reach, depth);
    else if (obstacles[k].curvature > 0) findSphereFaces(faces, search, k, reach, depth);
  }
  keepFirst(faces, before);
  return faces.count > before;
}

/** Measures a contact where it ends: λ, N and φ. @returns φ, m */
export function measureFace(faces: FaceContacts, search: FaceSearch, c: number): number {
  return faces.feature[c] < 0 ? measureSphereFace(faces, search, c) : measureBodyFace(faces, search, c);
}
