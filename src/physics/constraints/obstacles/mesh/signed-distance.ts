import { createBoundingTree } from './bounding-tree';
import type { ClosedMesh } from './closed-mesh';

/** The distance of points to a closed mesh. */
export type SignedDistance = ReturnType<typeof createSignedDistance>;

/** The number of triangles near a point that are remembered. */
export const NEAR = 8;

/** The parts of a triangle: the face, three edges, three corners. */
const FACE = 0;
const EDGE = 1;
const CORNER = 4;
/** Squares of distances, by their place in a list. */
const LEAST = 0;
const FARTHEST = 1;
/** A box is left out if its distance squared exceeds the least one by more than rounding. */
const MARGIN = 1 + 1e-12;
/** The same for the plane of a triangle: the height over it is a difference of numbers that may be much larger. */
const PLANE_MARGIN = 1 + 1e-5;
/** Farther away than so many diagonals of the mesh, any triangle is as good as the nearest: there a search would visit them all. */
const FAR = 1e6;
/** Distance to an edge or a corner below which the direction from there is rounding, m per metre of the largest coordinate. */
const TOUCH = 1e-9;

/**
 * φ is the distance to the nearest point of the surface. Its sign is that of the offset from there along the normal of the
 * face, the edge or the corner that has this point. Source: Bærentzen, Aanæs, Signed Distance Computation Using the Angle Weighted
 * Pseudonormal, 2005. The search goes through a tree of boxes, the nearer one first.
 */
