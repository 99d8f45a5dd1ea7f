export { aggregation } from './aggregation';
export { blockJacobi } from './block-jacobi';
export { multigrid } from './multigrid';
export { none } from './none';
export { surfaceMultigrid } from './surface-multigrid';
