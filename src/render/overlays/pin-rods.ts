/** The rods that hold rows of pins, with their shadows. */
import { CapsuleGeometry, Line3, Vector3 } from 'three';
import type { Vec3 } from '../../physics';
import type { DrawableFrame, Structure } from '../../runtime/frame/frame';
import { createLit } from '../background/lighting';
import { rgb } from '../background/theme-colors';
import type { EnvironmentBounds } from '../camera/environment-bounds';
import { instancesOf, setInstances } from '../mass-spring/ball';
import { FETCH_PARTICLE } from '../mass-spring/particle-store';
import type { RenderContext } from './render-context';

/** Corners around a rod. */
const SIDES = 14;
/** Walnut. */
const COLOR = rgb('#7b5a3c');

const PLACE = /* glsl */ `
${FETCH_PARTICLE}
in uvec2 ends;
in vec3 position, normal, from, to;
in vec2 thickness;
vec3 place(out vec3 n) {
  vec3 a = particle(ends.x) + from, b = particle(ends.y) + to;
  vec3 axis = normalize(b - a);
  vec3 u = normalize(abs(axis.y) < .9 ? cross(axis, vec3(0., 1., 0.)) : cross(axis, vec3(1., 0., 0.)));
  mat3 turned = mat3(u, axis, cross(u, axis));
  // The shape is straight from y = −1 to y = 1.
  vec3 end = vec3(0., sign(position.y), 0.);
  n = turned * normal;
  return (end.y < 0. ? a : b) + turned * (thickness.y * end + thickness.x * (position - end));
}
vec3 lift(vec3 n) { return 3. * thickness.x * toLight; }
`;

/** Polished: with a highlight. */
const SHADE = /* glsl */ `void main() {
  vec3 N = normalize(n), V = normalize(toEye);
  bool inside = all(lessThan(abs(shadowAt - .5), vec3(.5)));
  float lit = inside ? texture(shadowDepth, shadowAt) : 1.;
  float glint = pow(max(0., dot(N, normalize(toLight + V))), 40.);
  float grazing = 1. - abs(dot(N, V));
  vec3 light = key * max(0., dot(N, toLight)) * lit + mix(bounce, sky, N.y * .5 + .5);
  vec3 sheen = key * lit * glint * .25 + rim * grazing * grazing * grazing * .2;
  color = vec4(sqrt(baseColor * baseColor * light + sheen), 1.);
}`;

export function createPinRods({ lighting, store }: RenderContext) {
  const uniforms = { ...lighting, particles: store.uniform, baseColor: { value: COLOR } };
  const mesh = createLit(uniforms, PLACE, SHADE)(instancesOf(new CapsuleGeometry(1, 2, 2, SIDES)));
  let known: { structure: Structure; bounds: EnvironmentBounds } | null = null;

  return {
    mesh,
    /** Finds the rods again if pins or bounds have changed. */
    update(frame: DrawableFrame, bounds: EnvironmentBounds) {
      if (frame.structure === known?.structure && bounds === known.bounds) return;
      known = { structure: frame.structure, bounds };
      const struts = findStruts(frame, store.positions, bounds);
      const floats = (of: (strut: Strut) => readonly number[]) => Float32Array.from(struts.flatMap(of));
      setInstances(mesh, struts.length, {
        ends: [Uint32Array.from(struts.flatMap(({ ends }) => ends)), 2],
        from: [floats(({ offsets }) => offsets[0]), 3],
        to: [floats(({ offsets }) => offsets[1]), 3],
        thickness: [floats(({ radius, overhang }) => [radius, overhang]), 2],
      });
      mesh.visible = struts.length > 0;
    },
  };
}

// What holds the rows of pins: rods along them, masts and legs down to the floor, and hangers from the ceiling.

/** A rod between two particles, or between points beside them; it moves with them. */
interface Strut {
  ends: Rail;
  /** m; from each particle to the end of the rod. */
  offsets: readonly [Vec3, Vec3];
  /** m. */
  radius: number;
  /** How far the rod reaches beyond both ends, m. */
  overhang: number;
}

/** In scene sizes: radius of a rod and of a hanger, how far a rod reaches beyond its pins, and length of a hanger. */
const ROD = 0.0065;
const HANGER = 0.0022;
const OVERHANG = 0.03;
const LONG = 3;
/** Ends of two rods closer than this meet at a corner, in mean distances between springs' ends. */
const CORNER = 4;
/** Cosine of the angle to the vertical: above it a row is a mast, below the other it is level. */
const STEEP = 0.9;
const LEVEL = 0.2;

