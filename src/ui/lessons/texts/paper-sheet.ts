import { experiment, experiments, FROM_START, type Lesson, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { GAUSS, NISKANEN } from './sources';

export const lesson: Lesson = {
  sources: [GAUSS, NISKANEN],
  parts: [
    { title: 'Why a bent sheet is stiff' },
    'A sheet that bends along its length resists with its flexural rigidity $D$ alone. For a flat sheet of paper of this length $L$ and mass by area $w$, that is little against its weight:',
    '$$\\Gamma = \\frac{w\\,g\\,L^3}{D} = \\frac{0.08 \\cdot 9.81 \\cdot 0.297^3}{3\\cdot 10^{-4}} \\approx 69$$',
    'At such a $\\Gamma$ a flat strip hangs down almost vertically. But a sheet that is bent to an arc across its length can only bend along it by stretching: where lengths do not change, the product of both principal curvatures stays zero. Paper resists stretching with 250,000 to 500,000 N/m, and so it stands out.',
    { live: [strain, energy] },
    experiments(
      RESTART,
      experiment(
        'Silk instead of paper',
        'It bends and shears so easily that the arc does not help.',
        { type: 'material', id: 'silk' },
        FROM_START,
      ),
      experiment('Paper again', 'From the start.', { type: 'material', id: 'paper' }, FROM_START),
      reload('paper-sheet'),
    ),
  ],
};
