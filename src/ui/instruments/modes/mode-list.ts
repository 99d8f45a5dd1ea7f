import { t } from '../../../language/translate';
import { element } from '../../controls/element';
import { createTable, withNote } from '../parts/tables';
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

/** A table of modes with a radio button in each row. @param onChoice called when the user chooses a row */
export function createModeList(onChoice: () => void) {
  let modes: readonly ModeNow[] = [];
  let growths: readonly ModeGrowth[] = [];
  /** dt, s. */
  let h = 0;
  let chosen = -1;
  const { node, show, refresh } = createTable<ModeNow>({
    name: 'Modes',
    style: 'mode-list',
    columns: [
      { head: 'Mode', help: 'Number of the mode, from this end of the spectrum', cell: pickCell },
      {
        head: 'Frequency',
        help: 'Frequency, and angular frequency ω. An unstable mode has none: its stiffness is negative, and it grows',
        cell: (mode) => withNote(frequencyText(mode), rateText(mode)),
      },
      { head: 'ζ', help: 'Damping ratio; from 1 on the motion does not oscillate', cell: dampingText },
      {
        head: 'hω',
        help: 'Time step times ω, and dt relative to the largest stable dt of this mode',
        cell(mode, i) {
          if (!growths[i]) return '';
          const [hOmega, ofLimit] = stepText(mode, growths[i], h);
          return withNote(hOmega, leftOutText(mode) || ofLimit);
        },
      },
      {
        head: 'Per step',
        help: 'Growth factor of the amplitude per step of the method; of an unstable mode, that of the exact motion',
        cell(mode, i) {
          if (!growths[i]) return '';
          const { growth } = growths[i];
          const trend = leftOutText(mode) && mode.growthRate === 0 ? 'steady' : trendOf(growth);
          return [factorText(growth), element('small', { class: trend }, growthText(growth, h))];
        },
      },
    ],
    attributes: (_, i) => ({ class: i === chosen ? 'chosen' : '' }),
  });
  // Its radio buttons scroll it by keyboard.
  node.removeAttribute('tabindex');
  // The keys of the page act again after a click on a row; by Tab and arrow keys the button keeps the focus.
  node.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) (target as Element).closest('tr')?.querySelector('input')?.click();
  });

  function pickCell(mode: ModeNow, i: number) {
    const radio = element('input', {
      type: 'radio',
      name: 'mode',
      'aria-label': t`Mode ${i + 1}, ${frequencyText(mode)}`,
      title: 'Play this mode in the view',
      change() {
        choose(i);
        onChoice();
      },
    });
    return element('td', {}, element('span', { class: 'pick' }, radio, ` ${i + 1}`));
  }

  const radios = () => [...node.querySelectorAll('input')];

  function choose(i: number): void {
    chosen = i;
    for (const [at, radio] of radios().entries()) radio.checked = at === i;
    refresh();
  }

  return {
    node,
    /** Index of the chosen mode; −1 for none. */
    get chosen() {
      return chosen;
    },
    /** Keeps the chosen index if the new list has it. */
    fill(next: readonly ModeNow[]) {
      const focused = radios().indexOf(document.activeElement as HTMLInputElement);
      [modes, growths] = [next, []];
      show(modes);
      choose(chosen < modes.length ? chosen : -1);
      radios()[focused]?.focus({ preventScroll: true });
    },
    /** Clears the choice. */
    clear: () => choose(-1),
    /** Shows the growth of each mode. @param dt s */
    showGrowth(next: readonly ModeGrowth[], dt: number) {
      [growths, h] = [next, dt];
      show(modes);
      choose(chosen);
    },
  };
}
