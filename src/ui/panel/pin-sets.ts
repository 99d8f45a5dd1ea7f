import type { Grid } from '../../physics';

interface PinSet {
  label: string;
  help: string;
  needsGrid: boolean;
  /** Which particles are pinned; particle = row · columns + column, the top row first. */
  particles(grid: Grid): number[];
}

/** The usual ways to hang a cloth, as buttons of the panel. */
export const PIN_SETS: readonly PinSet[] = [
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
