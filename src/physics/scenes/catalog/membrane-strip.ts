import type { Vec3 } from '../../model/model';
import { gridTriangles, particlesOfRow } from '../builders/grid';
import { networkScene, springsOfGrid } from '../builders/network-scene';
import { type SceneDefinition, triples } from '../scene';

/** Particles in each strip; its size and the height of its upper edge above the floor, m. */
const COLUMNS = 9;
const ROWS = 25;
const WIDTH = 0.32;
const HEIGHT = 0.96;
const TOP = 1.3;
/** m; distance between the centre lines of the strips. */
const DISTANCE = 0.5;
/** N/m. The lattice is isotropic if k + 4·bend·k = 2·shear·k; then ν = ⅓ and E·t = 8·shear·k/3. */
const STIFFNESS = 100;
const SHEAR = 0.7;
const BEND = 0.1;
/** m. */
const THICKNESS = 1e-3;
/** Pa; E of the membrane of the same stiffness, and its λ and μ in plane stress at ν = ⅓. */
const YOUNG = (8 * SHEAR * STIFFNESS) / (3 * THICKNESS);
const LAMBDA = (YOUNG * (1 / 3)) / (1 - 1 / 9);
const MU = YOUNG / (2 * (1 + 1 / 3));

/** Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems, Mass-Spring vs. Lumped Mass FEM. */
export const membraneStrip: SceneDefinition = {
  id: 'membrane-strip',
  label: 'Springs and membrane',
  group: 'Membrane',
  rank: 20,
  summary:
    'Two strips of the same weight and, for small strain, the same stiffness: springs on the left, a continuum on the right. Raise gravity and see where they start to differ.',
  look: 'rubber',
  integrator: 'implicit-euler',
  params: {
    dt: 1 / 240,
    stiffness: STIFFNESS,
    shear: SHEAR,
    bend: BEND,
    damping: 0.02,
    drag: 1e-3,
    mass: 0.004,
    membraneLambda: LAMBDA,
    membraneMu: MU,
    membranePhi: 20,
    membranePsi: 20,
    membraneThickness: THICKNESS,
  },
  create(params) {
    const grid = { rows: ROWS, columns: COLUMNS };
    const n = ROWS * COLUMNS;
    const triangles = gridTriangles(grid);
    const membraneTriangles = triangles.map((i) => n + i);
    const strip = (center: number) =>
      Array.from({ length: n }, (_, i): Vec3 => {
        const x = ((i % COLUMNS) / (COLUMNS - 1) - 0.5) * WIDTH;
        return [center + x, TOP - (Math.floor(i / COLUMNS) * HEIGHT) / (ROWS - 1), 0];
      });
    const positions = [...strip(-DISTANCE / 2), ...strip(DISTANCE / 2)];
    const upper = particlesOfRow(grid);
    return networkScene(params, {
      positions,
      springs: springsOfGrid(grid, WIDTH, HEIGHT),
      pinned: [...upper, ...upper.map((i) => n + i)],
      surface: triples([...triangles, ...membraneTriangles]),
      membrane: { triangles: membraneTriangles, rest: Float64Array.from(positions.flat()) },
    });
  },
};
