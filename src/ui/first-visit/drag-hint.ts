/** A label on the cloth with a hand that points at a particle, and follows it. */
import type { Frame } from '../../runtime/frame/frame';
import { element } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';

/** Where the hint is on a grid of particles, as shares of its rows and columns. */
const PLACE = { row: 0.78, column: 0.5 };
/** Least distance of the label from the edge of the window, with the path of its motion, CSS pixels. */
const MARGIN = 20;
/** Time in which the hint fades, ms; as in the style sheet. */
const FADE = 400;

export function createDragHint(lab: Lab) {
  const label = element('span', {}, icon('grab'), 'drag me');
  const hint = element('div', { id: 'drag-hint', 'aria-hidden': 'true', class: 'faint' }, element('i'), label);
  document.querySelector('main')?.append(hint);
  const { offsetWidth } = label;

  return {
    update({ structure: { grid, pinned }, status: { blowUp } }: Frame): void {
      const particle = grid ? at(grid.rows, PLACE.row) * grid.columns + at(grid.columns, PLACE.column) : -1;
      const fits = particle >= 0 && !pinned[particle] && lab.page.tool === 'grab' && !lab.page.pose;
      const shown = fits && !lab.paused && !blowUp;
      hint.classList.toggle('faint', !shown);
      if (!shown) return;
      const [x, y] = lab.view.screenOf(particle);
      hint.classList.toggle('before', x + offsetWidth + MARGIN > innerWidth);
      hint.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    },
    /** Fades and is removed. */
    end(): void {
      hint.classList.add('faint');
      setTimeout(() => hint.remove(), FADE);
    },
  };
}

function at(count: number, share: number): number {
  return Math.round(share * (count - 1));
}
