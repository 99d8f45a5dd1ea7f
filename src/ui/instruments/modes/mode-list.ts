import { t } from '../../../language/translate';
import { element, setAttribute, setText } from '../../controls/element';
import type { ModeNow } from './mode-animation';
import {
  dampingText,
  factorText,
  frequencyText,
  growthText,
  leftOutText,
  type ModeGrowth,
  rateText,
  stepText,
  trendOf,
} from './mode-text';

const COLUMNS = [
  ['Mode', 'Number of the mode, from this end of the spectrum'],
  [
    'Frequency',
    'Frequency, and angular frequency ω. An unstable mode has none: its stiffness is negative, and it grows',
  ],
  ['ζ', 'Damping ratio; from 1 on the motion does not oscillate'],
  ['hω', 'Time step times ω, and dt relative to the largest stable dt of this mode'],
  ['Per step', 'Growth factor of the amplitude per step of the method; of an unstable mode, that of the exact motion'],
];

/** A table of modes with a radio button in each row. @param onChoice called when the user chooses a row */
export function createModeList(onChoice: () => void) {
  const body = element('tbody');
  const caption = element('caption', { class: 'unseen' }, 'Modes');
  const head = COLUMNS.map(([label, title]) => element('th', { scope: 'col', title }, label));
  const node = element(
    'div',
    { class: 'scroll mode-list', role: 'group', 'aria-label': 'Modes' },
    element('table', {}, caption, element('thead', {}, element('tr', {}, ...head)), body),
  );
  let rows: Row[] = [];
  let chosen = -1;

  function choose(i: number): void {
    chosen = i;
    rows.forEach(({ radio, row }, at) => {
      radio.checked = at === i;
      setAttribute(row, 'class', at === i ? 'chosen' : '');
    });
  }

  return {
    node,
    /** Index of the chosen mode; −1 for none. */
    get chosen() {
      return chosen;
    },
    /** Keeps the chosen index if the new list has it. */
    fill(modes: readonly ModeNow[]) {
      const hadFocus = rows.findIndex(({ radio }) => radio === document.activeElement);
      rows = modes.map((mode, i) =>
        createRow(mode, i, leftOutText(mode), () => {
          choose(i);
          onChoice();
        }),
      );
      body.replaceChildren(...rows.map(({ row }) => row));
      choose(chosen < modes.length ? chosen : -1);
      rows[hadFocus]?.radio.focus({ preventScroll: true });
    },
    /** Clears the choice. */
    clear: () => choose(-1),
    /** Shows the growth of each mode. @param h dt, s */
    showGrowth(growths: readonly ModeGrowth[], h: number) {
      rows.forEach((row, i) => {
        if (growths[i]) row.showGrowth(growths[i], h);
      });
    },
  };
}

interface Row {
  row: HTMLTableRowElement;
  radio: HTMLInputElement;
  showGrowth(growth: ModeGrowth, h: number): void;
}

function createRow(mode: ModeNow, i: number, leftOut: string, onChoice: () => void): Row {
  const radio = element('input', {
    type: 'radio',
    name: 'mode',
    'aria-label': t`Mode ${i + 1}, ${frequencyText(mode)}`,
    title: 'Play this mode in the view',
    change: onChoice,
  });
  const [step, limit, factor] = [element('span'), element('small'), element('span')];
  const trend = element('small');
  const row = element(
    'tr',
    {
      click(event) {
        if (event.target === radio) return;
        // The keys of the page act again after a click; by Tab and arrow keys the button keeps the focus.
        radio.click();
      },
    },
    element('td', {}, element('span', { class: 'pick' }, radio, ` ${i + 1}`)),
    element('td', {}, frequencyText(mode), element('small', {}, rateText(mode))),
    element('td', {}, dampingText(mode)),
    element('td', {}, step, limit),
    element('td', {}, factor, trend),
  );
  return {
    row,
    radio,
    showGrowth(now, h) {
      const [hOmega, ofLimit] = stepText(mode, now, h);
      setText(step, hOmega);
      setText(limit, leftOut || ofLimit);
      setText(factor, factorText(now.growth));
      setText(trend, growthText(now.growth, h));
      setAttribute(trend, 'class', leftOut && mode.growthRate === 0 ? 'steady' : trendOf(now.growth));
    },
  };
}
