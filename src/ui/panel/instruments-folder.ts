import type { GUI } from 'lil-gui';
import { INSTRUMENTS } from '../instruments';
import type { Lab } from '../lab/lab';
import { addButtons } from './controls';
import type { PanelPart } from './param-groups';

/** A button for each instrument; it opens in a dock of its own, and closes again. */
export function addInstrumentsFolder(folder: GUI, lab: Lab): PanelPart {
  const buttons = addButtons(
    folder,
    'Open',
    INSTRUMENTS.map(({ id, label, help }) => ({
      label,
      help,
      act() {
        lab.instrument = lab.instrument === id ? null : id;
      },
    })),
  );
  return () => {
    INSTRUMENTS.forEach(({ id }, i) => {
      const pressed = String(lab.instrument === id);
      if (buttons[i].getAttribute('aria-pressed') !== pressed) buttons[i].setAttribute('aria-pressed', pressed);
    });
  };
}
