/** The limit of dt: each text about it takes its numbers and words from here, and each change of dt by it. What it is: docs/engine.md#analyse. */
import { t } from '../../language/translate';
import type { Frame, Stability, Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { formatMilliseconds, formatQuantity, ofLimit } from '../controls/number-format';
import { methodLabel } from './catalog-labels';
import type { Engine } from './engine-client';
import type { Lab } from './lab';
import { ignoreShownError } from './message-list';

/** A larger factor per step counts as growth; that of the engine, of which the page loads no code. */
export const GROWS = 1 + 1e-11;

type Limit = Pick<Stability, 'dt' | 'isBound'> & Partial<Pick<Stability, 'sought'>>;

/** What a text says where there is no number to compare dt with. */
export const WITHOUT_LIMIT = {
  none: 'no limit',
  sought: 'limit …',
  unknown: 'limit unknown',
  never: 'unstable at every dt',
};

/** Which of them; null where there is a number. */
export function lackOf({ dt, isBound, sought }: Limit): keyof typeof WITHOUT_LIMIT | null {
  if (dt === Number.POSITIVE_INFINITY) return 'none';
  if (dt > 0) return null;
  return sought ? 'sought' : isBound ? 'unknown' : 'never';
}

/**
 * `dt = 5 ms is 94 % of its limit with RK4, 5.34 ms`, or what the method lacks: `RK4 has no known limit`.
 * @param dt s @param method its label
 */
export function compareWithLimit(dt: number, limit: Limit, method: string): string {
  const lack = lackOf(limit);
  if (lack === null) {
    const [most, least] = limit.isBound ? ['at most ', 'at least '] : ['', ''];
    const step = `dt = ${formatQuantity(dt, 's')}`;
    return t`${step} is ${most}${ofLimit(dt / limit.dt)} its limit with ${method}, ${least}${formatQuantity(limit.dt, 's')}`;
  }
  if (lack === 'none') return t`${method} has no limit for small motion`;
  return t`${method} ${lack === 'never' ? 'is unstable at every dt' : 'has no known limit'}`;
}

/** What the limit says about the present dt, in one sentence: the same for every instrument. */
export function limitSentence(catalog: Catalog, { stability, params, integrator }: Status): string {
  const { fraction, grows, sought, isBound } = stability;
  const method = methodLabel(catalog, integrator);
  const lack = lackOf(stability);
  if (lack === 'none') {
    return params.clamp === 0 && catalog.integrators.find(({ id }) => id === integrator)?.implicit
      ? t`With ${method}, dt has no limit for small motion while no spring is compressed.`
      : t`With ${method}, dt has no limit for small motion.`;
  }
  if (sought) return 'The limit of dt is being computed.';
  if (lack === 'unknown') return 'The limit of dt is not known yet: pause the run, and it is computed.';
  if (lack) return t`With ${method}, motion grows at every dt here, as too little damps it.`;
  const comparison = compareWithLimit(params.dt, stability, method);
  if (fraction <= 1) return t`${comparison}: small motion stays small.`;
  if (isBound) return t`${comparison}: small motion may grow.`;
  return grows
    ? t`${comparison}: small motion grows.`
    : t`${comparison}, at this moment: what grows is too small to be seen, and decays again below the limit.`;
}

/** From here on a multiple of the limit is a power of ten: its place has a fixed width. */
const LARGE = 9999;

/** dt relative to its limit, for the meter: `94 % of limit 5.34 ms`. */
export function describeLimit(catalog: Catalog, { params, integrator, stability }: Status): string {
  const { dt, fraction, sought, isBound } = stability;
  const lack = lackOf(stability);
  if (lack === 'none') {
    const { implicit, solvesSprings, createsNoEnergy } = catalog.integrators.find(({ id }) => id === integrator) ?? {};
    // If springs are compressed, an unclamped matrix may be indefinite at any dt.
    if (implicit && params.clamp === 0) return 'no limit while stretched';
    // Springs that turn within a step can gain energy.
    const holds = !(implicit || solvesSprings) || (createsNoEnergy && params.lineSearch === 1);
    return holds ? WITHOUT_LIMIT.none : 'no limit for small motion';
  }
  if (lack) return WITHOUT_LIMIT[lack];
  // Until the search for it ends, only a lower bound of the limit is known.
  if (sought) return t`limit ≥ ${formatMilliseconds(dt)}`;
  const [most, least] = isBound ? ['≤ ', '≥ '] : ['', ''];
  const limit = `${least}${formatMilliseconds(dt)}`;
  const share = fraction < LARGE ? ofLimit(fraction) : `${fraction.toExponential(1).replace('e+', 'e')} ×`;
  return t`${most}${share} limit ${limit}`;
}

/** Share of the limit that dt is set to; the rest is a margin for springs that stretch. */
const SHARE = 0.9;
/** While dt follows the limit, it stays unchanged between these shares of the limit. */
const [MIN_FRACTION, MAX_FRACTION] = [0.8, 0.94];

/** True if dt is above the limit of the method in the present state. */
export function exceedsLimit({ params, stability }: Status): boolean {
  return params.dt > stability.dt;
}

/** 90 % of the limit, s, rounded down to three digits; 0 if there is no limit, or if every dt is unstable. */
export function nearLimit({ dt }: Stability): number {
  if (!(dt > 0 && dt < Number.POSITIVE_INFINITY)) return 0;
  return roundDown(SHARE * dt, 3);
}

/**
 * A shorter dt than this one to continue with, s, to two digits; 0 if every dt is unstable. It is at most 90 % of the limit. The limit
 * holds for small motion: a dt that was below it already is halved.
 */
export function safeStep(dt: number, limit: number): number {
  if (!(limit > 0)) return 0;
  const most = SHARE * limit;
  return roundDown(Math.min(most, dt > most ? Number.POSITIVE_INFINITY : dt / 2), 2);
}

/** Rounds a positive number down to this many digits: 0.6875 to two digits is 0.68. */
function roundDown(value: number, digits: number): number {
  const last = 10 ** (Math.floor(Math.log10(value)) + 1 - digits);
  return Number((Math.floor(value / last) * last).toPrecision(digits));
}

/** Resolves when the limit of the present state is known. Each frame that is requested continues the search. */
export async function limitFound(engine: Engine): Promise<void> {
  while (engine.frame.status.stability.sought) await engine.settled();
}

/** Sets dt to 90 % of its limit; does nothing if there is no limit. */
export async function bringToLimit(engine: Engine): Promise<void> {
  await limitFound(engine);
  const dt = nearLimit(engine.frame.status.stability);
  if (dt > 0) await engine.set('dt', dt);
}

/** True if a dt that follows its limit is still above it. */
export function isAboveLimit(status: Status): boolean {
  return status.stability.dt > 0 && exceedsLimit(status) && !status.timeline.past && !status.blowUp;
}

/** Keeps dt near its limit while `followsLimit` is set; clears it when dt is set in another way. */
export function createLimitFollower(lab: Lab): (frame: Frame) => void {
  /** dt as the follower set it last, s. */
  let own: number | null = null;
  let busy = false;

  async function follow(): Promise<void> {
    busy = true;
    await bringToLimit(lab.engine).finally(() => {
      busy = false;
    });
    own = lab.frame.status.params.dt;
  }

  return ({ status: { params, stability, blowUp, timeline } }) => {
    const { page } = lab;
    if (!page.followsLimit) own = null;
    // During a replay dt stays as recorded: another dt would end the replay.
    if (!page.followsLimit || busy || timeline.past) return;
    const starts = own === null;
    if (!starts && params.dt !== own) {
      page.followsLimit = false;
      return;
    }
    own = params.dt;
    const { fraction } = stability;
    if (!blowUp && (starts || fraction < MIN_FRACTION || fraction > MAX_FRACTION)) ignoreShownError(follow());
  };
}

// What a run that stands still waits for: it has stopped at a blow-up, or its scene was chosen while it was paused.

/**
 * Resumes from the last good state. If dt is above its limit the run would blow up again: then the message about the blow-up is
 * shown again, with the reason why the run stays stopped.
 * @param what the button or key that was pressed
 * @returns true if the run continues
 */
export async function continueRun(lab: Lab, what: 'Play' | 'Step'): Promise<boolean> {
  await limitFound(lab);
  if (lab.page.followsLimit && exceedsLimit(lab.frame.status)) await bringToLimit(lab);
  const { status } = lab.frame;
  // Something else may have ended the blow-up meanwhile.
  if (status.blowUp === null) return true;
  if (exceedsLimit(status)) {
    if (status.replay) await lab.controlReplay({ type: 'end' });
    const reason = compareWithLimit(status.params.dt, status.stability, methodLabel(lab.catalog, status.integrator));
    lab.messages.reopen('blow-up', t`${what} does not resume: ${reason}.`);
    return false;
  }
  await lab.send({ type: 'resume' });
  return true;
}

/** Loads a scene that the user has chosen. If the run is paused it stays so, and the page says it. */
export async function chooseScene(lab: Lab, id: string): Promise<void> {
  await lab.set('scene', id);
  sayIfPaused(lab);
}

/** The scene that has just been loaded stands still: the page says why, until it moves. */
export function sayIfPaused(lab: Lab): void {
  if (lab.paused) lab.page.pausedLoad = lab.frame.status.loadNumber;
}
