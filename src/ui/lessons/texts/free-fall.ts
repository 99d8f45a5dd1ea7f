import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import {
  experiment,
  experiments,
  type Lesson,
  type LessonCommand,
  type LiveValue,
  type NumberQuiz,
  PLAY,
} from '../lesson';
import { position, positionOf, velocityOf, withUnit } from '../live-values';
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

export const lesson: Lesson = {
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
      experiment(
        'Fall, explicit Euler',
        'With steps of 20 ms. Compare with the next experiment.',
        { type: 'scene', scene: 'free-fall', integrator: 'explicit-euler', params: { dt: 0.02 } },
        PLAY,
      ),
      experiment(
        'Fall, midpoint method',
        'Exact for steps of any size.',
        { type: 'scene', scene: 'free-fall', integrator: 'midpoint', params: { dt: 0.02 } },
        PLAY,
      ),
    ),
  ],
};
