import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { loft, type Section } from './loft';
import { fitted } from './mesh/fit';
import type { TriangleMesh } from './obstacle';

/** Height, half width, half depth and center of a level cut, in any unit. */
type Cut = readonly [y: number, x: number, z: number, shift: number];

/** A mannequin from the chest to the top of the head, in heights. */
const BUST: readonly Cut[] = [
  [0, 0.27, 0.165, 0],
  [0.012, 0.285, 0.178, 0],
  [0.1, 0.315, 0.19, 0.012],
  [0.22, 0.35, 0.195, 0.018],
  [0.31, 0.375, 0.18, 0.006],
  [0.37, 0.362, 0.158, -0.012],
  [0.41, 0.3, 0.138, -0.024],
  [0.445, 0.2, 0.122, -0.028],
  [0.475, 0.132, 0.112, -0.024],
  [0.51, 0.106, 0.106, -0.014],
  [0.56, 0.1, 0.102, 0],
  [0.605, 0.104, 0.114, 0.016],
  [0.64, 0.118, 0.138, 0.036],
  [0.69, 0.136, 0.164, 0.036],
  [0.76, 0.152, 0.184, 0.024],
  [0.83, 0.157, 0.192, 0.012],
  [0.9, 0.142, 0.174, 0.006],
  [0.95, 0.112, 0.138, 0.004],
  [0.982, 0.07, 0.087, 0.002],
  [0.996, 0.034, 0.043, 0],
  [1, 0.012, 0.015, 0],
];
/** A tailor's dummy on a stand, in metres: foot, pole, and the trunk from the hips to the neck. */
const DRESS_FORM: readonly Cut[] = [
  [0, 0.15, 0.15, 0],
  [0.012, 0.155, 0.155, 0],
  [0.024, 0.15, 0.15, 0],
  [0.03, 0.06, 0.06, 0],
  [0.04, 0.016, 0.016, 0],
  [0.3, 0.014, 0.014, 0],
  [0.38, 0.016, 0.016, 0],
  [0.39, 0.1, 0.075, 0],
  [0.41, 0.138, 0.1, 0],
  [0.46, 0.156, 0.112, -0.004],
  [0.54, 0.168, 0.117, -0.008],
  [0.62, 0.158, 0.106, -0.004],
  [0.69, 0.134, 0.092, 0],
  [0.75, 0.12, 0.086, 0.002],
  [0.82, 0.13, 0.092, 0.006],
  [0.89, 0.144, 0.106, 0.014],
  [0.94, 0.15, 0.112, 0.016],
  [1, 0.158, 0.102, 0.008],
  [1.05, 0.17, 0.088, -0.002],
  [1.08, 0.172, 0.076, -0.008],
  [1.1, 0.162, 0.068, -0.012],
  [1.12, 0.136, 0.062, -0.014],
  [1.14, 0.104, 0.057, -0.012],
  [1.16, 0.076, 0.054, -0.008],
  [1.185, 0.058, 0.052, -0.004],
  [1.22, 0.053, 0.051, 0],
  [1.25, 0.052, 0.05, 0.002],
  [1.257, 0.045, 0.044, 0.002],
  [1.26, 0.03, 0.03, 0.002],
];
/** Rings of triangles between two cuts, and around. */
const STEPS = 4;
const SEGMENTS = 64;

/** Head and shoulders. */
export const bust = (size: Vec3) => figure(BUST, size);
/** What dresses are made on. */
export const dressForm = (size: Vec3) => figure(DRESS_FORM, size);

/** A smooth skin over cuts. Its box is as wide and deep as the widest and deepest one. */
function figure(cuts: readonly Cut[], size: Vec3): TriangleMesh {
  const height = cuts[cuts.length - 1][0];
  const widest = Math.max(...cuts.map(([, x]) => x));
  const front = Math.max(...cuts.map(([, , z, shift]) => shift + z));
  const back = Math.min(...cuts.map(([, , z, shift]) => shift - z));
  const sections: Section[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    for (let k = 0; k < STEPS; k++) sections.push(section(i, k / STEPS));
  }
  sections.push(section(cuts.length - 2, 1));

  function section(i: number, t: number): Section {
    const at = (q: number) => cuts[Math.max(0, Math.min(cuts.length - 1, q))];
    const value = (c: number) => catmullRom(at(i - 1)[c], at(i)[c], at(i + 1)[c], at(i + 2)[c], t);
    const deep = 2 / (front - back);
    return {
      y: (at(i)[0] + t * (at(i + 1)[0] - at(i)[0])) / height,
      x: value(1) / widest,
      z: deep * value(2),
      shift: deep * (value(3) - 0.5 * (front + back)),
    };
  }
  return fitted(loft(size, sections, SEGMENTS), size);
}

