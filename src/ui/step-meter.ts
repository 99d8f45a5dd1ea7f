import type { Stability, Status } from '../runtime/protocol';
import { element, setAttribute, setText } from './element';
import { formatQuantity } from './number-format';

/** Share of the limit above which the meter turns warm. */
const NEAR = 0.85;

/** How far dt is from the limit of the method: a thin bar, and the same in words. */
export function createStepMeter(into: HTMLElement): { write(status: Status): void } {
  const fill = element('i');
  const gauge = element(
    'span',
    {
      class: 'gauge',
      role: 'meter',
      'aria-label': 'dt against its limit',
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 0,
    },
    fill,
  );
  const limit = element('b');
  const shown = element(
    'span',
    {
      class: 'figure meter',
      title:
        'The time step against the limit of this method with these springs, for small motion. A safe limit is a bound for any state: a somewhat longer step may hold in this one. Where slower motion may gain energy below it, it is called the limit of the fastest mode',
    },
    'dt',
    gauge,
    limit,
  );
  into.append(shown);
  return {
    write({ params: { dt, clamp }, stability }) {
      const share = stability.dt > 0 ? dt / stability.dt : 2;
      setText(limit, describe(share, stability, clamp === 1));
      const percent = String(Math.round(100 * Math.min(1, share)));
      if (fill.style.width !== `${percent}%`) fill.style.width = `${percent}%`;
      setAttribute(gauge, 'aria-valuenow', percent);
      setAttribute(gauge, 'aria-valuetext', limit.textContent ?? '');
      shown.classList.toggle('warm', share > NEAR);
    },
  };
}

function describe(share: number, { dt, guaranteed }: Stability, clamped: boolean): string {
  if (dt === Number.POSITIVE_INFINITY && guaranteed) return 'no limit';
  if (dt === Number.POSITIVE_INFINITY) return clamped ? 'limit not known' : 'no limit while stretched';
  if (!(dt > 0)) return 'no dt is safe';
  // The meter has room for two words on a phone.
  const name = guaranteed ? 'safe limit' : 'mode limit';
  const limit = formatQuantity(Number(dt.toPrecision(2)), 's');
  return share > 1
    ? `${share < 9.95 ? share.toFixed(1) : Math.round(share)}× the ${name} ${limit}`
    : `${Math.round(100 * share)} % of ${name} ${limit}`;
}

/** A limit that slower motion may not keep to isn't called safe. */
export function limitName(guaranteed: boolean): string {
  return guaranteed ? 'safe limit' : 'fastest mode’s limit';
}
