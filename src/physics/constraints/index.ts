export { contact } from './contact';
export { motion } from './motion';
