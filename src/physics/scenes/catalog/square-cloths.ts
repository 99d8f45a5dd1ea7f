/** The cloth of the opening scene, held otherwise or made otherwise. They are not in `cloth.ts`, because the page loads that one first. */
import { cornersOfGrid, particlesOfRow } from '../builders/grid';
import { gridScene, wavyLine } from '../builders/grid-scene';
import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, CLOTH_SIZE, hangingCloth } from './cloth';

/** m/s; initial speed of the lower edge, so that the cloth swings. */
const SPEED = 2;

export const clothTopEdge: SceneDefinition = {
  id: 'cloth-top-edge',
  label: 'Cloth by its edge',
  group: 'Cloth',
  rank: 20,
  summary:
    'The same cloth, pinned along its whole upper edge, hangs in pleats. Pull its lower edge aside and let go, or unpin all but a few particles.',
  grid: true,
  look: 'linen',
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create: (params) => hangingCloth(params, particlesOfRow(params), SPEED),
};

export const clothFalling: SceneDefinition = {
  id: 'cloth-falling',
  label: 'Falling cloth',
  group: 'Playground',
  rank: 95,
  summary:
    'The same cloth starts upright without pins and falls to the floor. Pin one particle or another while it falls, and see where it hangs.',
  grid: true,
  look: 'silk',
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create: (params) => hangingCloth(params, []),
};

/** m; height of the corners of the hammock above the floor. */
const CORNERS = 0.9;
/** rad; its slope at its edges. */
const SLOPE = 0.8;

export const clothFourCorners: SceneDefinition = {
  id: 'cloth-four-corners',
  label: 'Hammock',
  group: 'Cloth',
  rank: 30,
  summary:
    'The same cloth, pinned at its four corners, sags between them. Lift its middle and drop it, or unpin one corner and watch it swing.',
  grid: true,
  look: 'denim',
  integrator: 'symplectic-euler',
  params: CLOTH_PARAMS,
  create(params) {
    // Half a wave: down and up again.
    const arc = wavyLine(params.columns, CLOTH_SIZE, -SLOPE, 0.5);
    const cell = CLOTH_SIZE / (params.rows - 1);
    return gridScene(params, {
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [arc.along[column], CORNERS + arc.across[column], row * cell - CLOTH_SIZE / 2],
      pinned: cornersOfGrid(params),
    });
  },
};

/** m; height of the centre of the floating cloth above the floor. */
const CENTER = 0.8;
/** rad/s; initial rate of rotation of its upper edge about the vertical axis; the lower edge has the opposite rate. */
const RATE = 8;

export const clothFloating: SceneDefinition = {
  id: 'cloth-floating',
  label: 'Floating cloth',
  group: 'Cloth',
  rank: 40,
  summary:
    'A cloth without gravity, pins or air. Its upper and lower edges start to rotate in opposite directions. Its momentum stays zero: compare the energy under each integrator.',
  grid: true,
  look: 'silk',
  integrator: 'symplectic-euler',
  params: { ...CLOTH_PARAMS, gravity: 0, drag: 0 },
  create(params) {
    const dx = CLOTH_SIZE / (params.columns - 1);
    const dy = CLOTH_SIZE / (params.rows - 1);
    return gridScene(params, {
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [column * dx - CLOTH_SIZE / 2, CENTER + CLOTH_SIZE / 2 - row * dy, 0],
      velocity: ([x, y]) => [0, 0, (-RATE * x * (y - CENTER)) / (CLOTH_SIZE / 2)],
      environment: {},
    });
  },
};

/** m; height of the flat cloth above the floor. */
const LEVEL = 1;

/**
 * The start of many assignments on cloth: level and at rest length. Where its corners take all its weight at once, the cloth of the other
 * scenes would stretch by a quarter.
 */
export const clothFlat: SceneDefinition = {
  id: 'cloth-flat',
  label: 'Flat cloth',
  group: 'Playground',
  rank: 90,
  summary:
    'A cloth starts level and unstretched, pinned at its four corners, and sags. Compare how deep it hangs at rest for other masses and stiffnesses.',
  grid: true,
  look: 'linen',
  integrator: 'symplectic-euler',
  params: { ...CLOTH_PARAMS, stiffness: 400, dt: 2e-4 },
  create(params) {
    const [dx, dz] = [CLOTH_SIZE / (params.columns - 1), CLOTH_SIZE / (params.rows - 1)];
    return gridScene(params, {
      width: CLOTH_SIZE,
      height: CLOTH_SIZE,
      position: (row, column) => [column * dx - CLOTH_SIZE / 2, LEVEL, row * dz - CLOTH_SIZE / 2],
      pinned: cornersOfGrid(params),
    });
  },
};

/** Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems; O'Brien and Hodgins, Animation of Brittle Fracture. */
export const membraneCloth: SceneDefinition = {
  id: 'membrane-cloth',
  label: 'Membrane cloth',
  group: 'Membrane',
  rank: 10,
  summary:
    'The same cloth, with a viscoelastic continuum in place of the structural and shear springs. Only the springs that resist folding remain. Colour it by strain, stress or energy.',
  grid: true,
  look: 'rubber',
  integrator: 'implicit-euler',
  params: {
    ...CLOTH_PARAMS,
    dt: 1 / 120,
    rows: 24,
    columns: 24,
    mass: 0.2 / (24 * 24),
    structuralSprings: 0,
    shearSprings: 0,
    membraneLambda: 1e5,
    membraneMu: 1e5,
    membranePhi: 20,
    membranePsi: 20,
    membraneThickness: 1e-3,
  },
  create: (params) => hangingCloth(params, [0, params.columns - 1]),
};
