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
  /** Which particles are pinned; particle = row · columns + column, the top row first. */
  particles(grid: Grid): number[];
}

/** The usual ways to hang a cloth, as buttons of the panel. */
const PIN_SETS: readonly PinSet[] = [
  {
    label: 'Two corners',
    help: 'Pin the two top corners, nothing else',
    needsGrid: true,
    particles: ({ columns }) => [0, columns - 1],
  },
  {
    label: 'Top edge',
    help: 'Pin the whole top row, nothing else',
    needsGrid: true,
    particles: ({ columns }) => Array.from({ length: columns }, (_, column) => column),
  },
  {
    label: 'Four corners',
    help: 'Pin all four corners, nothing else',
    needsGrid: true,
    particles: ({ rows, columns }) => [0, columns - 1, (rows - 1) * columns, rows * columns - 1],
  },
  { label: 'No pins', help: 'Free every particle', needsGrid: false, particles: () => [] },
];

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
        'Pins that are led along a prescribed way, as long as they are pinned: the chosen ones, or else all.',
      ),
    ({ status }) => status.environment.motion.length,
  );
  const chosen = addLazyFolder(
    folder,
    lab,
    'Chosen particles',
    async (inner) => (await import('./selection-controls')).fillChosen(inner, lab),
    () => lab.selection.particles.length,
  );
  const [undo, redo] = addButtons(folder, 'Undo and redo of pins and cuts', [
    { label: 'Undo', help: 'Take back the last pin or cut (Ctrl Z)', act: () => ignoreShownError(lab.undo()) },
    { label: 'Redo', help: 'Do it again (Ctrl Shift Z)', act: () => ignoreShownError(lab.redo()) },
  ]);
  return (frame) => {
    const { status, structure } = frame;
    motion(frame);
    chosen(frame);
    const scene = lab.catalog.scenes.find(({ id }) => id === status.scene);
    for (const control of size) {
      control.enable(status.builtIn && (scene?.grid ?? false), 'This scene has no rows and columns to choose.');
      control.update(status);
    }
    PIN_SETS.forEach(({ needsGrid }, i) => {
      pins[i].disabled = needsGrid && structure.grid === null;
    });
    undo.disabled = !lab.canUndo;
    redo.disabled = !lab.canRedo;
  };
}
