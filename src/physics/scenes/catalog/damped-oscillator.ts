import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m; rest length of the spring, and its initial extension. */
const LENGTH = 0.6;
const STRETCH = 0.3;
/** m; height above the floor. */
const HEIGHT = 0.7;

/** m ẍ = −k(x − x̄) − c ẋ, a spiral in the phase plane: with k = 20 N/m, m = 0.5 kg and c = 0.3 N·s/m, ω = 6.32 1/s and
 *  ζ = c/(2√(km)) = 0.047. Source: lecture slides Particle Dynamics, the quizzes on phase space. */
export const dampedOscillator: SceneDefinition = {
  id: 'damped-oscillator',
  label: 'Oscillator',
  group: 'Particles and forces',
  rank: 68,
  summary:
    'One mass on one damped spring. In the phase plane, velocity against position, its trajectory is a spiral towards the centre. Set the spring damping to 0 and find the methods whose trajectory closes: that of explicit Euler spirals outwards, that of implicit Euler inwards.',
  grid: false,
  integrator: 'midpoint',
  params: { dt: 0.01, gravity: 0, stiffness: 20, shear: 0, bend: 0, damping: 0.3, drag: 0, mass: 0.5 },
  create: (params) =>
    networkScene(params, {
      positions: [
        [-LENGTH, HEIGHT, 0],
        [STRETCH, HEIGHT, 0],
      ],
      springs: [{ ends: [0, 1], kind: 'structural', restLength: LENGTH }],
      environment: {},
      pinned: [0],
    }),
};
