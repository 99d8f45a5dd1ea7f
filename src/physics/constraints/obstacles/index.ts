export { plane } from './plane';
export { sphere } from './sphere';
