import type { Arena } from '../../model/arena';
import type { Model } from '../../model/model';
import { COARSEST, createGridLevels as createPlainLevels } from '../javascript/multigrid';
import { BENDING_SCALE } from '../javascript/multigrid/bending';
import type { GridLevels, GridMatrix, MultigridLevel, SimdVectors } from '../kernel';
import type { BendingFunctions } from './bending-loops';
import { type ContactFunctions, createContacts } from './multigrid-contacts';
import { createField, createLevel, createNet, createSums, firstOf, type Level } from './multigrid-memory';

/** The exports of `assembly/multigrid`. Levels, the net, SIMD vectors ("fields") and arrays are addresses; sizes are bytes. */
export interface MultigridFunctions {
  readFilter(level: number, net: number): void;
  readSprings(level: number, net: number): void;
  readBending(level: number, weights: number, factor: number): void;
  coarsenBending(coarse: number, fine: number, s: number): void;
  findDiagonals(level: number): void;
  filterSmoother(level: number, net: number, inverted: boolean): void;
  invertDiagonals(level: number): void;
  coarsen(coarse: number, fine: number, net: number, sums: number): void;
  addFixedSprings(coarse: number, fine: number, net: number): void;
  preSmooth(level: number): void;
  findResidual(level: number): void;
  filter(level: number, net: number, field: number): void;
  restrict(coarse: number, fine: number): void;
  prolong(fine: number, coarse: number, s: number): void;
  postSmooth(level: number): void;
  smoothResidual(level: number): void;
  multiply(level: number, y: number): void;
  dotFields(x: number, y: number, size: number): number;
  axpyFields(y: number, a: number, x: number, size: number): void;
  aypxFields(y: number, a: number, x: number, size: number): void;
  loadField(level: number, field: number, from: number): void;
  storeField(level: number, field: number, to: number): void;
  storeParticles(level: number, field: number, to: number): void;
  addParticles(level: number, field: number, from: number): void;
}

type Functions = MultigridFunctions & ContactFunctions & BendingFunctions;

/** The levels of `javascript/multigrid` in single precision, four nodes at a time. If the matrix does not lie in this memory,
 *  or the levels do not fit in it, the levels are those of the JavaScript kernel. Allocates; the result allocates nothing. */
export function createGridLevels(
  functions: Functions,
  { buffer }: WebAssembly.Memory,
  model: Model,
  matrix: GridMatrix,
  arena: Arena,
): GridLevels {
  const isHere = (array: ArrayBufferView) => array.buffer === buffer;
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
  const contacts = createContacts(functions, finest.address, matrix, arena, direction, change);
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
  const filterField = (field: number) => functions.filter(address, net.address, field);
  const vectors: SimdVectors = {
    loops: vectorLoops(functions),
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
      functions.loadField(address, field.byteOffset + first, addressOf(vector));
    },
    store(vector, field) {
      functions.storeField(address, field.byteOffset + first, addressOf(vector));
      if (!isHere(vector)) vector.set(copy);
    },
    multiply(y, p) {
      finest.use(p.byteOffset + first, b);
      functions.multiply(address, y.byteOffset + first);
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
    functions.storeParticles(address, p, at);
    functions.addNetBending(rows, columns, w, to, at, approximated, scratch.byteOffset);
    functions.addNetDamping(rows * columns, columns, w, to, positions.byteOffset, at, -dampingFactor);
    functions.addParticles(address, y, to);
  }

  /** Sets the bending of all levels. */
  function setBending(): void {
    const { bending } = matrix;
    dampingFactor = bending?.dampingFactor ?? 0;
    approximated = bending?.approximated ?? 0;
    for (let i = -1; i < coarse.length; i++) (coarse[i] ?? finest).bends(bending !== null);
    if (!bending) return;
    functions.readBending(address, bending.weights.byteOffset, bending.factor);
    for (let i = 0; i < coarse.length; i++) {
      const scale = i === 0 ? BENDING_SCALE.ofFirst : BENDING_SCALE.ofOthers;
      functions.coarsenBending(coarse[i].address, (coarse[i - 1] ?? finest).address, scale / 16);
    }
  }

  function residual(): void {
    functions.findResidual(address);
    contacts.add(finest.r, finest.x, -1);
    filterField(finest.r);
  }

  return {
    vectors,
    levels: [
      {
        preSmooth() {
          functions.preSmooth(address);
          contacts.add(finest.r, finest.x, -1);
          filterField(finest.r);
        },
        residual,
        restrict: () => functions.restrict(coarse[0].address, address),
        prolong(s) {
          functions.prolong(address, coarse[0].address, s);
          filterField(finest.x);
        },
        postSmooth() {
          if (!contacts.areAny) {
            functions.postSmooth(address);
            return;
          }
          residual();
          functions.smoothResidual(address);
        },
      },
      ...coarse.map((level, i) => operationsOf(functions, level.address, coarse[i + 1]?.address)),
    ],
    assemble() {
      net.setFactors(matrix);
      contacts.assemble();
      setBending();
      if (matrix.isFiltered) functions.readFilter(address, net.address);
      else net.readPins();
      functions.readSprings(address, net.address);
      functions.coarsen(coarse[0].address, address, net.address, sums.coarse);
      functions.addFixedSprings(coarse[0].address, address, net.address);
      functions.findDiagonals(address);
      contacts.addDiagonals(coarse[0].address, net.address);
      functions.filterSmoother(address, net.address, false);
      functions.invertDiagonals(address);
      functions.filterSmoother(address, net.address, true);
      for (let i = 0; i < coarse.length; i++) {
        if (i > 0) functions.coarsen(coarse[i].address, coarse[i - 1].address, net.address, sums.coarse);
        functions.findDiagonals(coarse[i].address);
        functions.invertDiagonals(coarse[i].address);
      }
    },
    setRightSide(r) {
      finest.use(x, b);
      if (!isHere(r)) copy.set(r);
      functions.loadField(address, b, addressOf(r));
    },
    getSolution(z) {
      functions.storeField(address, finest.x, addressOf(z));
      if (!isHere(z)) z.set(copy);
    },
  };
}

/** @param next the address of the next coarser level; never used on the coarsest */
function operationsOf(functions: MultigridFunctions, level: number, next: number): MultigridLevel {
  return {
    preSmooth: () => functions.preSmooth(level),
    residual: () => functions.findResidual(level),
    restrict: () => functions.restrict(next, level),
    prolong: (s) => functions.prolong(level, next, s),
    postSmooth: () => functions.postSmooth(level),
  };
}

function vectorLoops(functions: MultigridFunctions): SimdVectors['loops'] {
  return {
    dot: (x, y) => functions.dotFields(x.byteOffset, y.byteOffset, x.byteLength),
    axpy: (y, a, x) => functions.axpyFields(y.byteOffset, a, x.byteOffset, y.byteLength),
    aypx: (y, a, x) => functions.aypxFields(y.byteOffset, a, x.byteOffset, y.byteLength),
  };
}
