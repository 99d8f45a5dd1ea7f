import type { Frame, Stability, Status } from '../../runtime/frame/frame';
import { ignoreShownError } from './ignore-shown-error';
import type { Lab } from './lab';
import { limitFound } from './limit-found';

/** Share of the limit that dt is brought to: enough to spare for springs that stretch. */
export const SHARE = 0.9;
/** Shares between which a dt that follows is left alone: it would change in every frame. */
const [LEAST, MOST] = [0.8, 0.94];

/** 90 % of the limit, s, rounded down to three digits; 0 where there is no limit, or no dt holds. */
export function nearLimit({ dt }: Stability): number {
  if (!(dt > 0 && dt < Number.POSITIVE_INFINITY)) return 0;
  return shortened(SHARE * dt, 3);
}

/** A positive number, rounded down to so many digits: 0.6875 becomes 0.68. */
export function shortened(value: number, digits: number): number {
  const last = 10 ** (Math.floor(Math.log10(value)) + 1 - digits);
  return Number((Math.floor(value / last) * last).toPrecision(digits));
}

/** Does nothing where there is no limit. */
export async function bringToLimit(lab: Lab): Promise<void> {
  await limitFound(lab);
  const dt = nearLimit(lab.frame.status.stability);
  if (dt > 0) await lab.set('dt', dt);
}

/** Whether a dt that follows has yet to come down to its limit. */
export function hasOutrun({ stability: { dt, fraction }, timeline, blowUp }: Status): boolean {
  return dt > 0 && fraction > 1 && !timeline.past && !blowUp;
}

/** Keeps dt near its limit while the lab follows it, until somebody else sets dt. */
export function createLimitFollower(lab: Lab): { update(frame: Frame): void } {
  /** dt as it was left, s. */
  let own: number | null = null;
  let busy = false;

  async function follow(): Promise<void> {
    busy = true;
    await bringToLimit(lab).finally(() => {
      busy = false;
    });
    own = lab.frame.status.params.dt;
  }

  return {
    update({ status: { params, stability, blowUp, timeline } }) {
      if (!lab.followsLimit) own = null;
      // What is recorded goes by as it was: a dt of another length would end it.
      if (!lab.followsLimit || busy || timeline.past) return;
      const begins = own === null;
      if (!begins && params.dt !== own) {
        lab.followsLimit = false;
        return;
      }
      own = params.dt;
      const { fraction } = stability;
      if (!blowUp && (begins || fraction < LEAST || fraction > MOST)) ignoreShownError(follow());
    },
  };
}
