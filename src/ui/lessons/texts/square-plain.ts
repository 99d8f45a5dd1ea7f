import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-plain', [
  'Bars along rows and columns, and no diagonal: every spring keeps its length, and the frame still leans over until it lies flat. Choi calls it not stable. No stiffness helps, for no spring is stretched on the way.',
]);
