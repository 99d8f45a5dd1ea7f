import type { Vec3 } from '../../../physics';
import type { Arrow } from '../../../render/view';
import type { Answer } from '../../../runtime/queries';
import { element, setText } from '../../controls/element';
import type { Theme } from '../../controls/media';
import { formatEntry, roundDown, roundUp } from '../parts/axis';
import { createScrollTable, type Head } from '../parts/tables';

export type ParticleNow = Answer<'inspect'>;

/** One arrow and table row: a force, a reaction, or their sum. */
interface ForcePart {
  id: string;
  label: string;
  force: Vec3;
  color: string;
}

/** Colours of Okabe and Ito, which are distinguishable with colour blindness, adjusted for contrast; labels say the same. */
const COLORS: Record<Theme, Record<'spring' | 'gravity' | 'drag' | 'grab' | 'other' | 'reaction' | 'sum', string>> = {
  light: {
    spring: '#0072b2',
    gravity: '#007a59',
    drag: '#a2437c',
    grab: '#b84f00',
    other: '#7a5c00',
    reaction: '#5c6166',
    sum: '#111111',
  },
  dark: {
    spring: '#56b4e9',
    gravity: '#35c79a',
    drag: '#e58fbd',
    grab: '#ffa04d',
    other: '#f0e442',
    reaction: '#b4bac0',
    sum: '#ffffff',
  },
};

/** Length of the longest arrow relative to the scene's size: when the scale is chosen, and the limits before it is chosen again. */
const LONGEST = 0.3;
const TOO_LONG = 0.5;
const TOO_SHORT = 0.06;
/** Arrows shorter than this share of the longest are not drawn. */
const SHORTEST = 0.01;

export const lengthOf = (v: readonly number[]): number => Math.hypot(...v);

/** All nonzero forces and reactions on the particle, then their sum. */
export function partsOf(now: ParticleNow, theme: Theme): ForcePart[] {
  const colors = COLORS[theme];
  const own = (id: string) => (id in colors ? colors[id as keyof typeof colors] : colors.other);
  const acting = [
    // Both drags have one color.
    ...now.forces.map((part) => ({ ...part, color: own(part.id.replace('air-', '')) })),
    ...now.reactions.map((part) => ({ ...part, color: colors.reaction })),
  ];
  const sum = { id: 'sum', label: 'Sum', force: now.sum, color: colors.sum };
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
  return { metres, newtons: roundUp((largest * metres) / (LONGEST * size)) };
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
    .filter(({ force }) => lengthOf(force) > SHORTEST * longest)
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

const FORCE_HEADERS: readonly Head[] = [['source'], ['|f|'], ['x'], ['y'], ['z']];
const SPRING_HEADERS: readonly Head[] = [
  ['no.', 'Number of the spring'],
  ['to', 'Particle at its other end; click to inspect it'],
  ['l', 'Length', 'm'],
  ['L₀', 'Rest length', 'm'],
  ['k', 'Stiffness', 'N/m'],
  ['k_d', 'Damping coefficient', 'N·s/m'],
  ['u', 'Rate of elongation', 'm/s'],
  ['T', 'Tension: positive pulls, negative pushes', 'N'],
];

/** Said below the table, for those who cannot point at its heads. */
const SYMBOLS =
  'l: length. L₀: rest length. k: stiffness. k_d: damping coefficient. u: rate at which the spring becomes longer. T: tension, which pulls where it is positive. n: unit vector from the other particle to this one.';

interface ForceTable {
  readonly node: HTMLElement;
  show(parts: readonly ForcePart[]): void;
}

/** The forces on a particle, and their sum. */
export function createForceTable(): ForceTable {
  const { node, body } = createScrollTable('Forces', 'Forces / N', 'forces', FORCE_HEADERS);
  let names = '';
  return {
    node,
    show(parts) {
      const now = parts.map(({ id, label, color }) => `${id} ${label} ${color}`).join();
      if (now !== names) body.replaceChildren(...parts.map(forceRow));
      names = now;
      parts.forEach(({ force }, row) => {
        [lengthOf(force), ...force].forEach((value, i) => {
          setText(body.rows[row].cells[i + 1], threeDigits(value));
        });
      });
    },
  };
}

function forceRow({ id, label, color }: ForcePart): HTMLElement {
  const formula = FORMULAS[id] ?? FORMULAS[id.split('-')[0]];
  const name = element('th', { scope: 'row' }, element('span', { class: 'swatch', 'aria-hidden': 'true' }), label);
  name.style.setProperty('--color', color);
  if (formula) name.append(element('small', {}, formula));
  return element('tr', {}, name, ...[0, 1, 2, 3].map(() => element('td', { class: 'number' })));
}

interface SpringTable {
  readonly node: HTMLElement;
  show(springs: ParticleNow['springs']): void;
}

/** The springs of a particle. @param inspect called with the particle at the other end of one */
export function createSpringTable(inspect: (particle: number) => void): SpringTable {
  const { node, body } = createScrollTable(
    'Springs',
    'Springs: T = k(l − L₀) + k_d u, f = −T n',
    'springs',
    SPRING_HEADERS,
  );
  let names = '';
  const symbols = element('p', { class: 'now' }, SYMBOLS);
  const all = element('div', {}, node, symbols);
  return {
    node: all,
    show(springs) {
      const now = springs.map(({ spring, neighbour }) => `${spring} ${neighbour}`).join();
      if (now !== names) body.replaceChildren(...springs.map((row) => springRow(row, inspect)));
      names = now;
      all.hidden = springs.length === 0;
      springs.forEach(({ length, restLength, stiffness, damping, rate, tension }, row) => {
        const texts = [
          ...[length, restLength, stiffness, damping].map(formatEntry),
          threeDigits(rate),
          threeDigits(tension),
        ];
        texts.forEach((text, i) => {
          setText(body.rows[row].cells[i + 2], text);
        });
      });
    },
  };
}

/** Three digits: these values change with every frame. */
function threeDigits(value: number): string {
  return formatEntry(Number(value.toPrecision(3)));
}

function springRow(
  { spring, neighbour }: ParticleNow['springs'][number],
  inspect: (particle: number) => void,
): HTMLElement {
  const button = element(
    'button',
    { type: 'button', title: `Inspect particle ${neighbour}`, click: () => inspect(neighbour) },
    String(neighbour),
  );
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, String(spring)),
    element('td', {}, button),
    ...SPRING_HEADERS.slice(2).map(() => element('td', { class: 'number' })),
  );
}
