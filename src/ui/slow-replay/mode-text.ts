/** The mode that grew in a blow-up, in words. */
import { t } from '../../language/translate';
import type { Answer } from '../../runtime/queries';
import { formatCount, formatNumber } from '../controls/number-format';

export type Onset = NonNullable<Answer<'onset'>>;

const SHAPES: Record<Onset['shape'], string> = {
  local: 'a few particles only',
  alternating: 'neighbours in opposite directions',
  smooth: 'neighbours in the same direction',
  mixed: 'neighbours in different directions',
};

const MODES: Record<Onset['kind'], string> = {
  structural: 'a stretching mode',
  shear: 'a shear mode',
  bend: 'a bending mode',
};
const DAMPED: Record<Onset['kind'], string> = {
  structural: 'a stretching motion whose damping overshoots',
  shear: 'a shear motion whose damping overshoots',
  bend: 'a bending motion whose damping overshoots',
};

/** Names the mode, and says how fast it grew and where it began. Its hω changes while it grows: it is one of the figures. */
export function modeText({ shape, kind, omega, damping, dt, growth, step, particle, spring }: Onset): string {
  const damped = dt * damping > dt * omega;
  const name = damped ? DAMPED[kind] : MODES[kind];
  const faster = growth > 1.001 && Number.isFinite(growth) ? t`, ${three(growth)} × per step` : '';
  const place = t`particle ${particle}${spring === null ? '' : t` and spring ${spring}`}`;
  return t`What grew: ${name}, ${SHAPES[shape]}${faster}. It began at ${place}, in step ${formatCount(step)}.`;
}

function three(value: number): string {
  return formatNumber(value, 3);
}
