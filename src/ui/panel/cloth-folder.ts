import type { GUI } from 'lil-gui';
import type { Grid } from '../../physics';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { addButtons } from './controls';
import { addLazyFolder } from './lazy-folder';
import { addGroup, type PanelPart } from './param-groups';

interface PinSet {
  label: string;
  help: string;
  needsGrid: boolean;
  /** Indices to pin; particle = row · columns + column, from the top row down. */
  particles(grid: Grid): number[];
}

/** Common sets of pins, a button each. */
const PIN_SETS: readonly PinSet[] = [
  {
    label: 'Two corners',
    help: 'Pin the two top corners and free all other particles',
    needsGrid: true,
    particles: ({ columns }) => [0, columns - 1],
  },
  {
    label: 'Top edge',
    help: 'Pin the top row and free all other particles',
    needsGrid: true,
    particles: ({ columns }) => Array.from({ length: columns }, (_, column) => column),
  },
  {
    label: 'Four corners',
    help: 'Pin the four corners and free all other particles',
    needsGrid: true,
    particles: ({ rows, columns }) => [0, columns - 1, (rows - 1) * columns, rows * columns - 1],
  },
  { label: 'No pins', help: 'Free all particles', needsGrid: false, particles: () => [] },
];

/** Controls of the size of the cloth, its pins, and the selected particles. */
export function addClothFolder(folder: GUI, lab: Lab): PanelPart {
  const size = addGroup(folder, lab, 'Cloth');
  const pins = addButtons(
    folder,
    'Pin',
    PIN_SETS.map(({ label, help, particles }) => ({
      label,
      help,
      act: () => {
        const { grid } = lab.frame.structure;
        ignoreShownError(lab.pinOnly(grid ? particles(grid) : []));
      },
    })),
  );
  const motion = addLazyFolder(
    folder,
    lab,
    'Moving pins',
    async (inner) =>
      (await import('./environment-folder')).fillEnvironment(
        inner,
        lab,
        ['motion'],
        'Move the selected pins (or all pins) along a set path.',
      ),
    ({ status }) => status.environment.motion.length,
  );
  const selected = addLazyFolder(
    folder,
    lab,
    'Selected particles',
    async (inner) => (await import('./selection-controls')).fillSelectionFolder(inner, lab),
    () => lab.selection.particles.length,
  );
  return (frame) => {
    const { status, structure } = frame;
    motion(frame);
    selected(frame);
    const scene = lab.catalog.scenes.find(({ id }) => id === status.scene);
    for (const control of size) {
      control.enable(status.builtIn && (scene?.grid ?? false), 'This scene has no rows and columns.');
      control.update(status);
    }
    PIN_SETS.forEach(({ needsGrid }, i) => {
      pins[i].disabled = needsGrid && structure.grid === null;
    });
  };
}
