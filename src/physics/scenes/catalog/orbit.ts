import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** N·m²/kg². */
const G = 0.16;
/** Of the planet's mass to the star's. */
const RATIO = 1e-3;
/** m; half the long axis of the ellipse. */
const A = 0.4;
/** Eccentricity. */
const E = 0.6;
/** m; of the star above the floor, and to the right of the middle. */
const HEIGHT = 0.8;
const ASIDE = 0.24;

/** Kepler's ellipse about a star of 1 kg, begun at its far end r = a(1 + e), where by the vis-viva equation
 *    v² = G(M + m)(2/r − 1/a) = G(M + m)/a · (1 − e)/(1 + e);  the period is 2π√(a³/G(M + m)) = 3.97 s.
 *  The star moves too, so that the centre of mass rests. Source: lecture slides Particle Dynamics, attraction. */
export const orbit: SceneDefinition = {
  id: 'orbit',
  label: 'Orbit',
  group: 'Particles and forces',
  rank: 62,
  summary:
    'A planet on Kepler’s ellipse about a star a thousand times its mass, 3.97 s a turn. Under symplectic methods the ellipse turns slowly and keeps its size for ever; choose explicit Euler and watch it spiral out, or implicit Euler and watch it fall in.',
  grid: false,
  integrator: 'velocity-verlet',
  params: { dt: 2e-3, gravity: 0, stiffness: 0, shear: 0, bend: 0, damping: 0, drag: 0, mass: 1 },
  create(params) {
    const r = A * (1 + E);
    const v = Math.sqrt((G * params.mass * (1 + RATIO) * (1 - E)) / (A * (1 + E)));
    const ofStar = RATIO / (1 + RATIO);
    return networkScene(params, {
      name: 'Orbit',
      positions: [
        [ASIDE + ofStar * r, HEIGHT, 0],
        [ASIDE - (1 - ofStar) * r, HEIGHT, 0],
      ],
      velocities: [
        [0, ofStar * v, 0],
        [0, -(1 - ofStar) * v, 0],
      ],
      massRatios: [1, RATIO],
      springs: [],
      environment: { forces: [{ type: 'attraction', G, softening: 0 }] },
    });
  },
};
