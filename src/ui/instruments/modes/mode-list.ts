import { t } from '../../../language/translate';
import { texelLength } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { element } from '../../controls/element';
import { formatCount, formatNumber, formatPercent, formatQuantity } from '../../controls/number-format';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';
import { GROWS, lackOf, WITHOUT_LIMIT } from '../../lab/limit';
import { column, createTable, withNote } from '../parts/tables';

/** A table of modes with a radio button in each row. @param onChoice called when the user chooses a row */
export function createModeList(onChoice: () => void) {
  let modes: readonly ModeNow[] = [];
  let growths: readonly ModeGrowth[] = [];
  /** dt, s. */
  let h = 0;
  let chosen = -1;
  const { node, show, refresh } = createTable<ModeNow>({
    name: 'Modes',
    style: 'mode-list',
    columns: [
      column('Mode', 'Number of the mode, from this end of the spectrum', pickCell),
      column(
        'Frequency',
        'Frequency, and angular frequency ω. An unstable mode has none: its stiffness is negative, and it grows',
        (mode) => withNote(frequencyText(mode), rateText(mode)),
      ),
      column('ζ', 'Damping ratio; from 1 on the motion does not oscillate', dampingText),
      column('hω', 'Time step times ω, and dt relative to the largest stable dt of this mode', (mode, i) => {
        if (!growths[i]) return '';
        const [hOmega, ofLimit] = stepText(mode, growths[i], h);
        return withNote(hOmega, leftOutText(mode) || ofLimit);
      }),
      column(
        'Per step',
        'Growth factor of the amplitude per step of the method; of an unstable mode, that of the exact motion',
        (mode, i) => {
          if (!growths[i]) return '';
          const { growth } = growths[i];
          const trend = leftOutText(mode) && mode.growthRate === 0 ? 'steady' : trendOf(growth);
          return [factorText(growth), element('small', { class: trend }, growthText(growth, h))];
        },
      ),
    ],
    attributes: (_, i) => ({ 'aria-current': String(i === chosen) }),
  });
  // Its radio buttons scroll it by keyboard.
  node.removeAttribute('tabindex');
  // The keys of the page act again after a click on a row; by Tab and arrow keys the button keeps the focus.
  node.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) (target as Element).closest('tr')?.querySelector('input')?.click();
  });

  function pickCell(mode: ModeNow, i: number) {
    const radio = element('input', {
      type: 'radio',
      name: 'mode',
      'aria-label': t`Mode ${i + 1}, ${frequencyText(mode)}`,
      title: 'Play this mode in the view',
      change() {
        choose(i);
        onChoice();
      },
    });
    return element('td', element('span.pick', radio, ` ${i + 1}`));
  }

  const radios = () => [...node.querySelectorAll('input')];

  function choose(i: number): void {
    chosen = i;
    for (const [at, radio] of radios().entries()) radio.checked = at === i;
    refresh();
  }

  return {
    node,
    /** Index of the chosen mode; −1 for none. */
    get chosen() {
      return chosen;
    },
    /** Keeps the chosen index if the new list has it. */
    fill(next: readonly ModeNow[]) {
      const focused = radios().indexOf(document.activeElement as HTMLInputElement);
      [modes, growths] = [next, []];
      show(modes);
      choose(chosen < modes.length ? chosen : -1);
      radios()[focused]?.focus({ preventScroll: true });
    },
    /** Clears the choice. */
    clear: () => choose(-1),
    /** Shows the growth of each mode. @param dt s */
    showGrowth(next: readonly ModeGrowth[], dt: number) {
      [growths, h] = [next, dt];
      show(modes);
      choose(chosen);
    },
  };
}

/** Growth of a mode under a method. */
export interface ModeGrowth {
  /** Factor per step. */
  growth: number;
  /** Largest stable step for this mode, s. */
  limit: number;
}

/** Smaller damping ratios are rounding errors. */
const ROUNDING = 1e-6;

type Trend = 'grows' | 'steady' | 'decays';

function trendOf(growth: number): Trend {
  if (!(growth <= GROWS)) return 'grows';
  return growth * GROWS < 1 ? 'decays' : 'steady';
}

function frequencyText({ omega, growthRate }: ModeNow): string {
  if (growthRate > 0) return 'unstable';
  return `${formatNumber(omega / (2 * Math.PI), 4)} Hz`;
}

function dampingText({ zeta }: ModeNow): string {
  if (zeta < ROUNDING) return '0';
  return Number.isFinite(zeta) ? formatNumber(zeta, 3).replace('-', '−') : '∞';
}

/** ω, or how fast an unstable mode grows. */
function rateText({ omega, growthRate }: ModeNow): string {
  return growthRate > 0 ? t`grows as e^(${formatNumber(growthRate, 4)} t/s)` : `${Number(omega.toPrecision(6))} rad/s`;
}

/** Why a mode does not count for the limit; '' if it does. */
function leftOutText({ omega, growthRate, damping, across }: ModeNow): string {
  if (growthRate > 0) return 'left out: negative stiffness';
  if (omega === 0 && damping === 0) return 'left out: no stiffness';
  return across ? 'left out: nothing moves so' : '';
}

