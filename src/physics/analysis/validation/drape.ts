import { fittedRows } from '../../forces/bending/fitted-rows';
import { netRows } from '../../forces/bending/net-rows';
import type { CurvatureRows } from '../../kernels/curvature-rows';
import type { Floats } from '../../model/arena';
import { CARDS, type MaterialCard } from '../../scenes/materials/cards';
import { createSimulation } from '../../simulation';
import type { ForceDefinition } from '../../world/force';
import { type Measured, type Net, sheetFile, squareMesh, type ValidationCase } from './specimen';

/** %, of the literature. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  silk: [20, 40],
  cotton: [60, 76],
  wool: [40, 70],
  denim: [70, 90],
};
/** Steps of 0.02 s that lose speed: the cloth comes to rest. Gravity is that of the standard. */
const MOTION = { dt: 0.02, decay: 3, gravity: 9.81, cgTolerance: 3e-3, damping: 0, bendingDamping: 0, airDrag: 0 };
/** Steps between two looks at the shadow, and the most. */
const [CHECK_EVERY, MAX_STEPS] = [20, 240];
/** The shadow is steady when two changes in a row are smaller, relative: 0.5 % in all. */
const STEADY = 0.0025;

/** Folds of limp cloth need smaller cells: a net of twice as many. The standard asks for the mean of several placements. */
const LIMP = { id: 'silk', times: 2, label: 'Silk, 80 cells, mean of 3' };
/** Cells of the net that is refined. */
const FINE = 40;
/** rad; of the waves at the start, one for each placement of limp cloth. */
const PHASES = [0, Math.PI / 3, (2 * Math.PI) / 3];

/** The drape coefficient of a material, %. @param phase of the waves at the start, rad */
export function* drapeOf(
  { id, bending }: Pick<MaterialCard, 'id' | 'bending'>,
  net: Net,
  phase = 0,
): Generator<null, number> {
  const { file, wrinkle, coefficient } = drapeSpecimen(net);
  const simulation = createSimulation({
    scene: file,
    material: id,
    integrator: 'implicit-euler',
    forces: net.mesh === 'net' ? [] : [meshInsteadOfNet(bending)],
    params: MOTION,
  });
  const { positions } = simulation.state;
  wrinkle(positions, phase);
  let present = coefficient(positions);
  for (let step = 0, calm = 0; step < MAX_STEPS && calm < 2; step += CHECK_EVERY) {
    const last = present;
    simulation.step(CHECK_EVERY);
    present = coefficient(positions);
    calm = Math.abs(present - last) < STEADY * last ? calm + 1 : 0;
    yield null;
  }
  return 100 * present;
}

/** The drape coefficients of limp cloth, one for each placement, on a net of twice as many cells, %. */
export function* placementsOf(card: MaterialCard, net: Net): Generator<null, number[]> {
  const finer = { ...net, cells: LIMP.times * net.cells };
  const coefficients: number[] = [];
  for (const phase of PHASES) coefficients.push(yield* drapeOf(card, finer, phase));
  return coefficients;
}

/** A round cloth hangs down all around a smaller round table, as in the test of Cusick. */
export const drape: ValidationCase = {
  id: 'drape',
  label: 'Drape',
  quantity: 'drape coefficient, %',
  about:
    'A round cloth of 30 cm lies on a round table of 18 cm. The figure is the part of the ring beyond the table that the shadow of the hanging cloth covers: 100 % if it does not bend. The references are ranges of the literature for such fabrics. Limp cloth can come to rest in different folds, so that its figure changes with the net and the placement: for silk there is also the mean of three placements on a finer net.',
  tolerance: ({ cells }) => (cells > 20 ? 0.1 : 0.3),
  *measure(net) {
    const measured: Measured[] = [];
    for (const card of CARDS) {
      const reference = RANGES[card.id];
      if (!reference) continue;
      // On a fine mesh its figure is that of the folds it happens to fall into.
      const isLimp = card.id === LIMP.id && net.cells >= FINE;
      if (!isLimp) measured.push({ label: card.label, value: yield* drapeOf(card, net), reference });
      if (!isLimp || net.mesh !== 'net') continue;
      const coefficients = yield* placementsOf(card, net);
      const value = coefficients.reduce((sum, one) => sum + one, 0) / coefficients.length;
      measured.push({ label: LIMP.label, value, reference });
    }
    return measured;
  },
};

// The specimen of the drape test: a round piece of cloth on a smaller round table, and its shadow on the floor.

/** m; radius of the table and of the cloth, as in the test of Cusick. */
const [TABLE, CLOTH] = [0.09, 0.15];
/** Waves of the cloth around the table at the start, and the slope of their ridges. */
const [WAVES, SLOPE] = [6, 0.1];
/** m; side of a pixel of the shadow. */
const PIXEL = 1e-3;

type Triangle = readonly [number, number, number];

/**
 * A triangle belongs to the cloth if its middle does. The table holds particles up to a cell beyond its edge: the cloth leaves it in the
 * middle of the last cell that is held, on average at the edge.
 */
