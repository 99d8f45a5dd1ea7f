import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, elementById, setAttribute } from '../../controls/element';
import { withIcon } from '../../controls/icons';
import { lazy } from '../../controls/pending';
import type { Lab } from '../../lab/lab';
import { DUEL } from '../../lab/page-state';

/** The buttons of the instruments and of the duel, which is one of them, and their dock, which is loaded when it is first opened. */
export function createInstrumentsButton(lab: Lab): { update(frame: Frame): void } {
  const toggle = button(
    withIcon('instruments', 'Instruments'),
    'Instruments: see why the run is stable or blows up (I)',
    () => lab.page.toggleInstruments(),
    { id: 'instruments-toggle', class: 'opener', 'aria-label': 'Instruments' },
  );
  const duel = button(
    withIcon('duel', 'Duel'),
    'Duel: the same cloth by explicit and by implicit Euler, side by side; one blows up',
    () => lab.page.setDuel(lab.page.duel ? null : DUEL),
    { id: 'duel-toggle', class: 'opener', 'aria-label': 'Duel: explicit against implicit Euler' },
  );
  elementById('lesson-toggle').after(toggle);
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
      setAttribute(toggle, 'aria-expanded', String(isOpen));
      setAttribute(duel, 'aria-expanded', String(lab.page.duel !== null));
      dock.now(isOpen)?.update(frame);
    },
  };
}
