export { explicitEuler } from './explicit-euler';
export { implicitEuler } from './implicit-euler';
export { midpoint } from './midpoint';
export { rk4 } from './rk4';
export { symplecticEuler } from './symplectic-euler';
export { velocityVerlet } from './velocity-verlet';
