/** The offer of the tour: two small buttons above the status bar. It takes no focus and can be dismissed. */
import { button, element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import type { PageState } from '../lab/page-state';

export interface TourOffer {
  /** False once the user has dismissed it. */
  readonly isOpen: boolean;
  end(): void;
}

export function createTourOffer(page: PageState): TourOffer {
  let isOpen = true;
  const take = button('Take a tour', 'Four short steps: pull, stiffen, watch it blow up, go implicit', () => {
    page.tour = true;
  });
  const dismiss = element(
    'button',
    {
      type: 'button',
      'aria-label': 'Dismiss the tour',
      title: 'Dismiss. The help (?) has the tour too',
      click() {
        isOpen = false;
      },
    },
    icon('close'),
  );
  const offer = element('section', { id: 'tour-offer', 'aria-label': 'Tour' }, take, dismiss);
  elementById('view-bar').append(offer);
  return {
    get isOpen() {
      return isOpen;
    },
    end: () => offer.remove(),
  };
}
