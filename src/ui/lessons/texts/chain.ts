import { experiment, experiments, FROM_START, type Lesson, type LiveValue, RESTORE, set } from '../lesson';
import { positionOf, withUnit } from '../live-values';
import { CHOI } from './sources';

const below: LiveValue = {
  label: 'distance of the last particle below the pin',
  value: (frame) => withUnit(positionOf(frame, 0)[1] - positionOf(frame, 10)[1], 'm'),
};

export const lesson: Lesson = {
  sources: [CHOI],
  parts: [
    { title: 'Weights add up' },
    'At rest each spring carries all the weight below it. With $N$ particles below the pin, spring $i$ from the top is stretched by $(N + 1 - i)\\,mg/k$. So particle $j$ hangs below the pin by',
    '$$y_j = jL_0 + \\frac{mg}{k}\\sum_{i=1}^{j}(N+1-i)$$',
    'Here $N = 10$, $k = 100$ N/m, $m = 10$ g and $L_0 = 0.1$ m: the last particle hangs 1.053955 m below the pin.',
    { live: [below] },
    experiments(
      experiment(
        'Find equilibrium',
        'At once, and to all digits of the precision.',
        { type: 'precision', id: 'double' },
        { type: 'equilibrium' },
      ),
      experiment(
        'Let it swing',
        'It is released from the side. Drag and spring damping bring it to the same position.',
        FROM_START,
      ),
      experiment('Ten times as stiff', 'A tenth of the extension: 1.0054 m.', set({ stiffness: 1000 }), {
        type: 'equilibrium',
      }),
      RESTORE,
    ),
    { instrument: 'spring' },
  ],
};
