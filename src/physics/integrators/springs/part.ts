import type { Part } from '../../model/parts';
import type * as springMethods from './index';

/** The code of the methods that solve the springs of the model by themselves. */
export const SPRING_METHODS: Part<typeof springMethods> = { name: 'spring methods' };
