import { experiment, experiments, type Lesson, type LiveValue, RESTORE, set } from '../lesson';
import { positionOf, strain, withUnit } from '../live-values';
import { CHOI } from './sources';

const sag: LiveValue = {
  label: 'sag of the middle particle below the ends',
  value(frame) {
    const last = frame.structure.particleCount - 1;
    const ends = (positionOf(frame, 0)[1] + positionOf(frame, last)[1]) / 2;
    return withUnit(ends - positionOf(frame, last / 2)[1], 'm');
  },
};

export const lesson: Lesson = {
  sources: [CHOI],
  parts: [
    { title: 'The elastic catenary' },
    'A chain hangs between two pins. At rest the tension has the same horizontal component $H$ everywhere, and its vertical component grows by the weight of each particle:',
    '$$\\mathbf T_{j+1} - \\mathbf T_j = m\\,\\mathbf g, \\qquad |\\mathbf T_j| = k\\,(l_j - L_0)$$',
    'From $H$ and the first vertical component, the direction and length of every spring follow, one after the other. The two numbers follow from the condition that the chain ends at the second pin. With ten springs of 0.1 m and 100 N/m, nine particles of 10 g and the ends 0.8 m apart, $H = 0.293953$ N and the middle hangs 0.296747 m below the ends.',
    { live: [sag, strain] },
    experiments(
      experiment(
        'Find equilibrium',
        'In double precision the sag agrees in all digits shown.',
        { type: 'precision', id: 'double' },
        { type: 'equilibrium' },
      ),
      experiment('Ten times as stiff', 'Nearly the catenary of an inextensible chain.', set({ stiffness: 1000 }), {
        type: 'equilibrium',
      }),
      RESTORE,
    ),
    { instrument: 'spring' },
  ],
};
