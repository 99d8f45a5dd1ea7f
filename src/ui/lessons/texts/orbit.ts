import { experiment, experiments, FROM_START, type Lesson, RESTORE } from '../lesson';
import { energy, momentum, position } from '../live-values';
import { PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS],
  parts: [
    { title: 'Attraction' },
    'Any two particles attract each other, with $\\mathbf l = \\mathbf x_p - \\mathbf x_q$:',
    '$$\\mathbf f_p = -G\\, m_p m_q \\frac{\\mathbf l}{\\left(|\\mathbf l|^2 + \\varepsilon^2\\right)^{3/2}}, \\qquad \\mathbf f_q = -\\mathbf f_p$$',
    'The softening $\\varepsilon$ keeps the force finite when two particles meet. With $\\varepsilon = 0$ it is Newton’s law. The orbit is then an ellipse with the semi-major axis $a$, and Kepler’s third law gives its period:',
    '$$T = 2\\pi\\sqrt{\\frac{a^3}{G\\,(m_p + m_q)}}$$',
    { live: [energy, momentum, position(1)] },
    experiments(
      experiment(
        'Velocity Verlet',
        'The orbit stays an ellipse, which may rotate slowly.',
        { type: 'integrator', id: 'velocity-verlet' },
        FROM_START,
      ),
      experiment(
        'Explicit Euler',
        'The planet spirals outwards: it gains energy.',
        { type: 'integrator', id: 'explicit-euler' },
        FROM_START,
      ),
      experiment(
        'Runge–Kutta 4',
        'Very accurate: it takes long to see that it also loses energy.',
        { type: 'integrator', id: 'rk4' },
        FROM_START,
      ),
      RESTORE,
    ),
  ],
};
