// Addresses are bytes in the imported memory; vectors are stride 4. As in `kernels/javascript-triangles.ts`.

export { addTriangleDerivatives } from './triangles/derivatives';
export { addTriangleDiagonals } from './triangles/diagonals';
export { addTriangleForces } from './triangles/forces';
export { linearizeTriangles } from './triangles/linearize';
