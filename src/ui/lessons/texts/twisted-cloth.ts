import { experiment, experiments, type Lesson, PLAY, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BARAFF_WITKIN, SPRING_NOTES } from './sources';

export const lesson: Lesson = {
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
};
