// Draws the state of a simulation as a small picture on a transparent ground, seen from where the page first shows it.
import type { Simulation, TriangleMesh } from '../../src/physics/index.ts';
import type { Look } from '../../src/render/cloth/looks.ts';
import { encodePng } from './png.ts';
import { createRaster, type Point, type Raster, type Vec3 } from './raster.ts';

/** Pixels of the picture. */
export const SIZE = { width: 240, height: 160 };

/** From the scene to the camera, as in src/render/camera/camera.ts. */
const DIRECTION = unit([0.42, 0.2, 1]);
/** Vertical field of view, degrees. */
const FIELD_OF_VIEW = 30;
/** Share of the picture that the scene fills. */
const FILL = 0.84;
const RIGHT = unit([DIRECTION[2], 0, -DIRECTION[0]]);
const UP = cross(DIRECTION, RIGHT);
/** To the light that casts shadows, and to the key light as the camera sees it. */
const LIGHT = unit([0.5, 0.9, 0.65]);
const KEY = unit([0.45, 0.62, 0.64]);

const hex = (code: string) =>
  [1, 3, 5].map((at) => Number.parseInt(code.slice(at, at + 2), 16) / 255) as unknown as Vec3;
/** Seen well on a light and on a dark page. */
const COLORS = {
  spring: hex('#7a90a6'),
  particle: hex('#e08a3c'),
  pin: hex('#d2a53a'),
  obstacle: hex('#a39c92'),
  trail: hex('#5f9fc0'),
};

/** A plane is drawn as far beyond the particles, m. */
const MARGIN = 0.15;
/** A body is drawn as far behind its surface, m. */
const BEHIND = 0.015;
/** Threads along a side of a weave's tile. */
const THREADS = 128;

/** @param trails earlier positions, 3 numbers a particle; they are drawn as lines */
export function drawScene(
  simulation: Simulation,
  look: Look,
  bodies: readonly TriangleMesh[],
  trails: readonly Float64Array[] = [],
): Buffer {
  const { model } = simulation;
  const { planes = [], spheres = [] } = simulation.save();
  const count = simulation.particleCount;
  const positions = Array.from({ length: count }, (_, i) => simulation.particle(i).position as Vec3);
  const raster = createRaster(SIZE.width, SIZE.height);
  const balls = spheres.map(({ center, radius }) => ({ center: center as Vec3, radius }));
  const patches = planes.flatMap((plane) => patchOf(plane as Plane, positions));
  const solid = bodies.map(({ positions, triangles }) => ({
    corners: triples(positions),
    triangles: triples(triangles),
  }));
  const corners = solid.flatMap((body) => body.corners);
  const extremes = [...positions, ...corners, ...patches.flat(), ...trails.flatMap(triples)];
  for (const { center, radius } of balls) {
    for (const axis of [RIGHT, UP]) extremes.push(add(center, times(axis, radius)), add(center, times(axis, -radius)));
  }
  const { project, scale } = createCamera(raster, extremes);
  const floor = lowest([...positions, ...corners])[1];
  const points = positions.map(project);
  const { surface } = model;
  const faces = Array.from({ length: surface.length / 3 }, (_, t) => [0, 1, 2].map((c) => surface[3 * t + c]));
  const dot = faces.length > 0 ? 0 : Math.max(5, Math.min(8, 40 / Math.sqrt(count)));
  if (simulation.params.gravity > 0) {
    const cast = (x: Vec3): Point => project(onFloor(x, floor));
    for (const face of faces) raster.shadow(face.map((i) => cast(positions[i])));
    for (const { center, radius } of balls) castDisc(raster, cast, center, radius);
    for (const { corners, triangles } of solid)
      for (const triangle of triangles) raster.shadow(triangle.map((v) => cast(corners[v])));
    if (dot) for (const center of positions) castDisc(raster, cast, center, dot / scale);
    raster.blendShadow(0.28, 6);
  }
  for (const corners of patches.map((patch) => patch.map(project))) {
    const shade = () => lit(COLORS.obstacle, [0, 0.6, 0.8]);
    raster.triangle(corners.slice(0, 3), shade, 0.55);
    raster.triangle([corners[2], corners[3], corners[0]], shade, 0.55);
  }
  for (const { center, radius } of balls) raster.ball(project(center), radius * scale, (n) => lit(COLORS.obstacle, n));
  for (const { corners, triangles } of solid) {
    const white = () => COLORS.obstacle;
    // The cloth that lies on it is in front.
    const behind = corners.map(project).map(([x, y, depth]): Point => [x, y, depth + BEHIND]);
    drawSurface(raster, corners, behind, triangles, { at: white, columns: 1 });
  }
  drawSurface(raster, positions, points, faces, weaveOf(look, model.grid));
  for (const [earlier, later] of trails.map((trail, k) => [trail, trails[k + 1]] as const)) {
    for (let i = 0; later && i < count; i++) {
      const at = (from: Float64Array) => project([from[3 * i], from[3 * i + 1], from[3 * i + 2]]);
      raster.line(at(earlier), at(later), 2.6, COLORS.trail, 0.9);
    }
  }
  const inSurface = new Set(surface);
  for (let j = 0; j < simulation.springCount; j++) {
    const [a, b] = [model.springs[2 * j], model.springs[2 * j + 1]];
    if (!inSurface.has(a) || !inSurface.has(b)) raster.line(points[a], points[b], dot ? 3.6 : 2, COLORS.spring);
  }
  for (const [i, point] of points.entries()) {
    const { pinned } = simulation.particle(i);
    const near: Point = [point[0], point[1], point[2] - 1e-3];
    if (pinned) raster.ball(near, dot || 4, (n) => lit(COLORS.pin, n));
    else if (dot) raster.ball(near, dot, (n) => lit(COLORS.particle, n));
  }
  return encodePng(SIZE.width, SIZE.height, raster.pixels());
}

