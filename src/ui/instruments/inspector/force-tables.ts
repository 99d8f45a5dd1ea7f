import { element, setText } from '../../controls/element';
import { formatEntry } from '../parts/numbers';
import { createScrollTable, type Head } from '../parts/tables';
import { type ForcePart, lengthOf, type ParticleNow } from './force-arrows';

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

export interface ForceTable {
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

export interface SpringTable {
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
