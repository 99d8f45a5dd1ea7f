/**
 * Loads the hint and the tour once the scene has moved for a while on a first visit, at once if it does not move because the system asks
 * for reduced motion, and when the tour is requested.
 */
import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { shownControls } from '../sharing/embedding/shown-controls';
import type { FirstVisit } from './first-visit';
import { remembers } from './memory';

/** Simulated time before anything is loaded, s: the page's own first load goes first. */
const LATE = 0.8;

export function createFirstVisitLoader(lab: Lab): { update(frame: Frame): void } {
  let visit: FirstVisit | null = null;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let waiting = !shownControls() && (!remembers('pulled') || !remembers('offered'));
  let loading = false;
  /** True once a particle was held: then the hint is not needed. */
  let pulled = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      visit = (await import('./first-visit')).createFirstVisit(lab, pulled);
    } catch (error) {
      // A hint that does not load is no loss, but what was requested is reported.
      if (lab.page.tour) lab.messages.rethrow(error);
    } finally {
      loading = false;
    }
  }

  return {
    update(frame) {
      const { held, time } = frame.status;
      pulled ||= held !== null;
      if (!visit && !loading && (lab.page.tour || (waiting && (time > LATE || still)))) {
        waiting = false;
        void load().catch(() => {
          lab.page.tour = false;
        });
      }
      visit?.update(frame);
    },
  };
}
