import type { Frame } from '../../../runtime/frame/frame';
import type { Deed, Lesson, NumberQuiz, Reading } from '../lesson';
import { positionOf, positionReading, velocityOf } from '../live-values';
import { withUnit } from '../vector-format';

/** s; long enough for the methods to differ by centimetres. */
const STEP = 0.1;

/** At rest in the air, with no air: then gravity is all there is. */
function prepare(integrator: string): Deed[] {
  return [
    { type: 'pause' },
    { type: 'scene', scene: 'free-fall', integrator, params: { dt: STEP, drag: 0, decay: 0 }, precision: 'double' },
  ];
}

const height = (frame: Frame) => positionOf(frame, 0)[1];
const given: Reading[] = [
  { label: '$x_0$', value: (frame) => withUnit(height(frame), 'm') },
  { label: '$v_0$', value: (frame) => withUnit(velocityOf(frame, 0)[1], 'm/s') },
  { label: '$g$', value: ({ status }) => withUnit(status.params.gravity, 'm/s²') },
  { label: '$h$', value: ({ status }) => withUnit(status.params.dt, 's') },
];

/** @param factor of −h²g after two steps */
function twoSteps(integrator: string, name: string, factor: number, because: string): NumberQuiz {
  return {
    prepare: prepare(integrator),
    given,
    asks: `Particle 0 starts at height $x_0$ with velocity $v_0$ upwards. How high is it after two steps of $h$ by ${name}?`,
    unit: 'm',
    answer(frame) {
      const { dt: h, gravity: g } = frame.status.params;
      return height(frame) + 2 * h * velocityOf(frame, 0)[1] - factor * h * h * g;
    },
    tolerance: 5e-4,
    run: [{ type: 'steps', count: 2 }],
    measure: height,
    because,
  };
}

export const lesson: Lesson = {
  source: 'Particle Dynamics, lecture slides',
  sections: [
    {
      title: 'Two first-order equations',
      parts: [
        'Newton’s law has a second derivative. With the velocity as a variable of its own it becomes a first-order equation in phase space, which any solver can take:',
        {
          equation:
            '\\frac{d}{dt}\\begin{pmatrix} \\mathbf x \\\\ \\mathbf v \\end{pmatrix} = \\begin{pmatrix} \\mathbf v \\\\ \\mathbf f / m \\end{pmatrix}',
        },
        'In free fall, here on the Moon, $\\mathbf f / m = \\mathbf a_0$ is constant, and the answer is known:',
        {
          equation: 'v(t) = v_0 + a_0 t, \\qquad x(t) = x_0 + v_0 t + \\tfrac12 a_0 t^2',
        },
        'The velocity needs a method of first order only. The position has a $t^2$ in it: methods of second order and higher have it exactly, those of first order don’t.',
        { live: [positionReading(0)] },
      ],
    },
    {
      title: 'Quiz: two steps by hand',
      parts: [
        {
          number: twoSteps(
            'midpoint',
            'the midpoint method',
            2,
            '$x_0 + 2hv_0 - 2h^2g$, which is the exact $x_0 + v_0 t - \\frac12 g t^2$ at $t = 2h$: the slope in the middle of a step is the mean slope of a parabola.',
          ),
        },
        {
          number: twoSteps(
            'explicit-euler',
            'explicit Euler',
            1,
            '$x_0 + 2hv_0 - h^2g$: the first step still goes with $v_0$, and the second with $v_0 - hg$. It falls too slowly, by $h^2 g$.',
          ),
        },
        {
          number: twoSteps(
            'symplectic-euler',
            'symplectic Euler',
            3,
            '$x_0 + 2hv_0 - 3h^2g$: each step goes with the velocity that it has just found. It falls too fast, by as much as explicit Euler falls too slowly.',
          ),
        },
      ],
    },
    {
      title: 'Quiz: the solver',
      parts: [
        {
          question:
            'A solver knows only how to ask for the dimension, get and set the state, and evaluate its derivative. How does Euler’s algorithm become the midpoint method?',
          answer: [
            'Get the state $\\mathbf y$ and evaluate $\\dot{\\mathbf y}$. Set the state to $\\mathbf y + \\frac h2 \\dot{\\mathbf y}$, at time $t + \\frac h2$, and evaluate again. Set the state to $\\mathbf y + h\\,\\dot{\\mathbf y}_{\\text{mid}}$, at time $t + h$.',
            'The system itself isn’t touched: what evaluates forces need not know which method asks.',
          ],
        },
      ],
    },
    {
      title: 'To try',
      parts: [
        {
          tries: [
            {
              label: 'Fall, by explicit Euler',
              says: 'With steps of 20 ms. Compare with the next.',
              does: [
                { type: 'scene', scene: 'free-fall', integrator: 'explicit-euler', params: { dt: 0.02 } },
                { type: 'play' },
              ],
            },
            {
              label: 'Fall, by the midpoint method',
              says: 'Exact at every step, however long.',
              does: [
                { type: 'scene', scene: 'free-fall', integrator: 'midpoint', params: { dt: 0.02 } },
                { type: 'play' },
              ],
            },
          ],
        },
      ],
    },
  ],
};
