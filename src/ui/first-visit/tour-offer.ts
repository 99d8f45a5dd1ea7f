/**
 * The offer of the tour: two small buttons above the status bar. It takes no focus and can be dismissed. A page that stands still because
 * the system asks for reduced motion says so here.
 */
import { button, element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';

export function createTourOffer(lab: Lab) {
  let isOpen = true;
  const take = button('Take a tour', 'Four short steps: pull, stiffen, watch it blow up, go implicit', () => {
    lab.page.tour = true;
  });
  const dismiss = button(
    icon('close'),
    'Dismiss. The help (?) has the tour too',
    () => {
      isOpen = false;
    },
    { 'aria-label': 'Dismiss the tour' },
  );
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const why = element(
    'p',
    { hidden: true },
    'Paused: your system asks for reduced motion.',
    button('Play', 'Start the run (Space)', () => lab.play()),
  );
  const offer = element('section', { id: 'tour-offer', 'aria-label': 'Tour' }, why, take, dismiss);
  elementById('view-bar').append(offer);
  return {
    /** False once the user has dismissed it. */
    get isOpen() {
      return isOpen;
    },
    update(): void {
      const shown = still && lab.paused;
      if (why.hidden === shown) why.hidden = !shown;
    },
    end: () => offer.remove(),
  };
}
