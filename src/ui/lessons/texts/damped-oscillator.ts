import { experiment, experiments, FROM_START, type Lesson, type NumberQuiz, PLAY, RESTORE, set } from '../lesson';
import { energy, hOmega, positionOf, velocityOf, withUnit } from '../live-values';
import { PARTICLE_DYNAMICS } from './sources';

/** The mass is particle 1; the spring has its rest length at x = 0. */
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
      label: '$k/m$',
      value: ({ status: { params } }) => withUnit(params.stiffness / params.mass, 's⁻²'),
    },
    { label: '$h$', value: ({ status: { params } }) => withUnit(params.dt, 's') },
  ],
  question:
    'Integrate the same equation by the midpoint method, without damping. What is the position $x - \\bar x$ of the mass after one step?',
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
  hint: 'The position moves with the velocity at the middle of the step, not with $v_0$.',
  explanation:
    '$x_1 = x_0 + h\\,v_{\\text{mid}}$ with $v_{\\text{mid}} = v_0 - \\frac h2 \\frac km (x_0 - \\bar x)$. With explicit Euler the mass would not move in the first step, because it starts at rest.',
};

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS],
  parts: [
    { title: 'Phase space' },
    'A mass on a damped spring is the simplest oscillator. Position and velocity together are a point in phase space, and the motion is a curve there. The curve is closed if no energy is lost, and spirals inwards if the damping removes energy. With the position $\\bar x$ at rest:',
    '$$m\\ddot x = -k\\,(x - \\bar x) - c\\,\\dot x$$',
    '$$\\omega = \\sqrt{k/m}, \\qquad \\zeta = \\frac{c}{2\\sqrt{k m}}$$',
    'Open the phase-space plot among the instruments, and compare the curves of the methods: explicit Euler spirals outwards, implicit Euler inwards, and symplectic Euler follows a slightly tilted ellipse.',
    { live: [energy, hOmega] },
    { instrument: 'spring' },
    { title: 'Quiz: which equation?' },
    {
      choice: {
        question:
          'A point mass on a spring obeys $f = -k(x - \\bar x)$. What is its equation of motion in first-order form?',
        options: [
          {
            text: '$\\dot x = v, \\quad \\dot v = -\\frac km (x - \\bar x)$',
            explanation:
              'The rate of change of the position is the velocity, and the rate of change of the velocity is the force over the mass.',
          },
          {
            text: '$\\dot x = -\\frac km (x - \\bar x)$',
            explanation:
              'That is motion without inertia: the force would determine the velocity, and nothing would oscillate.',
          },
          {
            text: '$\\dot x = v, \\quad \\dot v = -k (x - \\bar x)$',
            explanation: 'Compare the units of both sides of the second equation.',
          },
          {
            text: '$\\ddot x = -\\frac km (x - \\bar x)$',
            explanation: 'This is true but of second order: the first-order form needs $v$ as a variable of its own.',
          },
        ],
      },
    },
    { number: oneStep },
    {
      blanks: {
        question:
          'A force object has its particles p and q, its stiffness k and its rest length L₀. Complete its apply_fun for an ideal spring:',
        code: ['l  = p.x − q.x', 'f  = −k · ({0}) · {1}', 'p.f += {2}', 'q.f += {3}'],
        blanks: [
          ['|l| − L₀', 'L₀ − |l|', '|l|'],
          ['l / |l|', 'l', '|l|'],
          ['f', '−f', '0'],
          ['−f', 'f', '0'],
        ],
        hint: 'Think of a stretched spring: which way does each of its ends move?',
        explanation:
          'When stretched, $|l| > L_0$, the spring pulls $p$ in the direction of $-l$, towards $q$. The force is added at both ends, because other forces act there too, and with opposite signs, so that momentum is conserved.',
      },
    },
    { title: 'Eigenvalues' },
    'In matrix form, the eigenvalues of the equation are',
    '$$\\lambda = -\\frac{c}{2m} \\pm \\sqrt{\\left(\\frac{c}{2m}\\right)^2 - \\frac km}$$',
    'If the stiffness dominates, they lie near the imaginary axis: the mass oscillates, and a method must be stable there. If the damping dominates, they lie on the negative real axis: the mass creeps back, and a method must reproduce the decay.',
    {
      remark:
        'The midpoint method is of second order, so it is exact for constant acceleration. Like explicit Euler, it is unstable on the imaginary axis: without damping it gains energy at any step size, and each step multiplies the amplitude by $\\sqrt{1 + (h\\omega)^4/4}$.',
    },
    experiments(
      experiment(
        'Explicit Euler',
        'It gains energy in each oscillation.',
        { type: 'integrator', id: 'explicit-euler' },
        PLAY,
      ),
      experiment(
        'Symplectic Euler',
        'It conserves the energy, except for a small oscillation.',
        { type: 'integrator', id: 'symplectic-euler' },
        PLAY,
      ),
      experiment(
        'Implicit Euler',
        'It loses energy even without damping.',
        { type: 'integrator', id: 'implicit-euler' },
        PLAY,
      ),
      experiment(
        'No damping',
        'Now any loss or gain of energy is an error of the method.',
        set({ damping: 0 }),
        FROM_START,
      ),
      RESTORE,
    ),
  ],
};
