import type { Vec3 } from '../physics';
import { STRIDE } from '../physics/model';
import type { Workbench } from './create-lab';
import type { UnderPointer } from './keyboard';
import type { Hand } from './view';

/** How near a particle or spring must be, CSS pixels: with a mouse or pen, and with a finger. */
const REACH = { fine: 16, touch: 24 };

export interface Pointer extends UnderPointer {
  readonly hand: Hand;
  /** Once a frame, ahead of drawing: sends the newest target, looks what is under the pointer. */
  update(): void;
}

/** What a pressed pointer does. */
type Gesture =
  | { deed: 'pull'; id: number; through: Vec3; known: boolean }
  | { deed: 'cut'; id: number; stroke: number; from: [number, number]; gone: Set<number> }
  | { deed: 'tap'; id: number };

/** The hand: mouse, pen and fingers on the canvas. */
export function createPointer(lab: Workbench): Pointer {
  const { view } = lab;
  const { canvas } = view;
  const hand: Hand = { hover: -1, held: -1, target: [0, 0, 0] };
  let gesture: Gesture | null = null;
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
      if (event.pointerType === 'touch') end();
      return;
    }
    place(event);
    gesture = begin(event);
    orbiting = gesture === null;
    view.orbit(orbiting);
    hand.hover = -1;
    if (gesture && event.isTrusted) canvas.setPointerCapture(event.pointerId);
  }

  function begin(event: PointerEvent): Gesture | null {
    const [x, y] = [event.clientX, event.clientY];
    const id = event.pointerId;
    if (event.button === 2 || (event.button === 0 && lab.tool === 'cut')) {
      const cutting: Gesture = { deed: 'cut', id, stroke: ++strokes, from: [x, y], gone: new Set() };
      const nearest = view.springAt(x, y, reach);
      if (nearest >= 0) cut(cutting, [nearest]);
      return cutting;
    }
    const particle = event.button === 0 ? view.particleAt(x, y, reach) : -1;
    if (particle < 0) return null;
    if (lab.tool === 'pin') {
      lab.pin(particle, !lab.frame.structure.pinned[particle]).catch(() => {});
      return { deed: 'tap', id };
    }
    const { positions } = lab.frame;
    const through = Array.from(positions.subarray(STRIDE * particle, STRIDE * particle + 3)) as Vec3;
    const pull: Gesture = { deed: 'pull', id, through, known: false };
    hand.held = particle;
    hand.target = view.pointAt(x, y, through);
    void lab.hand({ type: 'grab', particle, target: hand.target }).then(() => {
      pull.known = true;
    });
    return pull;
  }

  function end() {
    if (gesture?.deed === 'pull') void lab.hand({ type: 'release' });
    gesture = null;
    orbiting = false;
    hand.held = -1;
    view.orbit(true);
  }

  /** Frames show a cut later than it is made: nothing is cut twice. */
  function cut(cutting: Extract<Gesture, { deed: 'cut' }>, springs: number[]) {
    const fresh = springs.filter((spring) => !cutting.gone.has(spring));
    for (const spring of fresh) cutting.gone.add(spring);
    if (fresh.length > 0) lab.cut(fresh, cutting.stroke).catch(() => {});
  }

  function goOnCutting(cutting: Extract<Gesture, { deed: 'cut' }>, to: [number, number]) {
    if (to[0] === cutting.from[0] && to[1] === cutting.from[1]) return;
    cut(cutting, view.springsAcross(cutting.from, to));
    cutting.from = to;
  }

  function goOnPulling(pull: Extract<Gesture, { deed: 'pull' }>, [x, y]: [number, number]) {
    const { held } = lab.frame.status;
    // The scene was changed under the hand; a new resolution only gives what is held another number.
    if (pull.known && held === null) return end();
    if (held !== null) hand.held = held;
    const target = view.pointAt(x, y, pull.through);
    if (target.every((value, i) => value === hand.target[i])) return;
    hand.target = target;
    void lab.hand({ type: 'move', target });
  }

  function goOn(present: Gesture, to: [number, number]) {
    if (present.deed === 'pull') goOnPulling(present, to);
    else if (present.deed === 'cut') goOnCutting(present, to);
  }

  // Ahead of the camera's own listener, which must know whether it may orbit.
  canvas.addEventListener('pointerdown', press, { capture: true });
  canvas.addEventListener('pointermove', (event) => {
    if (!gesture || event.pointerId === gesture.id) place(event);
  });
  canvas.addEventListener('pointerleave', () => {
    if (!gesture) at = null;
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    canvas.addEventListener(type, (event) => {
      if (gesture && event.pointerId !== gesture.id) return;
      if (gesture && type === 'pointerup') {
        place(event);
        goOn(gesture, [event.clientX, event.clientY]);
      }
      if (gesture) end();
      orbiting = false;
      // A finger that is lifted hovers nowhere.
      if (event.pointerType === 'touch') at = null;
    });
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  window.addEventListener('blur', end);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) end();
  });

  return {
    hand,
    particle: () => (hand.held >= 0 ? hand.held : at ? view.particleAt(...at, reach) : -1),
    spring: () => (at ? view.springAt(...at, reach) : -1),
    release() {
      end();
      // What a script holds, too.
      if (lab.frame.status.held !== null) void lab.hand({ type: 'release' });
    },
    update() {
      if (gesture && at) goOn(gesture, at);
      if (!gesture) {
        // A script may hold a particle, too.
        const { held, target } = lab.frame.status;
        hand.held = held ?? -1;
        if (target) hand.target = target;
        hand.hover = at && !orbiting && lab.tool !== 'cut' ? view.particleAt(...at, reach) : -1;
      }
      const cursor = lab.tool === 'cut' ? 'crosshair' : gesture ? 'grabbing' : hand.hover >= 0 ? 'grab' : '';
      if (canvas.style.cursor !== cursor) canvas.style.cursor = cursor;
    },
  };
}
