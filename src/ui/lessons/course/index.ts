import type { Chapter } from './chapter';
import { choose, price } from './choice';
import { growthFactor, oneStep, springs } from './explicit';
import { endOfStep, order } from './implicit';
import { damping, manySprings, twoLines } from './limits';

/** The chapters of the course, in order. */
export const COURSE: readonly Chapter[] = [
  springs,
  oneStep,
  growthFactor,
  twoLines,
  damping,
  manySprings,
  order,
  endOfStep,
  price,
  choose,
];
