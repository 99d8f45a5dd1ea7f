/** The gallery of all instruments, in their groups, with a picture and a line about each. */
import { LISTED_INSTRUMENTS } from '../instruments';
import type { PageState } from '../lab/page-state';
import { openGallery } from './gallery';
import { INSTRUMENT_PICTURES } from './pictures';

export function openInstrumentGallery(page: PageState): void {
  openGallery({
    id: 'instrument-list',
    title: 'Instruments',
    note: 'Choose an instrument to open it beside the scene. In each group the simple ones come first.',
    groups: [...new Set(LISTED_INSTRUMENTS.map(({ group }) => group))].map((label) => ({
      label,
      cards: LISTED_INSTRUMENTS.filter(({ group }) => group === label).map(({ id, label: title, help }) => ({
        ...{ id, title, text: help, help, picture: INSTRUMENT_PICTURES[id] },
      })),
    })),
    current: page.instrument,
    focused: page.lastInstrument,
    choose(id) {
      page.instrument = id;
    },
  });
}
