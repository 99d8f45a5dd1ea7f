import { colliderOf } from '../collision/collider';
import { updateCrossings } from '../collision/crossings';
import { areLayersOf, findFreePart, findLayers, updateLayers } from '../collision/find-layers';
import { addPushDiagonal, addPushes, energyOfPushes, linearizePushes } from '../collision/push';
import { subtractContacts } from '../kernels/javascript/multigrid/contacts';
import type { ContactMatrix } from '../kernels/kernel';
import type { State } from '../model/model';
import { type Derivatives, type Force, type ForceDefinition, OF_PARTICLES } from '../world/force';
import type { WorldContext } from '../world/world-context';

/**
 * Self-collision within implicit steps: pairs of features that are closer than the thickness of the cloth push each other apart. The
 * solve balances this push with the springs. The constraint `self-collision`, which ends a step, then finds little to correct.
 * Which pairs push in a step is found at its start. Where others come near on its way, or a pair is pressed closer than its gap, the step is
 * solved again with those that are near wherever the push is evaluated (`solvers/impact-step.ts`). Explicit steps have impacts
 * instead: their springs are soft for the step.
 */
export const layers: ForceDefinition = {
  id: 'layers',
  label: 'Layers',
  summary: 'Layers of a cloth that are closer than its thickness push each other apart.',
  isRelative: true,
  account: 'elastic',
  create(world) {
    let push: Push | null = null;
    /** Null while self-collision is off. */
    function present(): Push | null {
      if (world.params.selfCollision !== 1) return null;
      push ??= createPush(world);
      return push;
    }
    return {
      implicitOnly: true,
      get derivatives() {
        return present()?.derivatives ?? OF_PARTICLES;
      },
      freePart(x, y) {
        const push = present();
        return push ? push.freePart(x, y) : 1;
      },
      beforeStep: (state) => present()?.beforeStep(state),
      addForce: (f, state) => present()?.addForce(f, state),
      linearize: (state) => present()?.linearize(state),
      addDerivative: (y, p, a) => present()?.addDerivative(y, p, a),
      addDiagonal: (blocks, a) => present()?.addDiagonal(blocks, a),
      addBounds: () => present()?.addBounds() ?? true,
      energy: (state) => present()?.energy(state) ?? 0,
    };
  },
};

type Push = ReturnType<typeof createPush>;

/** The methods of the force between layers, while self-collision is on. */
function createPush(world: WorldContext) {
  const collider = colliderOf(world);
  const { layers } = collider;
  const { rows } = layers;
  const matrix: ContactMatrix = { contacts: rows, a: 0 };
  const ofContacts: Derivatives = { of: 'contacts', rows };

  /** Finds the pairs of the step, or between steps those of the state. @returns true if there are any */
  function findPairs(state: State): boolean {
    if (!collider.inStep) {
      if (!areLayersOf(collider, state)) findLayers(collider, state);
    } else if (collider.follows) updateLayers(collider, state);
    return layers.count > 0;
  }

  return {
    get derivatives() {
      return rows.count > 0 ? ofContacts : OF_PARTICLES;
    },
    beforeStep(state) {
      collider.list.age++;
      updateCrossings(collider, state.positions);
      findLayers(collider, state);
      collider.inStep = true;
      collider.pushes = collider.follows = false;
      collider.friction = 'unknown';
    },
    addForce(f, state) {
      if (findPairs(state)) addPushes(collider, f, state.positions);
      if (collider.inStep && collider.friction === 'unknown') collider.friction = 'due';
    },
    freePart(x, y) {
      const part = findFreePart(collider, x, y);
      if (part < 1) collider.follows = true;
      return part;
    },
    linearize(state) {
      rows.count = 0;
      collider.pushes = true;
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
  } satisfies Force;
}
