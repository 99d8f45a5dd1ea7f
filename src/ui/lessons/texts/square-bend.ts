import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-bend', [
  'Bend springs skip a particle. They keep lines straight, which in a cloth resists folding; against shear they do little, since a leaning net of straight lines changes none of their lengths.',
]);
