/** Finds the pairs of a world that may touch: one for the push between layers and for the constraint, which follows it in a step. */

import type { WorldContext } from '../world/world-context';
import { createFeaturePair } from './closest-points';
import { createFeatures } from './features';
import { createLayers } from './layers';
import { createNearPairs } from './near-pairs';

export type Collider = ReturnType<typeof createCollider>;

const colliders = new WeakMap<WorldContext, Collider>();

/** The one of a world, which is allocated when it is first asked for. */
export function colliderOf(world: WorldContext): Collider {
  const collider = colliders.get(world) ?? createCollider(world);
  colliders.set(world, collider);
  return collider;
}

function createCollider(world: WorldContext) {
  const { model, persistentArena: arena } = world;
  const n = model.particleCount;
  const memory = new Float64Array(1 + Math.ceil(n / 8));
  const features = createFeatures(model, arena, new Uint8Array(memory.buffer, 8, n));
  return {
    world,
    features,
    list: createNearPairs(features, arena, createFeaturePair()),
    layers: createLayers(model, arena),
    /** True from the start of a step to its end: the layers are then those of its start. */
    inStep: false,
    /** True once the step looks for the layers anew wherever forces are evaluated. */
    follows: false,
    /** 4n each; scratch: a motion, m. */
    foreseen: { from: arena.doubles(4 * n), to: arena.doubles(4 * n) },
    /** True if the step has solved for the push between layers: where there is one, impacts only keep layers from crossing. */
    pushes: false,
    /** 1 + n/8; remembered from step to step: 1 once no features are crossed, else 0, and the bytes of `crossed`; see `updateCrossings`. */
    memory,
    /** Of the present step; 'due' when the push at its start is known, 'none' in a step that does not solve for the push. */
    friction: 'none' as 'unknown' | 'due' | 'found' | 'none',
  };
}
