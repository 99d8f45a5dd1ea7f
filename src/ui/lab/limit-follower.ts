import { t } from '../../language/translate';
import type { Frame, Stability, Status } from '../../runtime/frame/frame';
import { methodLabel } from './catalog-labels';
import type { Engine } from './engine-client';
import type { Lab } from './lab';
import { compareWithLimit } from './limit-text';
import { ignoreShownError } from './message-list';

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
