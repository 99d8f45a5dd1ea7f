import type { Environment } from '../../model/environment';
import type { Params } from '../../model/params';
import type { SceneData } from '../scene';
import { gridScene } from './grid-scene';

/**
 * A square cloth without pins, level and at rest length, above or on obstacles.
 * @param side m @param height above the origin, over which its center is, m
 */
export function levelCloth(
  params: Params,
  name: string,
  side: number,
  height: number,
  environment: Partial<Environment>,
): SceneData {
  return gridScene(params, {
    name,
    width: side,
    height: side,
    kinds: ['structural', 'shear', 'bend'],
    position: (row, column) => [
      (column / (params.columns - 1) - 0.5) * side,
      height,
      (row / (params.rows - 1) - 0.5) * side,
    ],
    pinned: [],
    environment,
  });
}
