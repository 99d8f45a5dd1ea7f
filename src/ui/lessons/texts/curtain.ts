import type { Lesson } from '../lesson';
import { RESTART, reload } from '../lesson';
import { speed, strain } from '../live-values';

export const lesson: Lesson = {
  source: '3D Mass Spring System, lecture notes',
  sections: [
    {
      title: 'Rings on a rail',
      parts: [
        'A curtain hangs only from some of its particles. Between them it falls in folds, because it is wider than the rail. Pinned particles keep their position exactly. A moving pin has a prescribed velocity; the velocities of the free particles are computed.',
        { equation: '\\mathbf q = P^T\\hat{\\mathbf q} + \\mathbf b' },
        '$P$ selects the free particles, and $\\mathbf b$ holds the positions of the pins.',
        { live: [speed, strain] },
        {
          experiments: [
            RESTART,
            { label: 'Wind', description: 'Turns wind on or off.', commands: [{ type: 'wind' }, { type: 'play' }] },
            reload('curtain'),
          ],
        },
      ],
    },
  ],
};
