/** A V-cycle on the particles of a surface and ever fewer of them, as a preconditioner. */
import { addBlock, BLOCK, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Interpolation, SurfaceLoops } from '../../kernels/surface-level';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { SquaredRows } from '../../world/force';
import type { Preconditioner } from '../../world/preconditioner';
import { replaceIndefinite, setMasses } from '../diagonal-blocks';
import { springBlock } from '../spring-block';
import { coarser, type SparseRows, type SurfaceNodes } from './coarse-nodes';
import { type BlockProduct, blockProduct, coarsenBlocks, coarsenRows, sumOfSquares } from './galerkin';
import { createLevelMatrix, type LevelMatrix, levelBytes } from './level';

/** Number of nodes up to which a level is the coarsest, and pairs of sweeps there. */
const FEW = 40;
const SWEEPS = 4;
/** A level with more of the nodes of the finer one than this share is of no use. */
const TOO_MANY = 0.7;

/** What leads from one level to the next coarser one. */
interface Step {
  /** Its nodes. */
  readonly count: number;
  readonly interpolation: SparseRows;
  readonly product: BlockProduct;
}

/** The levels of one matrix B of bending, and the loops over them. */
interface Levels {
  readonly loops: SurfaceLoops;
  readonly matrices: readonly LevelMatrix[];
  readonly interpolations: readonly Interpolation[];
}

/**
 * A on each level is that of springs and masses, and the sum of squares of the rows of bending, with the damping of bending as if it
 * were bending; of a coarser level it is PᵀAP with the interpolation P of `coarse-nodes.ts`. Each level has one sweep of Gauss–Seidel
 * forwards before, and one backwards after the correction by the next one: the cycle is symmetric, and positive definite since
 * every A is.
 * Sources: Briggs, Henson and McCormick, A Multigrid Tutorial, 2.3 and 8 (Galerkin); Trottenberg, Oosterlee and Schüller, Multigrid,
 * 10.2 (as a preconditioner).
 */
export function createSurfaceMultigrid(world: EquationsOfMotion): Preconditioner {
  const { model } = world;
  const { particleCount: n, springs, springCount, inverseMasses, stiffness, damping } = model;
  /** The springs that act, and the steps for their pattern. */
  let active = new Uint32Array(0);
  const isActive = new Uint8Array(springCount);
  let ends = new Uint32Array(0);
  let steps: Step[] = [];
  const diagonal = new Float64Array(9 * n);
  const block = new Float64Array(BLOCK);
  const isFree = new Uint8Array(n);
  /** The levels, and the weights that they are made for. */
  let levels: Levels | null = null;
  let weights: SquaredRows['weights'] | null = null;

  /** @returns true if other particles than before can move */
  function findFree(): boolean {
    let changed = false;
    for (let i = 0; i < n; i++) {
      const free = inverseMasses[i] > 0 ? 1 : 0;
      changed ||= isFree[i] !== free;
      isFree[i] = free;
    }
    return changed;
  }

  /** Makes the steps anew if a spring acts that had no stiffness before. @returns true if it did */
  function findActive(): boolean {
    let j = 0;
    while (j < springCount && (isActive[j] || (stiffness[j] === 0 && damping[j] === 0))) j++;
    if (j === springCount && steps.length > 0) return false;
    for (j = 0; j < springCount; j++) isActive[j] = stiffness[j] > 0 || damping[j] > 0 ? 1 : 0;
    active = Uint32Array.from(isActive.keys()).filter((spring) => isActive[spring]);
    ends = Uint32Array.from({ length: 2 * active.length }, (_, end) => springs[2 * active[end >> 1] + (end & 1)]);
    steps = stepsOf(surfaceNodes(world), ends);
    return true;
  }

  /** The levels for these rows; made when they, the pins, or what is coupled have changed. */
  function levelsFor(rows: SquaredRows | null): Levels {
    const isNew = findActive();
    if (!findFree() && !isNew && levels && weights === (rows?.weights ?? null)) return levels;
    weights = rows?.weights ?? null;
    const matrices: SparseRows[] = [rows ? sumOfSquares(n, rows) : emptyRows(n)];
    steps.forEach(({ interpolation, count }, k) => {
      matrices.push(coarsenRows(matrices[k], interpolation, count, k === 0 ? isFree : undefined));
    });
    levels = createLevels(world, ends, steps, matrices);
    return levels;
  }

  function setBlocks(blocks: Float64Array, a: number, b: number): void {
    blocks.fill(0);
    for (let i = 0; i < n; i++) if (inverseMasses[i] > 0) packBlock(blocks, BLOCK * i, diagonal, 9 * i);
    for (let j = 0; j < active.length; j++) {
      const one = ends[2 * j];
      const other = ends[2 * j + 1];
      const isFirstFree = inverseMasses[one] > 0;
      const isSecondFree = inverseMasses[other] > 0;
      springBlock(block, world, active[j], a, b);
      if (isFirstFree) addBlock(blocks, BLOCK * one, 1, block, 0);
      if (isSecondFree) addBlock(blocks, BLOCK * other, 1, block, 0);
      if (isFirstFree && isSecondFree) addBlock(blocks, BLOCK * (n + j), -1, block, 0);
    }
  }

  return {
    assemble(a, b) {
      const { forces } = world;
      let rows: SquaredRows | null = null;
      setMasses(model, diagonal);
      for (let i = 0; i < forces.length; i++) {
        const { derivatives } = forces[i];
        if (derivatives?.of === 'springs') continue;
        if (derivatives?.of === 'curvatures') rows = derivatives.likeSquares(a, b);
        else forces[i].addDiagonal?.(diagonal, -a, -b);
      }
      replaceIndefinite(model, diagonal);
      const { matrices } = levelsFor(rows);
      setBlocks(matrices[0].blocks, a, b);
      for (let k = 0; k < steps.length; k++)
        coarsenBlocks(steps[k].product, matrices[k].blocks, matrices[k + 1].blocks);
      for (let k = 0; k < matrices.length; k++) matrices[k].update(rows?.factor ?? 0);
    },
    apply(z, r) {
      if (!levels) return;
      const { level } = levels.matrices[0];
      level.b.set(r);
      cycle(levels, 0);
      z.set(level.x);
    },
  };
}

