import { type Lesson, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { GAUSS, NISKANEN } from './sources';

export const lesson: Lesson = {
  sources: [GAUSS, NISKANEN],
  sections: [
    {
      title: 'Why a bent sheet is stiff',
      parts: [
        'A sheet that bends along its length resists with its flexural rigidity $D$ alone. For a flat sheet of paper of this length $L$ and mass by area $w$, that is little against its weight:',
        {
          equation:
            '\\Gamma = \\frac{w\\,g\\,L^3}{D} = \\frac{0.08 \\cdot 9.81 \\cdot 0.297^3}{3\\cdot 10^{-4}} \\approx 69',
        },
        'At such a $\\Gamma$ a flat strip hangs down almost vertically. But a sheet that is bent to an arc across its length can only bend along it by stretching: where lengths do not change, the product of both principal curvatures stays zero. Paper resists stretching with 250,000 to 500,000 N/m, and so it stands out.',
        { live: [strain, energy] },
        {
          experiments: [
            RESTART,
            {
              label: 'Silk instead of paper',
              description: 'It bends and shears so easily that the arc does not help.',
              commands: [{ type: 'material', id: 'silk' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Paper again',
              description: 'From the start.',
              commands: [{ type: 'material', id: 'paper' }, { type: 'reset' }, { type: 'play' }],
            },
            reload('paper-sheet'),
          ],
        },
      ],
    },
  ],
};
