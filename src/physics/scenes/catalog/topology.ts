import type { Vec3 } from '../../model/model';
import { type NetworkSpring, networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Cells of the frame, across and up, and the size of one, m. */
const ACROSS = 3;
const UP = 3;
const CELL = 0.25;
/** m; of the lowest bars above the floor. */
const FEET = 0.05;
/** m; of a free body's lowest corner above the floor. */
const DROP = 0.35;
/** m/s; of the upper edge at the start, sideways: a breath to fall by. */
const BREATH = 0.05;

const FLOOR = { point: [0, 0, 0] as Vec3, normal: [0, 1, 0] as Vec3, restitution: 0.2, friction: 0.5 };

/** Which diagonals a cell has: from its lower left corner up, and from its lower right. */
type Diagonals = (column: number, row: number) => { rising?: boolean; falling?: boolean };

interface Topology extends Pick<SceneDefinition, 'id' | 'label' | 'rank' | 'summary'> {
  diagonals: Diagonals;
  bend?: boolean;
  /** Dropped onto the floor instead of standing on pinned feet. */
  free?: boolean;
}

/**
 * A square frame of bars in the plane z = 0: as a mechanism it shears away, and it stands as soon as its diagonals make
 * it rigid.
 * Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems, Topology and Stability.
 */
export function topology({ diagonals, bend = false, free = false, ...about }: Topology): SceneDefinition {
  const columns = ACROSS + 1;
  const at = (column: number, row: number) => row * columns + column;
  const bottom = free ? DROP : FEET;

  function bars(): NetworkSpring[] {
    const springs: NetworkSpring[] = [];
    const bar = (kind: NetworkSpring['kind'], a: number, b: number) => springs.push({ kind, ends: [a, b] });
    for (let row = 0; row <= UP; row++) {
      for (let column = 0; column <= ACROSS; column++) {
        const here = at(column, row);
        if (column < ACROSS) bar('structural', here, at(column + 1, row));
        if (row < UP) bar('structural', here, at(column, row + 1));
        if (bend && column + 2 <= ACROSS) bar('bend', here, at(column + 2, row));
        if (bend && row + 2 <= UP) bar('bend', here, at(column, row + 2));
        if (column === ACROSS || row === UP) continue;
        const { rising, falling } = diagonals(column, row);
        if (rising) bar('shear', here, at(column + 1, row + 1));
        if (falling) bar('shear', at(column + 1, row), at(column, row + 1));
      }
    }
    return springs;
  }

  const hasDiagonals = bars().some(({ kind }) => kind === 'shear');
  return {
    ...about,
    group: 'Statics and topology',
    grid: false,
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
      const places = Array.from({ length: columns * (UP + 1) }, (_, i) => [i % columns, Math.floor(i / columns)]);
      return networkScene(params, {
        name: about.label,
        positions: places.map(([column, row]) => [(column - ACROSS / 2) * CELL, bottom + row * CELL, 0]),
        velocities: places.map(([, row]) => [(BREATH * row) / UP, 0, 0]),
        springs,
        pinned: free ? [] : Array.from({ length: columns }, (_, column) => at(column, 0)),
        environment: { planes: [FLOOR] },
      });
    },
  };
}

/** Cells of the braced frame that have a diagonal: one in each row, as few as can be on pinned feet. */
const BRACED = ['0 0', '1 1', '2 2'];

export const squarePlain: SceneDefinition = topology({
  id: 'square-plain',
  label: 'Frame without diagonals',
  rank: 51,
  summary:
    'A square frame of bars along rows and columns that stands on pinned feet: nothing in it resists shear, and it falls over. Press M to see the motions that nothing resists.',
  diagonals: () => ({}),
});

export const squareDiagonal: SceneDefinition = topology({
  id: 'square-diagonal',
  label: 'Frame with one diagonal',
  rank: 52,
  summary:
    'The same frame with one diagonal in each cell: it stands. Push it from the left and from the right, and see that it resists one way more than the other.',
  diagonals: () => ({ rising: true }),
});

export const squareTwoDiagonals: SceneDefinition = topology({
  id: 'square-two-diagonals',
  label: 'Frame with two diagonals',
  rank: 53,
  summary:
    'The same frame with both diagonals in each cell: it stands, and resists alike from both sides. Turn off the shear springs and watch it go.',
  diagonals: () => ({ rising: true, falling: true }),
});

export const squareBend: SceneDefinition = topology({
  id: 'square-bend',
  label: 'Frame with bend springs',
  rank: 54,
  summary:
    'Bend springs keep the rows and columns straight, yet straight bars shear as easily as before. Press M: the motions that nothing resists are still there.',
  diagonals: () => ({}),
  bend: true,
});

export const squareBraced: SceneDefinition = topology({
  id: 'square-braced',
  label: 'Braced frame',
  rank: 55,
  summary:
    'Three diagonals are enough for nine cells, one in each row, as the feet are pinned. Cut any one of them and watch what is above it go.',
  diagonals: (column, row) => ({ rising: BRACED.includes(`${column} ${row}`) }),
});

export const bodyPlain: SceneDefinition = topology({
  id: 'body-plain',
  label: 'Free frame without diagonals',
  rank: 56,
  summary:
    'A frame without diagonals that falls on the floor: it collapses into a heap. Compare it with the braced one.',
  diagonals: () => ({}),
  free: true,
});

export const bodyBraced: SceneDefinition = topology({
  id: 'body-braced',
  label: 'Free braced frame',
  rank: 57,
  summary:
    'The same with both diagonals in each cell: it lands, bounces and stays what it was. Throw it with the mouse.',
  diagonals: () => ({ rising: true, falling: true }),
  free: true,
});
