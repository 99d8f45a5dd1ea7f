/** Choosing, grabbing and pulling a particle by keyboard, while the view has the focus. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Structure } from '../../runtime/frame/frame';
import { boxOnScreen } from '../actions/selected';
import type { LabInternals } from '../lab/create-lab';
import { vectorAt } from '../lab/extent';
import { startTearing } from './gestures';
import { createKeyCursor, DIRECTIONS, type Direction } from './key-cursor';

/** CSS pixels that an arrow key pulls the held particle; and with Shift. */
const PULL = 12;
const FAR_PULL = 60;
/** Particles that an arrow key passes with Shift. */
const FAR = 5;
/** A step to the side counts as much as so many ahead: the chosen particle is in the direction of the key. */
const SIDEWAYS = 2.5;
/** CSS pixels; a particle nearer than this counts as at the same place. */
const SAME_PLACE = 1;

/** Keys of the view. */
const USE =
  'Arrow keys choose a particle, or move the cursor of the tool; Enter uses the tool, arrow keys pull, Escape releases.';
const KEYS = [...Object.keys(DIRECTIONS), 'Enter', 'Escape'];

/**
 * Listens to the keys of the focused view.
 * @param onUse called when keys take over from the pointer
 */
export function createKeyboardInput(lab: LabInternals, onUse: () => void) {
  const { canvas } = lab.view;
  const keys = createKeyboardGrab(lab);
  const cursor = createKeyCursor(lab, () => keys.start(), keys.nameAt);
  const hasFocus = () => document.activeElement === canvas;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', `${t(canvas.getAttribute('aria-label') ?? '')} ${t(USE)}`);
  canvas.addEventListener('focus', () => {
    if (!canvas.matches(':focus-visible')) return;
    onUse();
    (cursor.place() ? cursor : keys).begin();
  });
  canvas.addEventListener('keydown', (event) => {
    if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = cursor.place() ? cursor : keys;
    // Without a grab it has its other meanings.
    if (event.key === 'Escape' && !(keys.holds() || cursor.isPressed())) return;
    event.preventDefault();
    onUse();
    target.press(event.key, event.shiftKey);
  });
  // As for the pointer: what another window does must not keep a particle held.
  const end = () => {
    if (keys.holds()) keys.press('Escape', false);
    cursor.release(true);
  };
  window.addEventListener('blur', end);
  canvas.addEventListener('blur', () => cursor.release(true));
  return {
    /** The particle that keys have chosen; −1: none, or another tool has the keys. */
    particle: () => (hasFocus() && !cursor.place() ? keys.particle() : -1),
    /** Where they point, CSS pixels of the window; null: nowhere. */
    place() {
      if (!hasFocus()) return null;
      return cursor.place() ?? (keys.particle() >= 0 ? lab.view.screenOf(keys.particle()) : null);
    },
    /** True if they hold a particle. */
    holds: () => keys.holds(),
    /** Call once a frame. @param isUsed false while the pointer is over the view */
    update: (isUsed: boolean) => cursor.update(isUsed && hasFocus()),
  };
}

