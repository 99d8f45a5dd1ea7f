import type { Vec3 } from '../../model/model';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m; of the first body, with the third in the middle and the second opposite. */
const PLACE: Vec3 = [0.97000436, -0.24308753, 0];
/** m/s; of the third body; the others have half of it, the other way. */
const SPEED: Vec3 = [-0.93240737, -0.86473146, 0];
/** m; of the middle above the floor. */
const HEIGHT = 0.8;

/** Three equal masses that chase one another along a figure of eight, with G = m = 1 and a period of 6.32591398 s.
 *  Source: Chenciner and Montgomery, A Remarkable Periodic Solution of the Three-Body Problem in the Case of Equal Masses
 *  (the numbers are Simó's). */
export const threeBodies: SceneDefinition = {
  id: 'three-bodies',
  label: 'Three bodies',
  group: 'Particles and forces',
  rank: 64,
  summary:
    'Three equal masses chase one another along a figure of eight, an orbit that was found in 1993. It is stable: give one a small pull and they still find their way, a larger one and they scatter.',
  grid: false,
  integrator: 'rk4',
  params: { dt: 2e-3, gravity: 0, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create: (params) =>
    networkScene(params, {
      name: 'Three bodies',
      positions: [1, -1, 0].map((way): Vec3 => [way * PLACE[0], HEIGHT + way * PLACE[1], 0]),
      velocities: [-0.5, -0.5, 1].map((part): Vec3 => [part * SPEED[0], part * SPEED[1], 0]),
      springs: [],
      environment: { forces: [{ type: 'attraction', G: 1, softening: 0 }] },
    }),
};
