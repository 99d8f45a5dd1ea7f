export { contact } from './contact';
export { motion } from './motion';
export { selfCollision } from './self-collision';
export { tearing } from './tearing';
