/** The shows of blow-ups of companions: one for each run, while the others continue. */
import type { Simulation } from '../../physics';
import { createShow, type Show, type ShowControl } from './show';

export interface CompanionShows {
  /** In the order of the companions. */
  readonly all: readonly Pick<Show, 'shown' | 'state'>[];
  /**
   * Starts the shows of runs that have blown up since the last call, and ends those of runs that have not.
   * @param plays false: a still picture of the end
   */
  update(plays: boolean): void;
  /** @param elapsed wall seconds */
  advance(elapsed: number): void;
  control(control: ShowControl): void;
}

/** @param clock in ms */
export function createCompanionShows(
  runs: readonly { readonly simulation: Simulation }[],
  clock: () => number,
): CompanionShows {
  const shows = runs.map(() => createShow(clock));
  /** The blow-up that each shows. */
  const known = runs.map((): Simulation['blowUp'] => null);

  return {
    all: shows,
    update(plays) {
      runs.forEach(({ simulation }, i) => {
        const { blowUp } = simulation;
        if (blowUp === known[i]) return;
        known[i] = blowUp;
        shows[i].start(simulation, plays);
        if (blowUp && !plays) shows[i].control({ type: 'seek', position: 1 });
      });
    },
    advance(elapsed) {
      // Recording takes time: one after the other.
      const first = shows.find(({ shown }) => shown?.boxes === null);
      for (const show of shows) if (show === first || show.shown?.boxes) show.advance(elapsed);
    },
    control(control) {
      for (const [i, show] of shows.entries()) {
        const position = show.shown?.position ?? 0;
        if (control.type === 'repeat' && control.companion === i) {
          show.control({ type: 'seek', position: 0 });
          show.control({ type: 'play' });
        } else if (control.type === 'pause') show.control(control);
        else if (control.type === 'play' && position > 0 && position < 1) show.control({ type: 'play' });
      }
    },
  };
}
