import './instruments.css';
import '../parts/tables.css';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { element, elementById, setText } from '../../controls/element';
import { icon } from '../../controls/icons';
import { PHONE } from '../../controls/media';
import type { Lab } from '../../lab/lab';
import { INSTRUMENTS } from '../index';
import type { Instrument } from '../instrument';

/** Time between two calls of `update`, ms. */
const PERIOD = 200;

/** The dock that shows the open instrument, with a list to choose another. */
export function createInstrumentDock(lab: Lab): { update(frame: Frame): void } {
  const body = element('div', { class: 'body' });
  const title = element('h2', { id: 'instrument-title', class: 'unseen', tabindex: -1 });
  const choice = element(
    'select',
    {
      'aria-label': 'Instrument',
      title: 'Show another instrument',
      change() {
        lab.page.instrument = choice.value;
      },
    },
    ...INSTRUMENTS.map(({ id, label }) => element('option', { value: id }, label)),
  );
  const about = element('p', { class: 'about' });
  const cross = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close the instruments', title: 'Close (I)', click: close },
    icon('close'),
  );
  const dock = element(
    'aside',
    { id: 'instruments', 'aria-labelledby': 'instrument-title', hidden: true, keydown: closeByEscape },
    title,
    element('div', { class: 'head' }, choice, cross),
    about,
    body,
  );
  elementById('dock').prepend(dock);
  new ResizeObserver(announceResize).observe(dock);

  let shown: string | null = null;
  let instrument: Instrument | null = null;
  let opener: Element | null = null;
  let last = 0;

  /** After a click the focus goes to the window, so that its keyboard shortcuts work. */
  function close(event: Event): void {
    if (event instanceof MouseEvent && event.detail > 0) opener = null;
    lab.page.instrument = null;
  }

  function closeByEscape(event: Event): void {
    if ((event as KeyboardEvent).key !== 'Escape') return;
    event.preventDefault();
    close(event);
  }

  /** Returns the focus to the element that opened the dock. */
  function restoreFocus(): void {
    if (!dock.contains(document.activeElement)) return;
    const from = opener instanceof HTMLElement && opener.isConnected ? opener : null;
    from?.focus({ preventScroll: true });
    // On a phone the panel with that element is closed.
    if (from && document.activeElement !== from) elementById('panel-toggle').focus({ preventScroll: true });
    if (dock.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  }

  function open(): void {
    opener = document.activeElement === document.body ? null : document.activeElement;
    dock.hidden = false;
    document.documentElement.classList.add('with-instrument');
    title.focus({ preventScroll: true });
    if (matchMedia(PHONE).matches) lab.page.panel = lab.page.lesson = false;
  }

  function hide(): void {
    restoreFocus();
    dock.hidden = true;
    document.documentElement.classList.remove('with-instrument');
  }

  async function show(id: string | null): Promise<void> {
    if (shown === null) open();
    shown = id;
    instrument?.dispose?.();
    instrument = null;
    body.replaceChildren();
    const entry = INSTRUMENTS.find((one) => one.id === id);
    if (!entry) return hide();
    choice.value = entry.id;
    setText(about, entry.help);
    setText(title, `Instruments: ${entry.label}`);
    try {
      const create = await entry.load();
      if (shown !== id) return;
      instrument = create(lab);
      body.replaceChildren(instrument.node);
      dock.scrollTop = 0;
    } catch (error) {
      const reason = messageOf(error);
      lab.messages.show({ kind: 'error', text: `${entry.label} could not be loaded: ${reason}` });
    }
  }

  return {
    update(frame) {
      if (lab.page.instrument !== shown) void show(lab.page.instrument);
      // What was opened last replaces the other.
      else if (shown !== null && (lab.page.panel || lab.page.lesson) && matchMedia(PHONE).matches)
        lab.page.instrument = null;
      if (!instrument) return;
      instrument.follow?.(frame);
      const now = performance.now();
      if (now - last < PERIOD) return;
      last = now;
      instrument.update?.(frame);
    },
  };
}

/** The free part of the view has changed. */
function announceResize(): void {
  dispatchEvent(new Event('resize'));
}
