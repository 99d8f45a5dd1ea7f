/** All suites of `npm run bench`, by name. */

export { accuracy } from './accuracy';
export { bending } from './bending';
export { bodies } from './bodies';
export { collision } from './collision';
export { engine } from './engine';
export { equalError } from './equal-error';
export { equilibrium } from './equilibrium';
export { explicit } from './explicit';
export { frameTime } from './frame-time';
export { gpu } from './gpu';
export { implicit } from './implicit';
export { importTime } from './import-time';
export { iterations } from './iterations';
export { league } from './league';
export { limit } from './limit';
export { meshes } from './meshes';
export { methods } from './methods';
export { native } from './native';
export { networks } from './networks';
export { peers } from './peers';
export { solver } from './solver';
export { startTime } from './start-time';
export { swing } from './swing';
export { upkeep } from './upkeep';
export { validation } from './validation';
