export { implicitEuler } from './implicit-euler';
export { implicitEulerNewton, implicitMidpoint, trapezoidal } from './implicit-euler-newton';
export { pbd, xpbd } from './position-based';
export { projectiveDynamics } from './projective-dynamics';
export { explicitEuler, midpoint, rk3, rk4 } from './runge-kutta';
export { symplecticEuler } from './symplectic-euler';
export { trBdf2 } from './tr-bdf2';
export { velocityVerlet } from './velocity-verlet';
export { vertexBlockDescent } from './vertex-block-descent';
