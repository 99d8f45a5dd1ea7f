import { type Lesson, RESTORE } from '../lesson';
import { energy, strain } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  sections: [
    {
      title: 'Stiffness by tension',
      parts: [
        'A straight rope without tension has no stiffness against a load from above, because its springs resist only along the rope. It gains this stiffness when it sags and comes under tension. A rope under tension $T$ with links of length $l$ resists motion of a particle across the rope with the stiffness',
        {
          equation: 'k_{\\perp} = \\frac{2T}{l},',
        },
        {
          equation:
            '\\text{the term } k\\left(1 - \\frac{L_0}{l}\\right) \\text{ of } -\\frac{\\partial \\mathbf f}{\\partial \\mathbf x} \\text{ on each side}',
        },
        'So the bridge becomes stiffer as the load grows.',
        { live: [strain, energy] },
        {
          experiments: [
            {
              label: 'Find equilibrium',
              description: 'The shape under its own weight.',
              commands: [{ type: 'equilibrium' }],
            },
            {
              label: 'Twice the gravity',
              description: 'It sags more, but not twice as much.',
              commands: [{ type: 'set', key: 'gravity', value: 19.62 }, { type: 'play' }],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
