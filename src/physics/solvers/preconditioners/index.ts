export { blockJacobi } from './block-jacobi';
export { none } from './none';
