import type { GUI } from 'lil-gui';
import { VIEW_OPTIONS, type ViewOption } from '../../../render/view';
import { LISTED_INSTRUMENTS } from '../../instruments';
import { isAvailable } from '../../lab/applies';
import type { Lab } from '../../lab/lab';
import type { PageState } from '../../lab/page-state';
import { addButtons, addChoice, addSwitch } from '../controls';
import type { PanelPart } from '../param-groups';

/** Controls of what the view shows, and of keys and camera. */
export function fillViewFolder(folder: GUI, lab: Lab): PanelPart {
  const controls = (Object.keys(VIEW_OPTIONS) as ViewOption[]).map((option) =>
    addSwitch(folder, {
      ...VIEW_OPTIONS[option],
      read: () => lab.options[option],
      write: (on) => lab.show(option, on),
    }),
  );
  const { fields } = lab.catalog;
  const color = addChoice(folder, Object.fromEntries([['–', ''], ...fields.map(({ label, id }) => [label, id])]), {
    label: 'colour by',
    help: 'Field that colours the cloth.',
    read: () => lab.color ?? '',
    write: (id) => lab.colorBy(id || null),
  });
  const keys = addSwitch(folder, {
    label: 'keys',
    help: 'Keyboard shortcuts such as Space and R; “?” lists them.',
    read: () => lab.page.keys,
    write: (on) => {
      lab.page.keys = on;
    },
  });
  addButtons(folder, 'Camera', [
    { label: 'Frame all', help: 'Show the whole scene (F)', act: () => lab.view.frameAll() },
  ]);
  return (frame) => {
    const { status } = frame;
    for (const control of controls) control.update(status);
    color.update(status);
    for (const field of fields) color.offer(field.id, isAvailable(field, frame));
    keys.update(status);
  };
}

/** A button for each instrument, which opens and closes it. */
export function fillInstrumentsFolder(folder: GUI, page: PageState): PanelPart {
  const buttons = addButtons(
    folder,
    'Open',
    LISTED_INSTRUMENTS.map(({ id, label, help }) => ({
      label,
      help,
      act() {
        if (page.instruments.includes(id)) page.instruments = page.instruments.filter((open) => open !== id);
        else page.instrument = id;
      },
    })),
  );
  return () => {
    LISTED_INSTRUMENTS.forEach(({ id }, i) => {
      const pressed = String(page.instruments.includes(id));
      if (buttons[i].getAttribute('aria-pressed') !== pressed) buttons[i].setAttribute('aria-pressed', pressed);
    });
  };
}
