import { type Lesson, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BRIDSON, PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS, BRIDSON],
  sections: [
    {
      title: 'Contact with a sphere',
      parts: [
        'The surface of a ball is handled like a plane, but its normal depends on the position. With the centre $\\mathbf p$ and the radius $r$:',
        {
          equation:
            '\\varphi(\\mathbf x) = |\\mathbf x - \\mathbf p| - r, \\qquad \\mathbf N = \\frac{\\mathbf x - \\mathbf p}{|\\mathbf x - \\mathbf p|}',
        },
        'Where $\\varphi$ would become negative, the normal velocity is set to zero, and friction resists sliding. A flat cloth cannot lie flat on a ball: it must stretch or fold. Folding costs less energy, so it folds.',
        { live: [strain, energy] },
        {
          experiments: [
            RESTART,
            {
              label: 'No friction',
              description: 'On a smooth ball the cloth slides off, sooner or later.',
              commands: [{ type: 'edit', list: 'spheres', path: ['friction'], value: 0 }, { type: 'play' }],
            },
            {
              label: 'Without bend springs',
              description: 'Finer folds.',
              commands: [{ type: 'set', key: 'bendSprings', value: 0 }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Stiff bend springs',
              description: 'Fewer and wider folds.',
              commands: [
                { type: 'set', key: 'bendSprings', value: 1 },
                { type: 'set', key: 'bend', value: 0.5 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            reload('cloth-on-sphere'),
          ],
        },
      ],
    },
  ],
};
