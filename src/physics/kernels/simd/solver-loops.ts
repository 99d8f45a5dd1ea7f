import type { Floats } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { SolverLoops, SpringLoops } from '../kernel';

/** The exports of `assembly/solver`. Arrays are addresses, in bytes. */
export interface SolverFunctions {
  dot(x: number, y: number, count: number, result: number): void;
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

/** Where loops read and write a `Scalar`, in memory below the arena's arrays, bytes. */
export const SCALAR = 8;

type Loops = SolverLoops & Pick<SpringLoops, 'linearizeSprings' | 'addSpringDerivatives' | 'addSpringDiagonals'>;

/** The loops of the linear solver on arrays in this memory; others are left to the JavaScript loops. */
export function solverLoops(solver: SolverFunctions, { buffer }: WebAssembly.Memory): Loops {
  const here = (array: ArrayBufferView) => array.buffer === buffer;
  const scalar = new Float64Array(buffer, SCALAR, 1);
  const single = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;
  const double = (array: Floats) => array.buffer === buffer && array instanceof Float64Array;

  return {
    dot(x, y, result) {
      if (!here(x) || !here(y)) {
        javascriptKernel.dot(x, y, result);
        return;
      }
      solver.dot(x.byteOffset, y.byteOffset, x.length, SCALAR);
      result[0] = scalar[0];
    },
    axpy(y, a, x) {
      scalar[0] = a[0];
      if (double(x) && double(y)) solver.axpy(y.byteOffset, SCALAR, x.byteOffset, y.length);
      else javascriptKernel.axpy(y, a, x);
    },
    aypx(y, a, x) {
      scalar[0] = a[0];
      if (here(x) && here(y)) solver.aypx(y.byteOffset, SCALAR, x.byteOffset, y.length);
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
