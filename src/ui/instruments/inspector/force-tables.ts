import { element, setText } from '../../controls/element';
import { formatEntry } from '../parts/numbers';
import { createScrollTable, type Head } from '../parts/tables';
import { lengthOf, type Part, type ParticleNow } from './force-arrows';

/** In the letters of the rest of the page; of kinds of force by id. */
const FORMULAS: Record<string, string> = {
  spring: 'Σ −[k(l − L₀) + k_d u] n',
  gravity: 'm g',
  drag: '−c v',
  grab: '−k_g(x − target) − 2√(k_g m) v',
  push: 'the same F on each particle',
  membrane: 'Σ −A₀ t P D_m⁻ᵀ',
  attraction: 'Σ −G m m′ d/(|d|² + ε²)^(3/2)',
  wind: 'Σ ⅓ · ½ρC_d A (w·n̂)|w·n̂| n̂',
  anchor: '−k(x − point) − c v',
  volume: '−κ (V − V₀)/V₀ ∂V/∂x',
  contact: 'what surfaces give or take',
  pin: 'what keeps it in place',
  hold: 'what keeps it in the hand',
  sum: 'm a',
};

const FORCE_HEADERS: readonly Head[] = [['source'], ['|f|'], ['x'], ['y'], ['z']];
const SPRING_HEADERS: readonly Head[] = [
  ['no.', 'Number of the spring'],
  ['to', 'The particle at its other end: press to go there'],
  ['l', 'Length', 'm'],
  ['L₀', 'Rest length', 'm'],
  ['k', 'Stiffness', 'N/m'],
  ['k_d', 'Of the dashpot along it', 'N·s/m'],
  ['u', 'How fast it gets longer', 'm/s'],
  ['T', 'Tension: pulls where it is positive, pushes where it is negative', 'N'],
];

export interface ForceTable {
  readonly node: HTMLElement;
  show(parts: readonly Part[]): void;
}

/** Force by force, and their sum. */
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
          setText(body.rows[row].cells[i + 1], short(value));
        });
      });
    },
  };
}

function forceRow({ id, label, color }: Part): HTMLElement {
  const formula = FORMULAS[id] ?? FORMULAS[id.split('-')[0]];
  const name = element('th', { scope: 'row' }, element('span', { class: 'swatch', 'aria-hidden': 'true' }), label);
  name.style.setProperty('--colour', color);
  if (formula) name.append(element('small', {}, formula));
  return element('tr', {}, name, ...[0, 1, 2, 3].map(() => element('td', { class: 'number' })));
}

export interface SpringTable {
  readonly node: HTMLElement;
  show(springs: ParticleNow['springs']): void;
}

/** Spring by spring. @param go to the particle at the other end of one */
export function createSpringTable(go: (particle: number) => void): SpringTable {
  const { node, body } = createScrollTable(
    'Springs',
    'Springs: T = k(l − L₀) + k_d u, f = −T n',
    'springs',
    SPRING_HEADERS,
  );
  let names = '';
  return {
    node,
    show(springs) {
      const now = springs.map(({ spring, neighbour }) => `${spring} ${neighbour}`).join();
      if (now !== names) body.replaceChildren(...springs.map((row) => springRow(row, go)));
      names = now;
      node.hidden = springs.length === 0;
      springs.forEach(({ length, restLength, stiffness, damping, rate, tension }, row) => {
        const texts = [...[length, restLength, stiffness, damping].map(formatEntry), short(rate), short(tension)];
        texts.forEach((text, i) => {
          setText(body.rows[row].cells[i + 2], text);
        });
      });
    },
  };
}

/** Three digits, for what changes all the time. */
function short(value: number): string {
  return formatEntry(Number(value.toPrecision(3)));
}

function springRow({ spring, neighbour }: ParticleNow['springs'][number], go: (particle: number) => void): HTMLElement {
  const button = element(
    'button',
    { type: 'button', title: `Inspect particle ${neighbour}`, click: () => go(neighbour) },
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
