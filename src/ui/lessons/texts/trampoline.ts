import type { Lesson } from '../lesson';
import { energyReading, strainReading } from '../live-values';
import { AGAIN, AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'Stiff by tension',
      parts: [
        'Flat and unstretched, a net resists nothing across its plane: for small heights $w$ its springs become longer by $w^2$ only, so that the force grows with $w^3$. Stretched beforehand, it resists at once, like the skin of a drum:',
        { equation: 'f \\propto k\\left(1 - \\frac{l_0}{l}\\right) w + O(w^3)' },
        'What falls on it gives its energy to the springs and gets it back, but for what dashpots and ripples keep.',
        { live: [energyReading, strainReading] },
        {
          tries: [
            AGAIN,
            {
              label: 'Without dashpots',
              says: 'It bounces longer; what is lost now goes into ripples.',
              does: [{ type: 'set', key: 'damping', value: 0 }, { type: 'reset' }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
