import { experiment, experiments, type Lesson, PLAY, reload, set } from '../lesson';
import { energy, speed } from '../live-values';
import { BARAFF_WITKIN } from './sources';

export const lesson: Lesson = {
  sources: [BARAFF_WITKIN],
  parts: [
    { title: 'Wind' },
    'Wind acts on triangles, not on particles. The force on a triangle of area $A$ and normal $\\hat{\\mathbf n}$ depends on the wind $\\mathbf w$ relative to the triangle:',
    '$$\\mathbf f = \\tfrac12\\,\\rho\\, C_d\\, A\\,(\\mathbf w\\cdot\\hat{\\mathbf n})\\,|\\mathbf w\\cdot\\hat{\\mathbf n}|\\;\\hat{\\mathbf n}$$',
    'Each corner gets a third of it. A triangle parallel to the wind gets no force: so the flag turns into the direction of the wind, and ripples travel along it.',
    'Wind does work, so the energy is not conserved. Drag, spring damping and the motion of the flag against the air remove energy. A seed determines the gusts: the same run has the same gusts.',
    { live: [speed, energy] },
    experiments(
      experiment('Wind on or off', 'Without wind the flag falls and hangs.', { type: 'wind' }, PLAY),
      experiment('No gravity', 'Only the wind straightens the flag.', set({ gravity: 0 }), PLAY),
      reload('flag'),
    ),
  ],
};