export function createSignedDistance(mesh: ClosedMesh) {
  const { positions, triangles, faceNormals, edgeNormals, vertexNormals } = mesh;
  const { boxes, children, counts, order, depth } = createBoundingTree(mesh);
  const nodes = new Int32Array(2 * depth + 2);
  const bounds = new Float64Array(2 * depth + 2);
  const found = new Float64Array(4);
  const near = new Uint32Array(NEAR + 1);
  const nearSquares = new Float64Array(NEAR + 1);
  const farSquared = FAR * FAR * [0, 1, 2].reduce((sum, axis) => sum + squareOf(boxes[3 + axis] - boxes[axis]), 0);
  /** The nearest point so far: its triangle, and the part of that where it is. */
  let nearest = 0;
  let part = FACE;
  /** The triangle that a search began with. */
  let begun = 0;
  /** False if other triangles that are near are asked for too. */
  let isAlone = false;
  /** The offset of x from there, in an array, because each assignment of such a variable makes an object. */
  const offset = new Float64Array(3);
  /** Its distance squared, and that from which on a triangle is of no interest. */
  const squares = new Float64Array(2);

  function boxDistance(node: number, x: number, y: number, z: number): number {
    const b = 6 * node;
    const ex = x < boxes[b] ? boxes[b] - x : x > boxes[b + 3] ? x - boxes[b + 3] : 0;
    const ey = y < boxes[b + 1] ? boxes[b + 1] - y : y > boxes[b + 4] ? y - boxes[b + 4] : 0;
    const ez = z < boxes[b + 2] ? boxes[b + 2] - z : z > boxes[b + 5] ? z - boxes[b + 5] : 0;
    return ex * ex + ey * ey + ez * ez;
  }

  /** Source: Ericson, Real-Time Collision Detection, 5.1.5. */
  function visit(t: number, x: number, y: number, z: number): void {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const px = x - positions[a];
    const py = y - positions[a + 1];
    const pz = z - positions[a + 2];
    const n = 3 * t;
    const height = px * faceNormals[n] + py * faceNormals[n + 1] + pz * faceNormals[n + 2];
    if (height * height > squares[FARTHEST] * PLANE_MARGIN) return;
    const bx = positions[b] - positions[a];
    const by = positions[b + 1] - positions[a + 1];
    const bz = positions[b + 2] - positions[a + 2];
    const cx = positions[c] - positions[a];
    const cy = positions[c + 1] - positions[a + 1];
    const cz = positions[c + 2] - positions[a + 2];
    const d1 = bx * px + by * py + bz * pz;
    const d2 = cx * px + cy * py + cz * pz;
    const bb = bx * bx + by * by + bz * bz;
    const cc = cx * cx + cy * cy + cz * cz;
    const bc = bx * cx + by * cy + bz * cz;
    const d3 = d1 - bb;
    const d4 = d2 - bc;
    const d5 = d1 - bc;
    const d6 = d2 - cc;
    const va = d3 * d6 - d5 * d4;
    const vb = d5 * d2 - d1 * d6;
    const vc = d1 * d4 - d3 * d2;
    let v = 0;
    let w = 0;
    let where = FACE;
    if (d1 <= 0 && d2 <= 0) where = CORNER;
    else if (d3 >= 0 && d4 <= d3) {
      v = 1;
      where = CORNER + 1;
    } else if (d6 >= 0 && d5 <= d6) {
      w = 1;
      where = CORNER + 2;
    } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
      v = d1 / (d1 - d3);
      where = EDGE;
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
      w = d2 / (d2 - d6);
      where = EDGE + 2;
    } else if (va <= 0 && d4 >= d3 && d5 >= d6) {
      w = (d4 - d3) / (d4 - d3 + (d5 - d6));
      v = 1 - w;
      where = EDGE + 1;
    }
    let ex = px - v * bx - w * cx;
    let ey = py - v * by - w * cy;
    let ez = pz - v * bz - w * cz;
    if (where === FACE) {
      // Along the normal, without the error of the point on the face.
      ex = height * faceNormals[n];
      ey = height * faceNormals[n + 1];
      ez = height * faceNormals[n + 2];
    }
    const squared = ex * ex + ey * ey + ez * ez;
    const least = squares[LEAST];
    if (squared < least || (squared === least && t < nearest)) {
      squares[LEAST] = squared;
      nearest = t;
      part = where;
      offset[0] = ex;
      offset[1] = ey;
      offset[2] = ez;
    }
    if (!isAlone) addNear(t, squared);
    squares[FARTHEST] = isAlone ? squares[LEAST] : nearSquares[NEAR];
  }

  function addNear(t: number, squared: number): void {
    if (squared >= nearSquares[NEAR]) return;
    let k = NEAR;
    for (; k > 0 && nearSquares[k - 1] > squared; k--) {
      nearSquares[k] = nearSquares[k - 1];
      near[k] = near[k - 1];
    }
    nearSquares[k] = squared;
    near[k] = t;
  }

  function search(x: number, y: number, z: number): void {
    let top = 0;
    nodes[0] = 0;
    bounds[0] = 0;
    while (top >= 0) {
      const node = nodes[top];
      if (bounds[top--] > squares[FARTHEST] * MARGIN) continue;
      const child = children[node];
      if (child < 0) {
        for (let k = -1 - child; k < -1 - child + counts[node]; k++) if (order[k] !== begun) visit(order[k], x, y, z);
        continue;
      }
      const first = boxDistance(child, x, y, z);
      const second = boxDistance(child + 1, x, y, z);
      const later = first <= second ? 1 : 0;
      nodes[++top] = child + later;
      bounds[top] = later === 1 ? second : first;
      nodes[++top] = child + 1 - later;
      bounds[top] = later === 1 ? first : second;
    }
  }

  /** Writes N and φ at the nearest point. @returns |φ|, m */
  function write(x: number, y: number, z: number): number {
    const dx = offset[0];
    const dy = offset[1];
    const dz = offset[2];
    const distance = Math.sqrt(squares[LEAST]);
    const normals = part === FACE ? faceNormals : part < CORNER ? edgeNormals : vertexNormals;
    let at = 3 * nearest;
    if (part >= CORNER) at = 3 * triangles[at + part - CORNER];
    else if (part !== FACE) at = 3 * (at + part - EDGE);
    const along = dx * normals[at] + dy * normals[at + 1] + dz * normals[at + 2];
    const phi = along < 0 ? -distance : distance;
    const touches = distance <= TOUCH * Math.max(1, Math.abs(x), Math.abs(y), Math.abs(z));
    const isGiven = part === FACE || touches;
    found[0] = isGiven ? normals[at] : dx / phi;
    found[1] = isGiven ? normals[at + 1] : dy / phi;
    found[2] = isGiven ? normals[at + 2] : dz / phi;
    found[3] = phi;
    return distance;
  }

  function begin(alone: boolean): void {
    isAlone = alone;
    squares[LEAST] = squares[FARTHEST] = Number.POSITIVE_INFINITY;
    nearest = triangles.length;
    if (!alone) nearSquares.fill(Number.POSITIVE_INFINITY);
  }

  return {
    /** 4; N and φ of the last point. */
    found,
    /** NEAR; the nearest triangles after `find`, the nearest one first; NEAR + 1; the squares of their distances and of that of the next one, m². */
    near,
    nearSquares,
    mesh,
    /**
     * Writes N and φ of a point, m, to `found`. N is the gradient of φ; on an edge or a corner it is that one's normal.
     * @param hint a triangle that may be near: it changes the time, not the result
     * @param alone true: other triangles that are near are not asked for
     * @returns the nearest triangle; of several the one with the lowest index
     */
    find(x: number, y: number, z: number, hint: number, alone = false): number {
      begin(alone);
      if (boxDistance(0, x, y, z) < farSquared) {
        begun = hint;
        visit(hint, x, y, z);
        search(x, y, z);
      } else {
        visit(0, x, y, z);
        nearSquares.fill(0);
      }
      write(x, y, z);
      return nearest;
    },
    /** Writes N and φ as if there were only these triangles. @param list of triangles, with `count` of them from `at` on @returns |φ|, m */
    measureFrom(x: number, y: number, z: number, list: Uint32Array, at: number, count: number): number {
      begin(true);
      for (let k = at; k < at + count; k++) visit(list[k], x, y, z);
      return write(x, y, z);
    },
  };
}

const squareOf = (x: number) => x * x;
