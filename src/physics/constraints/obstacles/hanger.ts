import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { fitted } from './mesh/fit';
import type { TriangleMesh } from './obstacle';

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
  for (const [i, side] of [
    [0, -1],
    [RINGS - 1, 1],
  ] as const) {
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
