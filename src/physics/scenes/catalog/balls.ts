/** Balls that bounce, slide and fall. */

import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { networkScene } from '../builders/network-scene';
import { FLOOR, type SceneDefinition } from '../scene';

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
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      positions: RESTITUTIONS.map((_, i): Vec3 => [x(i), PAD + HEIGHT, 0]),
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

/** rad; 25°. */
const ANGLE = (25 * Math.PI) / 180;
/** Coulomb's μ; a little less than tan 25° = 0.4663. */
const FRICTION = 0.4;
const COUNT = 5;
/** m; distance between neighbours along the slope and across it. */
const ALONG = 0.12;
const ACROSS = 0.22;
/** m; distance of the highest ball from the foot of the slope. */
const TOP = 1.3;

/** Source: lecture slides Particle Dynamics, contact. */
export const slope: SceneDefinition = {
  id: 'slope',
  label: 'Slope with friction',
  group: 'Contact',
  rank: 20,
  summary:
    'Five balls, which cannot roll, on a slope of 25°, whose tangent is 0.466. With a coefficient of friction μ = 0.4 they slide; with 0.5 they stay exactly where they are. Raise the friction of the slope while they slide.',
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create(params) {
    const downhill: Vec3 = [cos(ANGLE), -sin(ANGLE), 0];
    const normal: Vec3 = [sin(ANGLE), cos(ANGLE), 0];
    const foot: Vec3 = [0.6, 0, 0];
    return networkScene(params, {
      positions: Array.from({ length: COUNT }, (_, i): Vec3 => {
        const distance = TOP - i * ALONG;
        return [foot[0] - distance * downhill[0], foot[1] - distance * downhill[1], (i - (COUNT - 1) / 2) * ACROSS];
      }),
      environment: {
        planes: [
          { point: foot, normal, restitution: 0, friction: FRICTION },
          { ...FLOOR, restitution: 0.3, friction: 0.6 },
        ],
      },
    });
  },
};

/** Initial height above the floor, m, and initial velocity upwards, m/s. */
const START = 0.3;
const THROW = 2.2;
/** m; height of the plane that the ball bounces on. */
const GROUND = 0.05;

/** Free fall in large steps, for the quiz of the lecture slides Particle Dynamics. Position after two steps of h, with a = −g:
 *  explicit Euler x₀ + 2hv₀ + h²a, symplectic Euler x₀ + 2hv₀ + 3h²a; midpoint and every other method of order 2 or higher
 *  has the exact x₀ + 2hv₀ + 2h²a. */
export const freeFall: SceneDefinition = {
  id: 'free-fall',
  label: 'Free fall',
  group: 'Particles and forces',
  rank: 66,
  summary:
    'A ball is thrown straight up on the Moon, and simulated in steps of h = 0.1 s. Where is it after two steps? Compute it, then step twice: x₀ + 2hv₀ + 2h²a is exact. Explicit Euler has only half of the last term, symplectic Euler one and a half times as much.',
  integrator: 'explicit-euler',
  params: { dt: 0.1, gravity: 1.62, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      positions: [[0, START, 0]],
      velocities: [[0, THROW, 0]],
      environment: { planes: [{ ...FLOOR, point: [0, GROUND, 0], restitution: 0.6, friction: 0 }] },
    }),
};
