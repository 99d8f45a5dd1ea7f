import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Arrow } from '../../render/view';
import type { Answer } from '../../runtime/queries';
import { button, element } from '../controls/element';
import { currentTheme, type Theme } from '../controls/media';
import { roundDown } from '../controls/number-format';
import { formatEntry, roundUp } from './parts/axis';
import { column, createTable, numberColumn, withNote } from './parts/tables';

export type ParticleNow = Answer<'inspect'>;

/** One arrow and table row: a force, a reaction, or their sum. */
interface ForcePart {
  id: string;
  label: string;
  force: Vec3;
  color: string;
}

/** Colours of Okabe and Ito, which are distinguishable with colour blindness, adjusted for contrast; labels say the same. */
const COLORS: Readonly<Record<string, Record<Theme, string>>> = {
  spring: { light: '#0072b2', dark: '#56b4e9' },
  gravity: { light: '#007a59', dark: '#35c79a' },
  drag: { light: '#a2437c', dark: '#e58fbd' },
  grab: { light: '#b84f00', dark: '#ffa04d' },
  other: { light: '#7a5c00', dark: '#f0e442' },
  reaction: { light: '#5c6166', dark: '#b4bac0' },
  sum: { light: '#111111', dark: '#ffffff' },
};

/** Length of the longest arrow relative to the scene's size: when the scale is chosen, and the limits before it is chosen again. */
const MAX_LENGTH = 0.3;
const TOO_LONG = 0.5;
const TOO_SHORT = 0.06;
/** Arrows shorter than this share of the longest are not drawn. */
const MIN_LENGTH = 0.01;

export const lengthOf = (v: readonly number[]): number => Math.hypot(...v);

/** All nonzero forces and reactions on the particle, then their sum. */
export function partsOf(now: ParticleNow): ForcePart[] {
  const color = (id: string) => (COLORS[id] ?? COLORS.other)[currentTheme()];
  const acting = [
    // Both drags have one color.
    ...now.forces.map((part) => ({ ...part, color: color(part.id.replace('air-', '')) })),
    ...now.reactions.map((part) => ({ ...part, color: color('reaction') })),
  ];
  const sum = { id: 'sum', label: 'Sum', force: now.sum, color: color('sum') };
  return [...acting.filter(({ force }) => lengthOf(force) > 0), sum];
}

/** Scale of the arrows: a length of `metres` shows a force of `newtons`. Both are round numbers. */
export interface ArrowScale {
  readonly metres: number;
  readonly newtons: number;
}

/** Keeps the present scale while it fits. @param size of the scene, m; @param largest force, N */
export function fitScale(size: number, largest: number, present: ArrowScale | null): ArrowScale | null {
  if (!(largest > 0 && size > 0)) return present;
  if (present) {
    const length = (largest * present.metres) / (present.newtons * size);
    if (length <= TOO_LONG && length >= TOO_SHORT) return present;
  }
  const metres = roundDown(size / 10);
  return { metres, newtons: roundUp((largest * metres) / (MAX_LENGTH * size)) };
}

/** The parts with one entry for each spring, labelled by the particle at its other end. */
export function splitSprings(now: ParticleNow, parts: readonly ForcePart[]): ForcePart[] {
  return parts.flatMap((part) =>
    part.id === 'spring'
      ? now.springs.map(({ neighbour, force }) => ({ ...part, label: String(neighbour), force }))
      : [part],
  );
}

export function arrowsOf(drawn: readonly ForcePart[], { metres, newtons }: ArrowScale, from: Vec3): Arrow[] {
  const longest = Math.max(...drawn.map(({ force }) => lengthOf(force)));
  return drawn
    .filter(({ force }) => lengthOf(force) > MIN_LENGTH * longest)
    .map(({ force, color, label }) => ({
      from,
      to: from.map((x, axis) => x + (force[axis] * metres) / newtons) as Vec3,
      color,
      label,
    }));
}

/** Formulas by id of the force, or by the kind at its beginning. */
const FORMULAS: Record<string, string> = {
  spring: 'Σ −[k(l − L₀) + k_d u] n',
  gravity: 'm g',
  drag: '−c v',
  'air-drag': '−c A v',
  grab: '−k_g(x − target) − 2√(k_g m) v',
  push: 'the same F on each particle',
  membrane: 'Σ −A₀ t P D_m⁻ᵀ',
  attraction: 'Σ −G m m′ d/(|d|² + ε²)^(3/2)',
  wind: 'Σ ⅓ · ½ρC_d A (w·n̂)|w·n̂| n̂',
  anchor: '−k(x − point) − c v',
  volume: '−κ (V − V₀)/V₀ ∂V/∂x',
  contact: 'reaction of surfaces',
  pin: 'reaction of the pin',
  hold: 'reaction of a rigid grab',
  sum: 'm a',
};

/** Said below the table, for those who cannot point at its heads. */
const SYMBOLS =
  'l: length. L₀: rest length. k: stiffness. k_d: damping coefficient. u: rate at which the spring becomes longer. T: tension, which pulls where it is positive. n: unit vector from the other particle to this one.';

/** The forces on a particle, and their sum, N. */
export function createForceTable() {
  const component = (head: string, of: (force: Vec3) => number) =>
    numberColumn(head, '', ({ force }: ForcePart) => threeDigits(of(force)));
  return createTable<ForcePart>({
    name: 'Forces',
    caption: 'Forces / N',
    style: 'forces',
    columns: [
      {
        head: t('source'),
        cell({ id, label, color }) {
          const swatch = element('span.swatch', { 'aria-hidden': 'true' });
          const formula = FORMULAS[id] ?? FORMULAS[id.split('-')[0]] ?? '';
          return element('th', { scope: 'row', style: `--color: ${color}` }, swatch, ...withNote(label, formula));
        },
      },
      component('|f|', lengthOf),
      ...['x', 'y', 'z'].map((axis, i) => component(axis, (force) => force[i])),
    ],
  });
}

/** The springs of a particle. @param inspect called with the particle at the other end of one */
export function createSpringTable(inspect: (particle: number) => void) {
  const table = createTable<SpringNow>({
    name: 'Springs',
    caption: 'Springs: T = k(l − L₀) + k_d u, f = −T n',
    style: 'springs',
    columns: [
      column(t('no.'), 'Number of the spring', ({ spring }) => String(spring)),
      column(t('to'), 'Particle at its other end; click to inspect it', ({ neighbour }) => [
        button(String(neighbour), t`Inspect particle ${neighbour}`, () => inspect(neighbour)),
      ]),
      numberColumn('l', 'Length', ({ length }) => formatEntry(length), 'm'),
      numberColumn('L₀', 'Rest length', ({ restLength }) => formatEntry(restLength), 'm'),
      numberColumn('k', 'Stiffness', ({ stiffness }) => formatEntry(stiffness), 'N/m'),
      numberColumn('k_d', 'Damping coefficient', ({ damping }) => formatEntry(damping), 'N·s/m'),
      numberColumn('u', 'Rate of elongation', ({ rate }) => threeDigits(rate), 'm/s'),
      numberColumn('T', 'Tension: positive pulls, negative pushes', ({ tension }) => threeDigits(tension), 'N'),
    ],
  });
  const node = element('div', table.node, element('p.now', SYMBOLS));
  return {
    node,
    show(springs: readonly SpringNow[]): void {
      node.hidden = springs.length === 0;
      table.show(springs);
    },
  };
}

type SpringNow = ParticleNow['springs'][number];

/** Three digits: these values change with every frame. */
function threeDigits(value: number): string {
  return formatEntry(Number(value.toPrecision(3)));
}
