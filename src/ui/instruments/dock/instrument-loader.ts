import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { element, elementById, setAttribute } from '../../controls/element';
import { icon } from '../../controls/icons';
import type { Lab } from '../../lab/lab';
import type { createInstrumentDock } from './instrument-dock';

/** The button of the instruments, and their dock; the code of the dock is loaded when it is first opened. */
export function createInstrumentLoader(lab: Lab): { update(frame: Frame): void } {
  const button = element(
    'button',
    {
      type: 'button',
      id: 'instruments-toggle',
      class: 'opener',
      title: 'Instruments: see why the run is stable or blows up (I)',
      'aria-label': 'Instruments',
      click: () => lab.page.toggleInstruments(),
    },
    icon('instruments'),
    element('span', {}, 'Instruments'),
  );
  elementById('lesson-toggle').after(button);
  let dock: ReturnType<typeof createInstrumentDock> | null = null;
  let loading = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      dock = (await import('./instrument-dock')).createInstrumentDock(lab);
    } catch (error) {
      lab.page.instrument = null;
      const reason = messageOf(error);
      lab.messages.show({ kind: 'error', text: `The instruments could not be loaded: ${reason}` });
    }
    loading = false;
  }

  return {
    update(frame) {
      setAttribute(button, 'aria-expanded', String(lab.page.instrument !== null));
      if (lab.page.instrument && !dock && !loading) void load();
      dock?.update(frame);
    },
  };
}
