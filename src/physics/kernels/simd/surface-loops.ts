import { createSurfaceLoops as createPlain } from '../javascript/surface-loops';
import type { SurfaceLoops } from '../surface-level';
import { createKernelMemory, instantiate, loopsModule } from './wasm';

/** The exports of `assembly/surface`. Arrays are addresses, in bytes. */
interface SurfaceFunctions {
  factorFronts(
    count: number,
    table: number,
    places: number,
    values: number,
    updates: number,
    least: number,
    inverses: number,
  ): void;
  solveFronts(
    count: number,
    table: number,
    rows: number,
    values: number,
    inverses: number,
    work: number,
    x: number,
  ): void;
  firstSurfaceSweep(n: number, x: number, b: number, r: number, inverted: number, ...matrix: number[]): void;
  surfaceSweep(
    n: number,
    from: number,
    step: number,
    x: number,
    b: number,
    inverted: number,
    ...matrix: number[]
  ): void;
  restrictSurface(n: number, starts: number, columns: number, values: number, r: number, b: number): void;
  prolongSurface(
    n: number,
    starts: number,
    columns: number,
    values: number,
    inverted: number,
    x: number,
    e: number,
  ): void;
}

/** Levels in memory of their own, which is freed with them. @param bytes of all arrays */
export function createSurfaceLoops(bytes: number): SurfaceLoops {
  const module = loopsModule();
  const created = module && createKernelMemory('single', bytes);
  if (!created) return createPlain();
  const functions = instantiate<SurfaceFunctions>(module, created.memory);
  return {
    arena: created.arena,
    factor({ count, table, places, values, updates, least, inverses }) {
      functions.factorFronts(
        count,
        table.byteOffset,
        places.byteOffset,
        values.byteOffset,
        updates.byteOffset,
        least.byteOffset,
        inverses.byteOffset,
      );
    },
    solve({ count, table, rows, values, inverses, work, x }) {
      functions.solveFronts(
        count,
        table.byteOffset,
        rows.byteOffset,
        values.byteOffset,
        inverses.byteOffset,
        work.byteOffset,
        x.byteOffset,
      );
    },
    firstSweep({ n, x, b, r, inverted, starts, middles, neighbours, blocks, rows, rowMiddles, columns, values }) {
      functions.firstSurfaceSweep(
        n,
        x.byteOffset,
        b.byteOffset,
        r.byteOffset,
        inverted.byteOffset,
        starts.byteOffset,
        middles.byteOffset,
        neighbours.byteOffset,
        blocks.byteOffset,
        rows.byteOffset,
        rowMiddles.byteOffset,
        columns.byteOffset,
        values.byteOffset,
      );
    },
    sweep({ n, x, b, inverted, starts, neighbours, blocks, rows, columns, values }, isForwards) {
      functions.surfaceSweep(
        n,
        isForwards ? 0 : n - 1,
        isForwards ? 1 : -1,
        x.byteOffset,
        b.byteOffset,
        inverted.byteOffset,
        starts.byteOffset,
        neighbours.byteOffset,
        blocks.byteOffset,
        rows.byteOffset,
        columns.byteOffset,
        values.byteOffset,
      );
    },
    restrict({ starts, columns, values }, { n, r }, { b }) {
      b.fill(0);
      functions.restrictSurface(
        n,
        starts.byteOffset,
        columns.byteOffset,
        values.byteOffset,
        r.byteOffset,
        b.byteOffset,
      );
    },
    prolong({ starts, columns, values }, { n, inverted, x }, { x: e }) {
      functions.prolongSurface(
        n,
        starts.byteOffset,
        columns.byteOffset,
        values.byteOffset,
        inverted.byteOffset,
        x.byteOffset,
        e.byteOffset,
      );
    },
  };
}
