/** What a first visit shows: the hint on the cloth, the offer of the tour, and the tour itself, also on later request. */
import './first-visit.css';
import type { Frame } from '../../runtime/frame/frame';
import { keep, recall } from '../controls/storage';
import type { Lab } from '../lab/lab';
import { shownControls } from '../sharing/embedding';
import { createDragHint } from './drag-hint';
import { createTour, type Tour } from './tour';
import { createTourOffer } from './tour-offer';

interface FirstVisit {
  /** Call once a frame. */
  update(frame: Frame): void;
}

/** Simulated time before anything is shown, s. */
const LATE = 0.8;

/**
 * Begins once the scene has moved for a while on a first visit, at once if it does not move because the system asks for reduced motion,
 * and when the tour is requested.
 */
export function createFirstVisit(lab: Lab): FirstVisit {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isFirst = !shownControls() && (!remembers('pulled') || !remembers('offered'));
  /** True once a particle was held: then the hint is not needed. */
  let pulled = false;
  let visit: FirstVisit | null = null;
  return {
    update(frame) {
      const { held, time } = frame.status;
      pulled ||= held !== null;
      if (lab.page.tour || (isFirst && (time > LATE || still))) visit ??= begin(lab, pulled);
      visit?.update(frame);
    },
  };
}

/** @param pulled true if a particle was held already */
function begin(lab: Lab, pulled: boolean): FirstVisit {
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

/** `pulled`: something was pulled, the hint is not needed again. `offered`: the tour was offered. `sound`: it is on. */
type Fact = 'pulled' | 'offered' | 'sound';

const keyOf = (fact: Fact) => `hooke.${fact}`;

export const remembers = (fact: Fact): boolean => recall(keyOf(fact)) !== null;

export const remember = (fact: Fact, holds = true): void => keep(keyOf(fact), holds ? '1' : null);
