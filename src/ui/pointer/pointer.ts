import type { Vec3 } from '../../physics';
import { HANDS } from '../../physics/model/model';
import type { PointerGrab } from '../../render/view';
import type { LabInternals } from '../lab/create-lab';
import { cut, dragObstacle, type Gesture, isPlaceTool, pressPlace, pull, startTearing } from './gestures';
import type { UnderPointer } from './keyboard';
import { createKeyboardInput } from './keyboard-grab';

/** Largest distance from the pointer to a particle or spring, CSS pixels, for a mouse or pen and for a finger. */
const REACH = { fine: 16, touch: 24 };

const createGrab = (): PointerGrab => ({
  hover: -1,
  hands: Array.from({ length: HANDS }, () => ({ held: -1, target: [0, 0, 0] as Vec3 })),
});

/** The pointer grabs nothing. */
export const NO_GRAB: PointerGrab = createGrab();

export interface Pointer extends UnderPointer {
  readonly grab: PointerGrab;
  /** Call once a frame before drawing: sends the newest target and finds what is under the pointer. */
  update(): void;
}

/** Keys pull with the first hand: their commands have no number. */
const KEYBOARD_HAND = 0;

/** A pressed pointer. */
interface Press {
  readonly gesture: Gesture;
  /** The hand with which it pulls a particle; −1: it does something else. A second finger can pull if the first one does. */
  readonly hand: number;
  /** Where it is, CSS pixels of the window. */
  at: [number, number];
}

const TAP: Gesture = { move: () => true, end() {} };

