import type { Lesson } from '../lesson';
import { energyReading, momentumReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source:
    'Particle Dynamics, lecture slides; Alain Chenciner and Richard Montgomery, A remarkable periodic solution of the three-body problem in the case of equal masses',
  sections: [
    {
      title: 'Three is too many',
      parts: [
        'Each pair attracts each other as two bodies do, and no formula tells where three will be. What is kept: energy, momentum, angular momentum.',
        {
          equation:
            'm_i\\ddot{\\mathbf x}_i = -G \\sum_{j \\ne i} m_i m_j \\frac{\\mathbf x_i - \\mathbf x_j}{\\left(|\\mathbf x_i - \\mathbf x_j|^2 + \\varepsilon^2\\right)^{3/2}}',
        },
        'Some motions repeat themselves nevertheless: this figure of eight does so after 6.326 s. Whether a method shows them depends on how well it keeps what is kept.',
        { live: [energyReading, momentumReading] },
        {
          tries: [
            {
              label: 'Symplectic Euler',
              says: 'Of first order only, and yet the curve holds together for as long as one looks.',
              does: [{ type: 'integrator', id: 'symplectic-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Implicit Euler',
              says: 'It takes energy: the bodies draw together, until a close meeting throws them apart.',
              does: [{ type: 'integrator', id: 'implicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
