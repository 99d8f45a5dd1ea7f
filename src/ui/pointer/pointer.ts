import type { PointerGrab } from '../../render/view';
import { messageOf } from '../../runtime/host/message-of';
import { lazyValue } from '../controls/lazy-value';
import type { LabInternals } from '../lab/create-lab';
import type { Gesture } from './grab-gestures';
import { cut, pull } from './grab-gestures';
import type { UnderPointer } from './keyboard';
import type { KeyboardGrab } from './keyboard-grab';

/** Largest distance from the pointer to a particle or spring, CSS pixels, for a mouse or pen and for a finger. */
const REACH = { fine: 16, touch: 24 };

/** The pointer grabs nothing. */
export const NO_GRAB: PointerGrab = { hover: -1, held: -1, target: [0, 0, 0] };

export interface Pointer extends UnderPointer {
  readonly grab: PointerGrab;
  /** Call once a frame before drawing: sends the newest target and finds what is under the pointer. */
  update(): void;
}

const TAP: Gesture = { move: () => true, end() {} };

/** Turns presses of mouse, pen and fingers on the canvas into gestures of the present tool. */
export function createPointer(lab: LabInternals): Pointer {
  const { view } = lab;
  const { canvas } = view;
  const grab: PointerGrab = { ...NO_GRAB };
  const showError = (error: unknown) => lab.messages.show({ kind: 'error', text: messageOf(error) });
  const lazyGestures = lazyValue(() => import('./lazy-gestures'), showError);
  const keyboardGrab = createKeyboardInput(lab, () => {
    at = null;
  });
  let gesture: Gesture | null = null;
  /** The pointer of the gesture. */
  let id = 0;
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
    if (gesture) {
      // A second finger: the camera, which also listens to the first, uses both.
      if (event.pointerType === 'touch') end(true);
      return;
    }
    place(event);
    id = event.pointerId;
    gesture = begin(event, [event.clientX, event.clientY]);
    orbiting = gesture === null;
    view.orbit(orbiting);
    grab.hover = -1;
    if (gesture && event.isTrusted) canvas.setPointerCapture(event.pointerId);
  }

  function begin(event: PointerEvent, place: readonly [number, number]): Gesture | null {
    // The show of a blow-up can only be looked at: what is drawn is not the state.
    if (lab.frame.status.replay) return null;
    if (event.button === 2 || (event.button === 0 && lab.page.tool === 'cut')) return cut(lab, place, reach);
    if (event.button !== 0) return null;
    const loaded = loadIfNeeded();
    if (lab.page.tool === 'select') return soon((gestures) => gestures.select(lab, place, reach, event.shiftKey));
    if (lab.page.tool === 'push') return soon((gestures) => gestures.push(lab, place));
    const handle = lab.page.tool === 'grab' && loaded ? view.handleAt(...place, reach) : null;
    const particle = view.particleAt(...place, reach);
    if (handle && loaded && !(particle >= 0 && isUnder(particle, place)))
      return loaded.dragObstacle(lab, handle, place);
    if (particle < 0) return null;
    if (lab.page.tool === 'grab') return pull(lab, grab, particle, place);
    lab.pin(particle, !lab.frame.structure.pinned[particle]).catch(() => {});
    return TAP;
  }

  /** A gesture whose code may still be loading. */
  function soon(make: (gestures: NonNullable<ReturnType<typeof lazyGestures>>) => Gesture): Gesture {
    let made: Gesture | null = null;
    const begun = () => {
      const gestures = lazyGestures();
      if (!made && gestures) made = make(gestures);
      return made;
    };
    begun();
    return { move: (to) => begun()?.move(to) ?? true, end: (cancelled) => made?.end(cancelled) };
  }

  /** The lazy gestures, if the scene or the tool needs them and they are loaded. */
  function loadIfNeeded() {
    const { planes, spheres } = lab.frame.status.environment;
    const needed = lab.page.tool === 'select' || lab.page.tool === 'push' || planes.length + spheres.length > 0;
    return needed ? lazyGestures() : null;
  }

  /** True if a particle is right under the pointer: then the user means it, not the handle beside it. */
  function isUnder(particle: number, [x, y]: readonly [number, number]): boolean {
    const [px, py] = view.screenOf(particle);
    return Math.hypot(px - x, py - y) < reach / 4;
  }

  function end(cancelled: boolean) {
    gesture?.end(cancelled);
    gesture = null;
    orbiting = false;
    view.orbit(true);
  }

  // Before the camera's own listener, which must know whether it may orbit.
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
      // A lifted finger hovers over nothing.
      if (event.pointerType === 'touch') at = null;
    });
  }
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  window.addEventListener('blur', () => end(true));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) end(true);
  });

  function hover() {
    // A script may also hold a particle.
    const { held, target } = lab.frame.status;
    grab.held = held ?? -1;
    if (target) grab.target = target;
    const points = at !== null && !orbiting && lab.page.tool !== 'cut' && lab.page.tool !== 'push';
    grab.hover = at && points ? view.particleAt(...at, reach) : keyboardGrab.particle;
    const handle = at && points && lab.page.tool === 'grab' && loadIfNeeded() ? view.handleAt(...at, reach) : null;
    view.showHandle(handle);
    return handle !== null;
  }

  return {
    grab,
    particle: () => (grab.held >= 0 ? grab.held : at ? view.particleAt(...at, reach) : keyboardGrab.particle),
    spring() {
      const { particle } = keyboardGrab;
      const place = at ?? (particle >= 0 ? view.screenOf(particle) : null);
      return place ? view.springAt(...place, reach) : -1;
    },
    release() {
      end(true);
      // Also a particle that a script holds.
      if (lab.frame.status.held !== null) void lab.engine.submitFromPointer({ type: 'release' });
    },
    update() {
      if (gesture && at && !gesture.move(at)) end(true);
      loadIfNeeded();
      const overHandle = gesture ? false : hover();
      const cursor =
        lab.page.tool === 'grab' || lab.page.tool === 'pin'
          ? gesture
            ? 'grabbing'
            : grab.hover >= 0 || overHandle
              ? 'grab'
              : ''
          : 'crosshair';
      if (canvas.style.cursor !== cursor) canvas.style.cursor = cursor;
    },
  };
}

