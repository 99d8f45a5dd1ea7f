import type { Vec3 } from '../../model/model';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m; position of the first body; the second is opposite, and the third in the centre. */
const POSITION: Vec3 = [0.97000436, -0.24308753, 0];
/** m/s; velocity of the third body; the others have −½ of it. */
const VELOCITY: Vec3 = [-0.93240737, -0.86473146, 0];
/** m; height of the centre above the floor. */
const HEIGHT = 0.8;

/** Three equal masses on one figure of eight, with G = m = 1 and a period of 6.32591398 s.
 *  Source: Chenciner and Montgomery, A Remarkable Periodic Solution of the Three-Body Problem in the Case of Equal Masses
 *  (the numbers are by Simó). */
export const threeBodies: SceneDefinition = {
  id: 'three-bodies',
  label: 'Three bodies',
  group: 'Particles and forces',
  rank: 64,
  summary:
    'Three equal masses follow one another along a figure of eight, an orbit that was found in 1993. It is stable: pull one a little and they still follow the orbit, pull harder and they scatter.',
  grid: false,
  integrator: 'rk4',
  params: { dt: 2e-3, gravity: 0, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create: (params) =>
    networkScene(params, {
      positions: [1, -1, 0].map((sign): Vec3 => [sign * POSITION[0], HEIGHT + sign * POSITION[1], 0]),
      velocities: [-0.5, -0.5, 1].map((factor): Vec3 => [factor * VELOCITY[0], factor * VELOCITY[1], 0]),
      springs: [],
      environment: { forces: [{ type: 'attraction', G: 1, softening: 0 }] },
    }),
};
