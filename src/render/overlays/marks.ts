import type { Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { rgb } from '../background/theme-colors';
import type { OverlayRequests } from '../overlays-loader';
import type { Handle } from '../view';
import { handlesOf, placeOf } from './handles';
import type { Strokes } from './strokes';

/** CSS pixels. */
const SPRING = 4.5;
const PARTICLE = 8;
const ARROW = 2.2;
const HANDLE = 5;

const sameHandle = (a: Handle, b: Handle | null) =>
  b !== null && a.list === b.list && a.index === b.index && a.part === b.part;

/** Draws what is pointed out: handles, the marked spring and particles, arrows. @param arm m; of planes' normals */
export function drawMarks(
  strokes: Strokes,
  { structure, status: { environment } }: Frame,
  positions: Float32Array,
  { colors: { accent }, handles, hover, spring, particles, arrows }: OverlayRequests,
  arm: number,
): void {
  strokes.clear();
  const at = (i: number): Vec3 => [positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]];
  for (const handle of handles ? handlesOf(environment) : []) {
    const place = placeOf(handle, environment, arm);
    if (!place) continue;
    const held = sameHandle(handle, hover);
    if (handle.part === 'turn') {
      const foot = environment.planes[handle.index].point;
      strokes.add('arrow', foot, place, accent, held ? 1 : 0.35, held ? 2.4 : 1.4);
    } else {
      strokes.add(held ? 'dot' : 'ring', place, place, accent, held ? 1 : 0.45, held ? HANDLE + 1 : HANDLE);
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
