/** Each text about the limit of dt takes its numbers and words from here. What the limit is: docs/engine.md#analyse. */
import { t } from '../../language/translate';
import type { Stability, Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { formatMilliseconds, formatQuantity, ofLimit } from '../controls/number-format';
import { methodLabel } from './catalog-labels';

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
