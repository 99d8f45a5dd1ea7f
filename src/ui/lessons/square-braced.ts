import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-braced', [
  'Structural, shear and bend springs together: every cell is braced, and the whole as well. What more springs buy is resistance; what they cost is time, and a shorter step for explicit methods, since all of them add to the fastest mode.',
]);
