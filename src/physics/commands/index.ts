/** The registry of commands: a new command is one file and one line here. */
export { carry } from './carry';
export { collapse } from './collapse';
export { cut, mend, slit } from './cut';
export { environment, forces, meshes, motion, obstacles } from './environment';
export { grab, move, push, release } from './grab';
export { material } from './material';
export { integrator, precision, preconditioner } from './methods';
export { particle, pin, pins } from './particle';
export { equilibrium, place } from './place';
export { reset, resume } from './reset';
export { scene } from './scene';
export { set } from './set';
export { standardThrow } from './throw';
export { redo, rewind, undo } from './undo';
