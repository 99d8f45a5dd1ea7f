import type { GUI } from 'lil-gui';
import type { Grid } from '../../physics';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { addButtonRow } from './controls';
import type { PanelPart } from './param-groups';

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

/** Buttons for common sets of pins; those of a net only where the scene is one. */
export function addPins(gui: GUI, lab: Lab): PanelPart {
  const { name, buttons } = addButtonRow(
    gui,
    'Pins',
    PIN_SETS.map(({ label, help, particles }) => ({
      label,
      help,
      act: () => {
        const { grid } = lab.frame.structure;
        ignoreShownError(lab.pinOnly(grid ? particles(grid) : []));
      },
    })),
  );
  name.textContent = 'pins';
  return ({ structure }) => {
    PIN_SETS.forEach(({ needsGrid }, i) => {
      const hidden = needsGrid && structure.grid === null;
      if (buttons[i].hidden !== hidden) buttons[i].hidden = hidden;
    });
  };
}
