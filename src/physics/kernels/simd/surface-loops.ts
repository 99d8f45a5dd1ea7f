import { createSurfaceLoops as createPlain } from '../javascript/surface-loops';
import type { Fronts, Interpolation, SurfaceLevel, SurfaceLoops } from '../surface';
import { addressesOf, createKernelMemory, instantiate, listsOf, loopsModule } from './wasm';

const factorOf = listsOf(({ count, table, places, values, updates, least, inverses }: Fronts) => [
  count,
  ...addressesOf(table, places, values, updates, least, inverses),
]);

const solutionOf = listsOf(({ count, table, rows, values, inverses, work, x }: Fronts) => [
  count,
  ...addressesOf(table, rows, values, inverses, work, x),
]);

const levelOf = listsOf((level: SurfaceLevel) => {
  const { n, x, b, inverted, starts, neighbours, blocks, rows, columns, values, r, middles, rowMiddles } = level;
  return [n, ...addressesOf(x, b, inverted, starts, neighbours, blocks, rows, columns, values, r, middles, rowMiddles)];
});

const interpolationOf = listsOf(({ starts, columns, values }: Interpolation) => addressesOf(starts, columns, values));

/** Levels in memory of their own, which is freed with them. @param bytes of all arrays */
export function createSurfaceLoops(bytes: number): SurfaceLoops {
  const module = loopsModule();
  const created = module && createKernelMemory('single', bytes);
  if (!created) return createPlain();
  const loops = instantiate(module, created.memory);
  return {
    arena: created.arena,
    factor: (fronts) => loops.factorFronts(...factorOf(fronts)),
    solve: (fronts) => loops.solveFronts(...solutionOf(fronts)),
    firstSweep: (level) => loops.firstSurfaceSweep(...levelOf(level)),
    sweep: (level, isForwards) => loops.surfaceSweep(isForwards, ...levelOf(level)),
    restrict(P, { n, r }, { b }) {
      b.fill(0);
      loops.restrictSurface(n, r.byteOffset, b.byteOffset, ...interpolationOf(P));
    },
    prolong(P, { n, inverted, x }, { x: e }) {
      loops.prolongSurface(n, inverted.byteOffset, x.byteOffset, e.byteOffset, ...interpolationOf(P));
    },
  };
}
