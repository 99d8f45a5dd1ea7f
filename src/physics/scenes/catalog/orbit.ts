import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** N·m²/kg². */
const G = 0.16;
/** Mass of the planet over that of the star. */
const RATIO = 1e-3;
/** m; semi-major axis of the ellipse. */
const A = 0.4;
/** Eccentricity. */
const E = 0.6;
/** m; position of the centre of mass: height above the floor, and x. */
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
  grid: false,
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
      springs: [],
      environment: { forces: [{ type: 'attraction', G, softening: 0 }] },
    });
  },
};
