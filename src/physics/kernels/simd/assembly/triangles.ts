// Loops over a membrane's triangles, as in `javascript/triangle-loops.ts` and `triangle-tangents.ts`. Addresses are bytes in the
// imported memory; vectors are stride 4.

export { addTriangleDerivatives } from './triangles/derivatives';
export { addTriangleDiagonals } from './triangles/diagonals';
export { addTriangleForces } from './triangles/forces';
export { linearizeTriangles } from './triangles/linearize';
