export { contact } from './contact/contact';
export { prescribedMotion } from './prescribed-motion';
export { selfCollision } from './self-collision/self-collision';
export { strainLimit } from './strain-limit';
export { tearing } from './tearing';
