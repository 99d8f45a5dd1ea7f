import type { Floats } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { SolverLoops, SpringLoops } from '../kernel';

/** The exports of `assembly/solver`. Arrays are addresses, in bytes. */
export interface SolverFunctions {
  dot(x: number, y: number, count: number): number;
  axpy(y: number, a: number, x: number, count: number): void;
  aypx(y: number, a: number, x: number, count: number): void;
  setScaled(y: number, a: number, x: number, count: number): void;
  addTo(y: number, x: number, count: number): void;
  multiplyByWeights(y: number, w: number, x: number, count: number): void;
  clearUnweighted(y: number, w: number, particles: number): void;
  multiplyBlocks(z: number, blocks: number, r: number, count: number): void;
  addSpringDerivatives(
    ends: number,
    stiffness: number,
    damping: number,
    tangents: number,
    springs: number,
    y: number,
    p: number,
    a: number,
    b: number,
  ): void;
  addSpringDiagonals(
    ends: number,
    stiffness: number,
    damping: number,
    tangents: number,
    springs: number,
    blocks: number,
    a: number,
    b: number,
  ): void;
  linearizeSprings(
    ends: number,
    restLengths: number,
    positions: number,
    tangents: number,
    springs: number,
    clamp: boolean,
    shortest: number,
  ): number;
}

type Loops = SolverLoops & Pick<SpringLoops, 'linearizeSprings' | 'addSpringDerivatives' | 'addSpringDiagonals'>;

/** The loops of the linear solver on arrays in this memory; others are left to the JavaScript loops. */
export function solverLoops(solver: SolverFunctions, { buffer }: WebAssembly.Memory): Loops {
  const here = (array: ArrayBufferView) => array.buffer === buffer;
  const single = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;
  const double = (array: Floats) => array.buffer === buffer && array instanceof Float64Array;

  return {
    dot(x, y) {
      if (!here(x) || !here(y)) return javascriptKernel.dot(x, y);
      return solver.dot(x.byteOffset, y.byteOffset, x.length);
    },
    axpy(y, a, x) {
      if (double(x) && double(y)) solver.axpy(y.byteOffset, a, x.byteOffset, y.length);
      else javascriptKernel.axpy(y, a, x);
    },
    aypx(y, a, x) {
      if (here(x) && here(y)) solver.aypx(y.byteOffset, a, x.byteOffset, y.length);
      else javascriptKernel.aypx(y, a, x);
    },
    setScaled(y, a, x) {
      if (here(y) && single(x)) solver.setScaled(y.byteOffset, a, x.byteOffset, y.length);
      else javascriptKernel.setScaled(y, a, x);
    },
    addTo(y, x) {
      if (single(y) && here(x)) solver.addTo(y.byteOffset, x.byteOffset, y.length);
      else javascriptKernel.addTo(y, x);
    },
    multiplyByWeights(y, w, x) {
      if (here(x) && here(y) && here(w)) solver.multiplyByWeights(y.byteOffset, w.byteOffset, x.byteOffset, y.length);
      else javascriptKernel.multiplyByWeights(y, w, x);
    },
    clearUnweighted(y, w) {
      if (here(y) && here(w)) solver.clearUnweighted(y.byteOffset, w.byteOffset, w.length);
      else javascriptKernel.clearUnweighted(y, w);
    },
    multiplyBlocks(z, blocks, r) {
      if (here(z) && here(blocks) && here(r))
        solver.multiplyBlocks(z.byteOffset, blocks.byteOffset, r.byteOffset, z.length);
      else javascriptKernel.multiplyBlocks(z, blocks, r);
    },
    linearizeSprings(model, state, clamp, tangents) {
      const { springs, restLengths, springCount, shortest } = model;
      const { positions } = state;
      const fits = here(springs) && here(positions) && here(tangents);
      const short =
        !fits ||
        solver.linearizeSprings(
          springs.byteOffset,
          restLengths.byteOffset,
          positions.byteOffset,
          tangents.byteOffset,
          springCount,
          clamp,
          shortest,
        ) !== 0;
      // Only the JavaScript loop chooses a direction for a spring without length.
      if (short) javascriptKernel.linearizeSprings(model, state, clamp, tangents);
    },
    addSpringDerivatives(model, tangents, y, p, a, b) {
      const { springs, stiffness, damping, springCount } = model;
      if (!here(springs) || !here(tangents) || !double(y) || !double(p))
        javascriptKernel.addSpringDerivatives(model, tangents, y, p, a, b);
      else
        solver.addSpringDerivatives(
          springs.byteOffset,
          stiffness.byteOffset,
          damping.byteOffset,
          tangents.byteOffset,
          springCount,
          y.byteOffset,
          p.byteOffset,
          a,
          b,
        );
    },
    addSpringDiagonals(model, tangents, blocks, a, b) {
      const { springs, stiffness, damping, springCount } = model;
      if (!here(springs) || !here(tangents) || !double(blocks))
        javascriptKernel.addSpringDiagonals(model, tangents, blocks, a, b);
      else
        solver.addSpringDiagonals(
          springs.byteOffset,
          stiffness.byteOffset,
          damping.byteOffset,
          tangents.byteOffset,
          springCount,
          blocks.byteOffset,
          a,
          b,
        );
    },
  };
}
