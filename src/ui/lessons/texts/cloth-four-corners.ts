import { experiment, experiments, type Lesson, PLAY, RESTORE, set } from '../lesson';
import { energy, strain } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  parts: [
    { title: 'Static equilibrium' },
    'If left alone, the hammock comes to rest where internal and external forces cancel on every free particle. This equilibrium can be computed without waiting for it:',
    '$$\\mathbf f^{\\text{int}}(\\mathbf x) + \\mathbf f^{\\text{ext}} = 0$$',
    'There the potential energy has a minimum. Newton’s method finds it by solving linear systems with the stiffness matrix. A line search shortens each step until the energy decreases.',
    { live: [energy, strain] },
    experiments(
      experiment(
        'Wait for it',
        'With some drag, so that it comes to rest within a minute.',
        set({ drag: 0.0005 }),
        PLAY,
      ),
      experiment('Find equilibrium', 'At once. The message shows the number of steps and the remaining net force.', {
        type: 'equilibrium',
      }),
      experiment('Unpin a corner', 'It starts to swing, from rest.', { type: 'pin', particle: 0, pinned: false }, PLAY),
      RESTORE,
    ),
  ],
};
