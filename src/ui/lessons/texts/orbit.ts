import type { Lesson } from '../lesson';
import { energyReading, momentumReading, positionReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: 'Particle Dynamics, lecture slides',
  sections: [
    {
      title: 'Attraction',
      parts: [
        'Any pair of particles attracts each other, with $\\mathbf l = \\mathbf x_p - \\mathbf x_q$:',
        {
          equation:
            '\\mathbf f_p = -G\\, m_p m_q \\frac{\\mathbf l}{\\left(|\\mathbf l|^2 + \\varepsilon^2\\right)^{3/2}}, \\qquad \\mathbf f_q = -\\mathbf f_p',
        },
        'The softening $\\varepsilon$ keeps the force finite where two meet; with $\\varepsilon = 0$ it is Newton’s law. The orbit is then an ellipse of half-axis $a$, and Kepler’s third law gives its period:',
        { equation: 'T = 2\\pi\\sqrt{\\frac{a^3}{G\\,(m_p + m_q)}}' },
        { live: [energyReading, momentumReading, positionReading(1)] },
        {
          tries: [
            {
              label: 'Velocity Verlet',
              says: 'The ellipse stays one, though it may turn slowly.',
              does: [{ type: 'integrator', id: 'velocity-verlet' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Explicit Euler',
              says: 'It spirals outwards: energy is gained.',
              does: [{ type: 'integrator', id: 'explicit-euler' }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'Runge–Kutta 4',
              says: 'So accurate that one must wait long to see that it, too, loses energy.',
              does: [{ type: 'integrator', id: 'rk4' }, { type: 'reset' }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
