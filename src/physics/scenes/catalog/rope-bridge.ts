import type { Vec3 } from '../../model/model';
import { type NetworkSpring, networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Number of planks less one, and the distance from one to the next, m. */
const PLANKS = 24;
const SPACING = 0.1;
/** m; half the width of the deck, the height of the handrails above it, and of the deck above the floor. */
const HALF_WIDTH = 0.12;
const RAIL = 0.18;
const DECK = 0.75;
/** Rest length of the ropes over the distance between planks: less than 1, so that they are under tension. */
const REST_RATIO = 0.97;

export const ropeBridge: SceneDefinition = {
  id: 'rope-bridge',
  label: 'Rope bridge',
  group: 'Playground',
  rank: 40,
  summary:
    'Two ropes carry a deck, and two more are handrails. They are tied together at every plank and pinned at both ends. Pull the middle down, then cut a rope and see which ropes still carry the load.',
  look: 'linen',
  integrator: 'implicit-euler',
  params: { dt: 1 / 120, stiffness: 800, shear: 0.5, bend: 0.05, damping: 0.2, drag: 1e-3, mass: 0.02 },
  create(params) {
    const positions: Vec3[] = [];
    const springs: NetworkSpring[] = [];
    const surface: Vec3[] = [];
    for (let i = 0; i <= PLANKS; i++) {
      const x = (i - PLANKS / 2) * SPACING;
      positions.push(
        [x, DECK, -HALF_WIDTH],
        [x, DECK, HALF_WIDTH],
        [x, DECK + RAIL, -HALF_WIDTH],
        [x, DECK + RAIL, HALF_WIDTH],
      );
    }
    for (let i = 0; i <= PLANKS; i++) {
      const at = 4 * i;
      const tie = (kind: NetworkSpring['kind'], a: number, b: number) => springs.push({ kind, ends: [at + a, at + b] });
      // The plank, and the ties between it and the handrails.
      tie('structural', 0, 1);
      tie('structural', 0, 2);
      tie('structural', 1, 3);
      tie('shear', 0, 3);
      tie('shear', 1, 2);
      if (i === PLANKS) continue;
      for (let rope = 0; rope < 4; rope++) {
        springs.push({ kind: 'structural', ends: [at + rope, at + rope + 4], restLength: REST_RATIO * SPACING });
        if (i + 2 <= PLANKS) tie('bend', rope, rope + 8);
      }
      tie('shear', 0, 5);
      tie('shear', 1, 4);
      surface.push([at, at + 1, at + 5], [at, at + 5, at + 4]);
    }
    const last = 4 * PLANKS;
    return networkScene(params, {
      positions,
      springs,
      surface,
      pinned: [0, 1, 2, 3, last, last + 1, last + 2, last + 3],
    });
  },
};
