import type { Model } from '../../model/model';
import { javascriptKernel } from '../javascript';
import type { SolverLoops, SpringLoops } from '../kernel';
import { accessTo, addressesOf, type CompiledLoops, listsOf } from './wasm';

type Loops = SolverLoops & Pick<SpringLoops, 'linearizeSprings' | 'addSpringDerivatives' | 'addSpringDiagonals'>;

const springsOf = listsOf(({ springCount, springs, stiffness, damping }: Model) => [
  springCount,
  ...addressesOf(springs, stiffness, damping),
]);

/** The loops of the linear solver on arrays in this memory; others are left to the JavaScript loops. */
export function solverLoops(solver: CompiledLoops, memory: WebAssembly.Memory): Loops {
  const { isHere, isSingle, isDouble } = accessTo(memory);

  return {
    dot(x, y) {
      if (!isHere(x) || !isHere(y)) return javascriptKernel.dot(x, y);
      return solver.dot(x.byteOffset, y.byteOffset, x.length);
    },
    axpy(y, a, x) {
      if (isDouble(x) && isDouble(y)) solver.axpy(y.byteOffset, a, x.byteOffset, y.length);
      else javascriptKernel.axpy(y, a, x);
    },
    aypx(y, a, x) {
      if (isHere(x) && isHere(y)) solver.aypx(y.byteOffset, a, x.byteOffset, y.length);
      else javascriptKernel.aypx(y, a, x);
    },
    setScaled(y, a, x) {
      if (isHere(y) && isSingle(x)) solver.setScaled(y.byteOffset, a, x.byteOffset, y.length);
      else javascriptKernel.setScaled(y, a, x);
    },
    addTo(y, x) {
      if (isSingle(y) && isHere(x)) solver.addTo(y.byteOffset, x.byteOffset, y.length);
      else javascriptKernel.addTo(y, x);
    },
    multiplyByWeights(y, w, x) {
      if (isHere(x) && isHere(y) && isHere(w))
        solver.multiplyByWeights(y.byteOffset, w.byteOffset, x.byteOffset, y.length);
      else javascriptKernel.multiplyByWeights(y, w, x);
    },
    clearUnweighted(y, w) {
      if (isHere(y) && isHere(w)) solver.clearUnweighted(y.byteOffset, w.byteOffset, w.length);
      else javascriptKernel.clearUnweighted(y, w);
    },
    multiplyBlocks(z, blocks, r) {
      if (isHere(z) && isHere(blocks) && isHere(r))
        solver.multiplyBlocks(z.byteOffset, blocks.byteOffset, r.byteOffset, z.length);
      else javascriptKernel.multiplyBlocks(z, blocks, r);
    },
    linearizeSprings(model, state, clamp, tangents) {
      const { springs, restLengths, shortest } = model;
      const { positions: x } = state;
      const fits = isHere(springs) && isHere(x) && isHere(tangents);
      const from = x.byteOffset;
      const to = tangents.byteOffset;
      const found = fits
        ? solver.linearizeSprings(from, clamp, shortest, to, restLengths.byteOffset, ...springsOf(model))
        : 1;
      // Only the JavaScript loop chooses a direction for a spring without length.
      if (found !== 0) javascriptKernel.linearizeSprings(model, state, clamp, tangents);
    },
    addSpringDerivatives(model, tangents, y, p, a, b) {
      if (!isHere(model.springs) || !isHere(tangents) || !isDouble(y) || !isDouble(p))
        javascriptKernel.addSpringDerivatives(model, tangents, y, p, a, b);
      else solver.addSpringDerivatives(y.byteOffset, p.byteOffset, a, b, tangents.byteOffset, ...springsOf(model));
    },
    addSpringDiagonals(model, tangents, blocks, a, b) {
      if (!isHere(model.springs) || !isHere(tangents) || !isDouble(blocks))
        javascriptKernel.addSpringDiagonals(model, tangents, blocks, a, b);
      else solver.addSpringDiagonals(blocks.byteOffset, a, b, tangents.byteOffset, ...springsOf(model));
    },
  };
}
