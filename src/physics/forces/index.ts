export { decay } from './decay';
export { drag } from './drag';
export { grab } from './grab';
export { gravity } from './gravity';
export { spring } from './spring';
