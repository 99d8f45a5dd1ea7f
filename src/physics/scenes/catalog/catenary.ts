import { FLOOR } from '../builders/floor';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Number of springs, and the rest length of each, m. */
const LINKS = 10;
const LENGTH = 0.1;
/** m; distance between the pins, and their height above the floor. */
const SPAN = 0.8;
const TOP = 0.8;

/** The pins are closer than the chain is long. It starts as a flat zigzag. */
export const catenary: SceneDefinition = {
  id: 'catenary',
  label: 'Elastic catenary',
  group: 'Statics and topology',
  rank: 45,
  summary:
    'A chain of ten springs between two pins falls into the shape of an elastic catenary, with a horizontal tension of 0.294 N. Find its equilibrium at once, or wait until it comes to rest.',
  grid: false,
  integrator: 'rk4',
  params: { dt: 1e-3, stiffness: 100, shear: 0, bend: 0, damping: 0.02, drag: 0.005, mass: 0.01 },
  create: (params) =>
    networkScene(params, {
      name: 'Elastic catenary',
      positions: Array.from({ length: LINKS + 1 }, (_, i) => [(i / LINKS - 0.5) * SPAN, TOP - (i % 2) * 0.05, 0]),
      springs: Array.from({ length: LINKS }, (_, j) => ({
        ends: [j, j + 1] as const,
        kind: 'structural' as const,
        restLength: LENGTH,
      })),
      pinned: [0, LINKS],
      environment: { planes: [FLOOR] },
    }),
};
