export { SELF_COLLISION_PARAMS } from './self-collision/self-collision-params';
export { TEARING_PARAMS } from './tearing-params';
