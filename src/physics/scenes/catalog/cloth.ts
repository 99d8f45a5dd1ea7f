import type { Params } from '../../model/params';
import { gridScene } from '../builders/grid-scene';
import { pleats } from '../builders/pleats';
import type { SceneData, SceneDefinition } from '../scene';

/** m; of the square cloth that most scenes hang up. */
export const CLOTH_SIZE = 1;
/** m; height of the upper edge above the floor. */
const TOP = 1.25;
/** What the cloth is made of: 0.2 kg in all, soft enough to fold, and twice stable at its dt. */
export const CLOTH_PARAMS = {
  dt: 3e-4,
  stiffness: 200,
  shear: 0.5,
  bend: 0.1,
  damping: 0.005,
  drag: 1e-4,
  mass: 0.2 / (32 * 32),
  rows: 32,
  columns: 32,
};

/**
 * The cloth in a vertical plane, hung in pleats.
 * @param push speed of the lower edge across that plane at the start, m/s; less above, 0 at the upper edge
 */
export function hangingCloth(name: string, params: Params, pinned: number[], push = 0): SceneData {
  const { x, z } = pleats(params.columns, CLOTH_SIZE);
  const cell = CLOTH_SIZE / (params.rows - 1);
  return gridScene(params, {
    name,
    width: CLOTH_SIZE,
    height: CLOTH_SIZE,
    kinds: ['structural', 'shear', 'bend'],
    place: (row, column) => [x[column], TOP - row * cell, z[column]],
    velocity: ([, y]) => [0, 0, (push * (TOP - y)) / CLOTH_SIZE],
    pinned,
  });
}

export const cloth: SceneDefinition = {
  id: 'cloth',
  label: 'Cloth',
  group: 'Cloth',
  rank: 10,
  summary:
    'A square metre of cloth that hangs from its two upper corners. Pull on it and throw it, then raise the stiffness or dt until it blows up.',
  grid: true,
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create: (params) => hangingCloth('Cloth', params, [0, params.columns - 1]),
};
