/** The code of the part `SELF_COLLISION`. */

import { updateFeatures } from '../../collision/features';
import { updateNearPairs } from '../../collision/near-pairs';
import type { SelfCollision } from '../../collision/part';
import { rubLayers } from '../../collision/push';
import type { State } from '../../model/model';
import { brake } from './brake';
import { correct, pushApart } from './correct';
import { findContacts } from './find-contacts';
import { createStepData, type StepData } from './step-data';

export { createPush } from '../../collision/create-push';

export const createCorrection: SelfCollision['createCorrection'] = (world) => {
  const data = createStepData(world);
  return {
    get changed() {
      return data.changed;
    },
    beforeStep({ positions, velocities, time }) {
      data.motion.starts.set(positions);
      data.start.velocities.set(velocities);
      data.start.time = time;
    },
    endStep(state, h) {
      data.changed = 'damping';
      const work = endStep(data, state, h);
      data.collider.inStep = false;
      return work;
    },
  };
};

/** Corrects the end of a step. @returns the work done, J */
function endStep(data: StepData, state: State, h: number): number {
  const { world, motion, contacts, overlaps, collider } = data;
  const { starts, ends, velocities, moved } = motion;
  ends.set(state.positions);
  updateFeatures(collider.features, world);
  if (!updateNearPairs(collider.list, starts, ends) || collider.list.count === 0) return 0;
  rubLayers(collider, state, h);
  moved.fill(0);
  contacts.count = overlaps.count = 0;
  findContacts(data);
  if (contacts.count === 0) return 0;
  velocities.set(state.velocities);
  world.energy(state, data.energy);
  correct(data, state);
  if (overlaps.count > 0) pushApart(data, state);
  const work = brake(data, state);
  if (work > 0 && data.changed === 'damping') data.changed = null;
  return work;
}
