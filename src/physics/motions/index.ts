export { velocity } from './velocity';
