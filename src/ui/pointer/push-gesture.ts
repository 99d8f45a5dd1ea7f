import { t } from '../../language/translate';
import type { PushArea, Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import { element, setText } from '../controls/element';
import { coveredArea } from '../controls/free-area';
import { formatNumber } from '../controls/number-format';
import { sceneOf } from '../lab/catalog-labels';
import type { LabInternals } from '../lab/create-lab';
import type { Gesture } from './grab-gestures';

/** m/s²; that of the Taichi demo, 20 N on each of its particles of 0.2 kg. */
const ACCELERATION = 100;
/** Distance of the text from the pointer and from what covers the view, CSS pixels. */
const GAP = 14;
const MARGIN = 6;
/** Below this slope of the line of sight the net is seen too much from the side to point at a place in it. */
const MIN_SLOPE = 0.15;

/**
 * The mouse of the Taichi demo: until its release, the pointer's place sets one force for all particles. In other scenes the
 * area is the largest visible square, and the acceleration is the same as in the demo.
 */
export function push(lab: LabInternals, start: readonly [number, number]): Gesture {
  const area = sceneOf(lab.catalog, lab.frame.status)?.pushArea ?? areaOf(lab);
  const label = element('div', { class: 'pushing' });
  let sent = '';

  function press(at: readonly [number, number]): void {
    const place = placeAt(lab, at, area.center);
    const force = place.map(
      (x, axis) => area.force * Math.max(-0.5, Math.min(0.5, (x - area.center[axis]) / area.size)),
    ) as Vec3;
    setText(label, t`Push on each particle: ${force.map((x) => formatNumber(x, 3).replace('-', '−')).join(', ')} N`);
    placeBeside(label, at);
    if (sent === String(force)) return;
    sent = String(force);
    void lab.engine.submitFromPointer({ type: 'push', force });
  }

  document.body.append(label);
  press(start);
  return {
    move(to) {
      press(to);
      return true;
    },
    end() {
      label.remove();
      void lab.engine.submitFromPointer({ type: 'push', force: [0, 0, 0] });
    },
  };
}

/** Puts a text below and to the right of the pointer, or on the other side where it would be covered. */
function placeBeside(label: HTMLElement, [x, y]: readonly [number, number]): void {
  const { top, right, bottom, left } = coveredArea();
  label.style.maxWidth = `${innerWidth - right - left - 2 * MARGIN}px`;
  const { offsetWidth: width, offsetHeight: height } = label;
  const [mostX, mostY] = [innerWidth - right - width - MARGIN, innerHeight - bottom - height - MARGIN];
  const below = y + GAP <= mostY ? y + GAP : y - GAP - height;
  label.style.left = `${Math.max(left + MARGIN, Math.min(x + GAP, mostX))}px`;
  label.style.top = `${Math.max(top + MARGIN, Math.min(below, mostY))}px`;
}

function areaOf(lab: LabInternals): PushArea {
  const { top, right, bottom, left } = coveredArea();
  const middle = [(left + innerWidth - right) / 2, (top + innerHeight - bottom) / 2] as const;
  const half = Math.max(20, Math.min(innerWidth - right - left, innerHeight - bottom - top) / 2);
  const mean = meanPlace(lab);
  const center = placeAt(lab, middle, mean);
  const edge = lab.view.pointAt(middle[0] + half, middle[1], mean);
  const size = 2 * distance(edge, lab.view.pointAt(...middle, mean));
  return { center, size: size || 1, force: ACCELERATION * lab.frame.status.params.mass };
}

/** The pointer's place in the plane z = const of a flat net; for other scenes in the plane through `through` that faces the camera. */
function placeAt(lab: LabInternals, [x, y]: readonly [number, number], through: Vec3): Vec3 {
  const { positions } = lab.frame;
  const z = positions[2];
  const a = lab.view.pointAt(x, y, through);
  for (let i = 2; i < positions.length; i += STRIDE) if (positions[i] !== z) return a;
  const b = lab.view.pointAt(x, y, [through[0], through[1], through[2] + 1]);
  const slope = b[2] - a[2];
  if (!(Math.abs(slope) > MIN_SLOPE * distance(a, b))) return a;
  const t = (z - a[2]) / slope;
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), z];
}

function meanPlace(lab: LabInternals): Vec3 {
  const { positions, structure } = lab.frame;
  const sum: Vec3 = [0, 0, 0];
  for (let i = 0; i < positions.length; i += STRIDE) {
    for (let axis = 0; axis < 3; axis++) sum[axis] += positions[i + axis] / structure.particleCount;
  }
  return sum;
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
