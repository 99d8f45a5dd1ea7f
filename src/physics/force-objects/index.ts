export { anchor } from './anchor';
export { attraction } from './attraction';
export { drag } from './drag';
export { gravity } from './gravity';
export { push } from './push';
export { spring } from './spring';
export { volume } from './volume';
export { wind } from './wind';
