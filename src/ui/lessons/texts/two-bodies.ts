import { type Lesson, RESTORE } from '../lesson';
import { energy, momentum } from '../live-values';
import { SPRING_NOTES } from './sources';

export const lesson: Lesson = {
  sources: [SPRING_NOTES],
  sections: [
    {
      title: 'From energies to motion',
      parts: [
        'Two particles and one spring show the whole method. The coordinates are $\\mathbf x = (\\mathbf x_0, \\mathbf x_1)$; kinetic and potential energy are',
        {
          equation: 'T = \\tfrac12 \\dot{\\mathbf x}^T M \\dot{\\mathbf x}, \\qquad V = \\tfrac12 k\\,(l - L_0)^2',
        },
        {
          equation: 'l = \\sqrt{\\mathbf x^T B^T B\\, \\mathbf x}, \\quad B = (-I \\;\\; I)',
        },
        'The Lagrangian $L = T - V$ gives the equation of motion:',
        {
          equation:
            '\\frac{d}{dt}\\frac{\\partial L}{\\partial \\dot{\\mathbf x}} = \\frac{\\partial L}{\\partial \\mathbf x} \\quad\\Rightarrow\\quad M\\ddot{\\mathbf x} = -\\frac{\\partial V}{\\partial \\mathbf x}',
        },
        'The energy of the spring depends only on its length. So translation or rotation of both particles together costs no energy, and momentum and angular momentum are conserved.',
        { live: [energy, momentum] },
        { instrument: 'spring' },
        {
          experiments: [
            {
              label: 'Velocity Verlet',
              description: 'It rotates and oscillates for ever, on nearly the same curve.',
              commands: [{ type: 'integrator', id: 'velocity-verlet' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Explicit Euler, 20 ms',
              description: 'The two fly apart: the method adds energy.',
              commands: [
                { type: 'set', key: 'dt', value: 0.02 },
                { type: 'integrator', id: 'explicit-euler' },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Implicit Euler, 20 ms',
              description: 'They come to rest: the method removes energy.',
              commands: [
                { type: 'set', key: 'dt', value: 0.02 },
                { type: 'integrator', id: 'implicit-euler' },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            RESTORE,
          ],
        },
      ],
    },
    {
      title: 'A rotating dumbbell',
      parts: [
        'In steady rotation at the angular velocity $\\Omega$, the spring is stretched until its force keeps both masses on their circle:',
        { equation: 'l = \\frac{L_0}{1 - m\\Omega^2/2k}' },
      ],
    },
  ],
};
