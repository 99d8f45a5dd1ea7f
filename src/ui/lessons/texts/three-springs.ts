import { experiment, experiments, type Lesson, PLAY, RESTORE, set } from '../lesson';
import { energy, hOmega } from '../live-values';
import { SPRING_NOTES } from './sources';

export const lesson: Lesson = {
  sources: [SPRING_NOTES],
  parts: [
    { title: 'Many springs, one matrix' },
    'With $N$ particles, the list $\\mathbf x$ of all positions has $3N$ entries (the notes write $\\mathbf q$). A selection matrix $S_i$ selects one particle, and $E_j = (S_A; S_B)$ the two ends of spring $j$. So the energy is a sum over springs:',
    '$$V(\\mathbf x) = \\sum_j V_j(E_j\\mathbf x), \\qquad \\mathbf f = -\\frac{\\partial V}{\\partial \\mathbf x} = \\sum_j E_j^T \\mathbf f_j$$',
    'Its second derivative is the stiffness matrix. Each spring adds its blocks:',
    '$$K = \\frac{\\partial \\mathbf f}{\\partial \\mathbf x} = \\sum_j E_j^T K_j E_j$$',
    '$$K_j = \\begin{pmatrix} B_j & -B_j \\\\ -B_j & B_j \\end{pmatrix}$$',
    '$$B_j = -k\\left[\\mathbf n\\mathbf n^T + \\left(1 - \\frac{L_0}{l}\\right)\\left(I - \\mathbf n\\mathbf n^T\\right)\\right]$$',
    { title: 'One linearly implicit step' },
    'Implicit Euler uses the force at the end of the step. With the first-order Taylor expansion of this force, the step becomes a linear system:',
    '$$(M - h^2 K)\\,\\mathbf v_{n+1} = M\\mathbf v_n + h\\,\\mathbf f(\\mathbf x_n)$$',
    'The matrix $P$ selects the free particles and so removes the fixed ones:',
    '$$P(M - h^2 K)P^T\\,\\hat{\\mathbf v}_{n+1} = PM\\mathbf v_n + h\\,P\\mathbf f(\\mathbf x_n)$$',
    {
      remark:
        'Three things are added in practice. Damping: $-h\\,D$ is added to the matrix. Compressed springs: there $1 - L_0/l < 0$, so the matrix may become indefinite and conjugate gradients may fail; the remedy is to drop this term where it is negative. Moving pins: their prescribed velocity adds $+h^2 P K \\mathbf v_{\\text{pins}}$ to the right-hand side; without it their neighbours lag behind.',
    },
    'Open the matrices among the instruments: they show $M$, $K$, $P$ and $P(M - h^2K)P^T$ with their numbers, and the solve step by step.',
    'The system of a large grid is solved by iteration. In each iteration of conjugate gradients, a force spreads from a particle only to its neighbours, so a finer grid needs more iterations. Multigrid solves for slowly varying errors on coarser grids, and needs hardly more iterations on a fine cloth than on a coarse one. The CG X-ray among the instruments compares them.',
    { live: [energy, hOmega] },
    { instrument: 'spring' },
    experiments(
      experiment(
        'Implicit Euler, 50 ms',
        'Twenty steps per second, and it is stable.',
        { type: 'integrator', id: 'implicit-euler' },
        set({ dt: 0.05 }),
        PLAY,
      ),
      experiment('One step', 'Then look at the matrices again.', { type: 'steps', count: 1 }),
      RESTORE,
    ),
  ],
};
