export { shake } from './shake';
export { stretch } from './stretch';
export { twist } from './twist';
export { velocity } from './velocity';
