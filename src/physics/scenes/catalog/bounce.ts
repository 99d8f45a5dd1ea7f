import type { Vec3 } from '../../model/model';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Coefficients of restitution, from left to right. */
const RESTITUTIONS = [0, 0.25, 0.5, 0.75, 1];
/** m; between two of the particles, and from which they fall. */
const APART = 0.3;
const HEIGHT = 1;

/**
 * Each ball has a pad of its own, the top of a sphere: what falls straight onto it bounces straight up.
 * Source: lecture slides Particle Dynamics, collision response.
 */
export const bounce: SceneDefinition = {
  id: 'bounce',
  label: 'Bouncing balls',
  group: 'Contact',
  rank: 10,
  summary:
    'Five balls fall from one metre onto five pads that give back 0, 25, 50, 75 and 100 % of the speed: after n bounces they rise to e²ⁿ of the height. Change the restitution of a pad while they bounce.',
  grid: false,
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      name: 'Bouncing balls',
      positions: RESTITUTIONS.map((_, i): Vec3 => [x(i), PAD + HEIGHT, 0]),
      springs: [],
      environment: {
        spheres: RESTITUTIONS.map((restitution, i) => ({
          center: [x(i), PAD - RADIUS, 0],
          radius: RADIUS,
          restitution,
          friction: 0,
        })),
      },
    }),
};

/** m; of the pads, which are balls, and of their tops above the floor. */
const RADIUS = 0.12;
const PAD = 0.26;

function x(i: number): number {
  return (i - (RESTITUTIONS.length - 1) / 2) * APART;
}
