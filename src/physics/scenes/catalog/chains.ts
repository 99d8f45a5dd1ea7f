import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { chainOf, networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Number of springs, and the rest length of each, m. */
const LINKS = 10;
const LENGTH = 0.1;

/** m; height of the pin of the hanging chain above the floor. */
const PIN = 1.25;
/** rad; initial angle between it and the vertical. */
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
      positions: Array.from(
        { length: LINKS + 1 },
        (_, i): Vec3 => [i * LENGTH * sin(ANGLE), PIN - i * LENGTH * cos(ANGLE), 0],
      ),
      springs: chainOf(LINKS, LENGTH),
      pinned: [0],
    }),
};

/** m; distance between the pins of the catenary, and their height above the floor. */
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
      positions: Array.from({ length: LINKS + 1 }, (_, i) => [(i / LINKS - 0.5) * SPAN, TOP - (i % 2) * 0.05, 0]),
      springs: chainOf(LINKS, LENGTH),
      pinned: [0, LINKS],
    }),
};
