import { type Lesson, RESTORE } from '../lesson';
import { energy, hOmega } from '../live-values';
import { MATERIAL } from './membrane';
import { CHOI, OBRIEN } from './sources';

export const lesson: Lesson = {
  sources: [CHOI, OBRIEN],
  sections: [
    {
      title: 'Springs or triangles?',
      parts: [
        'This cloth has no springs in its plane, only springs that resist folding. Its triangles resist strain as a continuum does. Its parameters describe a material, in pascals, and mean the same at any resolution. A spring stiffness means another material on each grid.',
        { live: [energy, hOmega] },
        {
          experiments: [
            {
              label: 'Implicit Euler, 1/60 s',
              description:
                'The stiffness matrix of each triangle is made positive semi-definite, as that of each spring is, and the step is stable.',
              commands: [
                { type: 'integrator', id: 'implicit-euler' },
                { type: 'set', key: 'dt', value: 1 / 60 },
                { type: 'play' },
              ],
            },
            {
              label: 'Colour by energy density',
              description: 'It shows where the cloth carries its weight.',
              commands: [{ type: 'color', field: 'membrane-energy' }],
            },
            {
              label: 'No colours',
              description: 'The cloth in its own colour.',
              commands: [{ type: 'color', field: null }],
            },
            RESTORE,
            {
              label: 'A cloth of springs',
              description: 'For comparison.',
              commands: [{ type: 'scene', scene: 'cloth' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
    { title: 'The material', parts: MATERIAL },
  ],
};
