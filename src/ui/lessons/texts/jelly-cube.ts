import type { Lesson } from '../lesson';
import { energyReading, strainReading } from '../live-values';
import { AGAIN } from '../usual-tries';

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'A body of springs',
      parts: [
        'Springs along the edges of a cube’s cells alone would let it shear flat, as a square does. Diagonals across faces and through the volume brace it: each of the six ways to deform a cell then changes the length of some spring.',
        'What springs don’t do is keep the volume: squeezed, they give way. So a volume spring acts on the whole skin: with the volume $V$ inside it, its rest volume $V_0$ and a bulk modulus $\\kappa$,',
        { equation: 'E = \\frac{\\kappa}{2}\\,\\frac{(V - V_0)^2}{V_0}' },
        'It is Bender’s recipe with a volume in the place of a length: the constraint $C = V - V_0$, and a force along its gradient.',
        { live: [strainReading, energyReading] },
        {
          tries: [
            AGAIN,
            {
              label: 'Without the volume spring',
              says: 'It slumps where it lands.',
              does: [{ type: 'forces', forces: [] }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Softer',
              says: 'A third of the stiffness.',
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
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'jelly-cube' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
