/** Divides a polygon in space into triangles. */
import earcut from 'earcut';
import { distance, dot } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';

/** A polygon, with indices of its corners. */
export interface DividedPolygon {
  /** Each turns as the polygon does, and has an area. */
  triangles: Vec3[];
  /** True if every line between two corners is inside, or on the boundary. */
  isConvex: boolean;
}

/** A triangle has an area if the sine of an angle, or the same for a polygon, is above this: beyond rounding. */
const FLAT = 1e-12;
/** Largest difference between the area of a polygon and that of its triangles, as a part of the larger. */
const AREA_ERROR = 1e-6;

/**
 * A convex polygon becomes a fan. Any other is cut in the plane of two axes that it is seen largest in; its normal is Newell's,
 * N = ½ Σ x_c × x_c+1, which a polygon that is not quite plane has too.
 * Sources: Sutherland, Sproull, Schumacker, A Characterization of Ten Hidden-Surface Algorithms; Eberly, Triangulation by Ear Clipping.
 * @returns what is wrong, if anything is
 */
export function dividePolygon(corners: readonly Vec3[]): DividedPolygon | string {
  const n = corners.length;
  const normal: Vec3 = [0, 0, 0];
  let perimeter = 0;
  for (let c = 1; c + 1 < n; c++) addCross(normal, corners[0], corners[c], corners[c + 1]);
  for (let c = 0; c < n; c++) perimeter += distance(corners[c], corners[(c + 1) % n]);
  const doubled = Math.sqrt(dot(normal, normal));
  if (!(doubled > FLAT * perimeter * perimeter)) return 'the face has no area';
  const axis = [0, 1, 2].reduce((best, a) => (Math.abs(normal[a]) > Math.abs(normal[best]) ? a : best), 0);
  const [u, v] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  /** Twice the area of a triangle in the plane, positive if it turns as the polygon does. */
  const turn = (a: number, b: number, c: number) =>
    (corners[b][u] - corners[a][u]) * (corners[c][v] - corners[a][v]) -
    (corners[b][v] - corners[a][v]) * (corners[c][u] - corners[a][u]);
  const nothing = FLAT * perimeter * perimeter;
  const fan = corners.slice(2).map((_, c): Vec3 => [0, c + 1, c + 2]);
  const isConvex =
    fan.every(([a, b, c]) => turn(a, b, c) >= -nothing) &&
    corners.every((_, c) => turn((c + n - 1) % n, c, (c + 1) % n) >= -nothing);
  if (isConvex && fan.every(([a, b, c]) => turn(a, b, c) > nothing)) return { triangles: fan, isConvex };
  const cut = earcut(corners.flatMap((corner) => [corner[u], corner[v]]));
  const triangles: Vec3[] = [];
  for (let k = 0; k < cut.length; k += 3) {
    const [a, b, c] = [cut[k], cut[k + 1], cut[k + 2]];
    triangles.push(turn(a, b, c) > 0 ? [a, b, c] : [a, c, b]);
  }
  addCornersBetween(triangles, n);
  const solid = triangles.filter(([a, b, c]) => turn(a, b, c) > nothing);
  const area = solid.reduce((sum, [a, b, c]) => sum + turn(a, b, c), 0);
  const expected = Math.abs(normal[axis]);
  if (Math.abs(area - expected) > AREA_ERROR * Math.max(area, expected)) return 'the face crosses itself';
  return { triangles: solid, isConvex };
}

/** A corner on the line between its neighbours may be in no triangle: splits the one on this line. */
function addCornersBetween(triangles: Vec3[], n: number): void {
  const used = new Set(triangles.flat());
  for (let c = 0; c < n; c++) {
    if (used.has(c)) continue;
    let [before, after] = [(c + n - 1) % n, (c + 1) % n];
    while (!used.has(before) && before !== c) before = (before + n - 1) % n;
    while (!used.has(after) && after !== c) after = (after + 1) % n;
    const k = triangles.findIndex((all) => all.some((corner, i) => corner === before && all[(i + 1) % 3] === after));
    if (k < 0) continue;
    const opposite = triangles[k].find((corner) => corner !== before && corner !== after) as number;
    triangles.splice(k, 1, [before, c, opposite], [c, after, opposite]);
    used.add(c);
  }
}

/** sum += (b − a) × (c − a) */
function addCross(sum: Vec3, a: Vec3, b: Vec3, c: Vec3): void {
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    sum[axis] += (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
  }
}

/** m². */
export function triangleArea(a: Vec3, b: Vec3, c: Vec3): number {
  const cross: Vec3 = [0, 0, 0];
  addCross(cross, a, b, c);
  return 0.5 * Math.sqrt(dot(cross, cross));
}
