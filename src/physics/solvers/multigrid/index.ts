/** The preconditioners that need ever coarser nets or networks. */
export { createMultigrid } from './net-preconditioner';
export { createAggregation } from './network-preconditioner';
