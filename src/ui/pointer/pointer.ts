import type { PointerGrab } from '../../render/view';
import { lazyValue } from '../controls/lazy-value';
import type { LabInternals } from '../lab/create-lab';
import type { Gesture } from './grab-gestures';
import { cut, pull } from './grab-gestures';
import type { UnderPointer } from './keyboard';

/** How near a particle or spring must be, CSS pixels: with a mouse or pen, and with a finger. */
const REACH = { fine: 16, touch: 24 };

/** The hand that does nothing. */
export const NO_HAND: PointerGrab = { hover: -1, held: -1, target: [0, 0, 0] };

export interface Pointer extends UnderPointer {
  readonly hand: PointerGrab;
  /** Once a frame, ahead of drawing: sends the newest target, looks what is under the pointer. */
  update(): void;
}

const TAP: Gesture = { move: () => true, end() {} };

/** The hand: mouse, pen and fingers on the canvas. */
export function createPointer(lab: LabInternals): Pointer {
  const { view } = lab;
  const { canvas } = view;
  const hand: PointerGrab = { ...NO_HAND };
  const more = lazyValue(() => import('./lazy-gestures'));
  let gesture: Gesture | null = null;
  /** Which pointer the gesture belongs to. */
  let id = 0;
  /** Where the pointer is over the canvas, CSS pixels of the window. */
  let at: [number, number] | null = null;
  let reach = REACH.fine;
  /** Whether a button is down on the empty space: the camera moves. */
  let orbiting = false;
  let strokes = 0;

  function place(event: PointerEvent) {
    at = [event.clientX, event.clientY];
    reach = event.pointerType === 'touch' ? REACH.touch : REACH.fine;
  }

  function press(event: PointerEvent) {
    if (gesture) {
      // A second finger: the camera, which has seen the first one too, takes both.
      if (event.pointerType === 'touch') end(true);
      return;
    }
    place(event);
    id = event.pointerId;
    gesture = begin(event, [event.clientX, event.clientY]);
    orbiting = gesture === null;
    view.orbit(orbiting);
    hand.hover = -1;
    if (gesture && event.isTrusted) canvas.setPointerCapture(event.pointerId);
  }

  function begin(event: PointerEvent, place: readonly [number, number]): Gesture | null {
    if (event.button === 2 || (event.button === 0 && lab.page.tool === 'cut')) return cut(lab, ++strokes, place, reach);
    if (event.button !== 0) return null;
    const loaded = wanted();
    if (lab.page.tool === 'choose') return soon((gestures) => gestures.choose(lab, place, reach, event.shiftKey));
    if (lab.page.tool === 'push') return soon((gestures) => gestures.push(lab, place));
    const handle = lab.page.tool === 'grab' && loaded ? view.handleAt(...place, reach) : null;
    const particle = view.particleAt(...place, reach);
    if (handle && loaded && !(particle >= 0 && nearer(particle, place))) return loaded.dragObstacle(lab, handle, place);
    if (particle < 0) return null;
    if (lab.page.tool === 'grab') return pull(lab, hand, particle, place);
    lab.pin(particle, !lab.frame.structure.pinned[particle]).catch(() => {});
    return TAP;
  }

  /** A gesture that may still have to be loaded. */
  function soon(make: (gestures: NonNullable<ReturnType<typeof more>>) => Gesture): Gesture {
    let made: Gesture | null = null;
    const begun = () => {
      const gestures = more();
      if (!made && gestures) made = make(gestures);
      return made;
    };
    begun();
    return { move: (to) => begun()?.move(to) ?? true, end: (cancelled) => made?.end(cancelled) };
  }

  /** What the scene or the tool has need of beyond the hand itself, once it is there. */
  function wanted() {
    const { planes, spheres } = lab.frame.status.environment;
    const needed = lab.page.tool === 'choose' || lab.page.tool === 'push' || planes.length + spheres.length > 0;
    return needed ? more() : null;
  }

  /** Whether a particle is right under the pointer: then it is meant, and not the handle beside it. */
  function nearer(particle: number, [x, y]: readonly [number, number]): boolean {
    const [px, py] = view.screenOf(particle);
    return Math.hypot(px - x, py - y) < reach / 4;
  }

  function end(cancelled: boolean) {
    gesture?.end(cancelled);
    gesture = null;
    orbiting = false;
    view.orbit(true);
  }

  // Ahead of the camera's own listener, which must know whether it may orbit.
  canvas.addEventListener('pointerdown', press, { capture: true });
  canvas.addEventListener('pointermove', (event) => {
    if (!gesture || event.pointerId === id) place(event);
  });
  canvas.addEventListener('pointerleave', () => {
    if (!gesture) at = null;
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    canvas.addEventListener(type, (event) => {
      if (gesture && event.pointerId !== id) return;
      if (gesture && type === 'pointerup') {
        place(event);
        gesture.move([event.clientX, event.clientY]);
      }
      if (gesture) end(type !== 'pointerup');
      orbiting = false;
      // A finger that is lifted hovers nowhere.
      if (event.pointerType === 'touch') at = null;
    });
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  window.addEventListener('blur', () => end(true));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) end(true);
  });

  function hover() {
    // A script may hold a particle, too.
    const { held, target } = lab.frame.status;
    hand.held = held ?? -1;
    if (target) hand.target = target;
    const points = at !== null && !orbiting && lab.page.tool !== 'cut' && lab.page.tool !== 'push';
    hand.hover = at && points ? view.particleAt(...at, reach) : -1;
    const handle = at && points && lab.page.tool === 'grab' && wanted() ? view.handleAt(...at, reach) : null;
    view.showHandle(handle);
    return handle !== null;
  }

  return {
    hand,
    particle: () => (hand.held >= 0 ? hand.held : at ? view.particleAt(...at, reach) : -1),
    spring: () => (at ? view.springAt(...at, reach) : -1),
    release() {
      end(true);
      // What a script holds, too.
      if (lab.frame.status.held !== null) void lab.engine.submitFromPointer({ type: 'release' });
    },
    update() {
      if (gesture && at && !gesture.move(at)) end(true);
      wanted();
      const overHandle = gesture ? false : hover();
      const cursor =
        lab.page.tool === 'grab' || lab.page.tool === 'pin'
          ? gesture
            ? 'grabbing'
            : hand.hover >= 0 || overHandle
              ? 'grab'
              : ''
          : 'crosshair';
      if (canvas.style.cursor !== cursor) canvas.style.cursor = cursor;
    },
  };
}
