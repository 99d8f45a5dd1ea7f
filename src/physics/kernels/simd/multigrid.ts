import type { Arena } from '../../model/arena';
import type { Model } from '../../model/model';
import { COARSEST, createGridLevels as createPlainLevels } from '../javascript/multigrid';
import { BENDING_SCALE } from '../javascript/multigrid/bending';
import type { GridLevels, GridMatrix, MultigridLevel, SimdVectors } from '../kernel';
import {
  createContacts,
  createField,
  createLevel,
  createNet,
  createSums,
  firstOf,
  type Level,
  layoutOf,
} from './multigrid-memory';
import { accessTo, type CompiledLoops } from './wasm';

/** The levels of `javascript/multigrid` in single precision, four nodes at a time. If the matrix does not lie in this memory,
 *  or the levels do not fit in it, the levels are those of the JavaScript kernel. Allocates; the result allocates nothing. */
export function createGridLevels(
  loops: CompiledLoops,
  memory: WebAssembly.Memory,
  model: Model,
  matrix: GridMatrix,
  arena: Arena,
): GridLevels {
  const { isHere } = accessTo(memory);
  const start = arena.mark();
  const sums = createSums(matrix.net.columns, arena);
  const net = createNet(model, matrix, arena);
  let { rows, columns } = matrix.net;
  const finest = createLevel(rows, columns, true, sums.products, arena);
  const coarse: Level[] = [];
  do {
    rows = (rows >> 1) + 1;
    columns = (columns >> 1) + 1;
    coarse.push(createLevel(rows, columns, false, sums.products, arena));
  } while (rows * columns > COARSEST);
  /** Vectors of particles in single precision, for damping and contacts. */
  const size = 4 * matrix.net.rows * matrix.net.columns;
  const [direction, change] = [arena.floats(size), arena.floats(size)];
  const contacts = createContacts(loops, finest.address, matrix, arena, direction, change);
  /** A copy, in this memory, of vectors that lie elsewhere. */
  const copy = arena.doubles(size);
  let dampingFactor = 0;
  let approximated = 0;
  const { tangents, diagonalBlocks, filter } = matrix;
  if (![copy, change, model.stiffness, tangents, diagonalBlocks, filter].every(isHere)) {
    arena.release(start);
    return createPlainLevels(model, matrix, arena);
  }

  const { address } = finest;
  const [x, b] = [finest.x, finest.b];
  /** The offset of node (0, 0) in a field, bytes. */
  const first = firstOf(matrix.net);
  let fit = true;
  /** Where the numbers of a vector are in this memory, those of `copy` if it lies elsewhere. */
  const addressOf = (vector: Float64Array) => (isHere(vector) ? vector : copy).byteOffset;
  const filterField = (field: number) => loops.filter(address, net.address, field);
  const layout = layoutOf(matrix.net.rows, matrix.net.columns);
  /** Computed when first read: few steps have joint contacts. */
  let places: Uint32Array | null = null;
  const vectors: SimdVectors = {
    places: {
      get of() {
        places ??= Uint32Array.from(
          { length: model.particleCount },
          (_, i) => (layout.first + layout.row * Math.floor(i / matrix.net.columns)) / 4 + (i % matrix.net.columns),
        );
        return places;
      },
      stride: layout.plane / 4,
    },
    loops: vectorLoops(loops),
    create() {
      const field = createField(matrix.net, arena);
      fit &&= isHere(field);
      return field;
    },
    get fit() {
      return fit;
    },
    load(field, vector) {
      if (!isHere(vector)) copy.set(vector);
      loops.loadField(address, field.byteOffset + first, addressOf(vector));
    },
    store(vector, field) {
      loops.storeField(address, field.byteOffset + first, addressOf(vector));
      if (!isHere(vector)) vector.set(copy);
    },
    multiply(y, p) {
      finest.use(p.byteOffset + first, b);
      loops.multiply(address, y.byteOffset + first);
      if (dampingFactor !== 0) addDamping(y.byteOffset + first, p.byteOffset + first);
      contacts.add(y.byteOffset + first, p.byteOffset + first, 1);
      filterField(y.byteOffset + first);
    },
    use: (x, b) => finest.use(x.byteOffset + first, b.byteOffset + first),
  };
  /** y += the damping of bending less what stands for it in A. Captured factors: those of the force change with each of its products. */
  function addDamping(y: number, p: number): void {
    if (!matrix.bending) return;
    const { rows, columns, weights, scratch, positions } = matrix.bending;
    const w = weights.byteOffset;
    const at = direction.byteOffset;
    const to = change.byteOffset;
    change.fill(0);
    loops.storeParticles(address, p, at);
    loops.addNetBending(rows, columns, w, to, at, approximated, scratch.byteOffset);
    loops.addNetDamping(rows * columns, columns, w, to, positions.byteOffset, at, -dampingFactor);
    loops.addParticles(address, y, to);
  }

  /** Sets the bending of all levels. */
  function setBending(): void {
    const { bending } = matrix;
    dampingFactor = bending?.dampingFactor ?? 0;
    approximated = bending?.approximated ?? 0;
    for (let i = -1; i < coarse.length; i++) (coarse[i] ?? finest).bends(bending !== null);
    if (!bending) return;
    loops.readBending(address, bending.weights.byteOffset, bending.factor);
    for (let i = 0; i < coarse.length; i++) {
      const scale = i === 0 ? BENDING_SCALE.ofFirst : BENDING_SCALE.ofOthers;
      loops.coarsenBending(coarse[i].address, (coarse[i - 1] ?? finest).address, scale / 16);
    }
  }

  function residual(): void {
    loops.findResidual(address);
    contacts.add(finest.r, finest.x, -1);
    filterField(finest.r);
  }

  return {
    vectors,
    levels: [
      {
        preSmooth() {
          loops.preSmooth(address);
          contacts.add(finest.r, finest.x, -1);
          filterField(finest.r);
        },
        residual,
        restrict: () => loops.restrict(coarse[0].address, address),
        prolong(s) {
          loops.prolong(address, coarse[0].address, s);
          filterField(finest.x);
        },
        postSmooth() {
          if (!contacts.areAny) {
            loops.postSmooth(address);
            return;
          }
          residual();
          loops.smoothResidual(address);
        },
      },
      ...coarse.map((level, i) => operationsOf(loops, level.address, coarse[i + 1]?.address)),
    ],
    assemble() {
      net.setFactors(matrix);
      contacts.assemble();
      setBending();
      if (matrix.isFiltered) loops.readFilter(address, net.address);
      else net.readPins();
      loops.readSprings(address, net.address);
      loops.coarsen(coarse[0].address, address, net.address, sums.coarse);
      loops.addFixedSprings(coarse[0].address, address, net.address);
      loops.findDiagonals(address);
      contacts.addDiagonals(coarse[0].address, net.address);
      loops.filterSmoother(address, net.address, false);
      loops.invertDiagonals(address);
      loops.filterSmoother(address, net.address, true);
      for (let i = 0; i < coarse.length; i++) {
        if (i > 0) loops.coarsen(coarse[i].address, coarse[i - 1].address, net.address, sums.coarse);
        loops.findDiagonals(coarse[i].address);
        loops.invertDiagonals(coarse[i].address);
      }
    },
    setRightSide(r) {
      finest.use(x, b);
      if (!isHere(r)) copy.set(r);
      loops.loadField(address, b, addressOf(r));
    },
    getSolution(z) {
      loops.storeField(address, finest.x, addressOf(z));
      if (!isHere(z)) z.set(copy);
    },
  };
}

/** @param next the address of the next coarser level; never used on the coarsest */
function operationsOf(loops: CompiledLoops, level: number, next: number): MultigridLevel {
  return {
    preSmooth: () => loops.preSmooth(level),
    residual: () => loops.findResidual(level),
    restrict: () => loops.restrict(next, level),
    prolong: (s) => loops.prolong(level, next, s),
    postSmooth: () => loops.postSmooth(level),
  };
}

function vectorLoops(loops: CompiledLoops): SimdVectors['loops'] {
  return {
    dot: (x, y) => loops.dotFields(x.byteOffset, y.byteOffset, x.byteLength),
    axpy: (y, a, x) => loops.axpyFields(y.byteOffset, a, x.byteOffset, y.byteLength),
    aypx: (y, a, x) => loops.aypxFields(y.byteOffset, a, x.byteOffset, y.byteLength),
  };
}