/** hω, and how near dt is to the limit of the mode. @param h dt, s */
function stepText({ omega, growthRate }: ModeNow, { limit }: ModeGrowth, h: number): [hOmega: string, ofLimit: string] {
  if (growthRate > 0) return ['–', ''];
  const hOmega = formatNumber(h * omega, 3);
  const lack = lackOf({ dt: limit, isBound: false });
  if (lack) return [hOmega, WITHOUT_LIMIT[lack]];
  // Motion without stiffness has ω = 0: then the limit is given in seconds.
  const largest = omega > 0 ? formatNumber(limit * omega, 3) : formatQuantity(limit, 's');
  return [hOmega, t`${formatPercent(h / limit)} of ${largest}`];
}

/** `× 0.99871` */
export function factorText(growth: number): string {
  const digits = Math.abs(growth - 1) < 1e-3 ? 7 : 5;
  return `× ${growth < 100 ? growth.toFixed(digits) : growth.toExponential(2)}`;
}

/** `decays: ½ in 12 ms` @param h dt, s */
export function growthText(growth: number, h: number): string {
  const trend = trendOf(growth);
  if (trend === 'steady') return t('steady');
  const time = (h * Math.LN2) / Math.abs(Math.log(growth));
  return trend === 'grows' ? t`grows: × 2 in ${timeText(time)}` : t`decays: ½ in ${timeText(time)}`;
}

function timeText(time: number): string {
  return time > 1e5 ? t('days') : time > 1e4 ? t('hours') : formatQuantity(time, 's');
}

/** The slowest or the fastest of some modes, in a sentence. */
export function modesSentence(modes: readonly ModeNow[], end: 'low' | 'high'): string {
  const moving = modes.filter(({ omega }) => omega > 0);
  const unstable = unstableSentence(modes);
  if (moving.length === 0) return t`${unstable}No mode here has a positive stiffness: nothing oscillates.`;
  const [first] = moving;
  const still = modes.filter(({ omega, growthRate }) => omega === 0 && growthRate === 0).length;
  const without = still > 0 ? t` ${still} of these ${modes.length} have no stiffness.` : '';
  const damping =
    first.zeta >= 1 ? 'so much damped that it does not oscillate' : t`damping ratio ζ = ${dampingText(first)}`;
  return t`${unstable}The ${end === 'low' ? 'slowest' : 'fastest'} mode has ${frequencyText(first)}, ${damping}.${without}`;
}

/** How many modes have negative stiffness, and what that means; '' if none has. */
export function unstableSentence(modes: readonly Pick<ModeNow, 'growthRate'>[]): string {
  const rates = modes.map(({ growthRate }) => growthRate).filter((rate) => rate > 0);
  if (rates.length === 0) return '';
  const which = rates.length === 1 ? 'One mode is unstable' : t`${rates.length} modes are unstable`;
  const time = timeText(Math.LN2 / Math.max(...rates));
  return t`${which}: this state is no stable equilibrium. A small displacement doubles in ${time}, with every method. `;
}

export type ModeNow = Answer<'modes'>['modes'][number];

/** Hz: a frequency that is easy to see. */
const VISIBLE = 0.5;
/** Hz: slower modes are played faster than in reality. */
const TOO_SLOW = 0.12;

/** Draws an oscillating mode in the view instead of the state. */
export function createModeAnimation(lab: Lab) {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');

  const animation = {
    /** Largest displacement of a particle, relative to the scene's size. */
    amplitude: 0.08,
    playing: false,
    play(mode: ModeNow, positions: ArrayLike<number>) {
      const { generation } = lab.frame.structure;
      const { shape } = mode;
      const rate = 2 * Math.PI * drawnFrequency(mode);
      const fullScale = sizeOf(positions) / largestDisplacement(shape);
      const drawn = new Float32Array(texelLength(shape.length / 3));
      const start = performance.now();
      animation.playing = true;
      lab.page.pose = ({ structure, texels }) => {
        if (structure.generation !== generation) return null;
        const phase = reduced.matches ? 1 : Math.sin((rate * (performance.now() - start)) / 1000);
        const scale = phase * animation.amplitude * fullScale;
        for (let i = 0; i < shape.length; i++) {
          const at = i + Math.floor(i / 3);
          drawn[at] = positions[at] + scale * shape[i];
        }
        // The fourth component is the colour, which stays that of the state.
        for (let at = 3; at < positions.length; at += 4) drawn[at] = texels[at];
        return drawn;
      };
    },
    stop() {
      if (animation.playing) lab.page.pose = null;
      animation.playing = false;
    },
  };
  return animation;
}

/** Hz. */
function drawnFrequency({ omega }: ModeNow): number {
  const frequency = omega / (2 * Math.PI);
  return frequency > VISIBLE || frequency < TOO_SLOW ? VISIBLE : frequency;
}

/** The speed of the animation compared with the mode itself, as a sentence. */
export function speedText(mode: ModeNow): string {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return 'Shown at full amplitude without motion, as your system requests reduced motion.';
  }
  if (mode.growthRate > 0) return 'An unstable mode grows and does not oscillate; the animation oscillates anyway.';
  if (mode.omega === 0) return 'This motion has zero stiffness and so no frequency; the animation oscillates anyway.';
  const times = mode.omega / (2 * Math.PI) / drawnFrequency(mode);
  if (times === 1) return 'Shown in real time.';
  const round = (value: number) =>
    value < 10 ? String(Number(value.toPrecision(2))) : formatCount(Number(value.toPrecision(2)));
  return t`Shown ${times > 1 ? t`${round(times)} times slower` : t`${round(1 / times)} times faster`} than real time.`;
}

/** Largest displacement of a particle in a mode shape, 3n. */
export function largestDisplacement(shape: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < shape.length; i += 3)
    largest = Math.max(largest, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
  return largest || 1;
}
