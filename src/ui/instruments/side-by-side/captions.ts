/** The colours and the names of runs that are compared: in the view, and in the instrument. */
import { t } from '../../../language/translate';
import type { BlowUp } from '../../../physics';
import type { Structure } from '../../../runtime/frame/frame';
import type { Theme } from '../../controls/media';
import { LINE_COLORS } from '../parts/line-markers';

/** Colour of the main run: that of the cloth, or of other bodies. */
const CLOTH: Record<Theme, string> = { light: '#24646d', dark: '#d3c3a6' };
const BODIES = '#8d949c';

/** The colours of the main run and its companions, which the style sheet of the instrument gets as `--run-0` and so on. */
export function colorRuns(node: HTMLElement, { surface }: Structure, theme: Theme): string[] {
  const colors = [surface.length > 0 ? CLOTH[theme] : BODIES, ...LINE_COLORS[theme]];
  colors.forEach((color, i) => {
    node.style.setProperty(`--run-${i}`, color);
  });
  return colors;
}

/** What the view writes above each run; the instrument says when and why one blew up. */
export const captionsOf = (runs: readonly { label: string; blowUp: BlowUp | null }[], colors: readonly string[]) =>
  runs.map(({ label, blowUp }, i) => ({ label: blowUp ? t`Blew up: ${label}` : label, color: colors[i] }));
