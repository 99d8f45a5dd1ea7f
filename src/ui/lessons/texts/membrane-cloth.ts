import { experiment, experiments, type Lesson, PLAY, RESTORE, set } from '../lesson';
import { energy, hOmega } from '../live-values';
import { MATERIAL } from './membrane';
import { CHOI, OBRIEN } from './sources';

export const lesson: Lesson = {
  sources: [CHOI, OBRIEN],
  parts: [
    { title: 'Springs or triangles?' },
    'This cloth has no springs in its plane, only springs that resist folding. Its triangles resist strain as a continuum does. Its parameters describe a material, in pascals, and mean the same at any resolution. A spring stiffness means another material on each grid.',
    { live: [energy, hOmega] },
    experiments(
      experiment(
        'Implicit Euler, 1/60 s',
        'The stiffness matrix of each triangle is made positive semi-definite, as that of each spring is, and the step is stable.',
        { type: 'integrator', id: 'implicit-euler' },
        set({ dt: 1 / 60 }),
        PLAY,
      ),
      experiment('Colour by energy density', 'It shows where the cloth carries its weight.', {
        type: 'color',
        field: 'membrane-energy',
      }),
      experiment('No colours', 'The cloth in its own colour.', { type: 'color', field: null }),
      RESTORE,
      experiment('A cloth of springs', 'For comparison.', { type: 'scene', scene: 'cloth' }, PLAY),
    ),
    { title: 'The material' },
    ...MATERIAL,
  ],
};
