import type { Lesson } from '../lesson';
import { energyReading, hOmegaReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';
import { MATERIAL, MEMBRANE_SOURCE } from './membrane';

export const lesson: Lesson = {
  source: MEMBRANE_SOURCE,
  sections: [
    {
      title: 'Springs or triangles?',
      parts: [
        'This cloth has no springs in its plane, only those that resist folding: its triangles resist strain as a continuum does. What one types is a material, in pascals, and it means the same at any resolution. The stiffness of a spring means another material for each grid.',
        { live: [energyReading, hOmegaReading] },
        {
          tries: [
            {
              label: 'Implicit Euler, 1/60 s',
              says: 'The stiffness of the triangles is made positive semi-definite as the springs’ is, and the step holds.',
              does: [
                { type: 'integrator', id: 'implicit-euler' },
                { type: 'set', key: 'dt', value: 1 / 60 },
                { type: 'play' },
              ],
            },
            {
              label: 'Colour by energy density',
              says: 'Where the cloth carries its weight.',
              does: [{ type: 'colour', field: 'membrane-energy' }],
            },
            { label: 'No colours', says: 'The cloth as it is.', does: [{ type: 'colour', field: null }] },
            AS_IT_WAS,
            {
              label: 'A cloth of springs',
              says: 'To compare.',
              does: [{ type: 'scene', scene: 'cloth' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
    { title: 'The material', parts: MATERIAL },
  ],
};
