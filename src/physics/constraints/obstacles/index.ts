export { plane } from './plane';
export { sphere } from './sphere';
export { triangleBody } from './triangle-body';
