import type { Lesson } from '../lesson';
import { energyReading, strainReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'Holding by hanging',
      parts: [
        'A bridge of ropes has no stiffness of its own against a load from above: at rest and straight, its springs resist only along themselves. It gains that stiffness by sagging. A rope under tension $T$ with links of length $l$ holds a particle in its place across the rope by',
        {
          equation: 'k_{\\perp} = \\frac{2T}{l},',
        },
        {
          equation:
            '\\text{the part } k\\left(1 - \\frac{l_0}{l}\\right) \\text{ of } -\\frac{\\partial \\mathbf f}{\\partial \\mathbf x} \\text{ on each side}',
        },
        'so the more it is loaded, the stiffer it becomes.',
        { live: [strainReading, energyReading] },
        {
          tries: [
            {
              label: 'Find equilibrium',
              says: 'Where it hangs under its own weight.',
              does: [{ type: 'equilibrium' }],
            },
            {
              label: 'Twice the gravity',
              says: 'It sags further, but not twice as far.',
              does: [{ type: 'set', key: 'gravity', value: 19.62 }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
