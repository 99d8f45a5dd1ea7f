import './instruments.css';
import type { Frame } from '../../runtime/protocol';
import { element, place, setAttribute } from '../element';
import { icon } from '../icons';
import type { Lab } from '../lab';
import { INSTRUMENTS, type Instrument } from './index';

/** Time between two updates, ms. */
const PERIOD = 200;

/** Where the opened instrument stands: above the bar, with buttons for the others. */
export function createInstrumentDock(lab: Lab): { update(frame: Frame): void } {
  const body = element('div', { class: 'body' });
  const tabs = INSTRUMENTS.map(({ id, label, help }) =>
    element('button', { type: 'button', title: help, click: () => open(id) }, label),
  );
  const close = element(
    'button',
    {
      type: 'button',
      class: 'close',
      'aria-label': 'Close the instruments',
      title: 'Close (I)',
      click: () => open(null),
    },
    icon('close'),
  );
  const dock = element(
    'aside',
    { id: 'instruments', 'aria-label': 'Instruments', hidden: true, keydown: closeByEscape },
    element('div', { class: 'tabs' }, ...tabs, close),
    body,
  );
  place('dock').append(dock);

  let shown: string | null = null;
  let instrument: Instrument | null = null;
  let last = 0;

  function open(id: string | null): void {
    lab.instrument = id;
  }

  function closeByEscape(event: Event): void {
    if ((event as KeyboardEvent).key !== 'Escape') return;
    event.preventDefault();
    open(null);
  }

  async function show(id: string | null): Promise<void> {
    shown = id;
    instrument?.dispose?.();
    instrument = null;
    body.replaceChildren();
    dock.hidden = id === null;
    document.documentElement.classList.toggle('with-instrument', id !== null);
    INSTRUMENTS.forEach((entry, i) => {
      setAttribute(tabs[i], 'aria-pressed', String(entry.id === id));
    });
    const entry = INSTRUMENTS.find((one) => one.id === id);
    if (!entry) return;
    try {
      const create = await entry.load();
      if (shown !== id) return;
      instrument = create(lab);
      body.replaceChildren(instrument.node);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      lab.say({ kind: 'error', text: `${entry.label} could not be loaded: ${reason}` });
    }
  }

  return {
    update(frame) {
      if (lab.instrument !== shown) void show(lab.instrument);
      if (!instrument) return;
      instrument.follow?.(frame);
      const now = performance.now();
      if (now - last < PERIOD) return;
      last = now;
      instrument.update?.(frame);
    },
  };
}