interface Camera {
  project(point: Vec3): Point;
  /** Samples per metre at the center. */
  scale: number;
}

/** A camera that shows all these points in the middle of the picture. */
function createCamera({ width, height }: Raster, extremes: readonly Vec3[]): Camera {
  const low = lowest(extremes);
  const high = times(lowest(extremes.map((point) => times(point, -1))), -1);
  const center = times(add(low, high), 0.5);
  const size = Math.max(0.2, Math.hypot(...difference(high, low)));
  const distance = size / (2 * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) + size / 2;
  const flat = (point: Vec3): Point => {
    const offset = difference(point, center);
    const depth = distance - dot3(offset, DIRECTION);
    return [(distance * dot3(offset, RIGHT)) / depth, (-distance * dot3(offset, UP)) / depth, depth];
  };
  // The scene's rectangle in the picture becomes the middle of it.
  const seen = extremes.map(flat);
  const [left, top] = lowest(seen);
  const [right, bottom] = times(lowest(seen.map((point) => times(point, -1))), -1);
  const most = 0.5 * size;
  const scale = Math.min((FILL * width) / Math.max(right - left, most), (FILL * height) / Math.max(bottom - top, most));
  return {
    scale,
    project(point) {
      const [x, y, depth] = flat(point);
      return [width / 2 + scale * (x - (left + right) / 2), height / 2 + scale * (y - (top + bottom) / 2), depth];
    },
  };
}

/** Color of the cloth at fractions of a particle's row and column. */
type ColorAt = (row: number, column: number) => Vec3;

/** The mean of the two threads that cross there; without a grid that of all threads. */
function weaveOf(
  { weave, yarns, finish: { tiles } }: Look,
  grid: Simulation['model']['grid'],
): { at: ColorAt; columns: number } {
  const threads = (list: Look['weave']['warp']) => {
    const unit = list.flatMap(([yarn, count]) => Array.from({ length: count }, () => yarns[yarn]));
    return Array.from({ length: THREADS }, (_, i) => unit[i % unit.length]);
  };
  const warp = threads(weave.warp);
  const weft = threads(weave.weft ?? weave.warp);
  if (!grid) {
    const mean = times([...warp, ...weft].reduce<Vec3>(add, [0, 0, 0]), 0.5 / THREADS);
    return { at: () => mean, columns: 1 };
  }
  const cells = Math.max(grid.rows, grid.columns) - 1;
  const index = (place: number) => Math.floor((place / cells) * tiles * THREADS) % THREADS;
  return { at: (row, column) => times(add(warp[index(column)], weft[index(row)]), 0.5), columns: grid.columns };
}

