/** The cycle on a net and ever coarser nets, as a preconditioner. */
import type { NetBending } from '../../kernels/curvature-rows';
import { type GridNet, gridNet } from '../../kernels/grid-net';
import type { GridLevels, GridMatrix } from '../../kernels/kernel';
import { type Grid, type Model, SPRING_KINDS } from '../../model/model';
import type { Constraint, JointFilter } from '../../world/constraint';
import type { EquationsOfMotion, Preconditioner } from '../../world/world';
import { createConjugateGradients, type LinearSystem } from '../conjugate-gradients';
import { replaceIndefinite, setMasses } from '../diagonal-blocks';
import { type Cycle, cycle, V_CYCLE, W_CYCLE } from './cycle';
import { createLineSolver, prefersLines, STRUCTURAL } from './line-solver';

const SHEAR = SPRING_KINDS.indexOf('shear');
/** Minimum stiffness of all diagonal springs, relative to those along rows and columns, for which a W-cycle is faster. */
const MIN_SHEAR = 0.02;

/**
 * P⁻¹ = one cycle on the net and ever coarser nets, or solutions along rows and columns of stiff structural springs. Forces other
 * than the net's springs and bending contribute their 3×3 diagonal blocks. The cycle is in `cycle.ts`.
 * @param choose the cycle for the present stiffness of the springs @param byLines false: coarser nets always
 */
export function createMultigrid(
  world: EquationsOfMotion,
  choose: (model: Model) => Cycle = ownCycle,
  byLines = true,
): Preconditioner {
  const { kernel, model, arena, tangents } = world;
  const n = model.particleCount;
  const matrix: GridMatrix = {
    // `unsupportedReason` has excluded null.
    net: model.grid as Grid,
    tangents,
    diagonalBlocks: arena.doubles(9 * n),
    bending: null,
    contacts: null,
    filter: arena.doubles(9 * n),
    isFiltered: false,
    a: 0,
    b: 0,
  };
  const axis = arena.doubles(4 * n);
  const grid = kernel.createGridLevels(model, matrix, arena);
  const solveInSimd = createSolveInSimd(
    grid,
    () => way,
    () => joint,
  );
  let joint: JointFilter | undefined;
  /** Created when first needed: its arrays are large. */
  let lines: ReturnType<typeof createLineSolver> | null = null;
  let alongLines = false;
  let way: Cycle = W_CYCLE;
  /** True if `matrix` equals A: no force has more than the net's springs, bending, contacts and diagonal blocks. */
  let isComplete = false;

  /** Masses, and the diagonal blocks of all forces but the net's springs, for these factors of K and D. */
  function setDiagonalBlocks(ofK: number, ofD: number): void {
    const { diagonalBlocks } = matrix;
    const { forces } = world;
    setMasses(model, diagonalBlocks);
    isComplete = world.clamped;
    matrix.bending = null;
    matrix.contacts = null;
    for (let i = 0; i < forces.length; i++) {
      const { derivatives } = forces[i];
      if (derivatives?.of === 'springs') continue;
      const bending = derivatives?.of === 'curvatures' ? derivatives.onNet(matrix.a, matrix.b) : null;
      if (bending) {
        if (alongLines) addTwiceTheDiagonal(bending, diagonalBlocks);
        else matrix.bending = bending;
      } else if (derivatives?.of === 'contacts' && !alongLines) {
        matrix.contacts = derivatives.rows;
      } else {
        forces[i].addDiagonal?.(diagonalBlocks, ofK, ofD);
        if (forces[i].addDerivative && derivatives?.of !== 'particles') isComplete = false;
      }
    }
    if (!replaceIndefinite(model, diagonalBlocks)) isComplete = false;
  }

  return {
    assemble(a, b) {
      matrix.a = a;
      matrix.b = b;
      way = choose(model);
      alongLines = byLines && prefersLines(model, a);
      setDiagonalBlocks(-a, -b);
      if (alongLines) {
        lines ??= createLineSolver(world, gridNet(model) as GridNet, matrix.diagonalBlocks);
        lines.assemble(a, b);
        return;
      }
      setFilter(world, matrix, axis);
      joint = world.constraints.find((constraint) => constraint.joint)?.joint;
      grid.assemble();
    },
    apply(z, r) {
      if (alongLines && lines) {
        lines.apply(z, r);
        return;
      }
      grid.setRightSide(r);
      cycle(grid.levels, way);
      grid.getSolution(z);
    },
    solve: (x, b, tolerance, maxIterations, report) =>
      !alongLines && isComplete && solveInSimd(x, b, tolerance, maxIterations, report),
  };
}

