/** Lessons about garments. */
import { experiment, experiments, FROM_START, type Lesson, madeOf, RESTART, reload, set } from '../lesson';
import { energy, hOmega, speed, strain } from '../live-values';
import { BARAFF_WITKIN, BERGOU } from './sources';

export const lessons: Readonly<Record<string, Lesson>> = {
  shirt: {
    sources: [BERGOU],
    parts: [
      { title: 'Sewn together' },
      'Front and back are two nets that share the particles along the shoulders, the sides and the sleeves. Springs act along their length only, so they hold no angle: about a line of shared particles the two panels would turn as about a hinge.',
      'What resists is bending. It acts on every triangle and its neighbours, across a seam as everywhere, with the flexural rigidity $D$ and the curvature $\\kappa_0$ at rest:',
      '$$E = \\tfrac12 D\\int |\\boldsymbol\\kappa - \\boldsymbol\\kappa_0|^2\\,\\mathrm dA$$',
      { live: [strain, energy] },
      experiments(
        experiment(
          'Without bending',
          'Nothing resists a fold any more: it may be as sharp as the net allows.',
          set({ bending: 0, bendingDamping: 0 }),
          FROM_START,
        ),
        madeOf('cotton', 'Cotton', 'Woven: it hardly stretches.'),
        RESTART,
        reload('shirt'),
      ),
    ],
  },
  'dress-a-body': {
    sources: [BARAFF_WITKIN],
    parts: [
      { title: 'One step a picture' },
      'The dress moves slowly, but its springs do not: the fastest mode oscillates with $\\omega$, and symplectic Euler needs $h\\omega < 2$. With $h = 1/60\\,\\mathrm s$ it is more than ten times as much:',
      { live: [hOmega, speed] },
      'An implicit method takes this step all the same: it solves for the velocities at the end of the step, with contact and friction among the equations. Friction bounds what holds the dress along the surface:',
      '$$|\\mathbf f_T| \\le \\mu f_N$$',
      experiments(
        experiment(
          'No friction',
          'Only contact is left: the dress settles lower, where the shoulders carry it.',
          { type: 'edit', list: 'bodies', path: ['friction'], value: 0 },
          FROM_START,
        ),
        madeOf('jersey', 'Jersey', 'With bending by its card. A step takes longer.'),
        RESTART,
        reload('dress-a-body'),
      ),
      { title: 'Your own mesh' },
      'Open scene… reads a garment from an OBJ, glTF, PLY or STL file. Add body from file, under Contact and Obstacles, reads a closed mesh, and Place as in its file in the notice puts it inside the garment. Free the pins, and it falls on the body.',
    ],
  },
};