/** Keys of the view that choose, grab and pull a particle. */
const USE = 'Arrow keys choose a particle, Enter grabs it, arrow keys pull it, Escape releases it.';
const GRAB_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', 'Escape'];

/**
 * Passes the keys of the focused view on; the code that acts on them is loaded with the focus.
 * @param onUse called when keys take over from the pointer
 */
function createKeyboardInput(lab: LabInternals, onUse: () => void): { readonly particle: number } {
  const { canvas } = lab.view;
  let loading: Promise<KeyboardGrab> | null = null;
  let loaded: KeyboardGrab | null = null;

  async function load(): Promise<KeyboardGrab> {
    loading ??= import('./keyboard-grab').then((code) => code.createKeyboardGrab(lab));
    loaded = await loading;
    return loaded;
  }
  /** Offline, the next key tries again. */
  function use(act: (keys: KeyboardGrab) => void): void {
    onUse();
    load().then(act, (error) => {
      loading = null;
      lab.messages.show({ kind: 'error', text: messageOf(error) });
    });
  }

  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', `${canvas.getAttribute('aria-label')} ${USE}`);
  canvas.addEventListener('focus', () => {
    if (canvas.matches(':focus-visible')) use((keys) => keys.begin());
  });
  canvas.addEventListener('keydown', (event) => {
    if (!GRAB_KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    // Without a grab it has its other meanings.
    if (event.key === 'Escape' && !loaded?.holds) return;
    event.preventDefault();
    use((keys) => keys.press(event.key, event.shiftKey));
  });
  // As for the pointer: what another window does must not keep a particle held.
  window.addEventListener('blur', () => {
    if (loaded?.holds) loaded.press('Escape', false);
  });
  return {
    get particle() {
      return loaded && document.activeElement === canvas ? loaded.particle : -1;
    },
  };
}