/** The cloth, lit from both sides. */
function drawSurface(
  raster: Raster,
  positions: readonly Vec3[],
  points: readonly Point[],
  faces: readonly (readonly number[])[],
  { at, columns }: ReturnType<typeof weaveOf>,
): void {
  const normals = positions.map(() => [0, 0, 0]);
  for (const [a, b, c] of faces) {
    const normal = cross(difference(positions[b], positions[a]), difference(positions[c], positions[a]));
    for (const i of [a, b, c]) for (let k = 0; k < 3; k++) normals[i][k] += normal[k];
  }
  // The light is computed at the corners and interpolated between them.
  const lights = normals.map((sum) => {
    const normal = unit(sum as unknown as Vec3);
    const front = dot3(normal, DIRECTION) < 0 ? -1 : 1;
    return lightOn(times([dot3(normal, RIGHT), dot3(normal, UP), dot3(normal, DIRECTION)], front));
  });
  for (const face of faces) {
    const [p, q, r] = face.map((i) => lights[i]);
    const [a, b, c] = face.map((i) => i % columns);
    const [d, e, f] = face.map((i) => Math.floor(i / columns));
    raster.triangle(
      face.map((i) => points[i]),
      (u, v, w) => {
        const color = at(u * d + v * e + w * f, u * a + v * b + w * c);
        return shaded(color, u * p[0] + v * q[0] + w * r[0], u * p[1] + v * q[1] + w * r[1]);
      },
    );
  }
}

interface Plane {
  point: Vec3;
  normal: Vec3;
}

/** The corners of a patch of an inclined plane under the particles; none for the floor, which is not drawn. */
function patchOf({ point, normal }: Plane, positions: readonly Vec3[]): Vec3[][] {
  const n = unit(normal);
  if (n[1] > 0.999) return [];
  const along = unit(cross([0, 0, 1], n));
  const across = cross(n, along);
  const [s, t] = [along, across].map((axis) => {
    const values = positions.map((x) => dot3(difference(x, point), axis));
    return [Math.min(...values) - MARGIN, Math.max(...values) + MARGIN];
  });
  const corners = [0, 1, 1, 0].map((k, i) => [s[k], t[Math.floor(i / 2)]]);
  return [corners.map(([a, b]) => add(point, add(times(along, a), times(across, b))))];
}

/** Where the light casts a point's shadow on the floor. */
function onFloor(x: Vec3, floor: number): Vec3 {
  const t = (x[1] - floor) / LIGHT[1];
  return [x[0] - 0.6 * t * LIGHT[0], floor, x[2] - 0.6 * t * LIGHT[2]];
}

function castDisc(raster: Raster, cast: (x: Vec3) => Point, center: Vec3, radius: number): void {
  const rim = Array.from({ length: 12 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 12;
    return cast(add(center, [radius * Math.cos(angle), 0, radius * Math.sin(angle)]));
  });
  for (let k = 1; k < 11; k++) raster.shadow([rim[0], rim[k], rim[k + 1]]);
}

/** Diffuse light and highlight. @param normal towards right, up and camera */
function lightOn(normal: Vec3): [diffuse: number, highlight: number] {
  const key = Math.max(0, dot3(normal, KEY));
  return [0.51 + 0.72 * key + 0.09 * normal[1], 0.12 * key ** 12];
}

function shaded(color: Vec3, diffuse: number, highlight: number): Vec3 {
  return [color[0] * diffuse + highlight, color[1] * diffuse + highlight, color[2] * diffuse + highlight];
}

/** @param normal towards right, up and camera */
function lit(color: Vec3, normal: Vec3): Vec3 {
  return shaded(color, ...lightOn(normal));
}

function dot3(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
function times(a: Vec3, s: number): Vec3 {
  return [s * a[0], s * a[1], s * a[2]];
}
function difference(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
function unit(a: Vec3): Vec3 {
  return times(a, 1 / (Math.hypot(...a) || 1));
}
/** The smallest of each coordinate. */
function lowest(points: readonly Vec3[]): Vec3 {
  return [0, 1, 2].map((c) => Math.min(...points.map((point) => point[c]))) as unknown as Vec3;
}
function triples(values: Float64Array | Uint32Array): Vec3[] {
  return Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
}
