import {
  experiment,
  experiments,
  guidedRun,
  type Lesson,
  type LessonCommand,
  type LiveValue,
  PLAY,
  step,
} from '../lesson';
import { hOmega, position, speed, withUnit } from '../live-values';
import { TAICHI } from './sources';

/** @param isDetecting false: the run goes on after a blow-up */
function at(stiffness: number, isDetecting = true): LessonCommand[] {
  const params = { stiffness, stopOnBlowUp: isDetecting ? 1 : 0 };
  return [{ type: 'scene', scene: 'taichi-grid', params }, { type: 'play' }];
}

const period: LiveValue = {
  label: '$\\sqrt{m/k}$',
  value: ({ status: { params } }) => withUnit(1000 * Math.sqrt(params.mass / params.stiffness), 'ms'),
};

const ratio: LiveValue = {
  label: '$h / \\sqrt{m/k}$',
  value: ({ status: { params } }) => (params.dt / Math.sqrt(params.mass / params.stiffness)).toFixed(4),
};

export const lesson: Lesson = {
  sources: [TAICHI],
  parts: [
    { title: 'Hooke and Newton' },
    '$$\\mathbf f_{ij} = -k\\left(|\\mathbf x_i - \\mathbf x_j| - L_0\\right) \\widehat{\\mathbf x_i - \\mathbf x_j}$$',
    '$$\\mathbf a_i = \\frac{1}{m}\\Big(\\sum_j \\mathbf f_{ij} + \\mathbf f^{\\text{ext}}\\Big) + \\mathbf g$$',
    'Each step first lets all velocities decay, then adds the acceleration, then moves the particles:',
    '$$\\begin{aligned} \\mathbf v_{n+1} &= e^{-10 h}\\, \\mathbf v_n + h\\, \\mathbf a \\\\ \\mathbf x_{n+1} &= \\mathbf x_n + h\\, \\mathbf v_{n+1} \\end{aligned}$$',
    'The decay acts on the velocities directly and is not a force: it does not depend on the mass.',
    {
      remark:
        'Rest lengths are 0.6 of the initial spacing. So every spring starts stretched by two thirds of its rest length, and the grid jumps up before it falls.',
    },
    { live: [period, ratio, hOmega, speed, position(99)] },
    { title: 'Guided run: k = 100,000' },
    'A usual rule for the step is $h \\le \\alpha\\sqrt{m/k}$ with $\\alpha \\approx 1$. With $k$ = 100,000 N/m the grid diverges, although $h / \\sqrt{m/k}$ is only 0.707. Why is $\\alpha = 1$ too large?',
    guidedRun(
      step(
        'k = 1000',
        'The demo with its original parameters. $k$ is in N/m.',
        'It comes to rest within a few seconds. The particle at the lower right ends at (0.652355, 0.305183) m.',
        at(1000),
      ),
      step(
        'k = 70,000',
        'Seventy times as stiff: $h / \\sqrt{m/k} = 0.592$.',
        'It moves violently for a moment, then comes to rest: so far, always. From 75,000 to 100,000 N/m, rounding decides the outcome.',
        at(7e4),
      ),
      step(
        'k = 100,000',
        'Now it is 0.707.',
        'Now it may come to rest, or it may jitter for ever at hundreds of metres per second. The same sum in another order can have another outcome.',
        at(1e5, false),
      ),
      step(
        'k = 105,000',
        'A little more: 0.725. Blow-up detection is off, so that the run continues.',
        'It jitters for ever, with speeds around 500 m/s, and never overflows: a test for numbers that are not finite would never detect it. This is why blow-up detection also checks how much springs change in a single step.',
        at(1.05e5, false),
      ),
      step(
        'k = 150,000, 21 steps',
        'Now 0.866, in 21 single steps.',
        'After 21 steps, at 21 ms, the first particle is more than 100 m away. Press play: it overflows.',
        { type: 'pause' },
        { type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5, stopOnBlowUp: 0 } },
        { type: 'steps', count: 21 },
      ),
      step(
        'k = 150,000 with dt = 0.5 ms',
        'The remedy: half the step, 0.433.',
        'It comes to rest.',
        { type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5, dt: 5e-4 } },
        PLAY,
      ),
    ),
    { title: 'Why α = 1 is too large' },
    'Symplectic Euler is stable for a mode with $h\\,\\omega < 2$. At the rest lengths, the fastest mode of a large grid of such springs has $\\omega^2 = 4k/m$, hence',
    '$$h < \\frac{2}{\\sqrt{4\\,k/m}} = \\sqrt{\\frac mk}\\,: \\qquad \\alpha = 1.$$',
    'This is the limit of the grid at rest. A stretched spring of length $l$ also resists motion across its direction, with the stiffness $k\\,(1 - L_0/l)$. Then $\\omega^2$ can reach $8k/m$:',
    '$$h < \\frac{2}{\\sqrt{8\\,k/m}} \\approx 0.707\\,\\sqrt{\\frac mk}$$',
    {
      remark:
        'So $\\alpha \\approx 0.7$ is the rule for stretched grids, and $k$ = 100,000 N/m is exactly at this limit. Even this limit is for small motion about a state; there is no such limit for large motion.',
    },
    { title: 'The mouse of the demo' },
    'In the demo, pressing the mouse button pushes all particles with the same force: 20 N times the distance from the centre of the window. The push tool in the header does the same.',
    experiments(
      experiment(
        'Push right, 5 N',
        'On each particle, until you end the push. The weight of each particle is 1.96 N.',
        { type: 'push', force: [5, 0, 0] },
        PLAY,
      ),
      experiment('End the push', 'The grid swings back.', { type: 'push', force: [0, 0, 0] }),
    ),
  ],
};
