import type { Lesson } from './lesson';
import { energyReading, strainReading } from './live-values';
import { AGAIN, AS_IT_WAS } from './usual-tries';

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'A body of springs',
      parts: [
        'Springs along the edges of a cube’s cells alone would let it shear flat, as a square does. Diagonals across faces and through the volume brace it: each of the six ways to deform a cell then changes the length of some spring.',
        'What springs don’t do is keep the volume. A rod of them, pulled, narrows as the grid of springs has it, not as one wishes: a net with central forces only has Poisson’s ratio ¼ in three dimensions when it is alike in all directions.',
        { live: [strainReading, energyReading] },
        {
          tries: [
            AGAIN,
            {
              label: 'Softer',
              says: 'A quarter of the stiffness: it wobbles half as fast, and slumps.',
              does: [{ type: 'set', key: 'stiffness', value: 50 }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Without diagonals',
              says: 'Nothing keeps the cells square, and it collapses.',
              does: [
                { type: 'set', key: 'shearSprings', value: 0 },
                { type: 'set', key: 'bendSprings', value: 0 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
