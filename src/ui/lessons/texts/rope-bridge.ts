import { experiment, experiments, type Lesson, PLAY, RESTORE, set } from '../lesson';
import { energy, strain } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  parts: [
    { title: 'Stiffness by tension' },
    'A straight rope without tension has no stiffness against a load from above, because its springs resist only along the rope. It gains this stiffness when it sags and comes under tension. A rope under tension $T$ with links of length $l$ resists motion of a particle across the rope with the stiffness',
    '$$k_{\\perp} = \\frac{2T}{l},$$',
    '$$\\text{the term } k\\left(1 - \\frac{L_0}{l}\\right) \\text{ of } -\\frac{\\partial \\mathbf f}{\\partial \\mathbf x} \\text{ on each side}$$',
    'So the bridge becomes stiffer as the load grows.',
    { live: [strain, energy] },
    experiments(
      experiment('Find equilibrium', 'The shape under its own weight.', { type: 'equilibrium' }),
      experiment('Twice the gravity', 'It sags more, but not twice as much.', set({ gravity: 19.62 }), PLAY),
      RESTORE,
    ),
  ],
};
