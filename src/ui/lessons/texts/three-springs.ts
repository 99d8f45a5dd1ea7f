import type { Lesson } from '../lesson';
import { energyReading, hOmegaReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: '3D Mass Spring System, lecture notes',
  sections: [
    {
      title: 'Many springs, one matrix',
      parts: [
        'With $n$ particles $\\mathbf q$ has $3n$ entries. Selection matrices $S_i$ pick one particle from it, and $E_j = (S_A; S_B)$ the two ends of spring $j$, so that the energy is a sum over springs:',
        {
          equation:
            'V(\\mathbf q) = \\sum_j V_j(E_j\\mathbf q), \\qquad \\mathbf f = -\\frac{\\partial V}{\\partial \\mathbf q} = \\sum_j E_j^T \\mathbf f_j',
        },
        'Its second derivative is the stiffness matrix, which the springs build up block by block:',
        {
          equation: 'K = \\frac{\\partial \\mathbf f}{\\partial \\mathbf q} = \\sum_j E_j^T K_j E_j',
        },
        {
          equation: 'K_j = \\begin{pmatrix} B_j & -B_j \\\\ -B_j & B_j \\end{pmatrix}',
        },
        {
          equation:
            'B_j = -k\\left[\\mathbf n\\mathbf n^T + \\left(1 - \\frac{l_0}{l}\\right)\\left(I - \\mathbf n\\mathbf n^T\\right)\\right]',
        },
        {
          erratum:
            'In the notes’ derivation of $K$ an $E_j^T$ stands on the right where $E_j$ should; their last line has it right. $K_j$ itself is left to the reader: it is the one above.',
        },
      ],
    },
    {
      title: 'One linearly-implicit step',
      parts: [
        'Backward Euler takes the force at the end of the step. Replaced by its first-order Taylor expansion, what remains is a linear system:',
        {
          equation:
            '(M - \\Delta t^2 K)\\,\\dot{\\mathbf q}^{t+1} = M\\dot{\\mathbf q}^t + \\Delta t\\,\\mathbf f(\\mathbf q^t)',
        },
        'Fixed points are taken out by $P$, which selects those that are free:',
        {
          equation:
            'P(M - \\Delta t^2 K)P^T\\,\\dot{\\hat{\\mathbf q}}^{t+1} = PM\\dot{\\mathbf q}^t + \\Delta t\\,P\\mathbf f(\\mathbf q^t)',
        },
        {
          erratum:
            'Three things the notes leave open. Damping: $-\\Delta t\\,D$ joins the matrix. Compressed springs: there $1 - l_0/l < 0$, and the matrix may lose definiteness, so that conjugate gradients break down; dropping that part where it is negative mends it. Moving pins: their prescribed velocity belongs on the right-hand side, $+\\Delta t^2 P K \\mathbf v_{\\text{pins}}$, and without it their neighbours lag behind.',
        },
        'Open the matrices among the instruments: $M$, $K$, $P$ and $P(M - h^2K)P^T$, with numbers, and the solve step by step.',
        'The system of a large net is solved by iteration. Conjugate gradients carry a pull from one particle to its neighbours at a time, and so need more iterations the finer the net is; multigrid hands what changes slowly over the net to ever coarser ones, and needs hardly more on a fine cloth than on a coarse one. The CG X-ray among the instruments compares them.',
        { live: [energyReading, hOmegaReading] },
        { instrument: 'spring' },
        {
          tries: [
            {
              label: 'Linearly-implicit Euler, 50 ms',
              says: 'Twenty steps a second, and it holds.',
              does: [
                { type: 'integrator', id: 'implicit-euler' },
                { type: 'set', key: 'dt', value: 0.05 },
                { type: 'play' },
              ],
            },
            {
              label: 'One step',
              says: 'And look at the matrices again.',
              does: [{ type: 'steps', count: 1 }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
