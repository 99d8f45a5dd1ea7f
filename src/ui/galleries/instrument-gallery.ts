/** The gallery of all instruments, with a line about each. */
import { INSTRUMENTS } from '../instruments';
import type { PageState } from '../lab/page-state';
import { openGallery } from './gallery';

export function openInstrumentGallery(page: PageState): void {
  openGallery({
    id: 'instrument-list',
    title: 'Instruments',
    note: 'Choose an instrument to open it beside the scene.',
    groups: [{ cards: INSTRUMENTS.map(({ id, label, help }) => ({ id, title: label, text: help, help })) }],
    current: page.instrument,
    choose(id) {
      page.instrument = id;
    },
  });
}
