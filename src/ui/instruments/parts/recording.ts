import { t } from '../../../language/translate';
import type { LoggedCommand } from '../../../physics';
import type { Status } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog';
import { formatCount, formatNumber, formatQuantity } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { ignoreShownError } from '../../lab/message-list';

type Recorded = LoggedCommand['command'];
/** A command without an entry is shown by its type. */
type Texts = { [T in Recorded['type']]?: (command: Extract<Recorded, { type: T }>, catalog: Catalog) => string };

const springs = (spring: number | readonly number[]) =>
  typeof spring === 'number' ? t`spring ${spring}` : t`${formatCount(spring.length)} springs`;

const vector = (components: readonly number[]) => `(${components.map((x) => formatNumber(x, 3)).join(', ')})`;

const TEXTS: Texts = {
  set({ key, value }, { params }) {
    const { label, unit, accepts } = params[key] ?? { label: key, unit: '', accepts: '' };
    if (accepts === 'switch') return t`${label}: ${value === 1 ? t('on') : t('off')}`;
    return t`${label}: ${unit === 's' ? formatQuantity(value, 's') : `${formatNumber(value)} ${unit}`.trim()}`;
  },
  integrator: ({ id }, catalog) => t`method: ${methodLabel(catalog, id)}`,
  preconditioner: ({ id }) => t`preconditioner ${id}`,
  precision: ({ id }) => t`${id} precision`,
  pin: ({ particle, pinned }) => t`${pinned ? 'pinned' : 'unpinned'} particle ${particle}`,
  pins: ({ particles }) => t`pinned exactly ${formatCount(particles.length)} particles`,
  grab: ({ particle }) => t`grabbed particle ${particle}`,
  move: () => 'moved the grab',
  push: ({ force }) => (force.some((f) => f !== 0) ? t`pushed by ${vector(force)} N` : 'stopped pushing'),
  release: () => t('released'),
  cut: ({ spring }) => t`cut ${springs(spring)}`,
  slit: ({ springs: crossed }) => t`cut across ${springs(crossed)}`,
  mend: ({ spring }) => t`repaired ${springs(spring)}`,
  particle: ({ particle, mass, velocity }) =>
    [
      t`particle ${particle}`,
      mass === undefined ? '' : t`mass ${formatNumber(mass)} kg`,
      velocity === undefined ? '' : t`velocity ${vector(velocity)} m/s`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  scene: ({ scene }) => t`scene ${typeof scene === 'string' ? scene : 'from a file'}`,
  place: () => 'placed the particles',
  planes: ({ planes }) => t`planes: ${planes.length}`,
  spheres: ({ spheres }) => t`spheres: ${spheres.length}`,
  bodies: ({ bodies }) => t`bodies: ${bodies.length}`,
  forces: ({ forces }) => t`forces: ${forces.map(({ type }) => type).join(', ') || 'none'}`,
  motion: ({ motion }) => t`moving pins: ${motion.length === 0 ? 'none' : motion.length}`,
  equilibrium: () => 'brought to equilibrium',
  reset: () => 'reset',
  resume: () => 'resumed after a blow-up',
  undo: () => t('undone'),
  redo: () => t('redone'),
};

/** A recorded command as a short text: `stiffness: 150 N/m`. */
export function commandText(command: Recorded, catalog: Catalog): string {
  const text = TEXTS[command.type] as ((command: Recorded, catalog: Catalog) => string) | undefined;
  return text?.(command, catalog) ?? command.type;
}

// Plays a part of the recording slowly, and then restores the playback speed.

export function createSlowReplay(lab: Lab) {
  /** The playback speed before, and that of the replay; null: none plays. */
  let speeds: { before: number; own: number } | null = null;

  function end(): void {
    const { speed } = lab.frame.status.params;
    // The user may have set another speed meanwhile: it stays.
    if (speeds && speed === speeds.own) ignoreShownError(lab.set('speed', speeds.before));
    speeds = null;
  }

  return {
    /** Goes to a recorded step and plays from there. @param speed simulated seconds per second */
    async play(step: number, own: number): Promise<void> {
      const { first } = lab.frame.status.timeline;
      await lab.send({ type: 'rewind', step: Math.max(first.step, step) });
      const before = speeds?.before ?? lab.frame.status.params.speed;
      await lab.set('speed', own);
      speeds = { before, own };
      lab.play();
    },
    /** Call with every frame: restores the speed when the replay has ended. */
    update({ timeline }: Status): void {
      if (speeds && !timeline.past) end();
    },
    /** Restores the speed. */
    end,
  };
}
