export { body } from './body';
export { plane } from './plane';
export { sphere } from './sphere';
