import type { Lesson, Reading } from '../lesson';
import { positionOf } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';
import { withUnit } from '../vector-format';

const below: Reading = {
  label: 'the last particle below the pin',
  value: (frame) => withUnit(positionOf(frame, 0)[1] - positionOf(frame, 10)[1], 'm'),
};

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'Weights add up',
      parts: [
        'At rest each spring carries everything below it. With $N$ particles under the pin, spring $i$ from the top is stretched by $(N + 1 - i)\\,mg/k$, and particle $j$ hangs at',
        { equation: 'y_j = jL_0 + \\frac{mg}{k}\\sum_{i=1}^{j}(N+1-i)' },
        'below it. Here $N = 10$, $k = 100$ N/m, $m = 10$ g and $L_0 = 0.1$ m: the last particle hangs 1.053955 m below the pin.',
        { live: [below] },
        {
          tries: [
            {
              label: 'Find equilibrium',
              says: 'At once, and to as many digits as the precision has.',
              does: [{ type: 'precision', id: 'double' }, { type: 'equilibrium' }],
            },
            {
              label: 'Swing',
              says: 'Let go from the side. Drag and dashpots bring it to the same place.',
              does: [{ type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Ten times as stiff',
              says: 'A tenth of the stretch: 1.0054 m.',
              does: [{ type: 'set', key: 'stiffness', value: 1000 }, { type: 'equilibrium' }],
            },
            AS_IT_WAS,
          ],
        },
        { instrument: 'spring' },
      ],
    },
  ],
};
