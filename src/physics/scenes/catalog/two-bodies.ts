import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m; rest length of the spring. */
const LENGTH = 0.6;
/** m; height of the centre above the floor. */
const HEIGHT = 0.7;
/** m/s; initial speed of each body, at right angles to the spring. */
const SPEED = 0.9;

export const twoBodies: SceneDefinition = {
  id: 'two-bodies',
  label: 'Two bodies',
  group: 'Particles and forces',
  rank: 60,
  summary:
    'Two particles on one spring, without gravity, start in opposite directions at right angles to it. They rotate and oscillate for ever. Compare the energy under explicit, symplectic and implicit Euler.',
  grid: false,
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, gravity: 0, stiffness: 20, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create: (params) =>
    networkScene(params, {
      positions: [
        [-LENGTH / 2, HEIGHT, 0],
        [LENGTH / 2, HEIGHT, 0],
      ],
      velocities: [
        [0, -SPEED, 0],
        [0, SPEED, 0],
      ],
      springs: [{ ends: [0, 1], kind: 'structural', restLength: LENGTH }],
      environment: {},
    }),
};
