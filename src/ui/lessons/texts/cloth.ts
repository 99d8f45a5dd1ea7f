import { experiment, experiments, type Lesson, PLAY, reload, set } from '../lesson';
import { energy, hOmega, strain } from '../live-values';
import { CHOI, PROVOT } from './sources';

export const lesson: Lesson = {
  sources: [PROVOT, CHOI],
  parts: [
    { title: 'What this cloth is made of' },
    'Particles in a grid are connected by three kinds of springs: structural springs along rows and columns, shear springs along the diagonals, and bend springs to the second neighbour. Structural springs resist stretching, shear springs keep the cells square, and bend springs resist folding.',
    '$$\\mathbf f_a = -\\left[k\\,(l - L_0) + c\\,(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n$$',
    '$$\\mathbf n = \\frac{\\mathbf x_a - \\mathbf x_b}{l}$$',
    { live: [strain, energy, hOmega] },
    experiments(
      experiment(
        'Without shear springs',
        'With structural springs only, every square can become a rhombus.',
        set({ shearSprings: 0 }),
        PLAY,
      ),
      experiment(
        'Without bend springs',
        'It folds like a net, with creases one cell wide.',
        set({ shearSprings: 1, bendSprings: 0 }),
        PLAY,
      ),
      experiment('All springs again', 'With the scene’s own parameters.', { type: 'restore' }),
    ),
    { title: 'How large can the step be?' },
    'Stiffer springs oscillate faster, and the method must resolve the fastest oscillation. The meter in the status bar compares $h$ with the limit of symplectic Euler:',
    '$$h\\,\\omega_{\\max} < 2\\left(\\sqrt{1+\\zeta^2}-\\zeta\\right), \\qquad \\omega_{\\max}^2 \\propto \\frac km$$',
    experiments(
      experiment(
        'Twenty times as stiff',
        'The meter exceeds its limit, and the cloth blows up. A message offers ways to continue.',
        set({ stiffness: 4000 }),
        PLAY,
      ),
      experiment(
        'The same stiffness, implicit Euler',
        'It solves a linear system in each step, and damps the fast motion. A step after which the energy would have risen is shortened by a line search, or solved again by Newton’s method: the row “corrected steps” of the numbers counts them. With “line search” off, a long step of a stiff cloth overshoots.',
        {
          type: 'scene',
          scene: 'cloth',
          integrator: 'implicit-euler',
          params: { stiffness: 4000, dt: 1 / 240 },
        },
        PLAY,
      ),
      experiment(
        'The same stiffness, TR-BDF2',
        'Of second order, by two stages of Newton’s method: slow motion keeps more of its energy than with implicit Euler, and fast motion is damped. Implicit Euler replaces a step that would create energy: “corrected steps” counts these too.',
        { type: 'scene', scene: 'cloth', integrator: 'tr-bdf2', params: { stiffness: 4000, dt: 1 / 240 } },
        PLAY,
      ),
      reload('cloth'),
    ),
  ],
};
