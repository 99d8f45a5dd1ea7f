export { coarsen } from './multigrid/coarsen';
export { findDiagonals, invertDiagonals } from './multigrid/diagonals';
export { aypxFields, axpyFields, dotFields } from './multigrid/fields';
export { addGroundSprings } from './multigrid/ground-springs';
export { filter, filterSmoother, takeFilter } from './multigrid/net-filter';
export { takeSprings } from './multigrid/net-springs';
export { give, giveField, take, takeField } from './multigrid/particles';
export { begin, descend, multiply, sweep } from './multigrid/sweeps';
export { prolong, restrict } from './multigrid/transfer';
export { linearizeSprings } from './solver/linearize';
export { addSpringDerivatives, addSpringDiagonals } from './solver/springs';
export {
  axpy,
  aypx,
  clearUnweighted,
  dot,
  giveTo,
  multiplyBlocks,
  multiplyByWeights,
  takeScaled,
} from './solver/vectors';
