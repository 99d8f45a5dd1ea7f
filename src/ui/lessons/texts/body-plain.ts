import { topologyLesson } from './topology';

export const lesson = topologyLesson('body-plain', [
  'The same frame with nothing to hold it. As a free body it has its rigid motions, which it should have, and mechanisms, which it should not: it falls into a heap where it lands.',
]);
