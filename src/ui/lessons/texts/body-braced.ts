import { topologyLesson } from './topology';

export const lesson = topologyLesson('body-braced', [
  'A free body with both diagonals in each cell: nothing is left that costs no energy but moving and turning as a whole. It keeps its shape as it falls, tumbles and lands.',
]);
