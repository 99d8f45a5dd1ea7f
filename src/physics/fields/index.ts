export { speed } from './speed';
