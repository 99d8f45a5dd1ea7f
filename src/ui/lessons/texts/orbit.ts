import { type Lesson, RESTORE } from '../lesson';
import { energy, momentum, position } from '../live-values';
import { PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS],
  sections: [
    {
      title: 'Attraction',
      parts: [
        'Any two particles attract each other, with $\\mathbf l = \\mathbf x_p - \\mathbf x_q$:',
        {
          equation:
            '\\mathbf f_p = -G\\, m_p m_q \\frac{\\mathbf l}{\\left(|\\mathbf l|^2 + \\varepsilon^2\\right)^{3/2}}, \\qquad \\mathbf f_q = -\\mathbf f_p',
        },
        'The softening $\\varepsilon$ keeps the force finite when two particles meet. With $\\varepsilon = 0$ it is Newton’s law. The orbit is then an ellipse with the semi-major axis $a$, and Kepler’s third law gives its period:',
        { equation: 'T = 2\\pi\\sqrt{\\frac{a^3}{G\\,(m_p + m_q)}}' },
        { live: [energy, momentum, position(1)] },
        {
          experiments: [
            {
              label: 'Velocity Verlet',
              description: 'The orbit stays an ellipse, which may rotate slowly.',
              commands: [{ type: 'integrator', id: 'velocity-verlet' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Explicit Euler',
              description: 'The planet spirals outwards: it gains energy.',
              commands: [{ type: 'integrator', id: 'explicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Runge–Kutta 4',
              description: 'Very accurate: it takes long to see that it also loses energy.',
              commands: [{ type: 'integrator', id: 'rk4' }, { type: 'reset' }, { type: 'play' }],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
