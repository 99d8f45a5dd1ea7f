import { element, setAttribute, setText } from '../../controls/element';
import type { ModeNow } from './mode-animation';
import { courseOf, dampingOf, type Fate, factor, fateOf, frequencyOf, stepOf } from './mode-text';

/** The modes as a table whose rows are chosen like radio buttons. */
export interface ModeList {
  readonly node: HTMLElement;
  /** Index of the chosen mode; −1: none. */
  readonly chosen: number;
  /** Keeps the choice where there is as long a list. */
  fill(modes: readonly ModeNow[]): void;
  /** Chooses none. */
  clear(): void;
  /** @param h dt, s */
  tell(fates: readonly Fate[], h: number): void;
}

const COLUMNS = [
  ['Mode', 'Its number, from this end of the spectrum'],
  ['Frequency', 'Swings a second, and ω in radians a second'],
  ['ζ', 'Damping ratio: at 1 it creeps back without swinging'],
  ['hω', 'Of the time step, against the longest that the method holds for this mode'],
  ['Per step', 'What the method multiplies the mode by in every step'],
];

/** @param onChoice called whenever somebody chooses a row */
export function createModeList(name: string, onChoice: () => void): ModeList {
  const body = element('tbody');
  const caption = element('caption', { class: 'unseen' }, name);
  const head = COLUMNS.map(([label, title]) => element('th', { scope: 'col', title }, label));
  const node = element(
    'div',
    { class: 'scroll mode-list', role: 'group', 'aria-label': name },
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
    get chosen() {
      return chosen;
    },
    fill(modes) {
      const hadFocus = rows.findIndex(({ radio }) => radio === document.activeElement);
      rows = modes.map((mode, i) =>
        createRow(mode, i, () => {
          choose(i);
          onChoice();
        }),
      );
      body.replaceChildren(...rows.map(({ row }) => row));
      choose(chosen < modes.length ? chosen : -1);
      rows[hadFocus]?.radio.focus({ preventScroll: true });
    },
    clear: () => choose(-1),
    tell(fates, h) {
      rows.forEach((row, i) => {
        if (fates[i]) row.tell(fates[i], h);
      });
    },
  };
}

interface Row {
  row: HTMLTableRowElement;
  radio: HTMLInputElement;
  tell(fate: Fate, h: number): void;
}

function createRow(mode: ModeNow, i: number, onChoice: () => void): Row {
  const radio = element('input', {
    type: 'radio',
    name: 'mode',
    'aria-label': `Mode ${i + 1}, ${frequencyOf(mode)}`,
    title: 'Play this mode in the picture',
    change: onChoice,
  });
  const [size, share, growth] = [element('span'), element('small'), element('span')];
  const fate = element('small');
  const row = element(
    'tr',
    {
      click(event) {
        if (event.target === radio) return;
        radio.click();
        radio.focus({ preventScroll: true });
      },
    },
    element('td', {}, element('span', { class: 'pick' }, radio, ` ${i + 1}`)),
    element('td', {}, frequencyOf(mode), element('small', {}, `${Number(mode.omega.toPrecision(6))} rad/s`)),
    element('td', {}, dampingOf(mode)),
    element('td', {}, size, share),
    element('td', {}, growth, fate),
  );
  return {
    row,
    radio,
    tell(now, h) {
      const [of, limit] = stepOf(mode, now, h);
      setText(size, of);
      setText(share, limit);
      setText(growth, factor(now.growth));
      setText(fate, fateOf(now.growth, h));
      setAttribute(fate, 'class', courseOf(now.growth));
    },
  };
}
