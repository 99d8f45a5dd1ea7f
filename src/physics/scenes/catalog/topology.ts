import { type NetworkSpring, networkScene } from '../builders/network-scene';
import { FLOOR, type SceneDefinition } from '../scene';

/** Cells of the frame across and up, and the size of a cell, m. */
const CELLS_ACROSS = 3;
const CELLS_UP = 3;
const CELL = 0.25;
/** m; height of the pinned feet above the floor. */
const FEET = 0.05;
/** m; initial height of a free frame above the floor. */
const DROP = 0.35;
/** m/s; initial sideways speed of the upper edge: a small disturbance, so that an unstable frame falls. */
const DISTURBANCE = 0.05;

/** Which diagonals a cell has: rising from its lower left corner, or falling to its lower right corner. */
type Diagonals = (column: number, row: number) => { rising?: boolean; falling?: boolean };

interface Topology extends Pick<SceneDefinition, 'id' | 'label' | 'rank' | 'summary'> {
  diagonals: Diagonals;
  bend?: boolean;
  /** True: dropped on the floor; false: standing on pinned feet. */
  free?: boolean;
}

/**
 * A square frame of bars in the plane z = 0. Without diagonals it is a mechanism and shears; enough diagonals make it rigid.
 * Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems, Topology and Stability.
 */
export function topology({ diagonals, bend = false, free = false, ...definition }: Topology): SceneDefinition {
  const columns = CELLS_ACROSS + 1;
  const index = (column: number, row: number) => row * columns + column;
  const bottom = free ? DROP : FEET;

  function bars(): NetworkSpring[] {
    const springs: NetworkSpring[] = [];
    const bar = (kind: NetworkSpring['kind'], a: number, b: number) => springs.push({ kind, ends: [a, b] });
    for (let row = 0; row <= CELLS_UP; row++) {
      for (let column = 0; column <= CELLS_ACROSS; column++) {
        const here = index(column, row);
        if (column < CELLS_ACROSS) bar('structural', here, index(column + 1, row));
        if (row < CELLS_UP) bar('structural', here, index(column, row + 1));
        if (bend && column + 2 <= CELLS_ACROSS) bar('bend', here, index(column + 2, row));
        if (bend && row + 2 <= CELLS_UP) bar('bend', here, index(column, row + 2));
        if (column === CELLS_ACROSS || row === CELLS_UP) continue;
        const { rising, falling } = diagonals(column, row);
        if (rising) bar('shear', here, index(column + 1, row + 1));
        if (falling) bar('shear', index(column + 1, row), index(column, row + 1));
      }
    }
    return springs;
  }

  const hasDiagonals = bars().some(({ kind }) => kind === 'shear');
  return {
    ...definition,
    group: 'Statics and topology',
    integrator: 'rk4',
    params: {
      dt: 1e-3,
      stiffness: 2000,
      shear: hasDiagonals ? 1 : 0,
      bend: bend ? 0.5 : 0,
      damping: 0.5,
      drag: 0.01,
      mass: 0.05,
    },
    create(params) {
      const springs = bars();
      const cells = Array.from({ length: columns * (CELLS_UP + 1) }, (_, i) => [i % columns, Math.floor(i / columns)]);
      return networkScene(params, {
        positions: cells.map(([column, row]) => [(column - CELLS_ACROSS / 2) * CELL, bottom + row * CELL, 0]),
        velocities: cells.map(([, row]) => [(DISTURBANCE * row) / CELLS_UP, 0, 0]),
        springs,
        pinned: free ? [] : Array.from({ length: columns }, (_, column) => index(column, 0)),
        environment: { planes: [{ ...FLOOR, restitution: 0.2 }] },
      });
    },
  };
}

/** Column and row of the cells of the braced frame that have a diagonal: one in each row, the minimum on pinned feet. */
const BRACED = ['0 0', '1 1', '2 2'];

export const squarePlain: SceneDefinition = topology({
  id: 'square-plain',
  label: 'Frame without diagonals',
  rank: 51,
  summary:
    'A square frame of bars along rows and columns, on pinned feet. Nothing in it resists shear, so it falls over. Press M to see its mechanisms: zero-stiffness motions.',
  diagonals: () => ({}),
});

export const squareDiagonal: SceneDefinition = topology({
  id: 'square-diagonal',
  label: 'Frame with one diagonal',
  rank: 52,
  summary:
    'The same frame with one diagonal in each cell: it stands. Push it from the left and from the right: it resists more in one direction than in the other.',
  diagonals: () => ({ rising: true }),
});

export const squareTwoDiagonals: SceneDefinition = topology({
  id: 'square-two-diagonals',
  label: 'Frame with two diagonals',
  rank: 53,
  summary:
    'The same frame with both diagonals in each cell: it stands, and resists equally in both directions. Turn off the shear springs and watch it fall.',
  diagonals: () => ({ rising: true, falling: true }),
});

export const squareBend: SceneDefinition = topology({
  id: 'square-bend',
  label: 'Frame with bend springs',
  rank: 54,
  summary:
    'Bend springs keep the rows and columns straight, but straight bars shear as easily as before. Press M: the mechanisms are still there.',
  diagonals: () => ({}),
  bend: true,
});

export const squareBraced: SceneDefinition = topology({
  id: 'square-braced',
  label: 'Braced frame',
  rank: 55,
  summary:
    'Three diagonals, one in each row, are enough for nine cells, because the feet are pinned. Cut any one of them and watch the part above it fall.',
  diagonals: (column, row) => ({ rising: BRACED.includes(`${column} ${row}`) }),
});

export const bodyPlain: SceneDefinition = topology({
  id: 'body-plain',
  label: 'Free frame without diagonals',
  rank: 56,
  summary: 'A frame without diagonals falls on the floor and collapses. Compare it with the braced one.',
  diagonals: () => ({}),
  free: true,
});

export const bodyBraced: SceneDefinition = topology({
  id: 'body-braced',
  label: 'Free braced frame',
  rank: 57,
  summary:
    'The same frame with both diagonals in each cell lands, bounces and keeps its shape. Throw it with the mouse.',
  diagonals: () => ({ rising: true, falling: true }),
  free: true,
});
