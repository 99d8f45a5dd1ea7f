export { motion } from './motion';
