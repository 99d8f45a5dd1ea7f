export { push } from './push';