/** The struts of a scene with cloth. Moving pins, and those without gravity, have rods only. */
function findStruts({ structure, status }: DrawableFrame, x: ArrayLike<number>, bounds: EnvironmentBounds): Strut[] {
  if (structure.surface.length === 0) return [];
  const { size, floor, hasFloor, spacing } = bounds;
  const rails = findRails(structure, x, spacing);
  const stands = status.params.gravity > 0 && status.environment.motion.length === 0;
  const y = (i: number) => x[4 * i + 1];
  const slope = ([a, b]: Rail) => {
    const d = [0, 1, 2].map((c) => x[4 * b + c] - x[4 * a + c]);
    return Math.abs(d[1]) / (Math.hypot(...d) || 1);
  };
  const level = rails.filter((rail) => slope(rail) < LEVEL);
  const none: Vec3 = [0, 0, 0];
  const struts: Strut[] = rails.map((ends) => ({
    ends,
    offsets: [none, none],
    radius: ROD * size,
    overhang: OVERHANG * size,
  }));
  const down = (i: number): Strut => ({
    ends: [i, i],
    offsets: [none, [0, floor - y(i), 0]],
    radius: ROD * size,
    overhang: 0,
  });
  if (!stands) return struts;
  for (const rail of hasFloor ? rails : [])
    if (slope(rail) > STEEP) struts.push(down(y(rail[0]) < y(rail[1]) ? rail[0] : rail[1]));
  if (level.length >= 3 && hasFloor) {
    // A frame that a cloth is stretched in: it stands on legs at its corners.
    const feet: number[] = [];
    const near = (a: number, b: number) =>
      Math.hypot(...[0, 1, 2].map((c) => x[4 * a + c] - x[4 * b + c])) < CORNER * spacing;
    for (const i of level.flat()) if (!feet.some((foot) => near(foot, i))) feet.push(i);
    struts.push(...feet.map(down));
  } else {
    for (const i of level.flat()) {
      struts.push({ ends: [i, i], offsets: [none, [0, LONG * size, 0]], radius: HANGER * size, overhang: 0 });
    }
  }
  return struts;
}

/** Particles at the ends of a row of pins. */
type Rail = readonly [from: number, to: number];

/** Fewest pins in a row; most rows; and most pins of a scene with rows: more of them are an area. */
const MIN_PINS = 3;
const MAX_ROWS = 8;
const MAX_PINS = 400;
/** Pins farther than this from the line are not in the row, in mean rest lengths of springs; pleats are within. */
const TOLERANCE = 1.6;
/** Lines are tried between at most so many pins. */
const MAX_TRIED = 32;

interface Pin {
  particle: number;
  at: Vector3;
}

const foot = new Vector3();
/** m² */
const squaredDistance = (line: Line3, at: Vector3) => line.closestPointToPoint(at, false, foot).distanceToSquared(at);

/**
 * The rows of at least three pins, those of most pins first.
 * @param positions 4n; m
 * @param spacing mean rest length of the springs, m
 */
export function findRails(
  { pinned }: Pick<Structure, 'pinned'>,
  positions: ArrayLike<number>,
  spacing: number,
): Rail[] {
  const pins: Pin[] = [];
  for (let i = 0; i < pinned.length; i++) {
    if (pinned[i] === 1 && Number.isFinite(positions[4 * i]))
      pins.push({ particle: i, at: new Vector3().fromArray(positions, 4 * i) });
  }
  if (pins.length > MAX_PINS) return [];
  const rails: Rail[] = [];
  const limit = (TOLERANCE * spacing) ** 2;
  let free = pins;
  while (free.length >= MIN_PINS && rails.length < MAX_ROWS) {
    const stride = Math.ceil(free.length / MAX_TRIED);
    let [most, best] = [MIN_PINS - 1, new Line3()];
    for (let a = 0; a < free.length; a += stride) {
      for (let b = a + stride; b < free.length; b += stride) {
        const line = new Line3(free[a].at, free[b].at);
        const count = free.filter(({ at }) => squaredDistance(line, at) < limit).length;
        if (count > most) [most, best] = [count, line];
      }
    }
    if (most < MIN_PINS) break;
    rails.push(endsOf(best, pins, limit));
    // The deepest pleats are a little farther, and no row of their own.
    free = free.filter(({ at }) => squaredDistance(best, at) >= 4 * limit);
  }
  return rails;
}

/** The first and the last pin of the row; of pins side by side, as at a corner, the one nearer to the line. */
function endsOf(line: Line3, pins: readonly Pin[], limit: number): Rail {
  let [from, to, low, high] = [-1, -1, Infinity, -Infinity];
  for (const { particle, at } of pins) {
    const squared = squaredDistance(line, at);
    if (squared >= limit) continue;
    const [along, distance] = [line.distance() * line.closestPointToPointParameter(at, false), Math.sqrt(squared)];
    if (along + distance < low) [from, low] = [particle, along + distance];
    if (along - distance > high) [to, high] = [particle, along - distance];
  }
  return [from, to];
}
