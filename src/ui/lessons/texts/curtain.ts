import { experiments, type Lesson, RESTART, reload, WIND } from '../lesson';
import { speed, strain } from '../live-values';
import { SPRING_NOTES } from './sources';

export const lesson: Lesson = {
  sources: [SPRING_NOTES],
  parts: [
    { title: 'Rings on a rail' },
    'A curtain hangs only from some of its particles. Between them it falls in folds, because it is wider than the rail. Pinned particles keep their position exactly. A moving pin has a prescribed velocity; the velocities of the free particles are computed.',
    '$$\\mathbf x = P^T\\hat{\\mathbf x} + \\mathbf b$$',
    '$P$ selects the free particles, and $\\mathbf b$ holds the positions of the pins.',
    { live: [speed, strain] },
    experiments(RESTART, WIND, reload('curtain')),
  ],
};
