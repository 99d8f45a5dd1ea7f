import { experiment, experiments, FROM_START, type Lesson, RESTART, RESTORE, set } from '../lesson';
import { energy, strain } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  parts: [
    { title: 'Stiffness by tension' },
    'A flat, unstretched grid has no stiffness normal to its plane: for small deflections $w$ the springs become longer only in proportion to $w^2$, so that the force grows with $w^3$. Under tension it resists at once, like the skin of a drum:',
    '$$f \\propto k\\left(1 - \\frac{L_0}{l}\\right) w + O(w^3)$$',
    'A body that falls on it transfers its energy to the springs and gets it back, except for what goes into damping and ripples.',
    { live: [energy, strain] },
    experiments(
      RESTART,
      experiment(
        'Without damping',
        'It bounces longer. Now energy is lost only to ripples.',
        set({ damping: 0 }),
        FROM_START,
      ),
      RESTORE,
    ),
  ],
};
