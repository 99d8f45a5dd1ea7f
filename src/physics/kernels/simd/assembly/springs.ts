// Loops over the state's springs and vectors. Addresses and sizes are bytes in the imported memory; vectors are stride 4,
// n particles, m springs.

export { addListForces, listEnergy } from './springs/list';
export { addNetForces, netEnergy } from './springs/net';
export { addEverywhere, addGravity, addScaled, combine, combineOne, combineTwo, kickAndDrift, scale, scaleRows } from './springs/state';
export { areFinite, product, weightedHeights, weightedSquares } from './springs/sums';
