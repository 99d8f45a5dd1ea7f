/** What a first visit shows: the hint on the cloth, the offer of the tour, and the tour itself, also on later request. */
import './first-visit.css';
import type { Frame } from '../../runtime/frame/frame';
import { button, element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import { keep, recall } from '../controls/storage';
import type { Lab } from '../lab/lab';
import { shownControls } from '../sharing/embedding';
import { createTour, type Tour } from './tour';

/** Simulated time before anything is shown, s. */
const LATE = 0.8;

/**
 * Begins once the scene has moved for a while on a first visit, at once if it does not move because the system asks for reduced motion,
 * and when the tour is requested.
 */
export function createFirstVisit(lab: Lab): (frame: Frame) => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isFirst = !shownControls() && (!remembers('pulled') || !remembers('offered'));
  /** True once a particle was held: then the hint is not needed. */
  let pulled = false;
  let visit: ((frame: Frame) => void) | null = null;
  return (frame) => {
    const { held, time } = frame.status;
    pulled ||= held !== null;
    if (lab.page.tour || (isFirst && (time > LATE || still))) visit ??= begin(lab, pulled);
    visit?.(frame);
  };
}

/** @param pulled true if a particle was held already */
function begin(lab: Lab, pulled: boolean): (frame: Frame) => void {
  if (pulled) remember('pulled');
  let hint = remembers('pulled') || pulled ? null : createDragHint(lab);
  const isDefaultScene = lab.frame.status.scene === lab.catalog.scenes[0].id;
  let offer = remembers('offered') || lab.page.tour || !isDefaultScene ? null : createTourOffer(lab);
  if (offer) remember('offered');
  let tour: Tour | null = null;

  return (frame) => {
    const { held, scene, blowUp } = frame.status;
    if (hint && held !== null) {
      remember('pulled');
      hint.end();
      hint = null;
    }
    hint?.update(frame);
    // A blow-up needs the space, and who has seen one needs no tour.
    if (offer && (!offer.node.isConnected || lab.page.tour || blowUp || scene !== lab.catalog.scenes[0].id)) {
      offer.node.remove();
      offer = null;
    }
    offer?.update();
    if (lab.page.tour) tour ??= createTour(lab);
    else {
      tour?.end();
      tour = null;
    }
    tour?.update(frame);
  };
}

/** `pulled`: something was pulled, the hint is not needed again. `offered`: the tour was offered. `sound`: it is on. */
type Fact = 'pulled' | 'offered' | 'sound';

const keyOf = (fact: Fact) => `hooke.${fact}`;

export const remembers = (fact: Fact): boolean => recall(keyOf(fact)) !== null;

export const remember = (fact: Fact, holds = true): void => keep(keyOf(fact), holds ? '1' : null);

// A label on the cloth with a hand that points at a particle, and follows it.

/** Where the hint is on a grid of particles, as shares of its rows and columns. */
const PLACE = { row: 0.78, column: 0.5 };
/** Least distance of the label from the edge of the window, with the path of its motion, CSS pixels. */
const MARGIN = 20;
/** Time in which the hint fades, ms; as in the style sheet. */
const FADE = 400;

function createDragHint(lab: Lab) {
  const label = element('span', icon('grab'), 'drag me');
  const hint = element('div.faint', { id: 'drag-hint', 'aria-hidden': 'true' }, element('i'), label);
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

/**
 * The offer of the tour: two small buttons above the status bar. It takes no focus and can be dismissed. A page that stands still because
 * the system asks for reduced motion says so here.
 */
function createTourOffer(lab: Lab) {
  const take = button('Take a tour', 'Four short steps: pull, stiffen, watch it blow up, go implicit', () => {
    lab.page.tour = true;
  });
  const dismiss = button(icon('close'), 'Dismiss. The help (?) has the tour too', () => node.remove(), {
    'aria-label': 'Dismiss the tour',
  });
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const why = element(
    'p',
    { hidden: true },
    'Paused: your system asks for reduced motion.',
    button('Play', 'Start the run (Space)', () => lab.play()),
  );
  const node = element('section', { id: 'tour-offer', 'aria-label': 'Tour' }, why, take, dismiss);
  elementById('view-bar').append(node);
  return {
    /** The user's dismissal removes it. */
    node,
    update(): void {
      const waits = still && lab.paused;
      if (why.hidden === waits) why.hidden = !waits;
    },
  };
}
