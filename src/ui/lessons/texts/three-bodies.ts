import { experiment, experiments, FROM_START, type Lesson, RESTORE } from '../lesson';
import { energy, momentum } from '../live-values';
import { CHENCINER, PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS, CHENCINER],
  parts: [
    { title: 'The three-body problem' },
    'Each pair attracts each other as two bodies do, but there is no formula for the motion of three. Energy, momentum and angular momentum are conserved.',
    '$$m_i\\ddot{\\mathbf x}_i = -G \\sum_{j \\ne i} m_i m_j \\frac{\\mathbf x_i - \\mathbf x_j}{\\left(|\\mathbf x_i - \\mathbf x_j|^2 + \\varepsilon^2\\right)^{3/2}}$$',
    'Some motions are periodic nevertheless: this figure of eight has a period of 6.326 s. A method reproduces it only if it conserves these quantities well.',
    { live: [energy, momentum] },
    experiments(
      experiment(
        'Symplectic Euler',
        'Only of first order, but the bodies stay on the curve for as long as you watch.',
        { type: 'integrator', id: 'symplectic-euler' },
        FROM_START,
      ),
      experiment(
        'Implicit Euler',
        'It removes energy: the bodies move closer together, until a close encounter throws them apart.',
        { type: 'integrator', id: 'implicit-euler' },
        FROM_START,
      ),
      RESTORE,
    ),
  ],
};
