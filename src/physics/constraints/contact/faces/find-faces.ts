import type { Obstacle } from '../../obstacles/obstacle';
import { findBodyFaces, measureBodyFace } from './body-faces';
import { type FaceContacts, keepFirst } from './face-contacts';
import { type FaceSearch, longestSide } from './face-search';
import { findSphereFaces, measureSphereFace } from './sphere-faces';

/** True for a sphere, and for a body with edges and corners: the net can touch them between its particles. */
export function canTouchFaces({ curvature, outline }: Obstacle): boolean {
  return curvature > 0 || outline !== undefined;
}

/** Adds the contacts of a step that are not in the set: where a point of the net ends deeper inside than `depth` times the side of its
 *  triangle, or nearer than −`depth` times it. @returns true if there are any */
export function findFaces(faces: FaceContacts, search: FaceSearch, depth: number): boolean {
  const { triangles, obstacles, from, to, spacing } = search;
  const before = faces.count;
  if (!obstacles.some(({ curvature, outline }) => curvature > 0 || (outline?.featuresAt(spacing).count ?? 0) > 0))
    return false;
  let reach = 0;
  for (let t = 0; t < triangles.length; t += 3)
    reach = Math.max(reach, longestSide(to, triangles, t), longestSide(from, triangles, t));
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