/** x of level k :≈ A⁻¹b. */
function cycle(levels: Levels, k: number): void {
  const { loops, matrices, interpolations } = levels;
  const { level } = matrices[k];
  level.x.fill(0);
  loops.firstSweep(level);
  if (k < interpolations.length) {
    const coarser = matrices[k + 1].level;
    loops.restrict(interpolations[k], level, coarser);
    cycle(levels, k + 1);
    loops.prolong(interpolations[k], level, coarser);
  }
  loops.sweep(level, false);
  for (let left = k < interpolations.length ? 0 : SWEEPS - 1; left > 0; left--) {
    loops.sweep(level, true);
    loops.sweep(level, false);
  }
}

function stepsOf(finest: SurfaceNodes, springs: Uint32Array): Step[] {
  const steps: Step[] = [];
  let nodes = finest;
  let edges: ArrayLike<number> = springs;
  while (nodes.count > FEW) {
    const next = coarser(nodes);
    const { count } = next.nodes;
    if (count > TOO_MANY * nodes.count) break;
    const product = blockProduct(nodes.count, edges, next.interpolation, count);
    steps.push({ count, interpolation: next.interpolation, product });
    nodes = next.nodes;
    edges = product.edges;
  }
  return steps;
}

function createLevels(
  { kernel, model }: EquationsOfMotion,
  ends: Uint32Array,
  steps: readonly Step[],
  matrices: SparseRows[],
): Levels {
  const { particleCount } = model;
  const edges = [ends, ...steps.map(({ product }) => product.edges)];
  const counts = [particleCount, ...steps.map(({ count }) => count)];
  let bytes = 0;
  for (const { interpolation } of steps)
    bytes += levelBytes(interpolation.starts.length, 0, interpolation.columns.length);
  matrices.forEach(({ columns }, k) => {
    bytes += levelBytes(counts[k], edges[k].length / 2, columns.length);
  });
  const loops = kernel.createSurfaceLoops(bytes);
  const { arena } = loops;
  return {
    loops,
    matrices: matrices.map((B, k) => createLevelMatrix(counts[k], edges[k], B, arena)),
    interpolations: steps.map(({ interpolation: { starts, columns, values } }) => {
      const P: Interpolation = {
        starts: arena.indices(starts.length),
        columns: arena.indices(columns.length),
        values: arena.floats(values.length) as Float32Array,
      };
      P.starts.set(starts);
      P.columns.set(columns.map((column) => 16 * column));
      P.values.set(values);
      return P;
    }),
  };
}

function emptyRows(n: number): SparseRows {
  return { starts: new Uint32Array(n + 1), columns: new Uint32Array(0), values: new Float64Array(0) };
}

/** The particles at rest, joined by the sides of triangles, and those without a triangle by their springs. */
function surfaceNodes({ model }: EquationsOfMotion): SurfaceNodes {
  const { particleCount: count, springs, surface, membrane } = model;
  const triangles = surface.length > 0 ? surface : (membrane?.triangles ?? surface);
  const at = membrane?.rest ?? new Float64Array(3 * count);
  const normals = new Float64Array(3 * count);
  const edges: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    edges.push(a, b, b, c, c, a);
    const side = (i: number, axis: number) => at[3 * i + axis] - at[3 * a + axis];
    for (let axis = 0; axis < 3; axis++) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
      const value = side(b, j) * side(c, k) - side(b, k) * side(c, j);
      for (const corner of [a, b, c]) normals[3 * corner + axis] += value;
    }
  }
  const isCorner = new Uint8Array(count);
  for (const corner of triangles) isCorner[corner] = 1;
  for (let end = 0; end < springs.length; end += 2) {
    if (!isCorner[springs[end]] || !isCorner[springs[end + 1]]) edges.push(springs[end], springs[end + 1]);
  }
  return { count, at, normals, edges };
}
