import type { Params } from '../../model/params';
import { gridScene, pleats } from '../builders/grid-scene';
import type { SceneData, SceneDefinition } from '../scene';

/** m; side of the square cloth that many scenes use. */
export const CLOTH_SIZE = 1;
/** m; height of the upper edge above the floor. */
const TOP = 1.25;
/** Total mass 0.2 kg, soft enough to fold, and stable up to at least twice this dt. */
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
 * The cloth in a vertical plane, in pleats.
 * @param speed initial speed of the lower edge at right angles to that plane, m/s; it falls linearly to 0 at the upper edge
 */
export function hangingCloth(params: Params, pinned: number[], speed = 0): SceneData {
  const { along, across } = pleats(params.columns, CLOTH_SIZE);
  const cell = CLOTH_SIZE / (params.rows - 1);
  return gridScene(params, {
    width: CLOTH_SIZE,
    height: CLOTH_SIZE,
    position: (row, column) => [along[column], TOP - row * cell, across[column]],
    velocity: ([, y]) => [0, 0, (speed * (TOP - y)) / CLOTH_SIZE],
    pinned,
  });
}

export const cloth: SceneDefinition = {
  id: 'cloth',
  label: 'Cloth',
  group: 'Cloth',
  rank: 10,
  summary:
    'A square metre of cloth hangs from its two upper corners. Pull it and throw it, then raise the stiffness or dt until it blows up.',
  grid: true,
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create: (params) => hangingCloth(params, [0, params.columns - 1]),
};