/** A cubic through b at t = 0 and c at t = 1, with the slopes of its neighbours. Source: Catmull, Rom, A Class of Local Interpolating Splines. */
function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** Points of a ring around the arms, and of one around the hook. */
const AROUND = 16;
const WIRE_AROUND = 6;
/** Rings along the arms: even, so that the hook grows between the two in the middle. */
const RINGS = 60;
/** All lengths are in those of an arm: its slope, the radius of the bend in the middle, and half its height and depth. */
const SLOPE = 0.33;
const BEND = 0.15;
const THICKNESS = [0.085, 0.13] as const;
/** Where the round ends begin. */
const END = 0.96;
/** Half the thickness of the hook, the length of its straight part, its radius, and the angle of its bow, rad. */
const WIRE = 0.014;
const STEM = 0.28;
const RADIUS = 0.13;
const BOW = 3.9;

/** A clothes hanger: two arms that slope down to both sides, and a hook that grows out of the middle. */
export function hanger(size: Vec3): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  /** Adds a ring about (x, y), across the direction of the angle from x. */
  function addRing(x: number, y: number, angle: number, high: number, deep: number, count: number): number[] {
    const first = positions.length / 3;
    for (let k = 0; k < count; k++) {
      const [up, out] = [high * cos((2 * Math.PI * k) / count), deep * sin((2 * Math.PI * k) / count)];
      positions.push(x - up * sin(angle), y + up * cos(angle), out);
    }
    return Array.from({ length: count }, (_, k) => first + k);
  }
  function addPoint(x: number, y: number): number {
    positions.push(x, y, 0);
    return positions.length / 3 - 1;
  }
  /** Skin between two rings, but where it is left out. */
  function skin(from: readonly number[], to: readonly number[], isLeftOut = (_: number) => false): void {
    for (let k = 0; k < from.length; k++) {
      const next = (k + 1) % from.length;
      if (isLeftOut(k)) continue;
      triangles.push(from[k], from[next], to[k], to[k], from[next], to[next]);
    }
  }

  const lineAt = (x: number) => -SLOPE * (Math.sqrt(x * x + BEND * BEND) - BEND);
  const half = (RINGS - 1) / 2;
  const rings = Array.from({ length: RINGS }, (_, i) => {
    const x = sin((0.499 * Math.PI * (i - half)) / half);
    const beyond = Math.max(0, (Math.abs(x) - END) / (1 - END));
    const round = Math.sqrt(Math.max(1e-3, 1 - beyond * beyond));
    const slope = (-SLOPE * x) / Math.sqrt(x * x + BEND * BEND);
    const angle = slope - (slope * slope * slope) / 3;
    return addRing(x, lineAt(x), angle, THICKNESS[0] * round, THICKNESS[1] * round, AROUND);
  });
  const foot = RINGS / 2 - 1;
  for (let i = 0; i + 1 < RINGS; i++) skin(rings[i], rings[i + 1], (k) => i === foot && (k === 0 || k === AROUND - 1));
  for (const side of [-1, 1]) {
    const i = side < 0 ? 0 : RINGS - 1;
    const tip = addPoint(side, lineAt(side));
    rings[i].forEach((v, k) => {
      const next = rings[i][(k + 1) % AROUND];
      triangles.push(...(side > 0 ? [tip, v, next] : [tip, next, v]));
    });
  }
  // The hook begins with the border of what is left out, in the order of its own rings.
  const [left, right] = [rings[foot], rings[foot + 1]];
  let ring = [left[0], left[1], right[1], right[0], right[AROUND - 1], left[AROUND - 1]];
  const wire = (x: number, y: number, angle: number) => {
    const next = addRing(x, y, angle, WIRE, WIRE, WIRE_AROUND);
    skin(ring, next);
    ring = next;
  };
  const low = THICKNESS[0] + 0.03;
  for (let i = 0; i <= 6; i++) wire(0, low + (STEM * i) / 6, 0.5 * Math.PI);
  const steps = 28;
  for (let i = 1; i <= steps; i++) {
    const turn = (BOW * i) / steps;
    wire(RADIUS * (1 - cos(turn)), low + STEM + RADIUS * sin(turn), 0.5 * Math.PI - turn);
  }
  const [x, y] = [RADIUS * (1 - cos(BOW)), low + STEM + RADIUS * sin(BOW)];
  const tip = addPoint(x + WIRE * sin(BOW), y + WIRE * cos(BOW));
  ring.forEach((v, k) => {
    triangles.push(tip, v, ring[(k + 1) % WIRE_AROUND]);
  });
  return fitted({ positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) }, size);
}
