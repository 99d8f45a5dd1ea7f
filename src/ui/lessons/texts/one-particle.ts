/** Lessons about one particle: in free fall, and on a spring. */
import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import {
  energy,
  experiments,
  fromStart,
  hOmega,
  type Lesson,
  type LessonCommand,
  type LiveValue,
  method,
  type NumberQuiz,
  playing,
  position,
  positionOf,
  RESTORE,
  set,
  velocityOf,
  withUnit,
} from '../lesson';
import { PARTICLE_DYNAMICS } from './sources';

/** s; large enough for the methods to differ by centimetres. */
const STEP = 0.1;

/** Gravity is the only force. */
function prepare(integrator: string): LessonCommand[] {
  return [
    { type: 'pause' },
    { type: 'scene', scene: 'free-fall', integrator, params: { dt: STEP, drag: 0, decay: 0 }, precision: 'double' },
  ];
}

const height = (frame: Frame) => positionOf(frame, 0)[1];
const given: LiveValue[] = [
  { label: '$x_0$', value: (frame) => withUnit(height(frame), 'm') },
  { label: '$v_0$', value: (frame) => withUnit(velocityOf(frame, 0)[1], 'm/s') },
  { label: '$g$', value: ({ status }) => withUnit(status.params.gravity, 'm/s²') },
  { label: '$h$', value: ({ status }) => withUnit(status.params.dt, 's') },
];

/** @param factor of −h²g in the position after two steps */
function twoSteps(integrator: string, name: string, factor: number, hint: string, explanation: string): NumberQuiz {
  return {
    prepare: prepare(integrator),
    given,
    question: t`Particle 0 starts at height $x_0$ with velocity $v_0$ upwards. What is its height after two steps of $h$ with ${name}?`,
    unit: 'm',
    answer(frame) {
      const { dt: h, gravity: g } = frame.status.params;
      return height(frame) + 2 * h * velocityOf(frame, 0)[1] - factor * h * h * g;
    },
    tolerance: 5e-4,
    run: [{ type: 'steps', count: 2 }],
    measure: height,
    hint,
    explanation,
  };
}

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
    { label: '$k/m$', value: ({ status: { params } }) => withUnit(params.stiffness / params.mass, 's⁻²') },
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

export const lessons: Readonly<Record<string, Lesson>> = {
  'free-fall': {
    sources: [PARTICLE_DYNAMICS],
    parts: [
      { title: 'Two first-order equations' },
      'Newton’s law contains a second derivative. With the velocity as a variable of its own, it becomes a first-order equation in phase space, which any solver can integrate:',
      '$$\\frac{d}{dt}\\begin{pmatrix} \\mathbf x \\\\ \\mathbf v \\end{pmatrix} = \\begin{pmatrix} \\mathbf v \\\\ \\mathbf f / m \\end{pmatrix}$$',
      'In free fall, here on the Moon, $\\mathbf f / m = \\mathbf a_0$ is constant, and the exact solution is known:',
      '$$v(t) = v_0 + a_0 t, \\qquad x(t) = x_0 + v_0 t + \\tfrac12 a_0 t^2$$',
      'For the velocity, a method of first order is exact. The position contains $t^2$: methods of second order and higher are exact, methods of first order are not.',
      { live: [position(0)] },
      { title: 'Quiz: two steps by hand' },
      {
        number: twoSteps(
          'midpoint',
          'the midpoint method',
          2,
          'Each step moves the particle with the velocity at the middle of the step.',
          '$x_0 + 2hv_0 - 2h^2g$, which is the exact $x_0 + v_0 t - \\frac12 g t^2$ at $t = 2h$: for a parabola, the slope in the middle of a step is the mean slope.',
        ),
      },
      {
        number: twoSteps(
          'explicit-euler',
          'explicit Euler',
          1,
          'Each step moves the particle with the velocity at its start.',
          '$x_0 + 2hv_0 - h^2g$: the first step uses $v_0$, and the second uses $v_0 - hg$. The result is too high by $h^2 g$.',
        ),
      },
      {
        number: twoSteps(
          'symplectic-euler',
          'symplectic Euler',
          3,
          'Each step first computes the new velocity.',
          '$x_0 + 2hv_0 - 3h^2g$: each step uses the velocity that it has just computed. The result is too low by $h^2 g$, the same amount by which explicit Euler is too high.',
        ),
      },
      { title: 'Quiz: the solver' },
      {
        question:
          'A solver can only ask for the dimension, get and set the state, and evaluate its derivative. How do you change Euler’s algorithm into the midpoint method?',
        answer: [
          'Get the state $\\mathbf y$ and evaluate $\\dot{\\mathbf y}$. Set the state to $\\mathbf y + \\frac h2 \\dot{\\mathbf y}$, at time $t + \\frac h2$, and evaluate again. Set the state to $\\mathbf y + h\\,\\dot{\\mathbf y}_{\\text{mid}}$, at time $t + h$.',
          'The system itself does not change: the evaluation of forces does not depend on the method.',
        ],
      },
      { title: 'Experiments' },
      experiments(
        playing('Fall, explicit Euler', 'With steps of 20 ms. Compare with the next experiment.', {
          type: 'scene',
          scene: 'free-fall',
          integrator: 'explicit-euler',
          params: { dt: 0.02 },
        }),
        playing('Fall, midpoint method', 'Exact for steps of any size.', {
          type: 'scene',
          scene: 'free-fall',
          integrator: 'midpoint',
          params: { dt: 0.02 },
        }),
      ),
    ],
  },
  'damped-oscillator': {
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
        playing('Explicit Euler', 'It gains energy in each oscillation.', method('explicit-euler')),
        playing(
          'Symplectic Euler',
          'It conserves the energy, except for a small oscillation.',
          method('symplectic-euler'),
        ),
        playing('Implicit Euler', 'It loses energy even without damping.', method('implicit-euler')),
        fromStart('No damping', 'Now any loss or gain of energy is an error of the method.', set({ damping: 0 })),
        RESTORE,
      ),
    ],
  },
};
