// All loops of the kernel. Addresses and sizes are bytes in the imported memory; vectors are stride 4. The triangles of a membrane
// are those of `javascript/triangle-loops.ts` and `triangle-tangents.ts`.

export { addCurvatureDerivative, addCurvatureForce, setCurvatureShapes, squaredCurvatures } from './bending/curvatures';
export { addNetBending, addNetDamping } from './bending/net-bending';
export { multiplyNetBending, multiplyNetDamping } from './bending/net-products';
export { coarsenBending, readBending } from './multigrid/bending';
export { addContactDiagonals, addContacts } from './multigrid/contacts';
export { findDiagonals, invertDiagonals } from './multigrid/diagonals';
export { addParticles, aypxFields, axpyFields, dotFields, loadField, storeField, storeParticles } from './multigrid/fields';
export { addFixedSprings, filter, filterSmoother, readFilter } from './multigrid/net-filter';
export { readSprings } from './multigrid/level';
export { findResidual, multiply, postSmooth, preSmooth, smoothResidual } from './multigrid/sweeps';
export { coarsen, prolong, restrict } from './multigrid/transfer';
export { addSpringDerivatives, addSpringDiagonals, linearizeSprings } from './solver/springs';
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
export { addListForces, listEnergy } from './springs/list';
export { addNetForces, netEnergy } from './springs/net';
export {
  addEverywhere,
  addGravity,
  addScaled,
  areAbove,
  areFinite,
  combine,
  combineOne,
  combineTwo,
  kickAndDrift,
  product,
  scale,
  scaleRows,
  weightedHeights,
  weightedSquares,
} from './springs/state';
export { factorFronts, solveFronts } from './surface/fronts';
export { firstSurfaceSweep, prolongSurface, restrictSurface, surfaceSweep } from './surface/sweeps';
export { addTriangleForces } from './triangles/forces';
export { addTriangleDerivatives, addTriangleDiagonals, linearizeTriangles } from './triangles/tangents';
