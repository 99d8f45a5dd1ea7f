import { type Lesson, RESTORE } from '../lesson';
import { energy, strain } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  sections: [
    {
      title: 'Static equilibrium',
      parts: [
        'If left alone, the hammock comes to rest where internal and external forces cancel on every free particle. This equilibrium can be computed without waiting for it:',
        { equation: '\\mathbf f^{\\text{int}}(\\mathbf x) + \\mathbf f^{\\text{ext}} = 0' },
        'There the potential energy has a minimum. Newton’s method finds it by solving linear systems with the stiffness matrix. A line search shortens each step until the energy decreases.',
        { live: [energy, strain] },
        {
          experiments: [
            {
              label: 'Wait for it',
              description: 'With some drag, so that it comes to rest within a minute.',
              commands: [{ type: 'set', key: 'drag', value: 0.0005 }, { type: 'play' }],
            },
            {
              label: 'Find equilibrium',
              description: 'At once. The message shows the number of steps and the remaining net force.',
              commands: [{ type: 'equilibrium' }],
            },
            {
              label: 'Unpin a corner',
              description: 'It starts to swing, from rest.',
              commands: [{ type: 'pin', particle: 0, pinned: false }, { type: 'play' }],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
