import { t } from '../../language/translate';
import type { Command, PushArea, Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { Handle, PointerGrab } from '../../render/view';
import { element, setText } from '../controls/element';
import { coveredArea } from '../controls/free-area';
import { formatNumber } from '../controls/number-format';
import { sceneOf } from '../lab/catalog-labels';
import type { LabInternals } from '../lab/create-lab';
import { vectorAt } from '../lab/extent';
import type { Lab } from '../lab/lab';
import type { Tool } from '../lab/page-state';

/** What a pressed pointer does until it is released. Positions are CSS pixels of the window. */
export interface Gesture {
  /** Called once a frame and at the release. Returns false when there is nothing left to hold. */
  move(to: readonly [number, number]): boolean;
  /** @param cancelled true after Escape, a second finger, or a lost pointer */
  end(cancelled: boolean): void;
}

/** Pulls a particle by a spring, with one of the two hands. Updates that hand in `grab`, which the view draws. */
export function pull(
  lab: LabInternals,
  grab: PointerGrab,
  particle: number,
  [x, y]: readonly [number, number],
  hand: number,
): Gesture {
  const { view } = lab;
  const own = grab.hands[hand];
  /** The first hand is that of commands without a number. */
  const which = hand === 0 ? {} : { hand };
  const through = vectorAt(lab.frame.positions, particle);
  let known = false;
  own.held = particle;
  own.target = view.pointAt(x, y, through);
  void lab.engine.submitFromPointer({ type: 'grab', particle, target: own.target, ...which }).then(() => {
    known = true;
  });
  return {
    move(to) {
      const held = lab.frame.status.grabs.find((one) => one.hand === hand);
      // A new scene releases the particle; a new resolution only changes its index.
      if (known && !held) return false;
      if (held) own.held = held.particle;
      const target = view.pointAt(...to, through);
      if (target.every((value, i) => value === own.target[i])) return true;
      own.target = target;
      void lab.engine.submitFromPointer({ type: 'move', target, ...which });
      return true;
    },
    end() {
      own.held = -1;
      void lab.engine.submitFromPointer({ type: 'release', ...which });
    },
  };
}

/**
 * m/m; strain at which the tool tears. Outside the grips of hand and pins the default cloth is strained by 0.07 at most by its weight, also
 * when it swings from one corner, by 0.19 by a pull of 0.2 m, and by 0.34 at least by a pull of 0.9 m.
 */
export const TEAR_STRAIN = 0.3;

/** Lets cloth tear where it is stretched too far. Returns what ends this. A value that the user has set stays. */
export function startTearing(lab: LabInternals): () => void {
  if (lab.frame.status.params.tearStrain > 0) return () => {};
  const tearAt = (value: number) => void lab.engine.submitFromPointer({ type: 'set', key: 'tearStrain', value });
  tearAt(TEAR_STRAIN);
  return () => tearAt(0);
}

/** The crossings of a stroke that its next cut may continue from: more than any pointer crosses between two frames. */
const CONTINUED = 60;

/** Cuts along the stroke as it goes on; a click cuts across the nearest spring. One undo closes the whole cut. */
export function cut(lab: LabInternals, start: readonly [number, number], reach: number): Gesture {
  const { view } = lab;
  /** Springs that the stroke has crossed, in their order. */
  const crossed: number[] = [];
  let from = start;

  return {
    move(to) {
      if (to[0] === from[0] && to[1] === from[1]) return true;
      const crossings = view.springsAcross(from, to).filter(({ spring }) => !crossed.includes(spring));
      from = to;
      if (crossings.length === 0) return true;
      const springs = crossings.map(({ spring }) => spring);
      const along = { at: crossings.map(({ at }) => at), after: crossed.slice(-CONTINUED) };
      lab.cut(springs, along).catch(() => {});
      crossed.push(...springs);
      return true;
    },
    end(cancelled) {
      const nearest = cancelled || crossed.length > 0 ? -1 : view.springAt(...start, reach);
      if (nearest >= 0) lab.cut(nearest).catch(() => {});
    },
  };
}

// The gestures of the tools Select and Push, and of the handles of obstacles.

/** True for a tool that presses a place of the view, and takes hold of no particle. */
export const isPlaceTool = (tool: Tool): boolean => tool === 'cut' || tool === 'select' || tool === 'push';

/**
 * Presses a place with the present tool, which is one of these.
 * @param reach CSS pixels; largest distance to a particle or spring
 * @param add to the present selection
 */
export function pressPlace(lab: LabInternals, place: readonly [number, number], reach: number, add: boolean): Gesture {
  const { tool } = lab.page;
  if (tool === 'select') return select(lab, place, reach, add);
  return tool === 'push' ? push(lab, place) : cut(lab, place, reach);
}

/** Carries an obstacle with the velocity of the hand, or turns it, while the simulation runs; a cancelled drag restores it. */
export function dragObstacle(lab: LabInternals, handle: Handle, start: readonly [number, number]): Gesture {
  const { list, index, part } = handle;
  const before = lab.frame.status.environment[list];
  let last = start;
  const listOf = (items: readonly object[]): Command => ({ type: 'environment', list, items });
  lab.view.showHandle(handle);

  const send = (command: Command) => {
    void lab.engine.submitFromPointer(command, lab.undoGroups.of(command));
  };
  return {
    move(to) {
      const items = lab.frame.status.environment[list];
      if (index >= items.length) return false;
      if (to[0] === last[0] && to[1] === last[1]) return true;
      last = to;
      const value = lab.view.dragHandle(handle, ...to);
      if (!value) return true;
      if (part === 'move') send({ type: 'carry', list, index, to: value });
      else send(listOf(items.map((item, i) => (i === index ? { ...item, normal: value } : item))));
      return true;
    },
    end(cancelled) {
      if (cancelled && last !== start) send(listOf(before));
    },
  };
}

/** A shorter drag is a click, CSS pixels. */
const CLICK = 4;

/**
 * Selects the clicked particle, or all particles in the dragged rectangle.
 * @param add to the present selection; a click on a selected particle removes it
 */
function select(lab: Lab, start: readonly [number, number], reach: number, add: boolean): Gesture {
  const before = lab.selection.particles;
  const frame = element('div.selecting');
  let last: readonly [number, number] | null = null;

  function click(): void {
    const particle = lab.view.particleAt(...start, reach);
    if (particle < 0) lab.selection.select(add ? before : []);
    else if (!add) lab.selection.select([particle]);
    else lab.selection.select(before.includes(particle) ? before.filter((i) => i !== particle) : [...before, particle]);
  }

  function drag([x, y]: readonly [number, number]): void {
    const [left, right] = [Math.min(x, start[0]), Math.max(x, start[0])];
    const [top, bottom] = [Math.min(y, start[1]), Math.max(y, start[1])];
    Object.assign(frame.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
    if (!frame.isConnected) document.body.append(frame);
    const found = new Set(add ? before : []);
    for (let i = 0; i < lab.frame.structure.particleCount; i++) {
      const [px, py] = lab.view.screenOf(i);
      if (px >= left && px <= right && py >= top && py <= bottom) found.add(i);
    }
    lab.selection.select([...found]);
  }

  click();
  return {
    move(to) {
      const moved = last ?? start;
      if (to[0] === moved[0] && to[1] === moved[1]) return true;
      if (!last && Math.hypot(to[0] - start[0], to[1] - start[1]) < CLICK) return true;
      last = to;
      drag(to);
      return true;
    },
    end(cancelled) {
      frame.remove();
      if (cancelled) lab.selection.select(before);
    },
  };
}

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
function push(lab: LabInternals, start: readonly [number, number]): Gesture {
  const area = sceneOf(lab.catalog, lab.frame.status)?.pushArea ?? areaOf(lab);
  const label = element('div.pushing');
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
