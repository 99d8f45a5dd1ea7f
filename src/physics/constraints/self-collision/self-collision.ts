import { type Correction, SELF_COLLISION } from '../../collision/part';
import type { ConstraintDefinition } from '../../world/constraint';

/**
 * Keeps particles, and the edges and triangles of the surface, apart by the thickness of the cloth. Four stages end a step:
 * 1. Pairs that come within the thickness get an inelastic impact with friction (`find-contacts.ts`, `contacts.ts`).
 * 2. Pairs that would come much closer on their corrected ways are found in continuous time and get another one.
 * 3. What still would, moves in this step like a rigid body (`rigid-zones.ts`), or not at all.
 * 4. Pairs that overlap are pushed apart, if that takes no energy (`correct.ts`).
 * A step that would end with more energy than it may is shortened (`brake.ts`).
 * So no edge passes through a triangle that it was not in before, unless pins carry it there.
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
      unit: '',
      default: 0,
      range: [0, 1],
      scale: 'linear',
      accepts: 'switch',
      group: 'Contact',
      help: 'The layers of a cloth push each other apart and do not pass through each other. Pins may still pull it through itself. A step in which layers touch takes several times as long.',
    },
    clothThickness: {
      label: 'cloth thickness',
      unit: 'm',
      zero: 'half the spacing',
      default: 0,
      range: [1e-3, 0.1],
      scale: 'logarithmic',
      accepts: 'non-negative',
      group: 'Contact',
      help: 'Distance that layers keep, less where they are pressed together. At most 0.9 of the rest length of the shortest springs; 0: half of it.',
    },
    clothFriction: {
      label: 'cloth on cloth',
      unit: '',
      default: 0.3,
      range: [0, 1],
      scale: 'linear',
      accepts: 'non-negative',
      group: 'Contact',
      help: 'Coefficient of friction of self-collision.',
    },
  },
  partFor: ({ selfCollision }) => (selfCollision === 1 ? SELF_COLLISION : null),
  create(world) {
    let correction: Correction | null = null;
    return {
      beforeStep(state) {
        if (world.params.selfCollision !== 1) return;
        correction ??= world.parts.get(SELF_COLLISION).createCorrection(world);
        correction.beforeStep(state);
      },
      get changed() {
        return correction?.changed;
      },
      afterStep: (state, h) => (world.params.selfCollision === 1 && correction ? correction.endStep(state, h) : 0),
    };
  },
};