function createKeyboardGrab(lab: LabInternals) {
  const { view } = lab;
  let chosen = -1;
  let generation = -1;
  /** Where the held particle was grabbed: m, and CSS pixels; and how far the keys have pulled from there, CSS pixels. */
  let grip: { through: Vec3; at: [number, number]; pulled: { x: number; y: number } } | null = null;
  /** True once a frame has shown the grab. */
  let known = false;
  let stopTearing = () => {};

  /** The chosen particle of the current scene. */
  function present(): number {
    const { structure, status } = lab.frame;
    if (structure.generation !== generation) chosen = -1;
    generation = structure.generation;
    if (grip && status.held === null && known) endGrip();
    return chosen;
  }

  /** The particle nearest to a point of the screen, by a measure of the way from there, CSS pixels; −1: none. */
  function nearest(x: number, y: number, distance: (dx: number, dy: number) => number = Math.hypot): number {
    let found = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lab.frame.structure.particleCount; i++) {
      const [px, py] = view.screenOf(i);
      const now = distance(px - x, py - y);
      if (now < least) [found, least] = [i, now];
    }
    return found;
  }

  /** The nearest particle in a direction on the screen; the same one if there is none. */
  function neighbour(from: number, { x, y }: { x: number; y: number }): number {
    const found = nearest(...view.screenOf(from), (dx, dy) => {
      const ahead = dx * x + dy * y;
      const aside = Math.abs(dx * y - dy * x);
      return ahead < SAME_PLACE || aside > ahead * SIDEWAYS ? Infinity : ahead + SIDEWAYS * aside;
    });
    return found < 0 ? from : found;
  }

  function middle(): number {
    const [left, top, right, bottom] = boxOnScreen(view, Array(lab.frame.structure.particleCount).keys());
    return nearest((left + right) / 2, (top + bottom) / 2);
  }

  function choose(particle: number, hint = ''): void {
    chosen = particle;
    lab.page.spoken = particle < 0 ? 'There is no particle.' : particleName(lab.frame.structure, particle) + hint;
  }

  function grab(): void {
    if (chosen < 0) choose(middle());
    if (chosen < 0) return;
    const through = vectorAt(lab.frame.positions, chosen);
    grip = { through, at: view.screenOf(chosen), pulled: { x: 0, y: 0 } };
    if (lab.page.tool === 'tear') stopTearing = startTearing(lab);
    known = false;
    void lab.engine.submitFromPointer({ type: 'grab', particle: chosen, target: through }).then(() => {
      known = true;
    });
    const paused = lab.paused ? ' The run is paused: Space plays it.' : '';
    lab.page.spoken = t`Grabbed particle ${chosen}. Arrow keys pull, Escape releases.${paused}`;
  }

  function togglePin(): void {
    if (chosen < 0) choose(middle());
    if (chosen >= 0) lab.pin(chosen, !lab.frame.structure.pinned[chosen]).catch(() => {});
  }

  function endGrip(): void {
    grip = null;
    stopTearing();
    stopTearing = () => {};
  }

  function release(): void {
    endGrip();
    void lab.engine.submitFromPointer({ type: 'release' });
    lab.page.spoken = t`Released particle ${chosen}.`;
  }

  function pull({ x, y, name }: Direction, shift: boolean): void {
    if (!grip) return;
    const { at, through, pulled } = grip;
    const distance = shift ? FAR_PULL : PULL;
    pulled.x += distance * x;
    pulled.y += distance * y;
    const target = view.pointAt(at[0] + pulled.x, at[1] + pulled.y, through);
    void lab.engine.submitFromPointer({ type: 'move', target });
    const metres = Math.hypot(...target.map((value, axis) => value - through[axis]));
    lab.page.spoken = t`Pulled ${name}, ${Number((100 * metres).toPrecision(2))} cm from where it was grabbed.`;
  }

  return {
    /** The chosen particle; −1: none. */
    particle: () => present(),
    /** True if it holds a particle. */
    holds() {
      present();
      return grip !== null;
    },
    /** Chooses the particle in the middle of the view, unless one is chosen. */
    begin() {
      if (present() >= 0) return;
      const pins = lab.page.tool === 'pin';
      choose(
        middle(),
        pins
          ? ' Arrow keys choose another particle, Enter pins or frees it.'
          : ' Arrow keys choose another particle, Enter grabs it.',
      );
    },
    /** Where the chosen particle is, or the one in the middle; CSS pixels. */
    start: (): readonly [number, number] => view.screenOf(present() < 0 ? middle() : chosen),
    /** The particle nearest to a place, in words. */
    nameAt: ([x, y]: readonly [number, number]) => particleName(lab.frame.structure, nearest(x, y)),
    press(key: string, shift: boolean) {
      present();
      const direction = DIRECTIONS[key];
      if (key === 'Escape') return grip ? release() : undefined;
      if (key === 'Enter') return grip ? release() : lab.page.tool === 'pin' ? togglePin() : grab();
      if (grip) return pull(direction, shift);
      if (chosen < 0) return choose(middle());
      let next = chosen;
      for (let i = 0; i < (shift ? FAR : 1); i++) next = neighbour(next, direction);
      if (next === chosen) lab.page.spoken = t`No particle further ${direction.name}.`;
      else choose(next);
    },
  };
}

/** A sentence: its number, its place in the net, and whether it is pinned. */
export function particleName({ grid, pinned, origins, particleCount }: Structure, particle: number): string {
  // One that a slit has split off is at the place of the other.
  const at = grid && particle >= grid.rows * grid.columns ? origins[particle - grid.rows * grid.columns] : particle;
  const place = grid
    ? t`, row ${Math.floor(at / grid.columns) + 1} of ${grid.rows}, column ${(at % grid.columns) + 1} of ${grid.columns}`
    : t` of ${particleCount}`;
  return t`Particle ${particle}${place}${pinned[particle] ? ', pinned' : ''}.`;
}
