import type { Floats } from '../../../model/arena';
import { cos, sin } from '../../../model/deterministic-math';
import type { Vec3 } from '../../../model/model';
import { rotate, rotateBack } from '../../../model/vectors';
import type { Obstacle, TriangleMesh } from '../obstacle';
import { sharpFeatures } from './sharp-features';
import type { SignedDistance } from './signed-distance';

/** A distance is searched for again once the particle may have moved by this part of it. */
const MAX_APPROACH = 0.5;

/** Relative rounding of distances that are compared. */
const ROUNDING = 1e-9;

/**
 * A closed mesh in space, turned and moved. For each particle it keeps the point where it was measured last, with the result: at the
 * same point nothing is computed again, and a particle that is still far away gets a bound of its distance. It also keeps the point of
 * the last search, and how far the second nearest triangle was from there: by as much as the particle has moved since, it can have
 * come nearer. If it is still farther away than the nearest one, no search is needed. So the time depends on the past, the result
 * does not.
 * @param rotation degrees; about x, then y, then z
 */
export function createMeshSurface(
  distance: SignedDistance,
  center: Vec3,
  rotation: Vec3,
): Pick<Obstacle, 'hasFaces' | 'distances' | 'measure' | 'outline' | 'triangles'> {
  const { mesh, find, measureFrom, found } = distance;
  const R = rotationMatrix(rotation);
  const [cx, cy, cz] = center;
  /** A point in the axes of the mesh. */
  const own = new Float64Array(3);
  /** Of each particle: 3 coordinates, m; N and φ there; the nearest triangle, or −1 before the first search. */
  let points = new Float64Array(0);
  let results = new Float64Array(0);
  let nearest = new Int32Array(0);
  /** Of its last search: 3 coordinates, and the distance to the second nearest triangle, m. */
  let searches = new Float64Array(0);
  /** False if the last call of `search` needed no search. */
  let hasSearched = false;
  /** Nearest to the point that was measured last without a particle. */
  let last = 0;

  /**
   * Writes N and φ to `found`.
   * @param hint a triangle that may be near @param free m; the nearest triangle if it is no farther away than this
   * @returns the nearest triangle
   */
  function search(x: number, y: number, z: number, hint: number, free: number): number {
    own[0] = x - cx;
    own[1] = y - cy;
    own[2] = z - cz;
    if (!Number.isFinite(own[0] + own[1] + own[2])) {
      found.fill(Number.NaN);
      return hint;
    }
    rotateBack(R, own, 0);
    hasSearched = !(free > 0 && measureFrom(own[0], own[1], own[2], hint) < free);
    const t = hasSearched ? find(own[0], own[1], own[2], hint) : hint;
    rotate(R, found, 0);
    return t;
  }

  function searchFor(i: number, x: number, y: number, z: number): void {
    const s = 4 * i;
    const moved = nearest[i] < 0 ? 0 : wayFrom(searches, s, x, y, z);
    nearest[i] = search(x, y, z, Math.max(0, nearest[i]), (1 - ROUNDING) * (searches[s + 3] - moved));
    if (hasSearched) {
      searches[s] = x;
      searches[s + 1] = y;
      searches[s + 2] = z;
      searches[s + 3] = found[4];
    }
    points[3 * i] = x;
    points[3 * i + 1] = y;
    points[3 * i + 2] = z;
    for (let k = 0; k < 4; k++) results[4 * i + k] = found[k];
  }

  /** How far a particle is from where it was measured last, m. */
  function moved(i: number, x: number, y: number, z: number): number {
    return nearest[i] < 0 ? Number.POSITIVE_INFINITY : wayFrom(points, 3 * i, x, y, z);
  }

  return {
    hasFaces: true,
    distances(x: Floats, phi: Float64Array, n: number) {
      if (nearest.length < n) {
        points = new Float64Array(3 * n);
        results = new Float64Array(4 * n);
        nearest = new Int32Array(n).fill(-1);
        searches = new Float64Array(4 * n);
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
      if (particle < 0 || particle >= nearest.length) {
        last = search(point[0], point[1], point[2], last, 0);
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
