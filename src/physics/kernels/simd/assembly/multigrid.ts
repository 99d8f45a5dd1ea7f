// Loops of the linear solver and of multigrid. Addresses are bytes in the imported memory.

export { coarsen } from './multigrid/coarsen';
export { findDiagonals, invertDiagonals } from './multigrid/diagonals';
export { aypxFields, axpyFields, dotFields, loadField, storeField } from './multigrid/fields';
export { addFixedSprings } from './multigrid/fixed-springs';
export { filter, filterSmoother, readFilter } from './multigrid/net-filter';
export { readSprings } from './multigrid/net';
export { findResidual, multiply, postSmooth, preSmooth } from './multigrid/sweeps';
export { prolong, restrict } from './multigrid/transfer';
export { linearizeSprings } from './solver/linearize';
export { addSpringDerivatives, addSpringDiagonals } from './solver/springs';
export {
  addTo,
  axpy,
  aypx,
  clearUnweighted,
  dot,
  multiplyBlocks,
  multiplyByWeights,
  setScaled,
} from './solver/vectors';
