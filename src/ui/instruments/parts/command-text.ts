import type { LoggedCommand } from '../../../physics';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { formatCount, formatNumber, formatQuantity } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';

type Recorded = LoggedCommand['command'];
/** A command without an entry is shown by its type. */
type Texts = { [T in Recorded['type']]?: (command: Extract<Recorded, { type: T }>, catalog: Catalog) => string };

const springs = (spring: number | readonly number[]) =>
  typeof spring === 'number' ? `spring ${spring}` : `${formatCount(spring.length)} springs`;

const vector = (components: readonly number[]) => `(${components.map((x) => formatNumber(x, 3)).join(', ')})`;

const TEXTS: Texts = {
  set({ key, value }, { params }) {
    const { label, unit, accepts } = params[key] ?? { label: key, unit: '', accepts: '' };
    if (accepts === 'switch') return `${label}: ${value === 1 ? 'on' : 'off'}`;
    return `${label}: ${unit === 's' ? formatQuantity(value, 's') : `${formatNumber(value)} ${unit}`.trim()}`;
  },
  integrator: ({ id }, catalog) => `method: ${methodLabel(catalog, id)}`,
  preconditioner: ({ id }) => `preconditioner ${id}`,
  precision: ({ id }) => `${id} precision`,
  pin: ({ particle, pinned }) => `${pinned ? 'pinned' : 'unpinned'} particle ${particle}`,
  pins: ({ particles }) => `pinned exactly ${formatCount(particles.length)} particles`,
  grab: ({ particle }) => `grabbed particle ${particle}`,
  move: () => 'moved the grab',
  push: ({ force }) => (force.some((f) => f !== 0) ? `pushed by ${vector(force)} N` : 'stopped pushing'),
  release: () => 'released',
  cut: ({ spring }) => `cut ${springs(spring)}`,
  slit: ({ springs: crossed }) => `cut across ${springs(crossed)}`,
  mend: ({ spring }) => `repaired ${springs(spring)}`,
  particle: ({ particle, mass, velocity }) =>
    [
      `particle ${particle}`,
      mass === undefined ? '' : `mass ${formatNumber(mass)} kg`,
      velocity === undefined ? '' : `velocity ${vector(velocity)} m/s`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  scene: ({ scene }) => `scene ${typeof scene === 'string' ? scene : 'from a file'}`,
  place: () => 'placed the particles',
  planes: ({ planes }) => `planes: ${planes.length}`,
  spheres: ({ spheres }) => `spheres: ${spheres.length}`,
  forces: ({ forces }) => `forces: ${forces.map(({ type }) => type).join(', ') || 'none'}`,
  motion: ({ motion }) => `moving pins: ${motion.length === 0 ? 'none' : motion.length}`,
  equilibrium: () => 'brought to equilibrium',
  reset: () => 'reset',
  resume: () => 'resumed after a blow-up',
  undo: () => 'undone',
  redo: () => 'redone',
};

/** A recorded command as a short text: `stiffness: 150 N/m`. */
export function commandText(command: Recorded, catalog: Catalog): string {
  const text = TEXTS[command.type] as ((command: Recorded, catalog: Catalog) => string) | undefined;
  return text?.(command, catalog) ?? command.type;
}
