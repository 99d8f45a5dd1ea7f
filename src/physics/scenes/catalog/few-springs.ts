/** Scenes of a few springs: chains, an oscillator and a triangle. */
import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { chainOf, networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Number of springs, and the rest length of each, m. */
const LINKS = 10;
const LENGTH = 0.1;

/** m; height of the pin of the hanging chain above the floor. */
const PIN = 1.25;
/** rad; initial angle between it and the vertical. */
const ANGLE = 1.2;

export const chain: SceneDefinition = {
  id: 'chain',
  label: 'Hanging chain',
  group: 'Statics and topology',
  rank: 50,
  summary:
    'Ten particles on springs hang below a pin and are released from the side. At rest the lowest particle hangs 1.054 m below the pin, because each spring carries all the weight below it.',
  integrator: 'rk4',
  params: { dt: 1e-3, stiffness: 100, shear: 0, bend: 0, damping: 0.02, drag: 0.01, mass: 0.01 },
  create: (params) =>
    networkScene(params, {
      positions: Array.from(
        { length: LINKS + 1 },
        (_, i): Vec3 => [i * LENGTH * sin(ANGLE), PIN - i * LENGTH * cos(ANGLE), 0],
      ),
      springs: chainOf(LINKS, LENGTH),
      pinned: [0],
    }),
};

/** m; distance between the pins of the catenary, and their height above the floor. */
const SPAN = 0.8;
const TOP = 0.8;

/** The pins are closer than the chain is long. It starts as a flat zigzag. */
export const catenary: SceneDefinition = {
  id: 'catenary',
  label: 'Elastic catenary',
  group: 'Statics and topology',
  rank: 45,
  summary:
    'A chain of ten springs between two pins falls into the shape of an elastic catenary, with a horizontal tension of 0.294 N. Find its equilibrium at once, or wait until it comes to rest.',
  integrator: 'rk4',
  params: { dt: 1e-3, stiffness: 100, shear: 0, bend: 0, damping: 0.02, drag: 0.005, mass: 0.01 },
  create: (params) =>
    networkScene(params, {
      positions: Array.from({ length: LINKS + 1 }, (_, i) => [(i / LINKS - 0.5) * SPAN, TOP - (i % 2) * 0.05, 0]),
      springs: chainOf(LINKS, LENGTH),
      pinned: [0, LINKS],
    }),
};

/** m; rest length of the spring, and its initial extension. */
const REST = 0.6;
const STRETCH = 0.3;
/** m; height above the floor. */
const LEVEL = 0.7;

/** m ẍ = −k(x − x̄) − c ẋ, a spiral in the phase plane: with k = 20 N/m, m = 0.5 kg and c = 0.3 N·s/m, ω = 6.32 1/s and
 *  ζ = c/(2√(km)) = 0.047. Source: lecture slides Particle Dynamics, the quizzes on phase space. */
export const dampedOscillator: SceneDefinition = {
  id: 'damped-oscillator',
  label: 'Oscillator',
  group: 'Particles and forces',
  rank: 68,
  summary:
    'One mass on one damped spring. In the phase plane, velocity against position, its trajectory is a spiral towards the centre. Set the spring damping to 0 and find the methods whose trajectory closes: that of explicit Euler spirals outwards, that of implicit Euler inwards.',
  integrator: 'midpoint',
  params: { dt: 0.01, gravity: 0, stiffness: 20, shear: 0, bend: 0, damping: 0.3, drag: 0, mass: 0.5 },
  create: (params) =>
    networkScene(params, {
      positions: [-REST, STRETCH].map((x): Vec3 => [x, LEVEL, 0]),
      springs: [{ ends: [0, 1], kind: 'structural', restLength: REST }],
      environment: {},
      pinned: [0],
    }),
};

/** Source: lecture notes 3D Mass Spring System; Choi, Static/Dynamic Deformation with Mass-Spring Systems, model problem. */
export const threeSprings: SceneDefinition = {
  id: 'three-springs',
  label: 'Three springs',
  group: 'Statics and topology',
  rank: 44,
  summary:
    'A triangle of three springs hangs from one pin. It is small enough to write down its matrices: open them and follow one implicit step, number by number.',
  integrator: 'implicit-euler',
  params: { dt: 1 / 60, stiffness: 40, shear: 0, bend: 0, damping: 0.05, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      positions: [
        [0, 1, 0],
        [-0.3, 0.55, 0],
        [0.35, 0.6, 0],
      ],
      springs: [
        { ends: [0, 1], kind: 'structural', restLength: 0.5 },
        { ends: [1, 2], kind: 'structural', restLength: 0.6 },
        { ends: [2, 0], kind: 'structural', restLength: 0.5 },
      ],
      pinned: [0],
    }),
};
