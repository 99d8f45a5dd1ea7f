import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { element, elementById, setAttribute } from '../../controls/element';
import { icon } from '../../controls/icons';
import { lazy } from '../../controls/lazy';
import type { Lab } from '../../lab/lab';
import { DUEL } from '../../lab/page-state';

/** The buttons of the instruments and of the duel, which is one of them, and their dock, which is loaded when it is first opened. */
export function createInstrumentsButton(lab: Lab): { update(frame: Frame): void } {
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
  const duel = element(
    'button',
    {
      type: 'button',
      id: 'duel-toggle',
      class: 'opener',
      title: 'Duel: the same cloth by explicit and by implicit Euler, side by side; one blows up',
      'aria-label': 'Duel: explicit against implicit Euler',
      click: () => lab.page.setDuel(lab.page.duel ? null : DUEL),
    },
    icon('duel'),
    element('span', {}, 'Duel'),
  );
  elementById('lesson-toggle').after(button);
  elementById('course-toggle').after(duel);
  const dock = lazy(
    async () => (await import('./instrument-dock')).createInstrumentDock(lab),
    (error) => {
      lab.page.instrument = null;
      lab.messages.show({ kind: 'error', text: t`The instruments could not be loaded: ${messageOf(error)}` });
    },
  );

  return {
    update(frame) {
      const isOpen = lab.page.instrument !== null;
      setAttribute(button, 'aria-expanded', String(isOpen));
      setAttribute(duel, 'aria-expanded', String(lab.page.duel !== null));
      dock.now(isOpen)?.update(frame);
    },
  };
}
