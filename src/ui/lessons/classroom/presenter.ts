/** The presenter's view: large type, the lesson alone beside the cloth, steps by number keys, and a blank screen. */
import { button, element, setAttribute } from '../../controls/element';
import type { Lab } from '../../lab/lab';

interface Steps {
  /** @param step from 0 */
  go(step: number): void;
  move(by: number): void;
}

export function createPresenter(lab: Lab, steps: Steps): { button: HTMLElement; close(): void } {
  const help =
    'Large type for a lecture: 1–9 open a step, Page Down and Page Up go on and back, B blanks the screen, Esc ends';
  const toggle = button('Present', help, () => set(!on));
  const blank = element('div', { class: 'blank-screen', hidden: true, click: () => setBlank(false) });
  let on = false;

  function set(to: boolean): void {
    on = to;
    document.documentElement.classList.toggle('presenting', on);
    setAttribute(toggle, 'aria-pressed', String(on));
    setBlank(false);
    if (on) {
      lab.page.panel = false;
      lab.page.instruments = [];
      document.body.append(blank);
      addEventListener('keydown', onKey, true);
      lab.page.spoken = help;
    } else {
      blank.remove();
      removeEventListener('keydown', onKey, true);
    }
  }

  function setBlank(shown: boolean): void {
    blank.hidden = !shown;
  }

  function onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'radio';
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (/^[1-9]$/.test(key)) steps.go(Number(key) - 1);
    else if (key === 'PageDown') steps.move(1);
    else if (key === 'PageUp') steps.move(-1);
    else if (key === 'b' || key === 'B') setBlank(blank.hidden === true);
    else if (key === 'Escape') {
      if (blank.hidden) set(false);
      else setBlank(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  setAttribute(toggle, 'aria-pressed', 'false');
  return { button: toggle, close: () => set(false) };
}
