import { experiment, experiments, FROM_START, type Lesson, PLAY, RESTART, reload, set } from '../lesson';
import { energy, strain } from '../live-values';
import { BRIDSON, PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS, BRIDSON],
  parts: [
    { title: 'Contact with a sphere' },
    'The surface of a ball is handled like a plane, but its normal depends on the position. With the centre $\\mathbf p$ and the radius $r$:',
    '$$\\varphi(\\mathbf x) = |\\mathbf x - \\mathbf p| - r, \\qquad \\mathbf N = \\frac{\\mathbf x - \\mathbf p}{|\\mathbf x - \\mathbf p|}$$',
    'Where $\\varphi$ would become negative, the normal velocity is set to zero, and friction resists sliding. A flat cloth cannot lie flat on a ball: it must stretch or fold. Folding costs less energy, so it folds.',
    { live: [strain, energy] },
    experiments(
      RESTART,
      experiment(
        'No friction',
        'On a smooth ball the cloth slides off, sooner or later.',
        { type: 'edit', list: 'spheres', path: ['friction'], value: 0 },
        PLAY,
      ),
      experiment('Without bend springs', 'Finer folds.', set({ bendSprings: 0 }), FROM_START),
      experiment('Stiff bend springs', 'Fewer and wider folds.', set({ bendSprings: 1, bend: 0.5 }), FROM_START),
      reload('cloth-on-sphere'),
    ),
  ],
};
