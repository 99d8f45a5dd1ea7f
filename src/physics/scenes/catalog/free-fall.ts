import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m above the floor, and m/s upwards, at the start. */
const HEIGHT = 0.3;
const SPEED = 2.2;
/** m; of the ground. */
const GROUND = 0.05;

/** Free fall in large steps, for the quiz of the lecture slides Particle Dynamics: where is it after two steps of h?
 *  With a = −g: explicit Euler x₀ + 2hv₀ + h²a, symplectic Euler x₀ + 2hv₀ + 3h²a, and midpoint, like every method of
 *  order 2 and above, the truth, x₀ + 2hv₀ + 2h²a. */
export const freeFall: SceneDefinition = {
  id: 'free-fall',
  label: 'Free fall',
  group: 'Particles and forces',
  rank: 66,
  summary:
    'A ball thrown straight up on the Moon, in steps of h = 0.1 s. Where is it after two steps? Work it out, then step twice: x₀ + 2hv₀ + 2h²a is the truth, explicit Euler has only half of the last term and symplectic Euler half as much again.',
  grid: false,
  integrator: 'explicit-euler',
  params: { dt: 0.1, gravity: 1.62, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      name: 'Free fall',
      positions: [[0, HEIGHT, 0]],
      velocities: [[0, SPEED, 0]],
      springs: [],
      environment: { planes: [{ point: [0, GROUND, 0], normal: [0, 1, 0], restitution: 0.6, friction: 0 }] },
    }),
};