/** On lines, bending and the bending that stands for its damping have D = 2 blockdiag(B): then B ≤ 2D. */
function addTwiceTheDiagonal({ weights, columns, factor }: NetBending, blocks: Float64Array): void {
  const down = 9 * columns;
  // A difference of weight 0 may lead out of the net.
  const add = (o: number, weight: number) => {
    for (let k = o; weight !== 0 && k < o + 9; k += 4) blocks[k] += 2 * factor * weight;
  };
  for (let i = 0, o = 0; i < weights.length; i += 4, o += 9) {
    const X = weights[i];
    const Y = weights[i + 1];
    const Z = weights[i + 2];
    add(o, X);
    add(o + 9, 4 * X);
    add(o + 18, X);
    add(o, Y);
    add(o + down, 4 * Y);
    add(o + 2 * down, Y);
    add(o, Z);
    add(o + 9, Z);
    add(o + down, Z);
    add(o + down + 9, Z);
  }
}

function ownCycle(model: Model): Cycle {
  return lacksShear(model) ? V_CYCLE : W_CYCLE;
}

/**
 * filter := S of each particle by itself, block by block: applied to each axis. Writes nothing where pins alone restrict the motion: the
 * array then takes no physical memory.
 */
function setFilter(world: EquationsOfMotion, matrix: GridMatrix, axis: Float64Array): void {
  const { filter } = matrix;
  matrix.isFiltered = !world.constraints.every(hasNoFilter);
  if (!matrix.isFiltered) return;
  for (let column = 0; column < 3; column++) {
    axis.fill(0);
    for (let o = column; o < axis.length; o += 4) axis[o] = 1;
    world.filterEach(axis);
    for (let o = 0, block = column; o < axis.length; o += 4, block += 9) {
      filter[block] = axis[o];
      filter[block + 3] = axis[o + 1];
      filter[block + 6] = axis[o + 2];
    }
  }
}

const hasNoFilter = ({ filter }: Constraint) => !filter;

/** True if hardly any diagonals resist shear, so that rows and columns stretch nearly each by itself: coarser nets then give
 *  poor corrections, and repeating them does not pay (measured by `npm run bench -- solver`). */
function lacksShear({ kinds, stiffness }: Model): boolean {
  let diagonal = 0;
  let along = 0;
  for (let j = 0; j < kinds.length; j++) {
    if (kinds[j] === STRUCTURAL) along += stiffness[j];
    else if (kinds[j] === SHEAR) diagonal += stiffness[j];
  }
  return diagonal < MIN_SHEAR * along;
}

/** The smallest tolerance that single precision can reach. */
const MIN_TOLERANCE = 1e-5;

/**
 * Conjugate gradients in the kernel's own layout and single precision, for a matrix that `GridLevels` have completely.
 * Products subtract neighbours before they multiply, and x += αp uses the rounded p that was multiplied: rounding p changes the
 * direction, not the residual. Float32 converges as Float64 does down to a residual of about 1e-6.
 */
export function createSolveInSimd(
  { vectors, levels }: GridLevels,
  way: () => Cycle,
  joint: () => JointFilter | undefined,
): NonNullable<Preconditioner['solve']> {
  if (!vectors) return () => false;
  const [solution, side] = [vectors.create(), vectors.create()];
  const gradients = createConjugateGradients(vectors.create, solution.length, vectors.loops);
  if (!vectors.fit) return () => false;
  const system: LinearSystem<Float32Array> = {
    scalesGuess: true,
    multiply(y, p) {
      vectors.multiply(y, p);
      joint()?.filter(y, vectors.places);
    },
    precondition(z, r) {
      vectors.use(z, r);
      cycle(levels, way());
      joint()?.filter(z, vectors.places);
    },
  };

  return (x, b, tolerance, maxIterations, report) => {
    if (tolerance < MIN_TOLERANCE) return false;
    vectors.load(side, b);
    vectors.load(solution, x);
    gradients.solve(system, solution, side, tolerance, maxIterations, report);
    if (report.converged) vectors.store(x, solution);
    return report.converged;
  };
}
