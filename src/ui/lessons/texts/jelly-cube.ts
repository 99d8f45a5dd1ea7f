import { type Lesson, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BENDER, CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI, BENDER],
  sections: [
    {
      title: 'A body of springs',
      parts: [
        'With springs only along the edges of its cells, a cube would shear flat, as a square does. Diagonals on the faces and through the volume brace it: each of the six ways to deform a cell then changes the length of some spring.',
        'Springs do not preserve the volume when the cube is squeezed. So a volume spring acts on the whole surface. With the volume $V$ inside the surface, the rest volume $V_0$ and a bulk modulus $\\kappa$, its energy is',
        { equation: 'E = \\frac{\\kappa}{2}\\,\\frac{(V - V_0)^2}{V_0}' },
        'This is Bender’s method with a volume in place of a length: the constraint is $C = V - V_0$, and the force points along its gradient.',
        { live: [strain, energy] },
        {
          experiments: [
            RESTART,
            {
              label: 'Without the volume spring',
              description: 'It sags where it lands.',
              commands: [{ type: 'forces', forces: [] }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Softer springs',
              description: 'A third of the stiffness.',
              commands: [{ type: 'set', key: 'stiffness', value: 50 }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Without diagonals',
              description: 'Nothing resists shear, and the cube collapses.',
              commands: [
                { type: 'set', key: 'shearSprings', value: 0 },
                { type: 'set', key: 'bendSprings', value: 0 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            reload('jelly-cube'),
          ],
        },
      ],
    },
  ],
};
