import { EMPTY_ENVIRONMENT } from '../../model/environment';
import type { SceneDefinition } from '../scene';

/** m. */
const LENGTH = 0.6;
/** m; of the middle above the floor. */
const HEIGHT = 0.7;
/** m/s; of each body, across the spring. */
const PUSH = 0.9;

export const twoBodies: SceneDefinition = {
  id: 'two-bodies',
  label: 'Two bodies',
  group: 'Particles and forces',
  rank: 60,
  summary:
    'Two particles on one spring without gravity, pushed opposite ways across it: they turn and swing for ever. Compare the energy under explicit, symplectic and implicit Euler.',
  grid: false,
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, gravity: 0, stiffness: 20, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create: (params) => ({
    name: 'Two bodies',
    positions: Float64Array.of(-LENGTH / 2, HEIGHT, 0, LENGTH / 2, HEIGHT, 0),
    velocities: Float64Array.of(0, -PUSH, 0, 0, PUSH, 0),
    masses: Float64Array.of(params.mass, params.mass),
    pinned: [],
    springs: Uint32Array.of(0, 1),
    kinds: new Uint8Array(1),
    restLengths: Float64Array.of(LENGTH),
    stiffness: Float64Array.of(params.stiffness),
    damping: Float64Array.of(params.damping),
    surface: new Uint32Array(0),
    membrane: null,
    environment: EMPTY_ENVIRONMENT,
    grid: null,
    time: 0,
  }),
};
