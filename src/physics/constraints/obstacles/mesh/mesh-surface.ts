import type { Floats } from '../../../model/arena';
import { cos, sin } from '../../../model/deterministic-math';
import type { Vec3 } from '../../../model/model';
import { rotate, rotateBack } from '../../../model/vectors';
import type { Obstacle, TriangleMesh } from '../obstacle';
import { sharpFeatures } from './sharp-features';
import { NEAR, type SignedDistance } from './signed-distance';

/** A distance is searched for again once the particle may have moved by this part of it. */
const MAX_APPROACH = 0.5;

/** Relative rounding of distances that are compared. */
const ROUNDING = 1e-9;

/**
 * A closed mesh in space, turned and moved. For each particle it keeps the point where it was measured last, with the result: at the
 * same point nothing is computed again, and a particle that is still far away gets a bound of its distance. It also keeps the point of
 * the last search, the triangles that were near, and how far the next one was from there: by as much as the particle has moved since, it can
 * have come nearer. If it is still farther away than the nearest one of them, no search is needed. So the time depends on the past, the
 * result does not.
 * @param rotation degrees; about x, then y, then z
 */
export function createMeshSurface(
  distance: SignedDistance,
  center: Vec3,
  rotation: Vec3,
): Pick<Obstacle, 'hasFaces' | 'distances' | 'measure' | 'outline' | 'triangles'> {
  const { mesh, find, measureFrom, found, near, nearSquares } = distance;
  const R = rotationMatrix(rotation);
  const [cx, cy, cz] = center;
  /** A point in the axes of the mesh. */
  const own = new Float64Array(3);
  /** Of each particle: 3 coordinates, m; N and φ there. */
  let points = new Float64Array(0);
  let results = new Float64Array(0);
  /** Of its last search: 3 coordinates, and the distances to the second nearest triangle and to the one after those that are kept, m, or −1
   *  before the first search. */
  let searches = new Float64Array(0);
  /** NEAR for each; the nearest triangles then, the nearest one first. */
  let nearest = new Uint32Array(0);
  /** Nearest to the point that was measured last without a particle. */
  let last = 0;

  /** Sets `own` to a point. @returns false if it is not finite: N and φ are NaN */
  function toOwn(x: number, y: number, z: number): boolean {
    own[0] = x - cx;
    own[1] = y - cy;
    own[2] = z - cz;
    const exists = Number.isFinite(own[0] + own[1] + own[2]);
    if (exists) rotateBack(R, own, 0);
    else found.fill(Number.NaN);
    return exists;
  }

  /** Measures the nearest one of the last search, or all that were near then. @returns false if another triangle may be nearer */
  function isNearKnown(i: number, x: number, y: number, z: number): boolean {
    const s = 5 * i;
    if (searches[s + 4] < 0) return false;
    const moved = wayFrom(searches, s, x, y, z);
    return isAmong(i, 1, searches[s + 3] - moved) || isAmong(i, NEAR, searches[s + 4] - moved);
  }

  /** @param free m; no triangle but the first `count` ones of a particle is nearer */
  function isAmong(i: number, count: number, free: number): boolean {
    return free > 0 && measureFrom(own[0], own[1], own[2], nearest, NEAR * i, count) < (1 - ROUNDING) * free;
  }

  /** Writes N and φ of a particle to its results. */
  function searchFor(i: number, x: number, y: number, z: number): void {
    if (toOwn(x, y, z)) {
      if (!isNearKnown(i, x, y, z)) {
        find(own[0], own[1], own[2], nearest[NEAR * i]);
        const s = 5 * i;
        searches[s] = x;
        searches[s + 1] = y;
        searches[s + 2] = z;
        searches[s + 3] = Math.sqrt(nearSquares[1]);
        searches[s + 4] = Math.sqrt(nearSquares[NEAR]);
        for (let k = 0; k < NEAR; k++) nearest[NEAR * i + k] = near[k];
      }
      rotate(R, found, 0);
    }
    points[3 * i] = x;
    points[3 * i + 1] = y;
    points[3 * i + 2] = z;
    for (let k = 0; k < 4; k++) results[4 * i + k] = found[k];
  }

  /** How far a particle is from where it was measured last, m. */
  function moved(i: number, x: number, y: number, z: number): number {
    return searches[5 * i + 4] < 0 ? Number.POSITIVE_INFINITY : wayFrom(points, 3 * i, x, y, z);
  }

  return {
    hasFaces: true,
    distances(x: Floats, phi: Float64Array, n: number) {
      if (points.length < 3 * n) {
        points = new Float64Array(3 * n);
        results = new Float64Array(4 * n);
        searches = new Float64Array(5 * n).fill(-1);
        nearest = new Uint32Array(NEAR * n);
      }
      for (let i = 0, o = 0; i < n; i++, o += 4) {
        const way = moved(i, x[o], x[o + 1], x[o + 2]);
        const before = results[4 * i + 3];
        if (way === 0) phi[i] = before;
        else if (way < MAX_APPROACH * before) phi[i] = (1 - ROUNDING) * before - way;
        else {
          searchFor(i, x[o], x[o + 1], x[o + 2]);
          phi[i] = results[4 * i + 3];
        }
      }
    },
    measure(point, out, at, _t, particle = -1) {
      if (particle < 0 || 3 * particle >= points.length) {
        if (toOwn(point[0], point[1], point[2])) {
          last = find(own[0], own[1], own[2], last, true);
          rotate(R, found, 0);
        }
        for (let k = 0; k < 4; k++) out[at + k] = found[k];
        return;
      }
      if (moved(particle, point[0], point[1], point[2]) > 0) searchFor(particle, point[0], point[1], point[2]);
      for (let k = 0; k < 4; k++) out[at + k] = results[4 * particle + k];
    },
    outline: {
      featuresAt: (spacing) => sharpFeatures(distance, spacing),
      toBody(point, at) {
        for (let axis = 0; axis < 3; axis++) point[at + axis] -= center[axis];
        rotateBack(R, point, at);
      },
      toSpace: (vector, at) => rotate(R, vector, at),
    },
    triangles(): TriangleMesh {
      const { positions: x, triangles } = mesh;
      const positions = new Float64Array(x.length);
      for (let v = 0; v < x.length; v += 3) {
        positions[v] = cx + R[0] * x[v] + R[1] * x[v + 1] + R[2] * x[v + 2];
        positions[v + 1] = cy + R[3] * x[v] + R[4] * x[v + 1] + R[5] * x[v + 2];
        positions[v + 2] = cz + R[6] * x[v] + R[7] * x[v + 1] + R[8] * x[v + 2];
      }
      return { positions, triangles };
    },
  };
}

/** The distance of a point from the one that stands at points[at] …, m. */
function wayFrom(points: Float64Array, at: number, x: number, y: number, z: number): number {
  const dx = x - points[at];
  const dy = y - points[at + 1];
  const dz = z - points[at + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** R_z R_y R_x, row by row. @param angles degrees */
export function rotationMatrix(angles: Vec3): Float64Array {
  const [a, b, c] = angles.map((angle) => (angle * Math.PI) / 180);
  const [sa, ca, sb, cb, sc, cc] = [sin(a), cos(a), sin(b), cos(b), sin(c), cos(c)];
  return Float64Array.of(
    cb * cc,
    sa * sb * cc - ca * sc,
    ca * sb * cc + sa * sc,
    cb * sc,
    sa * sb * sc + ca * cc,
    ca * sb * sc - sa * cc,
    -sb,
    sa * cb,
    ca * cb,
  );
}
