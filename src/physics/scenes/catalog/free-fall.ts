import { FLOOR } from '../builders/floor';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Initial height above the floor, m, and initial velocity upwards, m/s. */
const HEIGHT = 0.3;
const SPEED = 2.2;
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
  grid: false,
  integrator: 'explicit-euler',
  params: { dt: 0.1, gravity: 1.62, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      positions: [[0, HEIGHT, 0]],
      velocities: [[0, SPEED, 0]],
      springs: [],
      environment: { planes: [{ ...FLOOR, point: [0, GROUND, 0], restitution: 0.6, friction: 0 }] },
    }),
};
