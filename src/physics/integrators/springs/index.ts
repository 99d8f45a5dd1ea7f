/** The steps of the methods that solve the springs of the model by themselves. */
export { createPbd } from './pbd';
export { createProjectiveDynamics } from './projective-dynamics';
export { createVertexBlockDescent } from './vertex-block-descent';
export { createXpbd } from './xpbd';
