import type { Lesson, NumberQuiz } from '../lesson';
import { energyReading, hOmegaReading, positionOf, velocityOf } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';
import { withUnit } from '../vector-format';

/** The mass is particle 1, and the spring is at rest where x = 0. */
const oneStep: NumberQuiz = {
  prepare: [
    { type: 'pause' },
    {
      type: 'scene',
      scene: 'damped-oscillator',
      integrator: 'midpoint',
      params: { dt: 0.1, damping: 0 },
      precision: 'double',
    },
  ],
  given: [
    { label: '$x_0 - \\bar x$', value: (frame) => withUnit(positionOf(frame, 1)[0], 'm') },
    { label: '$v_0$', value: (frame) => withUnit(velocityOf(frame, 1)[0], 'm/s') },
    {
      label: '$K/m$',
      value: ({ status: { params } }) => withUnit(params.stiffness / params.mass, 's⁻²'),
    },
    { label: '$h$', value: ({ status: { params } }) => withUnit(params.dt, 's') },
  ],
  asks: 'Integrate the same equation by the midpoint method, with no dashpot: where is the mass, $x - \\bar x$, after one step?',
  unit: 'm',
  answer(frame) {
    const { dt: h, stiffness, mass } = frame.status.params;
    const [x] = positionOf(frame, 1);
    const [v] = velocityOf(frame, 1);
    return x + h * (v - (h / 2) * (stiffness / mass) * x);
  },
  tolerance: 5e-4,
  run: [{ type: 'steps', count: 1 }],
  measure: (frame) => positionOf(frame, 1)[0],
  because:
    '$x_1 = x_0 + h\\,v_{\\text{mid}}$ with $v_{\\text{mid}} = v_0 - \\frac h2 \\frac Km (x_0 - \\bar x)$. Explicit Euler would not have moved at all in its first step from rest.',
};

export const lesson: Lesson = {
  source: 'Particle Dynamics, lecture slides',
  sections: [
    {
      title: 'Phase space',
      parts: [
        'A mass on a damped spring, the smallest thing that swings. Position and velocity together are a point in phase space, and the motion is a curve there: a closed one where no energy is lost, a spiral inwards where the dashpot takes it.',
        {
          equation: 'm\\ddot x = -k_s\\,(|l| - r) - k_d\\,\\dot l',
        },
        {
          equation: '\\omega = \\sqrt{k_s/m}, \\qquad \\zeta = \\frac{k_d}{2\\sqrt{k_s m}}',
        },
        'Open the phase-space plot among the instruments, and watch the curve under each method: explicit Euler spirals outwards, implicit Euler inwards, symplectic Euler goes round an ellipse a little askew.',
        { live: [energyReading, hOmegaReading] },
        { instrument: 'spring' },
      ],
    },
    {
      title: 'Quiz: which equation?',
      parts: [
        {
          choice: {
            asks: 'A mass point on a spring obeys $f = -K(x - \\bar x)$. What is its motion as a first-order equation?',
            options: [
              {
                text: '$\\dot x = v, \\quad \\dot v = -\\frac Km (x - \\bar x)$',
                because:
                  'The rate of the position is the velocity, and the rate of the velocity is the force over the mass.',
              },
              {
                text: '$\\dot x = -\\frac Km (x - \\bar x)$',
                because:
                  'That is motion without inertia: the force would set the velocity itself, and nothing would swing.',
              },
              {
                text: '$\\dot x = v, \\quad \\dot v = -K (x - \\bar x)$',
                because: 'The mass is missing: a force is not yet an acceleration.',
              },
              {
                text: '$\\ddot x = -\\frac Km (x - \\bar x)$',
                because: 'True, but of second order: $v$ must become a variable of its own.',
              },
            ],
          },
        },
        { number: oneStep },
        {
          blanks: {
            asks: 'A force object knows its particles p and q, its stiffness ks and its rest length r. Complete its apply_fun for an ideal spring:',
            code: ['l  = p.x − q.x', 'f  = −ks · ({0}) · {1}', 'p.f += {2}', 'q.f += {3}'],
            blanks: [
              ['|l| − r', 'r − |l|', '|l|'],
              ['l / |l|', 'l', '|l|'],
              ['f', '−f', '0'],
              ['−f', 'f', '0'],
            ],
            because:
              'Stretched, $|l| > r$, it pulls $p$ against $l$, towards $q$. Both ends are added to, since other forces act there too, and by opposite amounts: so momentum is kept.',
          },
        },
      ],
    },
    {
      title: 'Eigenvalues',
      parts: [
        'In matrix form the eigenvalues of the equation are',
        {
          equation: '\\alpha = -\\tfrac12\\lambda_d \\pm \\sqrt{\\left(\\tfrac12\\lambda_d\\right)^2 - \\lambda_k}',
        },
        {
          equation: '\\lambda_k = k_s/m, \\quad \\lambda_d = k_d/m',
        },
        'Where the spring rules they lie near the imaginary axis: it swings, and a method must be stable there. Where the dashpot rules they lie on the negative real axis: it creeps back, and a method must follow the decay.',
        {
          erratum:
            'The slides’ scorecard of methods leaves the midpoint method out. It is of second order, so exact for constant acceleration, but like explicit Euler unstable on the imaginary axis: without damping it gains energy at any step, by a factor of $\\sqrt{1 + (h\\omega)^4/4}$ in amplitude.',
        },
        {
          tries: [
            {
              label: 'Explicit Euler',
              says: 'It gains energy in each swing.',
              does: [{ type: 'integrator', id: 'explicit-euler' }, { type: 'play' }],
            },
            {
              label: 'Symplectic Euler',
              says: 'It keeps the energy, but for a ripple.',
              does: [{ type: 'integrator', id: 'symplectic-euler' }, { type: 'play' }],
            },
            {
              label: 'Implicit Euler',
              says: 'It loses energy even with no dashpot.',
              does: [{ type: 'integrator', id: 'implicit-euler' }, { type: 'play' }],
            },
            {
              label: 'No dashpot',
              says: 'Now what is lost or gained is the method’s own doing.',
              does: [{ type: 'set', key: 'damping', value: 0 }, { type: 'reset' }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
