import type { ContactMatrix } from '../kernels/contact-rows';
import { subtractContacts } from '../kernels/javascript/multigrid/contacts';
import type { State } from '../model/model';
import type { WorldContext } from '../world/world-context';
import { colliderOf } from './collider';
import { areLayersOf, findLayers } from './find-layers';
import type { SelfCollision } from './part';
import { addPushDiagonal, addPushes, energyOfPushes, linearizePushes } from './push';

/** The methods of the force between layers, while self-collision is on. */
export function createPush(world: WorldContext): ReturnType<SelfCollision['createPush']> {
  const collider = colliderOf(world);
  const { layers } = collider;
  const { rows } = layers;
  const matrix: ContactMatrix = { contacts: rows, a: 0 };

  /** Finds the pairs of the step, or between steps those of the state. @returns true if there are any */
  function findPairs(state: State): boolean {
    if (!collider.inStep && !areLayersOf(collider, state)) findLayers(collider, state);
    return layers.count > 0;
  }

  return {
    get isLocal() {
      return rows.count === 0;
    },
    get contacts() {
      return rows.count > 0 ? rows : null;
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
      rows.count = 0;
      if (findPairs(state)) linearizePushes(collider, state.positions);
    },
    addDerivative(y, p, a) {
      matrix.a = a;
      subtractContacts(matrix, y, p);
    },
    addDiagonal: (blocks, a) => addPushDiagonal(rows, blocks, a),
    // Those of the pairs that are known: others may touch in another state.
    addBounds: () => layers.count === 0,
    energy: (state) => (findPairs(state) ? energyOfPushes(collider, state.positions) : 0),
  };
}
