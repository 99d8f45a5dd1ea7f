import { type Arena, createArena } from '../../model/arena';
import type { Model } from '../../model/model';
import { createGridMultigrid } from '../../solvers/multigrid';
import type { GridMultigrid, GridNet } from '../kernel';
import { createGridFields, type FieldFunctions } from './grid-fields';
import { createLevel, createNet, createSums, type Level } from './grid-levels';

/** What `assembly/multigrid` exports; levels, the net and fields are addresses. */
export interface CycleFunctions extends FieldFunctions {
  takeFilter(level: number, net: number): void;
  takeSprings(level: number, net: number): void;
  findDiagonals(level: number): void;
  filterSmoother(level: number, net: number, inverted: boolean): void;
  invertDiagonals(level: number): void;
  coarsen(coarse: number, fine: number, net: number, sums: number): void;
  addGroundSprings(coarse: number, fine: number, net: number): void;
  take(level: number, r: number): void;
  begin(level: number): void;
  descend(level: number): void;
  filter(level: number, net: number, field: number): void;
  restrict(coarse: number, fine: number): void;
  prolong(fine: number, coarse: number): void;
  sweep(level: number): void;
  multiply(level: number, y: number): void;
  give(level: number, z: number): void;
}

/** As in the plain cycle. */
const COARSEST = 20;
const SWEEPS = 8;

/** The V-cycle of `kernels/multigrid`, whose derivation is there, in single precision and four nodes at a time.
 *  Where this memory has no room for it, it is the plain one. */
export function createSimdMultigrid(
  loops: CycleFunctions,
  memory: WebAssembly.Memory,
  model: Model,
  net: GridNet,
  arena: Arena,
): GridMultigrid {
  const { buffer } = memory;
  const isHere = (array: ArrayBufferView) => array.buffer === buffer;
  const plain = () => createGridMultigrid(model, net, createArena('double'));

  const start = arena.mark();
  const sums = createSums(net.columns, arena);
  const springs = createNet(net, model, arena);
  let { rows, columns } = net;
  const finest = createLevel(rows, columns, true, sums.products, arena);
  const levels: Level[] = [];
  do {
    rows = (rows >> 1) + 1;
    columns = (columns >> 1) + 1;
    levels.push(createLevel(rows, columns, false, sums.products, arena));
  } while (rows * columns > COARSEST);
  /** For vectors that lie elsewhere. */
  const exchange = arena.doubles(4 * net.rows * net.columns);
  if (!isHere(exchange) || !isHere(model.stiffness)) {
    arena.release(start);
    return createGridMultigrid(model, net, arena);
  }
  const last = levels.length - 1;
  let instead: GridMultigrid | null = null;

  function solve(depth: number): void {
    const { address } = levels[depth];
    if (depth === last) {
      loops.begin(address);
      for (let sweep = 1; sweep < SWEEPS; sweep++) loops.sweep(address);
      return;
    }
    loops.descend(address);
    loops.restrict(levels[depth + 1].address, address);
    solve(depth + 1);
    loops.prolong(address, levels[depth + 1].address);
    loops.sweep(address);
  }

  /** From the residual of the net to a better solution. */
  function correct(solution: number): void {
    const { address } = finest;
    loops.filter(address, springs.address, finest.residual);
    loops.restrict(levels[0].address, address);
    solve(0);
    loops.prolong(address, levels[0].address);
    loops.filter(address, springs.address, solution);
  }

  const { address, solution, side } = finest;
  const maps = {
    multiply(y: number, p: number) {
      finest.point(p, side);
      loops.multiply(address, y);
      loops.filter(address, springs.address, y);
      finest.point(solution, side);
    },
    cycle(z: number, r: number) {
      finest.point(z, r);
      loops.descend(address);
      correct(z);
      loops.sweep(address);
      finest.point(solution, side);
    },
  };
  const fields = createGridFields(loops, memory, net, address, maps, arena);

  return {
    get fields() {
      return instead ? null : fields;
    },
    assemble(matrix) {
      const { tangents, ground, filter } = matrix;
      if (!isHere(tangents) || !isHere(ground) || !isHere(filter)) {
        instead ??= plain();
        instead.assemble(matrix);
        return;
      }
      instead = null;
      springs.take(matrix);
      loops.takeFilter(address, springs.address);
      loops.takeSprings(address, springs.address);
      loops.coarsen(levels[0].address, address, springs.address, sums.coarse);
      loops.addGroundSprings(levels[0].address, address, springs.address);
      loops.findDiagonals(address);
      loops.filterSmoother(address, springs.address, false);
      loops.invertDiagonals(address);
      loops.filterSmoother(address, springs.address, true);
      for (let depth = 0; depth <= last; depth++) {
        if (depth > 0) loops.coarsen(levels[depth].address, levels[depth - 1].address, springs.address, sums.coarse);
        loops.findDiagonals(levels[depth].address);
        loops.invertDiagonals(levels[depth].address);
      }
    },
    cycle(z, r) {
      if (instead) {
        instead.cycle(z, r);
        return;
      }
      if (!isHere(r)) exchange.set(r);
      loops.take(address, (isHere(r) ? r : exchange).byteOffset);
      correct(solution);
      loops.give(address, (isHere(z) ? z : exchange).byteOffset);
      if (!isHere(z)) z.set(exchange);
    },
  };
}
