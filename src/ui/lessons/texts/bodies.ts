/** Lessons about a few bodies: on springs, and in orbit. */
import {
  energy,
  experiment,
  experiments,
  hOmega,
  type Lesson,
  method,
  momentum,
  playing,
  position,
  RESTORE,
  runBy,
  set,
} from '../lesson';
import { CHENCINER, PARTICLE_DYNAMICS, SPRING_NOTES } from './sources';

export const lessons: Readonly<Record<string, Lesson>> = {
  'two-bodies': {
    sources: [SPRING_NOTES],
    parts: [
      { title: 'From energies to motion' },
      'Two particles and one spring show the whole method. The coordinates are $\\mathbf x = (\\mathbf x_0, \\mathbf x_1)$; kinetic and potential energy are',
      '$$T = \\tfrac12 \\dot{\\mathbf x}^T M \\dot{\\mathbf x}, \\qquad V = \\tfrac12 k\\,(l - L_0)^2$$',
      '$$l = \\sqrt{\\mathbf x^T B^T B\\, \\mathbf x}, \\quad B = (-I \\;\\; I)$$',
      'The Lagrangian $L = T - V$ gives the equation of motion:',
      '$$\\frac{d}{dt}\\frac{\\partial L}{\\partial \\dot{\\mathbf x}} = \\frac{\\partial L}{\\partial \\mathbf x} \\quad\\Rightarrow\\quad M\\ddot{\\mathbf x} = -\\frac{\\partial V}{\\partial \\mathbf x}$$',
      'The energy of the spring depends only on its length. So translation or rotation of both particles together costs no energy, and momentum and angular momentum are conserved.',
      { live: [energy, momentum] },
      { instrument: 'spring' },
      experiments(
        experiment(
          'Velocity Verlet',
          'It rotates and oscillates for ever, on nearly the same curve.',
          runBy('velocity-verlet'),
        ),
        experiment(
          'Explicit Euler, 20 ms',
          'The two fly apart: the method adds energy.',
          runBy('explicit-euler', { dt: 0.02 }),
        ),
        experiment(
          'Implicit Euler, 20 ms',
          'They come to rest: the method removes energy.',
          runBy('implicit-euler', { dt: 0.02 }),
        ),
        RESTORE,
      ),
      { title: 'A rotating dumbbell' },
      'In steady rotation at the angular velocity $\\Omega$, the spring is stretched until its force keeps both masses on their circle:',
      '$$l = \\frac{L_0}{1 - m\\Omega^2/2k}$$',
    ],
  },
  'three-springs': {
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
        playing(
          'Implicit Euler, 50 ms',
          'Twenty steps per second, and it is stable.',
          method('implicit-euler'),
          set({ dt: 0.05 }),
        ),
        experiment('One step', 'Then look at the matrices again.', { type: 'steps', count: 1 }),
        RESTORE,
      ),
    ],
  },
  orbit: {
    sources: [PARTICLE_DYNAMICS],
    parts: [
      { title: 'Attraction' },
      'Any two particles attract each other, with $\\mathbf l = \\mathbf x_p - \\mathbf x_q$:',
      '$$\\mathbf f_p = -G\\, m_p m_q \\frac{\\mathbf l}{\\left(|\\mathbf l|^2 + \\varepsilon^2\\right)^{3/2}}, \\qquad \\mathbf f_q = -\\mathbf f_p$$',
      'The softening $\\varepsilon$ keeps the force finite when two particles meet. With $\\varepsilon = 0$ it is Newton’s law. The orbit is then an ellipse with the semi-major axis $a$, and Kepler’s third law gives its period:',
      '$$T = 2\\pi\\sqrt{\\frac{a^3}{G\\,(m_p + m_q)}}$$',
      { live: [energy, momentum, position(1)] },
      experiments(
        experiment('Velocity Verlet', 'The orbit stays an ellipse, which may rotate slowly.', runBy('velocity-verlet')),
        experiment('Explicit Euler', 'The planet spirals outwards: it gains energy.', runBy('explicit-euler')),
        experiment('Runge–Kutta 4', 'Very accurate: it takes long to see that it also loses energy.', runBy('rk4')),
        RESTORE,
      ),
    ],
  },
  'three-bodies': {
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
          runBy('symplectic-euler'),
        ),
        experiment(
          'Implicit Euler',
          'It removes energy: the bodies move closer together, until two of them meet. There every step would create energy, so all stand still.',
          runBy('implicit-euler'),
        ),
        RESTORE,
      ),
    ],
  },
};
