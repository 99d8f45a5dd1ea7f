import type { Lesson } from '../lesson';
import { energyReading, hOmegaReading, strainReading } from '../live-values';

export const lesson: Lesson = {
  source:
    'Xavier Provot, Deformation Constraints in a Mass-Spring Model to Describe Rigid Cloth Behavior; Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'What this cloth is made of',
      parts: [
        'Particles in a grid, and three kinds of springs between them: structural ones along rows and columns, shear springs along the diagonals, and bend springs to the next particle but one. The first resist stretching, the second keep squares square, the third resist folding.',
        {
          equation:
            '\\mathbf f_a = -\\left[k\\,(l - L_0) + k_d\\,(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n',
        },
        {
          equation: '\\mathbf n = \\frac{\\mathbf x_a - \\mathbf x_b}{l}',
        },
        { live: [strainReading, energyReading, hOmegaReading] },
        {
          tries: [
            {
              label: 'Without shear springs',
              says: 'Structural springs alone leave every square free to become a rhombus.',
              does: [{ type: 'set', key: 'shearSprings', value: 0 }, { type: 'play' }],
            },
            {
              label: 'Without bend springs',
              says: 'It folds like a net, with creases one cell wide.',
              does: [
                { type: 'set', key: 'shearSprings', value: 1 },
                { type: 'set', key: 'bendSprings', value: 0 },
                { type: 'play' },
              ],
            },
            {
              label: 'All springs again',
              says: 'And the scene’s own numbers.',
              does: [{ type: 'restore' }],
            },
          ],
        },
      ],
    },
    {
      title: 'How long a step?',
      parts: [
        'Stiffer springs swing faster, and the method must follow the fastest swing of all. The meter at the foot of the page compares $\\Delta t$ with what symplectic Euler holds:',
        {
          equation:
            '\\Delta t\\,\\omega_{\\max} < 2\\left(\\sqrt{1+\\zeta^2}-\\zeta\\right), \\qquad \\omega_{\\max}^2 \\propto \\frac km',
        },
        {
          tries: [
            {
              label: 'Twenty times as stiff',
              says: 'The meter passes its limit, and the cloth blows up. The page offers ways back.',
              does: [{ type: 'set', key: 'stiffness', value: 4000 }, { type: 'play' }],
            },
            {
              label: 'As stiff, with implicit Euler',
              says: 'It holds at any step, solves a linear system in each, and damps the fast motion away.',
              does: [
                {
                  type: 'scene',
                  scene: 'cloth',
                  integrator: 'implicit-euler',
                  params: { stiffness: 4000, dt: 1 / 240 },
                },
                { type: 'play' },
              ],
            },
            {
              label: 'From the start',
              says: 'As it was.',
              does: [{ type: 'scene', scene: 'cloth' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
