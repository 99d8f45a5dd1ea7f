import './instruments.css';
import '../parts/tables.css';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { element, place, setText } from '../../controls/element';
import { icon } from '../../controls/icons';
import type { Lab } from '../../lab/lab';
import { INSTRUMENTS, type Instrument } from '../index';

/** Time between two updates, ms. */
const PERIOD = 200;
/** Where there is room for one sheet only; the same width as in style.css. */
const PHONE = '(max-width: 640px)';

/** Where the opened instrument stands: above the bar, with a list of the others. */
export function createInstrumentDock(lab: Lab): { update(frame: Frame): void } {
  const body = element('div', { class: 'body' });
  const title = element('h2', { id: 'instrument-title', class: 'unseen', tabindex: -1 });
  const choice = element(
    'select',
    {
      'aria-label': 'Instrument',
      title: 'Another instrument in its place',
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
  place('dock').prepend(dock);
  new ResizeObserver(tellSize).observe(dock);

  let shown: string | null = null;
  let instrument: Instrument | null = null;
  let opener: Element | null = null;
  let last = 0;

  /** A press of the pointer leaves the keys to the window. */
  function close(event: Event): void {
    if (event instanceof MouseEvent && event.detail > 0) opener = null;
    lab.page.instrument = null;
  }

  function closeByEscape(event: Event): void {
    if ((event as KeyboardEvent).key !== 'Escape') return;
    event.preventDefault();
    close(event);
  }

  /** Who works by keys goes on from where the instruments were opened. */
  function giveFocusBack(): void {
    if (!dock.contains(document.activeElement)) return;
    const from = opener instanceof HTMLElement && opener.isConnected ? opener : null;
    from?.focus({ preventScroll: true });
    // On a phone the panel that it stood in is closed.
    if (from && document.activeElement !== from) place('panel-toggle').focus({ preventScroll: true });
    if (dock.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  }

  function begin(): void {
    opener = document.activeElement === document.body ? null : document.activeElement;
    dock.hidden = false;
    document.documentElement.classList.add('with-instrument');
    title.focus({ preventScroll: true });
    if (matchMedia(PHONE).matches) lab.page.panel = lab.page.lesson = false;
  }

  function end(): void {
    giveFocusBack();
    dock.hidden = true;
    document.documentElement.classList.remove('with-instrument');
  }

  async function show(id: string | null): Promise<void> {
    if (shown === null) begin();
    shown = id;
    instrument?.dispose?.();
    instrument = null;
    body.replaceChildren();
    const entry = INSTRUMENTS.find((one) => one.id === id);
    if (!entry) return end();
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
      // There is room for one of them: what is opened last takes the place.
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

/** What is free of the picture is another part. */
function tellSize(): void {
  dispatchEvent(new Event('resize'));
}