/** Turns presses of mouse, pen and fingers on the canvas into gestures of the present tool. */
export function createPointer(lab: LabInternals): Pointer {
  const { view } = lab;
  const { canvas } = view;
  const grab = createGrab();
  const keyboardGrab = createKeyboardInput(lab, () => {
    at = null;
  });
  /** The pressed pointers that have a gesture, by their id: one, or two fingers that pull. */
  const presses = new Map<number, Press>();
  let stopTearing = () => {};
  /** Position of the pointer over the canvas, CSS pixels of the window. */
  let at: [number, number] | null = null;
  let reach = REACH.fine;
  /** True while a drag on empty space moves the camera. */
  let orbiting = false;

  function place(event: PointerEvent) {
    at = [event.clientX, event.clientY];
    reach = event.pointerType === 'touch' ? REACH.touch : REACH.fine;
  }

  function press(event: PointerEvent) {
    if (presses.size > 0) {
      if (event.pointerType === 'touch') pressSecond(event);
      return;
    }
    place(event);
    const at: [number, number] = [event.clientX, event.clientY];
    const begun = begin(event, at);
    orbiting = begun === null;
    view.orbit(orbiting);
    grab.hover = -1;
    if (begun) hold(event, { ...begun, at });
  }

  /** A second finger: it pulls too if both are at the cloth; else the camera, which also listens to the first, uses both. */
  function pressSecond(event: PointerEvent) {
    const at: [number, number] = [event.clientX, event.clientY];
    const bothPull = presses.size < HANDS && [...presses.values()].every(({ hand }) => hand >= 0);
    const particle = bothPull ? view.particleAt(...at, REACH.touch) : -1;
    const isHeld = grab.hands.some(({ held }) => held === particle);
    const hand = freeHand();
    if (particle >= 0 && !isHeld) hold(event, { gesture: pull(lab, grab, particle, at, hand), hand, at });
    else if (presses.size < HANDS) return endAll();
    // The camera must not see it.
    event.stopImmediatePropagation();
  }

  /** The first hand that no finger and no key uses; if all are used, the first. */
  function freeHand(): number {
    const used = [...presses.values()].map(({ hand }) => hand);
    const isFree = (hand: number) => !used.includes(hand) && !(hand === KEYBOARD_HAND && keyboardGrab.holds());
    return Math.max(
      0,
      grab.hands.findIndex((_, hand) => isFree(hand)),
    );
  }

  function hold(event: PointerEvent, one: Press) {
    presses.set(event.pointerId, one);
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
  }

  /** The gesture of the present tool at this place; null: the press is for the camera. */
  function begin(event: PointerEvent, place: readonly [number, number]): Omit<Press, 'at'> | null {
    const { tool } = lab.page;
    const withoutHand = (gesture: Gesture) => ({ gesture, hand: -1 });
    // The slow replay of a blow-up can only be looked at: what is drawn is not the state.
    if (lab.frame.status.replay) return null;
    if (event.button === 2) return withoutHand(cut(lab, place, reach));
    if (event.button !== 0) return null;
    if (isPlaceTool(tool)) return withoutHand(pressPlace(lab, place, reach, event.shiftKey));
    const handle = tool === 'grab' ? view.handleAt(...place, reach) : null;
    const particle = view.particleAt(...place, reach);
    if (handle && !(particle >= 0 && isUnder(particle, place))) return withoutHand(dragObstacle(lab, handle, place));
    if (particle < 0) return null;
    if (tool === 'pin') {
      lab.pin(particle, !lab.frame.structure.pinned[particle]).catch(() => {});
      return withoutHand(TAP);
    }
    if (tool === 'tear') stopTearing = startTearing(lab);
    const hand = freeHand();
    return { gesture: pull(lab, grab, particle, place, hand), hand };
  }

  /** True if a particle is right under the pointer: then the user means it, not the handle beside it. */
  function isUnder(particle: number, [x, y]: readonly [number, number]): boolean {
    const [px, py] = view.screenOf(particle);
    return Math.hypot(px - x, py - y) < reach / 4;
  }

  function end(id: number, cancelled: boolean) {
    presses.get(id)?.gesture.end(cancelled);
    presses.delete(id);
    if (presses.size > 0) return;
    stopTearing();
    stopTearing = () => {};
    orbiting = false;
    view.orbit(true);
  }

  function endAll() {
    for (const id of [...presses.keys()]) end(id, true);
  }

  // Before the camera's own listener, which must know whether it may orbit.
  canvas.addEventListener('pointerdown', press, { capture: true });
  canvas.addEventListener('pointermove', (event) => {
    const one = presses.get(event.pointerId);
    if (one) one.at = [event.clientX, event.clientY];
    if (one || presses.size === 0) place(event);
  });
  canvas.addEventListener('pointerleave', () => {
    if (presses.size === 0) at = null;
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    canvas.addEventListener(type, (event) => {
      const one = presses.get(event.pointerId);
      if (!one && presses.size > 0) return;
      if (one && type === 'pointerup') {
        place(event);
        one.gesture.move([event.clientX, event.clientY]);
      }
      if (one) end(event.pointerId, type !== 'pointerup');
      orbiting = false;
      // A lifted finger hovers over nothing.
      if (event.pointerType === 'touch') at = null;
    });
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  window.addEventListener('blur', endAll);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) endAll();
  });

  function hover() {
    showGrabs();
    const points = at !== null && !orbiting && lab.page.tool !== 'cut' && lab.page.tool !== 'push';
    grab.hover = at && points ? view.particleAt(...at, reach) : keyboardGrab.particle();
    const handle = at && points && lab.page.tool === 'grab' ? view.handleAt(...at, reach) : null;
    view.showHandle(handle);
    return handle !== null;
  }

  /** Keys and scripts may also hold a particle. */
  function showGrabs() {
    const { grabs } = lab.frame.status;
    grab.hands.forEach((own, hand) => {
      const held = grabs.find((one) => one.hand === hand);
      own.held = held?.particle ?? -1;
      if (held) own.target = held.target;
    });
  }

  return {
    grab,
    particle() {
      const held = grab.hands.find((hand) => hand.held >= 0)?.held;
      const place = at ?? keyboardGrab.place();
      // One that keys have chosen may be hidden behind others.
      const chosen = at ? -1 : keyboardGrab.particle();
      return held ?? (chosen >= 0 || !place ? chosen : view.particleAt(...place, reach));
    },
    spring() {
      const place = at ?? keyboardGrab.place();
      return place ? view.springAt(...place, reach) : -1;
    },
    release() {
      endAll();
      // Also a particle that a script holds.
      for (const { hand } of lab.frame.status.grabs) void lab.engine.submitFromPointer({ type: 'release', hand });
    },
    update() {
      keyboardGrab.update(at === null);
      for (const [id, one] of [...presses]) if (!one.gesture.move(one.at)) end(id, true);
      const overHandle = presses.size > 0 ? false : hover();
      let cursor = 'crosshair';
      if (['grab', 'pin', 'tear'].includes(lab.page.tool)) {
        if (presses.size > 0) cursor = 'grabbing';
        else cursor = grab.hover >= 0 || overHandle ? 'grab' : '';
      }
      if (canvas.style.cursor !== cursor) canvas.style.cursor = cursor;
    },
  };
}
