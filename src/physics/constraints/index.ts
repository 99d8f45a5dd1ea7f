export { contact } from './contact/contact';
export { prescribedMotion } from './prescribed-motion/prescribed-motion';
export { selfCollision } from './self-collision/self-collision';
export { tearing } from './tearing';
