/** What a first visit shows: the hint on the cloth, the offer of the tour, and the tour itself, also on later request. */
import './first-visit.css';
import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { createDragHint } from './drag-hint';
import { remember, remembers } from './memory';
import { createTour, type Tour } from './tour';
import { createTourOffer } from './tour-offer';

export interface FirstVisit {
  /** Call once a frame. */
  update(frame: Frame): void;
}

/** @param pulled true if a particle was held already */
export function createFirstVisit(lab: Lab, pulled: boolean): FirstVisit {
  if (pulled) remember('pulled');
  let hint = remembers('pulled') || pulled ? null : createDragHint(lab);
  const isDefaultScene = lab.frame.status.scene === lab.catalog.scenes[0].id;
  let offer = remembers('offered') || lab.page.tour || !isDefaultScene ? null : createTourOffer(lab);
  if (offer) remember('offered');
  let tour: Tour | null = null;

  return {
    update(frame) {
      const { held, scene, blowUp } = frame.status;
      if (hint && held !== null) {
        remember('pulled');
        hint.end();
        hint = null;
      }
      hint?.update(frame);
      // A blow-up needs the space, and who has seen one needs no tour.
      if (offer && (!offer.isOpen || lab.page.tour || blowUp || scene !== lab.catalog.scenes[0].id)) {
        offer.end();
        offer = null;
      }
      offer?.update();
      if (lab.page.tour) tour ??= createTour(lab);
      else if (tour) {
        tour.end();
        tour = null;
      }
      tour?.update(frame);
    },
  };
}
