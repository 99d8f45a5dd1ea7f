import type { Lesson, Reading } from '../lesson';
import { positionOf, strainReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';
import { withUnit } from '../vector-format';

const sag: Reading = {
  label: 'the middle particle below the ends',
  value(frame) {
    const last = frame.structure.particleCount - 1;
    const ends = (positionOf(frame, 0)[1] + positionOf(frame, last)[1]) / 2;
    return withUnit(ends - positionOf(frame, last / 2)[1], 'm');
  },
};

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'The elastic catenary',
      parts: [
        'A chain between two pins. At rest the pull along it has the same horizontal part $H$ everywhere, and its vertical part grows by a weight at each particle:',
        { equation: '\\mathbf T_{j+1} - \\mathbf T_j = m\\,\\mathbf g, \\qquad |\\mathbf T_j| = k\\,(l_j - L_0)' },
        'Given $H$ and the first vertical part, every spring’s direction and length follow, one after the other; the two are found by requiring that the chain ends at the second pin. With ten springs of 0.1 m and 100 N/m, nine particles of 10 g and the ends 0.8 m apart, $H = 0.293953$ N and the middle hangs 0.296747 m below the ends.',
        { live: [sag, strainReading] },
        {
          tries: [
            {
              label: 'Find equilibrium',
              says: 'In double precision the sag agrees to the last digit shown.',
              does: [{ type: 'precision', id: 'double' }, { type: 'equilibrium' }],
            },
            {
              label: 'Ten times as stiff',
              says: 'Nearly the catenary of a chain that doesn’t stretch.',
              does: [{ type: 'set', key: 'stiffness', value: 1000 }, { type: 'equilibrium' }],
            },
            AS_IT_WAS,
          ],
        },
        { instrument: 'spring' },
      ],
    },
  ],
};
