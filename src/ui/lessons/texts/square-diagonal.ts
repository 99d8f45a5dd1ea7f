import { topologyLesson } from './topology';

export const lesson = topologyLesson('square-diagonal', [
  'One diagonal makes two triangles of a cell, and a triangle with sides of fixed length has one shape only. It is stable, but not general: pushed one way the diagonal is stretched, pushed the other way it is compressed, and it resists more along it than across.',
]);
