/** The presenter's view: large type, the lesson alone beside the cloth, steps by number keys, a laser pointer, and a blank screen. */
import { button, element, setAttribute } from '../../controls/element';
import type { Lab } from '../../lab/lab';

interface Steps {
  /** @param step from 0 */
  go(step: number): void;
  move(by: number): void;
}

const HELP =
  'Large type for a lecture: 1–9 open a step, Page Down and Page Up go on and back, L is a laser pointer, B blanks the screen, Esc ends';

/** The button that begins it, and those that it has meanwhile. */
export function createPresenter(lab: Lab, steps: Steps): { buttons: readonly HTMLElement[]; close(): void } {
  const root = document.documentElement;
  const toggle = button('Present', HELP, () => set(!on));
  const laser = button('Laser pointer', 'A bright spot in place of the mouse pointer (L)', () => setLaser(!pointing));
  const dark = button('Blank', 'A black screen until a click (B)', () => setBlank(true));
  const blank = element('div.blank-screen', { hidden: true, click: () => setBlank(false) });
  const spot = element('div.laser-spot', { hidden: true, 'aria-hidden': 'true' });
  let on = false;
  let pointing = false;

  function set(to: boolean): void {
    on = to;
    root.classList.toggle('presenting', on);
    setAttribute(toggle, 'aria-pressed', String(on));
    laser.hidden = dark.hidden = !on;
    setBlank(false);
    setLaser(false);
    if (on) {
      lab.page.panel = false;
      lab.page.instruments = [];
      document.body.append(spot, blank);
      addEventListener('keydown', onKey, true);
      lab.page.spoken = HELP;
    } else {
      blank.remove();
      spot.remove();
      removeEventListener('keydown', onKey, true);
    }
  }

  const setBlank = (shown: boolean) => blank.toggleAttribute('hidden', !shown);

  /** The spot appears where the pointer moves next. */
  function setLaser(to: boolean): void {
    pointing = to;
    spot.hidden = true;
    root.classList.toggle('with-laser', pointing);
    setAttribute(laser, 'aria-pressed', String(pointing));
    if (pointing) addEventListener('pointermove', moveSpot, true);
    else removeEventListener('pointermove', moveSpot, true);
  }

  function moveSpot({ clientX, clientY }: PointerEvent): void {
    spot.hidden = false;
    spot.style.transform = `translate(${clientX}px, ${clientY}px)`;
  }

  function onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const isField =
      target instanceof HTMLInputElement ? target.type !== 'radio' : target instanceof HTMLTextAreaElement;
    if (isField || target instanceof HTMLSelectElement || event.ctrlKey || event.altKey || event.metaKey) return;
    const letter = key.toLowerCase();
    if (/^[1-9]$/.test(key)) steps.go(Number(key) - 1);
    else if (key === 'PageDown') steps.move(1);
    else if (key === 'PageUp') steps.move(-1);
    else if (letter === 'b') setBlank(blank.hidden === true);
    else if (letter === 'l') setLaser(!pointing);
    else if (key === 'Escape') {
      if (blank.hidden) set(false);
      else setBlank(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  setAttribute(toggle, 'aria-pressed', 'false');
  laser.hidden = dark.hidden = true;
  return { buttons: [toggle, laser, dark], close: () => set(false) };
}
