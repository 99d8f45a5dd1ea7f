export { decay } from './decay';
export { drag } from './drag';
export { grab } from './grab';
export { gravity } from './gravity';
export { membrane } from './membrane/membrane';
export { push } from './push';
export { spring } from './spring';
