/** What a duel says: the growth factor of each method, and what became of its run. */
import { t } from '../../../language/translate';
import type { BlowUp } from '../../../physics';
import type { Frame, Structure } from '../../../runtime/frame/frame';
import { currentTheme, type Theme } from '../../controls/media';
import { formatNumber, formatQuantity } from '../../controls/number-format';
import { GROWS } from '../../lab/limit';
import { LINE_COLORS } from '../parts/line-markers';

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

/** Colour of the main run: that of the cloth, or of other bodies. */
const CLOTH: Record<Theme, string> = { light: '#24646d', dark: '#d3c3a6' };
const BODIES = '#8d949c';

/** The colours of the main run and its companions, which the style sheet of the instrument gets as `--run-0` and so on. */
export function colorRuns(node: HTMLElement, { surface }: Structure): string[] {
  const theme = currentTheme();
  const colors = [surface.length > 0 ? CLOTH[theme] : BODIES, ...LINE_COLORS[theme]];
  colors.forEach((color, i) => {
    node.style.setProperty(`--run-${i}`, color);
  });
  return colors;
}

/** What the view writes above each run; the instrument says when and why one blew up. */
export const captionsOf = (runs: readonly { label: string; blowUp: BlowUp | null }[], colors: readonly string[]) =>
  runs.map(({ label, blowUp }, i) => ({ label: blowUp ? t`Blew up: ${label}` : label, color: colors[i] }));
