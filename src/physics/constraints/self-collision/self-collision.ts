import { colliderOf } from '../../collision/collider';
import { updateFeatures } from '../../collision/features';
import { addFriction, heatOfFriction } from '../../collision/friction';
import { updateNearPairs } from '../../collision/near-pairs';
import type { State } from '../../model/model';
import { SWITCH } from '../../model/param-spec';
import type { ConstraintDefinition } from '../../world/constraint';
import { brake, energyWithPull } from './brake';
import { correct, pushApart } from './correct';
import { findContacts } from './find-contacts';
import { createStepData, type StepData } from './step-data';

/**
 * Keeps particles, and the edges and triangles of the surface, apart by the thickness of the cloth. Four stages end a step:
 * 1. Pairs that come within the thickness get an inelastic impact with friction (`find-contacts.ts`, `contacts.ts`).
 * 2. Pairs that would come much closer on their corrected ways are found in continuous time and get another one.
 * 3. What still would, moves in this step like a rigid body (`rigid-zones.ts`), or not at all.
 * 4. Pairs that overlap are pushed apart, if that takes no energy (`correct.ts`).
 * Where a step would end with more energy than it may, what was corrected loses speed, or the step is shortened (`brake.ts`). In steps
 * that solve for the push between layers, friction is a reaction to the forces at their start (`collision/friction.ts`).
 * So no edge passes through a triangle that it was not in before, unless pins carry it there. Layers that start crossed
 * do not collide there (`collision/crossings.ts`).
 * Source: Bridson, Fedkiw, Anderson, Robust Treatment of Collisions, Contact and Friction for Cloth Animation.
 */
export const selfCollision: ConstraintDefinition = {
  id: 'self-collision',
  label: 'Self-collision',
  summary: 'Keeps the layers of a cloth apart by its thickness.',
  isRelative: true,
  account: 'damping',
  params: {
    selfCollision: {
      label: 'self-collision',
      ...SWITCH,
      default: 0,
      group: 'Contact',
      help: 'The layers of a cloth push each other apart and do not pass through each other. Pins may still pull it through itself. A step in which layers touch takes several times as long.',
    },
    clothThickness: {
      label: 'cloth thickness',
      unit: 'm',
      zero: 'half the spacing',
      default: 0,
      range: [1e-3, 0.1],
      accepts: 'non-negative',
      group: 'Contact',
      help: 'Distance that layers keep, less where they are pressed together. At most 0.9 of the rest length of the shortest springs; 0: half of it.',
    },
    clothFriction: {
      label: 'cloth on cloth',
      unit: '',
      default: 0.3,
      range: [0, 1],
      accepts: 'non-negative',
      group: 'Contact',
      help: 'Coefficient of friction of self-collision.',
    },
  },
  create(world) {
    /** Allocated when self-collision is first switched on. */
    let data: StepData | null = null;
    return {
      get memory() {
        return world.params.selfCollision === 1 ? colliderOf(world).memory : undefined;
      },
      beforeStep({ positions, velocities, time }) {
        if (world.params.selfCollision !== 1) {
          // Layers may now pass through each other.
          if (data) data.collider.memory[0] = 0;
          return;
        }
        data ??= createStepData(world);
        data.motion.starts.set(positions);
        data.start.velocities.set(velocities);
        data.start.time = time;
      },
      addReactions(f, state) {
        if (data && world.params.selfCollision === 1) addFriction(data.collider, f, state);
      },
      heat: (state) => (data && world.params.selfCollision === 1 ? heatOfFriction(data.collider, state) : 0),
      get changed() {
        return data?.changed;
      },
      get workOfPins() {
        return data?.workOfPins;
      },
      get boundsHeat() {
        return data?.boundsHeat;
      },
      afterStep(state, h) {
        if (!data || world.params.selfCollision !== 1) return 0;
        data.changed = 'damping';
        data.workOfPins = 0;
        const work = endStep(data, state, h);
        data.collider.inStep = false;
        return work;
      },
      report(report) {
        const isOn = world.params.selfCollision === 1;
        report.crossedParticles = isOn ? data?.collider.features.crossedCount : undefined;
        report.stoppedParticles = isOn ? data?.stopped : undefined;
      },
    };
  },
};

/** Corrects the end of a step. @returns the work done, J */
function endStep(data: StepData, state: State, h: number): number {
  const { world, motion, contacts, overlaps, collider } = data;
  const { starts, ends, velocities, moved } = motion;
  data.stopped = 0;
  data.boundsHeat = false;
  data.endTime = state.time + h;
  ends.set(state.positions);
  updateFeatures(collider.features, world);
  if (!updateNearPairs(collider.list, starts, ends) || collider.list.count === 0) return 0;
  moved.fill(0);
  contacts.count = overlaps.count = 0;
  findContacts(data);
  if (contacts.count === 0) return 0;
  velocities.set(state.velocities);
  data.ends.set(ends);
  data.before = energyWithPull(data, state);
  correct(data, state);
  if (overlaps.count > 0) pushApart(data, state);
  const work = brake(data, state, h);
  if (data.stopped > 0 || world.solvesSprings) data.boundsHeat = true;
  if (work > 0 && data.changed === 'damping') data.changed = null;
  return work;
}
