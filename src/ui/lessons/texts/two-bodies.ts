import { experiment, experiments, FROM_START, type Lesson, RESTORE, set } from '../lesson';
import { energy, momentum } from '../live-values';
import { SPRING_NOTES } from './sources';

export const lesson: Lesson = {
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
        { type: 'integrator', id: 'velocity-verlet' },
        FROM_START,
      ),
      experiment(
        'Explicit Euler, 20 ms',
        'The two fly apart: the method adds energy.',
        set({ dt: 0.02 }),
        { type: 'integrator', id: 'explicit-euler' },
        FROM_START,
      ),
      experiment(
        'Implicit Euler, 20 ms',
        'They come to rest: the method removes energy.',
        set({ dt: 0.02 }),
        { type: 'integrator', id: 'implicit-euler' },
        FROM_START,
      ),
      RESTORE,
    ),
    { title: 'A rotating dumbbell' },
    'In steady rotation at the angular velocity $\\Omega$, the spring is stretched until its force keeps both masses on their circle:',
    '$$l = \\frac{L_0}{1 - m\\Omega^2/2k}$$',
  ],
};
