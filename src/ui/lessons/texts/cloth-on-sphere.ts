import type { Lesson } from '../lesson';
import { energyReading, strainReading } from '../live-values';
import { AGAIN } from '../usual-tries';

export const lesson: Lesson = {
  source:
    'Particle Dynamics, lecture slides; Robert Bridson, Ronald Fedkiw and John Anderson, Robust Treatment of Collisions, Contact and Friction for Cloth Animation',
  sections: [
    {
      title: 'Draping',
      parts: [
        'A ball is a surface like a plane, with a normal that turns from place to place:',
        {
          equation:
            '\\phi(\\mathbf x) = |\\mathbf x - \\mathbf c| - r, \\qquad \\mathbf N = \\frac{\\mathbf x - \\mathbf c}{|\\mathbf x - \\mathbf c|}',
        },
        'Where $\\phi$ would become negative the normal velocity is stopped, and friction holds back what slides. A flat cloth can’t lie flat on a ball: it must stretch or fold, and since folding is cheap it folds.',
        { live: [strainReading, energyReading] },
        {
          tries: [
            AGAIN,
            {
              label: 'A smooth ball',
              says: 'Without friction it slides off, sooner or later.',
              does: [{ type: 'edit', list: 'spheres', path: ['friction'], value: 0 }, { type: 'play' }],
            },
            {
              label: 'Without bend springs',
              says: 'Finer folds.',
              does: [{ type: 'set', key: 'bendSprings', value: 0 }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Stiff bend springs',
              says: 'Fewer and wider folds.',
              does: [
                { type: 'set', key: 'bendSprings', value: 1 },
                { type: 'set', key: 'bend', value: 0.5 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'cloth-on-sphere' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
