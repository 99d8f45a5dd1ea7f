import { experiment, experiments, FROM_START, type Lesson, RESTART, reload, set } from '../lesson';
import { energy, strain } from '../live-values';
import { BENDER, CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI, BENDER],
  parts: [
    { title: 'A body of springs' },
    'With springs only along the edges of its cells, a cube would shear flat, as a square does. Diagonals on the faces and through the volume brace it: each of the six ways to deform a cell then changes the length of some spring.',
    'Springs do not preserve the volume when the cube is squeezed. So a volume spring acts on the whole surface. With the volume $V$ inside the surface, the rest volume $V_0$ and a bulk modulus $\\kappa$, its energy is',
    '$$E = \\frac{\\kappa}{2}\\,\\frac{(V - V_0)^2}{V_0}$$',
    'This is Bender’s method with a volume in place of a length: the constraint is $C = V - V_0$, and the force points along its gradient.',
    { live: [strain, energy] },
    experiments(
      RESTART,
      experiment('Without the volume spring', 'It sags where it lands.', { type: 'forces', forces: [] }, FROM_START),
      experiment('Softer springs', 'A third of the stiffness.', set({ stiffness: 50 }), FROM_START),
      experiment(
        'Without diagonals',
        'Nothing resists shear, and the cube collapses.',
        set({ shearSprings: 0, bendSprings: 0 }),
        FROM_START,
      ),
      reload('jelly-cube'),
    ),
  ],
};
