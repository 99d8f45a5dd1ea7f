import type { Lesson } from '../lesson';
import { energyReading, momentumReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: '3D Mass Spring System, lecture notes',
  sections: [
    {
      title: 'From energies to motion',
      parts: [
        'Two particles and one spring, and all of mechanics: generalized coordinates $\\mathbf q = (\\mathbf x_0, \\mathbf x_1)$, kinetic and potential energy,',
        {
          equation: 'T = \\tfrac12 \\dot{\\mathbf q}^T M \\dot{\\mathbf q}, \\qquad V = \\tfrac12 k\\,(l - l_0)^2',
        },
        {
          equation: 'l = \\sqrt{\\mathbf q^T B^T B\\, \\mathbf q}, \\quad B = (-I \\;\\; I)',
        },
        'The Lagrangian $L = T - V$ gives the equation of motion:',
        {
          equation:
            '\\frac{d}{dt}\\frac{\\partial L}{\\partial \\dot{\\mathbf q}} = \\frac{\\partial L}{\\partial \\mathbf q} \\quad\\Rightarrow\\quad M\\ddot{\\mathbf q} = -\\frac{\\partial V}{\\partial \\mathbf q}',
        },
        'The energy of the spring depends on its length only. So moving or turning both particles alike costs nothing, and momentum and angular momentum are kept.',
        { live: [energyReading, momentumReading] },
        { instrument: 'spring' },
        {
          tries: [
            {
              label: 'Velocity Verlet',
              says: 'It turns and swings for ever, on nearly the same curve.',
              does: [{ type: 'integrator', id: 'velocity-verlet' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Explicit Euler, 20 ms',
              says: 'The two fly apart: the method pumps energy in.',
              does: [
                { type: 'set', key: 'dt', value: 0.02 },
                { type: 'integrator', id: 'explicit-euler' },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Implicit Euler, 20 ms',
              says: 'They come to rest: the method takes energy out.',
              does: [
                { type: 'set', key: 'dt', value: 0.02 },
                { type: 'integrator', id: 'implicit-euler' },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
    {
      title: 'A turning dumbbell',
      parts: [
        'Turning steadily at $\\Omega$, the spring is stretched until it holds both masses on their circle:',
        { equation: 'l = \\frac{l_0}{1 - m\\Omega^2/2k}' },
      ],
    },
  ],
};
