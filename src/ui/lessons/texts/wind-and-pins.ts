/** Lessons about what moves a cloth: wind and moving pins. */
import { experiment, experiments, type Lesson, PLAY, RESTART, reload, set } from '../lesson';
import { energy, speed, strain } from '../live-values';
import { BARAFF_WITKIN, SPRING_NOTES } from './sources';

export const lessons: Readonly<Record<string, Lesson>> = {
  flag: {
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
  },
  'twisted-cloth': {
    sources: [SPRING_NOTES, BARAFF_WITKIN],
    parts: [
      { title: 'Moving pins' },
      'The motion of the pins is prescribed: when shaken, twisted or stretched they follow a given path, independent of the forces on them. An explicit method simply sets their velocity. An implicit method needs it when it solves for the free particles:',
      '$$P(M - h^2K)P^T\\,\\hat{\\mathbf v}_{n+1} = P\\left(M\\mathbf v_n + h\\,\\mathbf f + h^2K\\,\\mathbf v_{\\text{pins}}\\right)$$',
      {
        remark:
          'The last term is for pins that move. Without it, moving pins would act as if they stood still during the step: their neighbours would lag behind, and more so with a larger stiffness.',
      },
      { live: [strain, energy] },
      experiments(
        RESTART,
        experiment(
          'Reverse the rotation',
          'In the opposite direction, from the current state.',
          { type: 'edit', list: 'motion', path: ['twist', 'rate'], value: -1.2 },
          PLAY,
        ),
        experiment('Stop the pins', 'The cloth springs back.', { type: 'motion', motion: [] }, PLAY),
        reload('twisted-cloth'),
      ),
    ],
  },
};
