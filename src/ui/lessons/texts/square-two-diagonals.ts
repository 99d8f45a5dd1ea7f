import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-two-diagonals', [
  'With both diagonals each push stretches one and compresses the other, so that the frame resists alike both ways: much more resistant than with one diagonal.',
]);
