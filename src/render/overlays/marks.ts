/** Draws the marks of a frame: handles, the highlighted spring and particles, and arrows. */
import type { Vec3 } from '../../physics';
import type { DrawableFrame } from '../../runtime/frame/frame';
import { rgb } from '../background/theme-colors';
import type { Handle } from '../view';
import { handlesOf, positionOf } from './handles';
import type { OverlayRequests } from './render-context';
import type { Strokes } from './strokes';

/** Widths and radii, CSS pixels. */
const SPRING = 4.5;
const PARTICLE = 8;
const ARROW = 2.2;
const HANDLE = 5;

const sameHandle = (a: Handle, b: Handle | null) =>
  b !== null && a.list === b.list && a.index === b.index && a.part === b.part;

/** @param arm m; length of the arrow along a plane's normal */
export function drawMarks(
  strokes: Strokes,
  { structure, moved, status }: DrawableFrame,
  positions: Float32Array,
  { colors: { accent }, handles, hover, spring, particles, arrows }: OverlayRequests,
  arm: number,
): void {
  strokes.clear();
  const obstacles = moved ?? status.environment;
  const at = (i: number): Vec3 => [positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]];
  for (const handle of handles ? handlesOf(obstacles) : []) {
    const place = positionOf(handle, obstacles, arm);
    if (!place) continue;
    const hovered = sameHandle(handle, hover);
    if (handle.part === 'turn') {
      const foot = obstacles.planes[handle.index].point;
      strokes.add('arrow', foot, place, accent, hovered ? 1 : 0.35, hovered ? 2.4 : 1.4);
    } else {
      strokes.add(hovered ? 'dot' : 'ring', place, place, accent, hovered ? 1 : 0.45, hovered ? HANDLE + 1 : HANDLE);
    }
  }
  if (spring >= 0 && spring < structure.kinds.length) {
    const [a, b] = [at(structure.springs[2 * spring]), at(structure.springs[2 * spring + 1])];
    strokes.add('line', a, b, accent, 1, SPRING);
    strokes.add('dot', a, a, accent, 1, SPRING);
    strokes.add('dot', b, b, accent, 1, SPRING);
  }
  for (const i of particles) {
    if (i >= 0 && i < structure.particleCount) strokes.add('ring', at(i), at(i), accent, 1, PARTICLE);
  }
  for (const { from, to, color } of arrows) strokes.add('arrow', from, to, rgb(color), 1, ARROW);
  strokes.finish();
}
