import type { Lesson } from '../lesson';
import { speedReading, strainReading } from '../live-values';
import { AGAIN } from '../usual-tries';

export const lesson: Lesson = {
  source: '3D Mass Spring System, lecture notes',
  sections: [
    {
      title: 'Rings on a rail',
      parts: [
        'A curtain hangs from some of its particles only, and between them it falls in folds: there is more cloth than rail. Pinned particles keep their place to the last bit; a pin that is moved has its velocity prescribed, and the others find theirs.',
        { equation: '\\mathbf q = P^T\\hat{\\mathbf q} + \\mathbf b' },
        '$P$ selects what is free, and $\\mathbf b$ holds the places of the pins.',
        { live: [speedReading, strainReading] },
        {
          tries: [
            AGAIN,
            { label: 'A draught', says: 'Wind on or off.', does: [{ type: 'wind' }, { type: 'play' }] },
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'curtain' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
