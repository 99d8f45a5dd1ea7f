import { experiment, experiments, type Lesson, madeOf, PLAY, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BAERENTZEN } from './sources';

export const lesson: Lesson = {
  sources: [BAERENTZEN],
  parts: [
    { title: 'Over head and shoulders' },
    'The bust is a closed surface of some ten thousand triangles. Where it curves two ways, as on the head, a flat cloth cannot lie without stretch or folds: the Gaussian curvature of a sheet that is not stretched stays 0.',
    '$$K = \\kappa_1\\kappa_2$$',
    'Springs resist stretch much more than bending. So the cloth folds, and hangs in cones from the points that carry it.',
    { live: [strain, energy] },
    experiments(
      madeOf('silk', 'Silk', 'Light and limp: many fine folds.'),
      madeOf('denim', 'Denim', 'Few broad folds.'),
      experiment(
        'No friction',
        'On a smooth bust the cloth slides down on one side, sooner or later.',
        { type: 'edit', list: 'bodies', path: ['friction'], value: 0 },
        PLAY,
      ),
      RESTART,
      reload('cloth-over-bust'),
    ),
  ],
};
