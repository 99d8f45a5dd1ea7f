import { cos, sin } from '../../model/deterministic-math';
import type { TriangleMesh } from './obstacle';

/** A level ellipse of a loft, as fractions of the size: 1 is half the width, the height, half the depth. */
export interface Section {
  /** Height above the bottom, 0 … 1. */
  readonly y: number;
  /** Half axes along x and z, 0 … 1. */
  readonly x: number;
  readonly z: number;
  /** The center along z, −1 … 1; absent: 0. */
  readonly shift?: number;
}

/** Skin over ellipses one above the other, closed by a point below the first and one above the last. @param size m */
export function loft(
  [width, height, depth]: readonly [number, number, number],
  sections: readonly Section[],
  segments: number,
): TriangleMesh {
  const turns = Array.from({ length: segments }, (_, k) => (2 * Math.PI * k) / segments);
  const [sines, cosines] = [turns.map(sin), turns.map(cos)];
  const positions: number[] = [];
  const add = (x: number, y: number, z: number) => positions.push(0.5 * width * x, height * (y - 0.5), 0.5 * depth * z);
  for (const { y, x, z, shift = 0 } of sections)
    for (let k = 0; k < segments; k++) add(x * sines[k], y, z * cosines[k] + shift);
  const last = sections[sections.length - 1];
  const bottom = positions.length / 3;
  add(0, sections[0].y, sections[0].shift ?? 0);
  add(0, last.y, last.shift ?? 0);
  const triangles: number[] = [];
  for (let k = 0; k < segments; k++) {
    const next = (k + 1) % segments;
    triangles.push(bottom, next, k);
    for (let row = 0; row + 1 < sections.length; row++) {
      const from = row * segments;
      const to = from + segments;
      triangles.push(from + k, from + next, to + k, to + k, from + next, to + next);
    }
    const rim = (sections.length - 1) * segments;
    triangles.push(bottom + 1, rim + k, rim + next);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A quarter or a half of a circle about (at, y), from angle to angle, rad, with 0 outwards and π/2 upwards. */
export function arc(
  at: number,
  y: number,
  r: number,
  rise: number,
  from: number,
  to: number,
  steps: number,
): Section[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    const x = at + r * cos(angle);
    return { y: y + rise * sin(angle), x, z: x };
  });
}
