import type { Vec3 } from '../../model/model';
import { FLOOR } from '../builders/floor';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Coefficients of restitution, from left to right. */
const RESTITUTIONS = [0, 0.25, 0.5, 0.75, 1];
/** m; distance between balls, and the height from which they fall. */
const SPACING = 0.3;
const HEIGHT = 1;
/** m; radius of the pads, which are spheres, and height of their tops above the floor. */
const RADIUS = 0.12;
const PAD = 0.26;

/**
 * Each ball falls onto the top of its own sphere, so that it bounces straight up.
 * Source: lecture slides Particle Dynamics, collision response.
 */
export const bounce: SceneDefinition = {
  id: 'bounce',
  label: 'Bouncing balls',
  group: 'Contact',
  rank: 10,
  summary:
    'Five balls fall from a height of 1 m onto five pads with coefficients of restitution e = 0, 0.25, 0.5, 0.75 and 1. After n bounces a ball rises to e²ⁿ of that height. Change the restitution of a pad while they bounce.',
  grid: false,
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      positions: RESTITUTIONS.map((_, i): Vec3 => [x(i), PAD + HEIGHT, 0]),
      springs: [],
      environment: {
        planes: [FLOOR],
        spheres: RESTITUTIONS.map((restitution, i) => ({
          center: [x(i), PAD - RADIUS, 0],
          radius: RADIUS,
          restitution,
          friction: 0,
        })),
      },
    }),
};

function x(i: number): number {
  return (i - (RESTITUTIONS.length - 1) / 2) * SPACING;
}
