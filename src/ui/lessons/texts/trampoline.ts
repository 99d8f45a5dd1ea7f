import { type Lesson, RESTART, RESTORE } from '../lesson';
import { energy, strain } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  sections: [
    {
      title: 'Stiffness by tension',
      parts: [
        'A flat, unstretched grid has no stiffness normal to its plane: for small deflections $w$ the springs become longer only in proportion to $w^2$, so that the force grows with $w^3$. Under tension it resists at once, like the skin of a drum:',
        { equation: 'f \\propto k\\left(1 - \\frac{L_0}{l}\\right) w + O(w^3)' },
        'A body that falls on it transfers its energy to the springs and gets it back, except for what goes into damping and ripples.',
        { live: [energy, strain] },
        {
          experiments: [
            RESTART,
            {
              label: 'Without damping',
              description: 'It bounces longer. Now energy is lost only to ripples.',
              commands: [{ type: 'set', key: 'damping', value: 0 }, { type: 'reset' }, { type: 'play' }],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
