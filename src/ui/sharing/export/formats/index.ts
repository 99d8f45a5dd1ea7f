/** The table of formats: everything that lists them, `hooke.export` and the dialog, reads it. */
export { csv } from './csv';
export { glb } from './glb';
export { obj } from './obj';
export { png } from './png';
export { report } from './report';
export { svg } from './svg';
export { usda } from './usda';
