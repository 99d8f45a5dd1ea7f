/** The preconditioners that need ever coarser nets or networks. */
export { createMultigrid } from './net-preconditioner';
export { createAggregation, prepareAggregation } from './network-preconditioner';
