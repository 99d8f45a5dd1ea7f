import { type Lesson, RESTORE } from '../lesson';
import { energy, momentum, speed } from '../live-values';
import { HAIRER } from './sources';

export const lesson: Lesson = {
  sources: [HAIRER],
  sections: [
    {
      title: 'Conserved quantities',
      parts: [
        'There is no gravity, no pin and no air: all forces act between pairs of particles, equal and opposite. So the total momentum is constant with every method:',
        { equation: '\\frac{d}{dt}\\sum_i m_i \\mathbf v_i = \\sum_{(a,b)} (\\mathbf f_a + \\mathbf f_b) = 0' },
        'Angular momentum is different: symplectic Euler and velocity Verlet conserve it up to rounding, the implicit midpoint rule up to the tolerance of its solver, and with other methods it drifts. The energy distinguishes the methods: watch it here.',
        { live: [momentum, energy, speed] },
        {
          experiments: [
            {
              label: 'Symplectic Euler without damping',
              description: 'The energy oscillates a little about its mean, for ever.',
              commands: [
                { type: 'set', key: 'damping', value: 0 },
                { type: 'integrator', id: 'symplectic-euler' },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Explicit Euler',
              description: 'It gains energy in every oscillation, and blows up.',
              commands: [{ type: 'integrator', id: 'explicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Implicit Euler',
              description: 'It loses energy, although there is no damping.',
              commands: [{ type: 'integrator', id: 'implicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
