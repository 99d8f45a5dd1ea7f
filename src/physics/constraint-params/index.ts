export { SELF_COLLISION_PARAMS } from './self-collision';
export { TEARING_PARAMS } from './tearing';
