import type { State } from '../model/model';
import type { WorldContext } from '../world/world-context';
import { colliderOf } from './collider';
import { areLayersOf, findLayers } from './find-layers';
import type { SelfCollision } from './part';
import {
  addPushDerivative,
  addPushDiagonal,
  addPushes,
  addPushOffDiagonal,
  energyOfPushes,
  linearizePushes,
} from './push';

/** The methods of the force between layers, while self-collision is on. */
export function createPush(world: WorldContext): ReturnType<SelfCollision['createPush']> {
  const collider = colliderOf(world);
  const { layers } = collider;

  /** Finds the pairs of the step, or between steps those of the state. @returns true if there are any */
  function findPairs(state: State): boolean {
    if (!collider.inStep && !areLayersOf(collider, state)) findLayers(collider, state);
    return layers.count > 0;
  }

  return {
    get isLocal() {
      return layers.rowCount === 0;
    },
    beforeStep(state) {
      collider.list.age++;
      findLayers(collider, state);
      collider.inStep = true;
    },
    addForce(f, state) {
      if (findPairs(state)) addPushes(collider, f, state.positions);
    },
    linearize(state) {
      layers.rowCount = 0;
      if (findPairs(state)) linearizePushes(collider, state.positions);
    },
    addDerivative: (y, p, a) => addPushDerivative(collider, y, p, a),
    addOffDiagonal: (y, p, a) => addPushOffDiagonal(collider, y, p, a),
    addDiagonal: (blocks, a) => addPushDiagonal(collider, blocks, a),
    // Those of the pairs that are known: others may touch in another state.
    addBounds: () => layers.count === 0,
    energy: (state) => (findPairs(state) ? energyOfPushes(collider, state.positions) : 0),
  };
}
