import { type Lesson, reload } from '../lesson';
import { energy, hOmega, strain } from '../live-values';
import { CHOI, PROVOT } from './sources';

export const lesson: Lesson = {
  sources: [PROVOT, CHOI],
  sections: [
    {
      title: 'What this cloth is made of',
      parts: [
        'Particles in a grid are connected by three kinds of springs: structural springs along rows and columns, shear springs along the diagonals, and bend springs to the second neighbour. Structural springs resist stretching, shear springs keep the cells square, and bend springs resist folding.',
        {
          equation:
            '\\mathbf f_a = -\\left[k\\,(l - L_0) + c\\,(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n',
        },
        {
          equation: '\\mathbf n = \\frac{\\mathbf x_a - \\mathbf x_b}{l}',
        },
        { live: [strain, energy, hOmega] },
        {
          experiments: [
            {
              label: 'Without shear springs',
              description: 'With structural springs only, every square can become a rhombus.',
              commands: [{ type: 'set', key: 'shearSprings', value: 0 }, { type: 'play' }],
            },
            {
              label: 'Without bend springs',
              description: 'It folds like a net, with creases one cell wide.',
              commands: [
                { type: 'set', key: 'shearSprings', value: 1 },
                { type: 'set', key: 'bendSprings', value: 0 },
                { type: 'play' },
              ],
            },
            {
              label: 'All springs again',
              description: 'With the scene’s own parameters.',
              commands: [{ type: 'restore' }],
            },
          ],
        },
      ],
    },
    {
      title: 'How large can the step be?',
      parts: [
        'Stiffer springs oscillate faster, and the method must resolve the fastest oscillation. The meter in the status bar compares $h$ with the limit of symplectic Euler:',
        {
          equation:
            'h\\,\\omega_{\\max} < 2\\left(\\sqrt{1+\\zeta^2}-\\zeta\\right), \\qquad \\omega_{\\max}^2 \\propto \\frac km',
        },
        {
          experiments: [
            {
              label: 'Twenty times as stiff',
              description: 'The meter exceeds its limit, and the cloth blows up. A message offers ways to continue.',
              commands: [{ type: 'set', key: 'stiffness', value: 4000 }, { type: 'play' }],
            },
            {
              label: 'The same stiffness, implicit Euler',
              description:
                'It solves a linear system in each step, and damps the fast motion. A step after which the energy would have risen is shortened by a line search, or solved again by Newton’s method: the row “corrected steps” of the numbers counts them. With “line search” off, a long step of a stiff cloth overshoots.',
              commands: [
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
              label: 'The same stiffness, TR-BDF2',
              description:
                'Of second order, by two stages of Newton’s method: slow motion keeps more of its energy than with implicit Euler, and fast motion is damped. Implicit Euler replaces a step that would create energy: “corrected steps” counts these too.',
              commands: [
                { type: 'scene', scene: 'cloth', integrator: 'tr-bdf2', params: { stiffness: 4000, dt: 1 / 240 } },
                { type: 'play' },
              ],
            },
            reload('cloth'),
          ],
        },
      ],
    },
  ],
};
