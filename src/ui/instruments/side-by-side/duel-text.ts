/** What a duel says: the growth factor of each method, and what became of its run. */
import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { formatNumber, formatQuantity } from '../../controls/number-format';

/** A larger factor counts as growth, as for the limit: a smaller one may be rounding error. */
const GROWS = 1 + 1e-11;

/** One of the two runs. */
export interface Side extends Pick<Frame['status'], 'blowUp' | 'replay'> {
  /** Of its method. */
  label: string;
  /** Of the fastest mode, per step; null: not known, or nothing has stiffness. */
  growth: number | null;
}

/** With more digits near 1, where they decide. */
export function growthText(growth: number | null): string {
  if (growth === null) return '–';
  return formatNumber(growth, Math.abs(growth - 1) < 0.01 ? 5 : 3);
}

/** @param since time at which the runs were equal, s */
export function fateText({ blowUp, growth, replay }: Side, since: number): string {
  if (blowUp) {
    const shown = replay?.playing ? ', shown in slow motion' : '';
    return t`blew up after ${formatQuantity(blowUp.time - since, 's')}${shown}`;
  }
  return growth !== null && !(growth <= GROWS) ? 'has not blown up yet' : t('holds');
}

/** @param dt s @param since as above */
export function duelSentence(sides: readonly Side[], dt: number, since: number): string {
  const step = formatQuantity(dt, 's');
  const known = sides.every(({ growth }) => growth !== null);
  const parts = sides.map((side) => {
    const { label, growth, blowUp } = side;
    const fate = fateText(side, since);
    if (!known) return t`${label} ${fate}`;
    // The factor is that of small motion in one mode.
    const other = blowUp && growth !== null && growth <= GROWS ? ' by other motion' : '';
    return t`${growthText(growth)} with ${label}, which ${fate}${other}`;
  });
  const what = known ? t`Growth factors per step of the fastest mode at dt = ${step}` : t`At dt = ${step}`;
  return `${what}: ${parts.join(known ? t(', and ') : '; ')}.`;
}
