import type { Environment } from '../../model/environment';
import type { Params } from '../../model/params';
import { gridScene } from '../builders/grid-scene';
import { bodyOf, FLOOR, type SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE } from './cloth';

/** A square cloth without pins, level and at rest length, above an obstacle or on it. */
interface DrapedCloth extends Pick<SceneDefinition, 'id' | 'label' | 'rank' | 'summary' | 'look'> {
  /** m; of the cloth above the floor: some centimetres more than that of the obstacle, if it does not lie on it. */
  height: number;
  /** m; absent: that of the cloth of other scenes. */
  side?: number;
  /** Beside the floor. */
  obstacles: Partial<Environment>;
  /** Beside those of all these scenes. */
  params?: Partial<Params>;
}

function drapedCloth({ height, side = CLOTH_SIZE, obstacles, params, ...definition }: DrapedCloth): SceneDefinition {
  return {
    ...definition,
    group: 'Contact',
    grid: true,
    integrator: 'implicit-euler',
    params: { ...CLOTH_PARAMS, dt: 1 / 120, selfCollision: 1, ...params },
    create: (given) =>
      gridScene(given, {
        width: side,
        height: side,
        position: (row, column) => [
          (column / (given.columns - 1) - 0.5) * side,
          height,
          (row / (given.rows - 1) - 0.5) * side,
        ],
        environment: { planes: [FLOOR], ...obstacles },
      }),
  };
}

/** m; radius of the ball, which lies on the floor. */
const RADIUS = 0.25;

export const clothOnSphere: SceneDefinition = drapedCloth({
  id: 'cloth-on-sphere',
  label: 'Cloth over a ball',
  rank: 30,
  summary:
    'A square cloth falls flat onto a ball and drapes over it. Its corners lie on the floor. Pull it off, or reduce the friction of the ball until the cloth slides.',
  look: 'silk',
  height: 2 * RADIUS + 0.12,
  obstacles: { spheres: [{ center: [0, RADIUS, 0], radius: RADIUS, restitution: 0, friction: 0.4 }] },
});

/** m; radius of the ball that turns, and how high its center is above the floor. rad/s, and s when it begins to turn. */
const [TURNING, CENTER] = [0.28, 0.75];
const [RATE, BEGIN] = [5, 0.8];

export const turningBall: SceneDefinition = drapedCloth({
  id: 'turning-ball',
  label: 'Cloth on a turning ball',
  rank: 31,
  summary:
    'A square cloth falls onto a ball, which begins to turn. Friction takes the cloth along, and its corners fly outwards. Without friction it stays where it is.',
  look: 'silk',
  height: CENTER + TURNING + 0.06,
  obstacles: {
    spheres: [
      { center: [0, CENTER, 0], radius: TURNING, restitution: 0, friction: 0.8, spin: [0, RATE, 0], start: BEGIN },
    ],
  },
});

/** m; height of the table that a cloth falls onto. */
const TABLE = 0.5;

export const tablecloth: SceneDefinition = drapedCloth({
  id: 'tablecloth',
  label: 'Cloth over a table',
  rank: 32,
  summary:
    'A square cloth falls onto a round table and hangs down in folds. Pull it off at a corner, drag the table by its handle, or give it another shape on the panel.',
  look: 'linen',
  height: TABLE + 0.1,
  obstacles: { bodies: [bodyOf('table', [0.56, TABLE, 0.56], 0.4)] },
});

/** m; height of the table that is pulled away, and side of the cloth that lies flat on it. */
const HEIGHT = 0.4;
const SIDE = 0.8;
/** s; when that table starts, and how long it takes. m; how far it goes. */
const [START, DURATION, WAY] = [0.5, 0.5, 1.3];

/** The fastest acceleration of the path is 6 · 1.3 m/0.25 s² = 31 m/s², ten times μg. */
export const tablePulledAway: SceneDefinition = drapedCloth({
  id: 'table-pulled-away',
  label: 'Table pulled away',
  rank: 33,
  summary:
    'A table is pulled away under its cloth so fast that friction cannot take the cloth along: it stays behind, and falls. Drag the table by its handle: slowly, and the cloth goes with it.',
  look: 'silk',
  height: HEIGHT,
  side: SIDE,
  params: { mass: (0.2 * SIDE * SIDE) / (32 * 32) },
  obstacles: {
    bodies: [{ ...bodyOf('table', [1.2, HEIGHT, 1.2], 0.3), path: [0, 0, 0, 0, DURATION, WAY, 0, 0], start: START }],
  },
});

/** m; height of the bust, which stands on the floor. */
const BUST = 0.6;

export const clothOverBust: SceneDefinition = drapedCloth({
  id: 'cloth-over-bust',
  label: 'Cloth over a bust',
  rank: 34,
  summary:
    'A square cloth falls over a bust, and shows its head and its shoulders. Pull it off, or turn the bust on the panel.',
  look: 'silk',
  height: BUST + 0.05,
  params: { bend: 0.02 },
  obstacles: { bodies: [bodyOf('bust', [0.5, BUST, 0.3], 0.5)] },
});
