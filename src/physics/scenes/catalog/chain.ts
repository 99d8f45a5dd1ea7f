import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { FLOOR } from '../builders/floor';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Particles below the pin. */
const LINKS = 10;
/** m; rest length of each spring. */
const LENGTH = 0.1;
/** m; height of the pin above the floor. */
const TOP = 1.25;
/** rad; initial angle between the chain and the vertical. */
const ANGLE = 1.2;

export const chain: SceneDefinition = {
  id: 'chain',
  label: 'Hanging chain',
  group: 'Statics and topology',
  rank: 50,
  summary:
    'Ten particles on springs hang below a pin and are released from the side. At rest the lowest particle hangs 1.054 m below the pin, because each spring carries all the weight below it.',
  grid: false,
  integrator: 'rk4',
  params: { dt: 1e-3, stiffness: 100, shear: 0, bend: 0, damping: 0.02, drag: 0.01, mass: 0.01 },
  create: (params) =>
    networkScene(params, {
      name: 'Hanging chain',
      positions: Array.from(
        { length: LINKS + 1 },
        (_, i): Vec3 => [i * LENGTH * sin(ANGLE), TOP - i * LENGTH * cos(ANGLE), 0],
      ),
      springs: Array.from({ length: LINKS }, (_, j) => ({
        ends: [j, j + 1] as const,
        kind: 'structural' as const,
        restLength: LENGTH,
      })),
      pinned: [0],
      environment: { planes: [FLOOR] },
    }),
};
