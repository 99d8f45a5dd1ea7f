// Addresses and sizes are bytes in the imported memory; vectors are stride 4, n particles, m springs.

export { addListForces, listEnergy } from './springs/list';
export { addNetForces, netEnergy } from './springs/net';
export { addEverywhere, addScaled, addWeighted, addWeights, combine, combineOne, combineTwo, scale, weigh } from './springs/state';
