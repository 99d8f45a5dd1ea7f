/** Two and three bodies on springs and in orbits. */

import type { Vec3 } from '../../model/model';
import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m; rest length of the spring. */
const LENGTH = 0.6;
/** m; height of the centre above the floor. */
const MIDDLE = 0.7;
/** m/s; initial speed of each body, at right angles to the spring. */
const SPEED = 0.9;

export const twoBodies: SceneDefinition = {
  id: 'two-bodies',
  label: 'Two bodies',
  group: 'Particles and forces',
  rank: 60,
  summary:
    'Two particles on one spring, without gravity, start in opposite directions at right angles to it. They rotate and oscillate for ever. Compare the energy under explicit, symplectic and implicit Euler.',
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, gravity: 0, stiffness: 20, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create: (params) =>
    networkScene(params, {
      positions: [-1, 1].map((side): Vec3 => [(side * LENGTH) / 2, MIDDLE, 0]),
      velocities: [-1, 1].map((side): Vec3 => [0, side * SPEED, 0]),
      springs: [{ ends: [0, 1], kind: 'structural', restLength: LENGTH }],
      environment: {},
    }),
};

/** N·m²/kg². */
const G = 0.16;
/** Mass of the planet over that of the star. */
const RATIO = 1e-3;
/** m; semi-major axis of the ellipse. */
const A = 0.4;
/** Eccentricity. */
const E = 0.6;
/** m; height of the centre of mass above the floor, here and of the three bodies, and its x here. */
const HEIGHT = 0.8;
const CENTER_X = 0.24;

/** A Kepler ellipse about a star of 1 kg, from its far end r = a(1 + e), where by the vis-viva equation
 *    v² = G(M + m)(2/r − 1/a) = G(M + m)/a · (1 − e)/(1 + e);  the period is 2π√(a³/G(M + m)) = 3.97 s.
 *  The star moves too, so that the centre of mass is at rest. Source: lecture slides Particle Dynamics, attraction. */
export const orbit: SceneDefinition = {
  id: 'orbit',
  label: 'Orbit',
  group: 'Particles and forces',
  rank: 62,
  summary:
    'A planet on a Kepler ellipse about a star of a thousand times its mass, with a period of 3.97 s. With symplectic methods the ellipse rotates slowly and keeps its size for ever. Choose explicit Euler to see the planet spiral outwards, or implicit Euler to see it spiral inwards.',
  integrator: 'velocity-verlet',
  params: { dt: 2e-3, gravity: 0, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create(params) {
    const r = A * (1 + E);
    const v = Math.sqrt((G * params.mass * (1 + RATIO) * (1 - E)) / (A * (1 + E)));
    const starShare = RATIO / (1 + RATIO);
    return networkScene(params, {
      positions: [
        [CENTER_X + starShare * r, HEIGHT, 0],
        [CENTER_X - (1 - starShare) * r, HEIGHT, 0],
      ],
      velocities: [
        [0, starShare * v, 0],
        [0, -(1 - starShare) * v, 0],
      ],
      massRatios: [1, RATIO],
      environment: { forces: [{ type: 'attraction', G, softening: 0 }] },
    });
  },
};

/** m; position of the first body; the second is opposite, and the third in the centre. */
const POSITION: Vec3 = [0.97000436, -0.24308753, 0];
/** m/s; velocity of the third body; the others have −½ of it. */
const VELOCITY: Vec3 = [-0.93240737, -0.86473146, 0];

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
  integrator: 'rk4',
  params: { dt: 2e-3, gravity: 0, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create: (params) =>
    networkScene(params, {
      positions: [1, -1, 0].map((sign): Vec3 => [sign * POSITION[0], HEIGHT + sign * POSITION[1], 0]),
      velocities: [-0.5, -0.5, 1].map((factor): Vec3 => [factor * VELOCITY[0], factor * VELOCITY[1], 0]),
      environment: { forces: [{ type: 'attraction', G: 1, softening: 0 }] },
    }),
};
