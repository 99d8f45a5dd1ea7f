import { t } from '../../language/translate';
import type { LeagueEntry, LeagueReport } from '../../physics/analysis/studies/league-study';
import { formatPercent, prefixed } from '../controls/number-format';
import { motionText } from './parts/job-control';

/** `dt = 16.7 ms, 20 iterations` */
export function settingsText({ dt, iterations }: Pick<LeagueEntry, 'dt' | 'iterations'>): string {
  const passes = iterations === null ? '' : `, ${iterations === 1 ? t`1 iteration` : t`${iterations} iterations`}`;
  return `dt = ${prefixed(dt, 's')}${passes}`;
}

/** `3.1 mm`, or why there is no error. */
export function errorText({ error, outcome }: LeagueEntry): string {
  return error === null ? outcome : lengthText(error);
}

/** Computing time of a second of motion: `29.5 ms/s`. The clock of a browser may show none for a short run. */
export const costText = ({ cost }: LeagueEntry) => `${cost > 0 ? prefixed(cost / 1000, 's') : '0 s'}/s`;

/** `−12 %` of the largest kinetic energy. */
export const energyText = ({ energy }: LeagueEntry) => formatPercent(energy).replace('-', '−');

/** Who wins what, or why there is no winner, in a sentence. @param throws as in the arguments @param label of a method by its id */
export function conclusionText(report: LeagueReport, throws: boolean, label: (id: string) => string): string {
  const { duration, visible, moved, reference, winner, doubt, entries } = report;
  const motion = motionText(throws, prefixed(duration, 's'));
  const seen = prefixed(visible, 'm');
  if (doubt === 'still') {
    return t`Nothing to compare: in ${motion} the scene moves by ${lengthText(moved)}, less than the ${seen} that are seen.`;
  }
  if (doubt === 'reference') {
    const error =
      reference.error === null ? 'its error is unknown' : t`its own error is ${lengthText(reference.error)}`;
    return t`No method can be judged in ${motion}: the reference is not known well enough, ${error}.`;
  }
  if (!winner) return t`In ${motion} no run stays within ${seen} of the exact motion without making energy.`;
  const count = new Set(entries.map(({ method }) => method)).size;
  const rivals = count === 1 ? 'the only method' : t`the cheapest of ${count} methods`;
  return t`In ${motion}, ${label(winner.method)} at ${settingsText(winner)} is ${rivals} within ${seen} of the exact motion that makes no energy: ${costText(winner)} of computing, error ${errorText(winner)}.`;
}

/** Pictures that a screen usually shows in a second. */
const PICTURES = 60;

/** A part that would be written as 0.0 %. */
const SMALL_PART = 5e-4;

/** The most accurate run that makes no energy and fits into a budget; null: none does. @param budget ms of computing for a picture */
export function runWithin({ front }: LeagueReport, budget: number): LeagueEntry | null {
  return front.findLast(({ cost }) => budget > 0 && cost <= PICTURES * budget) ?? null;
}

/** What fits into a budget, in a sentence. @param budget as above @param label of a method by its id */
export function adviceText(report: LeagueReport, budget: number, label: (id: string) => string): string {
  if (!(budget > 0)) return 'Enter a time in ms, such as 1 or 0.5.';
  const { front, size, reference } = report;
  if (front.length === 0) return 'No run can be advised: see above.';
  // The clock of a browser may show none for a short run.
  const own = (cost: number) => (cost > 0 ? prefixed(cost / 1000 / PICTURES, 's') : 'too little to be measured');
  const best = runWithin(report, budget);
  if (!best)
    return t`No run fits: the cheapest without made energy, ${label(front[0].method)} at ${settingsText(front[0])}, takes ${own(front[0].cost)} for a picture.`;
  const error = (best.error ?? 0) + (reference.error ?? 0);
  return t`At ${PICTURES} pictures a second: ${label(best.method)} at ${settingsText(best)}. It takes ${own(best.cost)} for a picture here, and its error in this motion is at most ${lengthText(error)}, ${error < SMALL_PART * size ? 'less than 0.1 %' : formatPercent(error / size)} of the scene’s size.`;
}

const lengthText = (length: number) => prefixed(Math.max(length, 1e-12), 'm');

/** The report in a sentence. @param throws as in the arguments @param label of a method by its id */
export function aboutText(
  { duration, reference, visible }: LeagueReport,
  throws: boolean,
  label: (id: string) => string,
): string {
  const own = reference.error === null ? '' : t`, itself ${lengthText(reference.error)} from the limit of short steps`;
  const start = throws ? 'after a standard throw from the current state' : 'from the current state';
  return t`${prefixed(duration, 's')} of motion ${start}, nothing grabbed. Reference: ${label(reference.method)} at dt = ${prefixed(reference.dt, 's')}${own}. An error of ${prefixed(visible, 'm')}, 1 % of the scene’s size, is not seen. A run that ends with more than 1 % of the largest kinetic energy above the reference makes energy.`;
}

/** The runs of a method that no other run of it beats in both error and time, by time. */
export function bestRuns(entries: readonly LeagueEntry[], method: string): (LeagueEntry & { error: number })[] {
  const known = entries.filter(
    (one): one is LeagueEntry & { error: number } => one.method === method && one.error !== null && one.error > 0,
  );
  let least = Number.POSITIVE_INFINITY;
  return known
    .sort((a, b) => a.cost - b.cost)
    .filter(({ error }) => {
      if (error >= least) return false;
      least = error;
      return true;
    });
}

/** The run that speaks for a method: the winner, or the cheapest whose error is not seen, else the one of the least error; null: none finished. */
export function bestRun({ entries, visible, winner }: LeagueReport, method: string): LeagueEntry | null {
  // A cheaper run of it may make energy.
  if (winner?.method === method) return winner;
  const best = bestRuns(entries, method);
  return best.find(({ error }) => error <= visible) ?? best.at(-1) ?? null;
}

const HEADS = [
  'method',
  'dt / s',
  'iterations',
  'error / m',
  'computing time per simulated second / ms',
  'energy above the reference / largest kinetic energy',
  'largest strain',
  'outcome',
];

/** All runs as rows of a table, with a head. */
export function tableOf({ entries }: LeagueReport): (string | number | null)[][] {
  return [
    HEADS,
    ...entries.map(({ method, dt, iterations, error, cost, energy, stretch, outcome }) => {
      const isDone = outcome === 'finished';
      return [method, dt, iterations, error, cost, isDone ? energy : null, isDone ? stretch : null, outcome];
    }),
  ];
}
