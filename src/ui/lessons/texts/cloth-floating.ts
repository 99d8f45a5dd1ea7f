import type { Lesson } from '../lesson';
import { energyReading, momentumReading, speedReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: 'Ernst Hairer, Christian Lubich and Gerhard Wanner, Geometric Numerical Integration',
  sections: [
    {
      title: 'What is kept',
      parts: [
        'No gravity, no pins, no air: all forces are between pairs, equal and opposite. So the total momentum can’t change, whatever the method:',
        { equation: '\\frac{d}{dt}\\sum_i m_i \\mathbf v_i = \\sum_{(a,b)} (\\mathbf f_a + \\mathbf f_b) = 0' },
        'The angular momentum needs more: symplectic Euler and velocity Verlet keep it to rounding, other methods let it drift. And the energy tells the methods apart, which is what to look at here.',
        { live: [momentumReading, energyReading, speedReading] },
        {
          tries: [
            {
              label: 'Without dashpots, symplectic Euler',
              says: 'The energy swings a little about its mean, for ever.',
              does: [
                { type: 'set', key: 'damping', value: 0 },
                { type: 'integrator', id: 'symplectic-euler' },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'The same by explicit Euler',
              says: 'It gains energy in every swing, and blows up.',
              does: [{ type: 'integrator', id: 'explicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'The same by implicit Euler',
              says: 'It loses energy, though nothing is there to take it.',
              does: [{ type: 'integrator', id: 'implicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