export function drapeSpecimen(net: Net) {
  const side = (2 * CLOTH) / net.cells;
  const { at, triangles, diagonals = [] } = squareMesh(net, side);
  const from = (x: number, y: number) => Math.hypot(x - CLOTH, y - CLOTH);
  const cloth = triangles.filter(
    ([a, b, c]) => from((at[a][0] + at[b][0] + at[c][0]) / 3, (at[a][1] + at[b][1] + at[c][1]) / 3) < CLOTH,
  );
  // Each cell has two triangles and one entry of `diagonals`.
  const isCloth = new Set(cloth);
  const inWhole = diagonals.filter(
    (_, cell) => isCloth.has(triangles[2 * cell]) && isCloth.has(triangles[2 * cell + 1]),
  );
  const used = new Set(cloth.flat());
  const isHeld = at.map(([x, y], i) => !used.has(i) || from(x, y) < TABLE + side);
  const file = sheetFile({
    mesh: { at, triangles: cloth, diagonals: inWhole },
    place: (x, y) => [x - CLOTH, 0, y - CLOTH],
    density: 1,
    stretch: 1,
    columns: net.cells + 1,
  });
  file.particles.masses = 1;
  file.particles.pinned = isHeld.flatMap((held, i) => (held ? [i] : []));
  const table = Math.PI * TABLE * TABLE;
  const flat = cloth.length * 0.5 * side * side;
  return {
    /** Flat, on a square net of which the cloth is a part: its other particles are pinned and have no springs. */
    file,
    /**
     * Lifts and lowers the particles of the flat cloth a little, 4n, so that it has folds to begin with.
     * @param phase of the waves, rad
     */
    wrinkle(positions: { [at: number]: number; length: number }, phase: number): void {
      for (let i = 0; i < at.length; i++) {
        const [x, y] = [at[i][0] - CLOTH, at[i][1] - CLOTH];
        const wave = Math.cos(WAVES * Math.atan2(y, x) + phase);
        if (!isHeld[i]) positions[4 * i + 1] = SLOPE * (Math.hypot(x, y) - TABLE) * wave;
      }
    },
    /** The part of the cloth beyond the table that its shadow covers, 0 to 1. */
    coefficient: (positions: ArrayLike<number>) => (shadowOf(positions, cloth) - table) / (flat - table),
  };
}

/** The area that triangles cover, seen from above, m². */
function shadowOf(x: ArrayLike<number>, triangles: readonly Triangle[]): number {
  const size = Math.ceil((2.2 * CLOTH) / PIXEL);
  const covered = new Uint8Array(size * size);
  const toPixels = (i: number) => [x[4 * i] / PIXEL + size / 2, x[4 * i + 2] / PIXEL + size / 2];
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map(toPixels);
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const range = (axis: number) => [
      Math.max(0, Math.ceil(Math.min(a[axis], b[axis], c[axis]) - 0.5)),
      Math.min(size - 1, Math.floor(Math.max(a[axis], b[axis], c[axis]) - 0.5)),
    ];
    const [left, right] = range(0);
    const [top, bottom] = range(1);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const isLeftOf = ([px, py]: number[], [qx, qy]: number[]) =>
          ((qx - px) * (row + 0.5 - py) - (qy - py) * (column + 0.5 - px)) * area >= 0;
        if (area !== 0 && isLeftOf(a, b) && isLeftOf(b, c) && isLeftOf(c, a)) covered[row * size + column] = 1;
      }
    }
  }
  return covered.reduce((sum, pixel) => sum + pixel, 0) * PIXEL * PIXEL;
}

/**
 * Makes the bending of a flat net that of a mesh of triangles. The engine bends a net by central differences, f = −D NᵀN x, which
 * multigrid knows; this force adds −D(WᵀW − NᵀN) x, with the rows W of a mesh of triangles, as one sparse matrix. Together they are
 * exactly the bending of the mesh, and steps with them are fast. It acts on free particles only.
 * @param rigidity D, N·m
 */
export function meshInsteadOfNet(rigidity: number): ForceDefinition {
  return {
    id: 'mesh-bending',
    label: 'Bending of a mesh',
    summary: 'Makes the bending of a net that of a mesh of triangles.',
    account: 'elastic',
    isRelative: true,
    create({ model }) {
      const { membrane, surface, particleCount: n, inverseMasses } = model;
      const net = membrane && netRows(model, surface, membrane.rest);
      if (!net) return {};
      const { starts, places, values } = differenceOf(fittedRows(surface, membrane.rest), net, n);
      /** A copy in double precision: one kind of array makes the loop fast. */
      const x = new Float64Array(4 * n);
      /** y += factor · (WᵀW − NᵀN) p. */
      function add(y: Floats, p: Floats, factor: number): void {
        x.set(p);
        for (let i = 0; i < n; i++) {
          if (inverseMasses[i] === 0) continue;
          let sx = 0;
          let sy = 0;
          let sz = 0;
          for (let k = starts[i]; k < starts[i + 1]; k++) {
            const w = values[k];
            const o = places[k];
            sx += w * x[o];
            sy += w * x[o + 1];
            sz += w * x[o + 2];
          }
          y[4 * i] += factor * sx;
          y[4 * i + 1] += factor * sy;
          y[4 * i + 2] += factor * sz;
        }
      }
      return {
        addForce: (f, { positions }) => add(f, positions, -rigidity),
        addDerivative: (y, p, a) => add(y, p, -rigidity * a),
      };
    },
  };
}

/** WᵀW − NᵀN by rows: row i has values from starts[i] to starts[i + 1], each for the particle at a place, 4 times its number. */
function differenceOf(W: CurvatureRows, N: CurvatureRows, n: number) {
  const rows = Array.from({ length: n }, () => new Map<number, number>());
  for (const matrix of [W, N]) {
    const { count, starts, places, weights } = matrix;
    const sign = matrix === W ? 1 : -1;
    for (let r = 0; r < count; r++) {
      for (let k = starts[r]; k < starts[r + 1]; k++) {
        const row = rows[places[k] >> 2];
        for (let l = starts[r]; l < starts[r + 1]; l++) {
          row.set(places[l], (row.get(places[l]) ?? 0) + sign * weights[k] * weights[l]);
        }
      }
    }
  }
  const starts = new Uint32Array(n + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i] + row.size;
  });
  return {
    starts,
    places: Uint32Array.from(rows.flatMap((row) => [...row.keys()])),
    values: Float64Array.from(rows.flatMap((row) => [...row.values()])),
  };
}
