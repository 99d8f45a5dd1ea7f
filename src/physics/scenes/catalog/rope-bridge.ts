import type { Vec3 } from '../../model/model';
import { type NetworkSpring, networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Planks, and the way from one to the next, m. */
const PLANKS = 24;
const STEP = 0.1;
/** m; half the width of the deck, the height of the hand ropes over it, and of the deck's ends above the floor. */
const HALF = 0.12;
const RAIL = 0.18;
const DECK = 0.75;
/** The ropes' rest lengths as a part of the way: it hangs taut. */
const TAUT = 0.97;

export const ropeBridge: SceneDefinition = {
  id: 'rope-bridge',
  label: 'Rope bridge',
  group: 'Playground',
  rank: 40,
  summary:
    'Two ropes under a deck and two for the hands, tied together at every plank and pinned at both banks. Pull it down in the middle, then cut a rope and see what still carries.',
  grid: false,
  integrator: 'implicit-euler',
  params: { dt: 1 / 120, stiffness: 800, shear: 0.5, bend: 0.05, damping: 0.2, drag: 1e-3, mass: 0.02 },
  create(params) {
    const positions: Vec3[] = [];
    const springs: NetworkSpring[] = [];
    const surface: Vec3[] = [];
    for (let i = 0; i <= PLANKS; i++) {
      const x = (i - PLANKS / 2) * STEP;
      positions.push([x, DECK, -HALF], [x, DECK, HALF], [x, DECK + RAIL, -HALF], [x, DECK + RAIL, HALF]);
    }
    for (let i = 0; i <= PLANKS; i++) {
      const at = 4 * i;
      const tie = (kind: NetworkSpring['kind'], a: number, b: number) => springs.push({ kind, ends: [at + a, at + b] });
      // The plank, and what ties the hand ropes to it.
      tie('structural', 0, 1);
      tie('structural', 0, 2);
      tie('structural', 1, 3);
      tie('shear', 0, 3);
      tie('shear', 1, 2);
      if (i === PLANKS) continue;
      for (let rope = 0; rope < 4; rope++) {
        springs.push({ kind: 'structural', ends: [at + rope, at + rope + 4], restLength: TAUT * STEP });
        if (i + 2 <= PLANKS) tie('bend', rope, rope + 8);
      }
      tie('shear', 0, 5);
      tie('shear', 1, 4);
      surface.push([at, at + 1, at + 5], [at, at + 5, at + 4]);
    }
    const last = 4 * PLANKS;
    return networkScene(params, {
      name: 'Rope bridge',
      positions,
      springs,
      surface,
      pinned: [0, 1, 2, 3, last, last + 1, last + 2, last + 3],
    });
  },
};
