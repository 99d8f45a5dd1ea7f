/** Finds the pairs of a world that may touch: one for the push between layers and for the constraint, which follows it in a step. */

import type { WorldContext } from '../world/world-context';
import { createFeaturePair } from './closest-points';
import { createFeatures, type Features } from './features';
import { createLayers, type Layers } from './layers';
import { createNearPairs, type NearPairs } from './near-pairs';

export interface Collider {
  readonly world: WorldContext;
  readonly features: Features;
  readonly list: NearPairs;
  readonly layers: Layers;
  /** True from the start of a step to its end: the layers are then those of its start. */
  inStep: boolean;
  /** True once the step looks for the layers anew wherever forces are evaluated. */
  follows: boolean;
  /** 4n each; scratch: a motion, m. */
  readonly foreseen: { readonly from: Float64Array; readonly to: Float64Array };
  /** True if the step has solved for the push between layers: where there is one, impacts only keep layers from crossing. */
  pushes: boolean;
  /** 1 + n/8; remembered from step to step: 1 once no features are crossed, else 0, and the bytes of `crossed`; see `updateCrossings`. */
  readonly memory: Float64Array;
  /** Of the present step; 'due' when the push at its start is known, 'none' in a step that does not solve for the push. */
  friction: 'unknown' | 'due' | 'found' | 'none';
}

const colliders = new WeakMap<WorldContext, Collider>();

/** The one of a world, which is allocated when it is first asked for. */
export function colliderOf(world: WorldContext): Collider {
  let collider = colliders.get(world);
  if (!collider) {
    const { model, persistentArena: arena } = world;
    const n = model.particleCount;
    const memory = new Float64Array(1 + Math.ceil(n / 8));
    const features = createFeatures(model, arena, new Uint8Array(memory.buffer, 8, n));
    const list = createNearPairs(features, arena, createFeaturePair());
    collider = {
      world,
      features,
      list,
      layers: createLayers(model, arena),
      inStep: false,
      follows: false,
      foreseen: { from: arena.doubles(4 * n), to: arena.doubles(4 * n) },
      pushes: false,
      memory,
      friction: 'none',
    };
    colliders.set(world, collider);
  }
  return collider;
}
